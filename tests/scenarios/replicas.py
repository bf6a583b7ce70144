#!/usr/bin/env python3
"""A store whose replica must have every step: without it play stands; with it the server may be lost."""
import os
import signal
import socket
import time
import cardroom
import compare
import stored
import told


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def stands(d):
    cardroom.until("the daemon misses the replica",
                   lambda: "replicas" in d.ctl("status").get("storeDownReason", ""))
    rows = d.ctl("table", "list")
    before = {row["tableId"]: d.ctl("table", "show", row["tableId"])["version"] for row in rows}
    time.sleep(3)  # longer than anybody has to act
    for table, version in before.items():
        assert d.ctl("table", "show", table)["version"] == version, table


def goes_on(d, server):
    cardroom.until("the daemon stores again", lambda: "storeDownSince" not in d.ctl("status"))
    played = d.hands(server.path)
    cardroom.until("hands are played", lambda: d.hands(server.path) > played + 10, 60)


d = cardroom.Daemon()
port = free_port()
master = cardroom.Server(d.dir, "master", port, ("--repl-diskless-sync-delay", "0"))
replica = None
try:
    cardroom.until("redis-server runs", lambda: d.redis("PING", store=master.path) == "PONG")
    d.store(f'mode = "redis"\nurl = "unix:{master.path}"\nreplicas_to_wait = 1\nreplica_timeout = "500ms"')
    with d.idle():
        said = d.refused()
        assert "store.replicas_to_wait is 1" in said and "has 0 replicas" in said, said
        print("replicas: without the replica it does not start", flush=True)

        replica = cardroom.Server(d.dir, "replica", 0, ("--replicaof", "127.0.0.1", str(port)))
        # After it has copied everything it rewrites its file, and is slow for a moment.
        def follows():
            d.redis("SET", "probe", "1", "PX", "1", store=master.path)
            return d.redis("WAIT", "1", "100", store=master.path) == "1"
        cardroom.until("the replica is up to date", lambda: all(follows() for _ in range(20)))
        d.start()
        path = os.path.join(d.dir, "frames")
        bots = d.bots(12, 36_000, "--record", path, think=2)
        cardroom.until("the game plays", lambda: d.ctl("game", "show", "g1")["status"] == "ACTIVE")
        goes_on(d, master)

        replica.process.send_signal(signal.SIGSTOP)
        stands(d)
        replica.process.send_signal(signal.SIGCONT)
        goes_on(d, master)
        print("replicas: frozen and continued", flush=True)

        replica.stop(signal.SIGKILL)
        stands(d)
        replica.start()
        goes_on(d, master)
        assert d.ctl("audit")["fits"]
        print("replicas: killed and started again", flush=True)

        # The server is lost with all that it had: whatever anybody was told is with the replica.
        master.stop(signal.SIGKILL)
        cardroom.until("the daemon misses the server", lambda: "storeDownSince" in d.ctl("status"))
        bots.kill()
        bots.communicate()
        d.stop(signal.SIGKILL)
        d.redis("REPLICAOF", "NO", "ONE", store=replica.path)
        seen = told.Told()
        with open(path) as file:
            seen.read(file)
        wrong, compared = compare.compare(seen, stored.read(replica.path), False)
        assert not wrong and seen.acts > 20 and compared > 5, (wrong, seen.acts, compared)
        text = open(d.config).read()
        with open(d.config, "w") as f:
            f.write(text.replace(master.path, replica.path).replace("replicas_to_wait = 1", "replicas_to_wait = 0"))
        d.start()
        assert d.ctl("audit")["fits"]
        bots = d.bots(12, 36_000, think=2)
        goes_on(d, replica)
        bots.kill()
        bots.communicate()
        print("replicas: the replica takes the place of the server", flush=True)
finally:
    for server in (master, replica):
        if server and server.process.poll() is None:
            server.stop(signal.SIGKILL)
print("replicas: good")
