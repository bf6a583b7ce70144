#!/usr/bin/env python3
"""Two daemons on one store: the second is refused, or takes over from one that is dead or silent, which then ends."""
import os
import signal
import time
import cardroom
import compare
import stored
import told

first = cardroom.Daemon()
server = cardroom.Server(first.dir)
store = f'mode = "redis"\nurl = "unix:{server.path}"\nkey_file = "{first.dir}/store.key"'
try:
    cardroom.until("redis-server runs", lambda: os.path.exists(server.path))
    for d in (first, second := cardroom.Daemon()):
        d.store(store)
    with first, second.idle():
        # One that lives.
        begun = time.monotonic()
        said = second.refused()
        assert f"(pid {first.process.pid}), since 20" in said and "in use by cardroomd on" in said, said
        assert time.monotonic() - begun < 9, "no need to wait for the claim to expire"
        first.ctl("status")
        print("two_daemons: the second is refused", flush=True)

        # One that stopped in order, and one that was killed: at once.
        for number in (signal.SIGTERM, signal.SIGKILL):
            first.stop(number)
            begun = time.monotonic()
            second.start()
            assert time.monotonic() - begun < 5
            second.ctl("audit")
            second.stop()
            first.start()
        print("two_daemons: a dead one is no hindrance", flush=True)

        # One that is silent for so long that its claim ends: it finds its journals taken and stops.
        path = os.path.join(first.dir, "frames")
        bots = first.bots(6, 36_000, "--record", path, think=20)
        cardroom.until("the game plays", lambda: first.ctl("game", "show", "g1")["status"] == "ACTIVE")
        hands = first.hands(server.path)
        cardroom.until("hands are played", lambda: first.hands(server.path) > hands + 5)
        played = first.ctl("table", "list")
        first.process.send_signal(signal.SIGSTOP)
        second.start()
        assert "waiting" in second.log() and "silent" in second.log(), second.log()
        tables = {row["tableId"]: second.ctl("table", "show", row["tableId"]) for row in second.ctl("table", "list")}
        assert len(tables) == len(played), (tables, played)
        first.process.send_signal(signal.SIGCONT)
        assert first.process.wait(30) == 1, first.process.returncode
        last = first.log().strip().splitlines()[-1]
        assert "the store was taken over by cardroomd on" in last and f"pid {second.process.pid}" in last, last
        # Its clients are without a connection, and nothing of theirs is in the store.
        bots.terminate()
        report = cardroom.report(bots)
        assert report["reconnects"] > 0, report
        seen = told.Told()
        with open(path) as file:
            seen.read(file)
        wrong, compared = compare.compare(seen, stored.read(server.path), False)
        assert not wrong and seen.acts > 20 and compared > 5, (wrong, seen.acts, compared)
        live = second.ctl("audit")
        assert live["fits"], live
        print("two_daemons: a silent one is replaced and ends", flush=True)

        # The new owner's tables play on.
        bots = second.bots(6, 5)
        report = cardroom.report(bots)
        assert report["hands"] > 0 and report["errors"] == 0, report
        second.ctl("audit")
finally:
    server.stop()
print("two_daemons: good")
