#!/usr/bin/env python3
"""Three nodes on one store: players of all of them at one game; its node is killed, frozen, drained."""
import os
import signal
import socket
import time
import cardroom
import compare
import stored
import told


def node(name):
    return cardroom.Daemon(extra=f'[cluster]\nenabled = true\nnode = "{name}"')


def row(daemon, name):
    return next((r for r in daemon.ctl("node", "list") if r["node"] == name), {"state": "GONE"})


def home(daemon):
    rows = [r for r in daemon.ctl("node", "list") if r["state"] != "DEAD" and r["games"] > 0]
    return rows[0]["node"] if rows else None


names = ["a", "b", "c"]
nodes = {name: node(name) for name in names}
first = nodes["a"]
server = cardroom.Server(first.dir)


def hands():
    return next(d for d in nodes.values() if d.process.poll() is None).hands(server.path)


def goes_on(what, limit=20):
    """How long it takes until hands end that did not before. Tables may be closed and new ones opened meanwhile."""
    begun = time.monotonic()
    asked = next(d for d in nodes.values() if d.process.poll() is None and not d.frozen)
    before = None
    seen = []
    while time.monotonic() - begun < limit:
        try:
            now = played(asked)
        except AssertionError as e:
            now = str(e)[:200]
        seen.append((round(time.monotonic() - begun, 1), now))
        if isinstance(now, dict):
            before = now if before is None else before
            if sum(max(hand - before.get(table, 0), 0) for table, hand in now.items()) > 2:
                print(f"cluster: {what}: hands go on after {seen[-1][0]} s", flush=True)
                return
        time.sleep(0.1)
    raise AssertionError(f"{what}: no hands within {limit} s: {seen}")


def played(daemon):
    """The hand of every table."""
    return {r["tableId"]: daemon.ctl("table", "show", r["tableId"])["handNumber"] for r in daemon.ctl("table", "list")}



try:
    cardroom.until("redis-server runs", lambda: os.path.exists(server.path))
    for d in nodes.values():
        d.frozen = False
        d.store(f'mode = "redis"\nurl = "unix:{server.path}"\nkey_file = "{first.dir}/store.key"')
    # Nobody else is there to declare it dead: whoever wants its name sees that it is silent.
    gone, heir = node("x"), node("x")
    for d in (gone, heir):
        d.store(f'mode = "redis"\nurl = "unix:{server.path}"\nkey_file = "{first.dir}/store.key"')
    with gone:
        gone.stop(signal.SIGKILL)
        with heir:
            assert "takes its name" in heir.log(), heir.log()
            assert heir.stop() == 0
    print("cluster: a name is taken whose node is gone", flush=True)
    # Nobody else is there to declare it dead: its data directory says that it is the one that was killed, also
    # after a start that came to nothing.
    first.start()
    first.stop(signal.SIGKILL)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        text = open(first.config).read()
        with open(first.config, "w") as f:
            f.write(text.replace("[cluster]\n", f'[cluster]\nlisten = "127.0.0.1:{taken.getsockname()[1]}"\n'))
        first.refused()
        with open(first.config, "w") as f:
            f.write(text)
    with nodes["a"], nodes["b"], nodes["c"]:
        cardroom.until("all are linked", lambda: all(
            len([r for r in d.ctl("node", "list") if r["linked"]]) == 3 for d in nodes.values()))
        cardroom.until("the game is somewhere", lambda: home(first))
        fourth = node("a")
        fourth.store(f'mode = "redis"\nurl = "unix:{server.path}"\nkey_file = "{first.dir}/store.key"')
        with fourth.idle():
            said = fourth.refused()
            assert "Node a is in the cluster already" in said and "and lives" in said, said
        print("cluster: three nodes, a fourth of the same name is refused", flush=True)

        # Players of two nodes at one table.
        paths = {n: os.path.join(first.dir, f"frames-{n}") for n in names}
        bots = {n: nodes[n].bots(4, 36_000, "--record", paths[n], think=20) for n in names}
        cardroom.until("the game plays", lambda: first.ctl("game", "show", "g1")["status"] == "ACTIVE")
        cardroom.until("hands are played", lambda: sum(played(first).values()) > 10)
        listed = [d.ctl("table", "list") for d in nodes.values()]
        assert all(len(rows) > 1 and all(r.get("node") in names for r in rows) for rows in listed), listed
        assert len({r["node"] for r in listed[0]} | {home(first)}) > 1, ("a game and its tables are spread", listed)
        assert nodes["b"].ctl("audit")["fits"]

        # Its node moves everything away and ends.
        gone = home(first)
        asked = next(n for n in names if n != gone)
        nodes[asked].ctl("node", "drain", gone)
        assert nodes[gone].process.wait(20) == 0
        goes_on("drained")
        nodes[gone].start()
        cardroom.until("it is back", lambda: row(nodes[asked], gone)["state"] == "UP")

        # The node of one of its tables is killed.
        gone = next(r["node"] for r in nodes[asked].ctl("table", "list") if "node" in r)
        nodes[gone].stop(signal.SIGKILL)
        goes_on("killed")
        nodes[gone].start()

        # Its node is frozen, and goes on when another has the game.
        asked = next(n for n in names if n != gone)
        gone = home(nodes[asked])
        asked = next(n for n in names if n != gone)
        nodes[gone].process.send_signal(signal.SIGSTOP)
        nodes[gone].frozen = True
        goes_on("frozen")
        cardroom.until("another has the game", lambda: home(nodes[asked]) not in (None, gone))
        nodes[gone].process.send_signal(signal.SIGCONT)
        nodes[gone].frozen = False
        cardroom.until("it is back", lambda: row(nodes[asked], gone)["state"] == "UP")
        cardroom.until("it is asked", lambda: len(nodes[gone].ctl("table", "list")) > 0)
        goes_on("continued")

        cardroom.until("hands are played", lambda: sum(played(nodes[gone]).values()) > 60)
        live = nodes[asked].ctl("audit")
        assert live["fits"], live
        reports = {}
        for n in names:
            bots[n].terminate()
            reports[n] = cardroom.report(bots[n])
        # Nothing that was acknowledged is missing, no card is another's.
        everything = told.Told()
        for n in names:
            with open(paths[n]) as file:
                everything.read(file)
        wrong, compared = compare.compare(everything, stored.read(server.path), False)
        assert not wrong and compared > 20, (wrong, compared)
        print({n: {k: r[k] for k in ("hands", "errors", "reconnects")} for n, r in reports.items()}, flush=True)
finally:
    server.stop()
print("cluster: good")
