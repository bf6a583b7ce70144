#!/usr/bin/env python3
"""Redis frozen, killed, out of memory or made a replica: play stands, everybody is told why, and goes on by itself."""
import os
import signal
import time
import cardroom


def health(d):
    return "storeDownSince" in d.ctl("status")


def redis_pid(d):
    return int(d.redis("INFO", "server").split("process_id:")[1].split()[0])


def stands(d, bots):
    """What is stored does not grow while nothing can be stored; nobody is timed out."""
    cardroom.until("the daemon says that the store is down", lambda: health(d))
    time.sleep(3)
    assert bots.poll() is None, "bots go on waiting"


def goes_on(d):
    cardroom.until("the daemon says that the store is back", lambda: not health(d), 60)
    played = d.hands()
    cardroom.until("hands are played again", lambda: d.hands() > played + 20, 60)
    live = d.ctl("audit")
    assert live["fits"] and live["store"] == "good", live


with cardroom.Daemon(save_interval="500ms") as d:
    bots = d.bots(12, 36_000, think=2)
    cardroom.until("the game plays", lambda: d.ctl("game", "show", "g1")["status"] == "ACTIVE")
    played = d.hands()
    cardroom.until("hands are played", lambda: d.hands() > played + 10)

    pid = redis_pid(d)
    os.kill(pid, signal.SIGSTOP)
    stands(d, bots)
    os.kill(pid, signal.SIGCONT)
    goes_on(d)
    print("store_trouble: frozen and continued", flush=True)

    os.kill(pid, signal.SIGKILL)
    goes_on(d)
    assert redis_pid(d) != pid
    print("store_trouble: killed and started again", flush=True)

    for what, begin, end in (
            ("out of memory", ("CONFIG", "SET", "maxmemory", "1"), ("CONFIG", "SET", "maxmemory", "0")),
            ("a replica", ("REPLICAOF", "127.0.0.1", "1"), ("REPLICAOF", "NO", "ONE"))):
        row = d.ctl("table", "list")[0]["tableId"]
        d.redis(*begin)
        time.sleep(3)
        before = d.ctl("table", "show", row)["version"]
        time.sleep(1)
        assert d.ctl("table", "show", row)["version"] == before, what
        d.redis(*end)
        goes_on(d)
        print(f"store_trouble: {what} and back", flush=True)
    bots.kill()
    bots.communicate()
print("store_trouble: good")
