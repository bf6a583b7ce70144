#!/usr/bin/env python3
"""Redis frozen, killed, out of memory, made a replica, on a full disk: play stands, everybody is told why, and it
goes on by itself. CARDROOM_FROZEN=30 leaves Redis frozen for so many seconds more."""
import contextlib
import errno
import os
import shutil
import signal
import subprocess
import time
import cardroom


FROZEN = int(os.environ.get("CARDROOM_FROZEN", "0"))


def down(d):
    """Why the daemon stores nothing; nothing: it does."""
    begun = time.monotonic()
    status = d.ctl("status")
    assert time.monotonic() - begun < 2, "status is always answered at once"
    assert ("storeDownSince" in status) == ("storeDownReason" in status), status
    return status.get("storeDownReason")


def redis_pid(d):
    return int(d.redis("INFO", "server").split("process_id:")[1].split()[0])


def stands(d, bots, word):
    """Nothing happens while nothing can be stored, nobody is timed out, and the operator sees what there is."""
    cardroom.until(f"the daemon says that the store is down: {word}", lambda: word in (down(d) or ""))
    assert word in d.log().split("nothing is stored, play stands:")[-1], d.log()[-500:]
    tables = d.ctl("table", "list")
    before = {row["tableId"]: d.ctl("table", "show", row["tableId"])["version"] for row in tables}
    for _ in range(3):
        for question in (("game", "list"), ("game", "show", "g1"), ("table", "list")):
            begun = time.monotonic()
            answer = d.ctl(*question)
            assert time.monotonic() - begun < 2, question
            for row in answer if isinstance(answer, list) else [answer]:
                assert "storeDownSince" in row, (question, row)
        time.sleep(1)  # three times, longer than anybody has to act
    for table, version in before.items():
        assert d.ctl("table", "show", table)["version"] == version, word
    assert bots.poll() is None, "bots go on waiting"


def goes_on(d):
    cardroom.until("the daemon says that the store is back", lambda: not down(d), 60)
    assert "storeDownSince" not in d.ctl("game", "show", "g1")
    played = d.hands()
    cardroom.until("hands are played again", lambda: d.hands() > played + 20, 60)
    live = d.ctl("audit")
    assert live["fits"], live


@contextlib.contextmanager
def playing(d):
    bots = d.bots(12, 36_000, think=2)
    cardroom.until("the game plays", lambda: d.ctl("game", "show", "g1")["status"] == "ACTIVE")
    played = d.hands()
    cardroom.until("hands are played", lambda: d.hands() > played + 10)
    yield bots
    bots.kill()
    bots.communicate()


@contextlib.contextmanager
def small_disk(path):
    """A disk of its own at `path`; False where mounting is not allowed."""
    os.makedirs(path)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48m,mode=700", "tmpfs", path], capture_output=True)
    try:
        yield mounted.returncode == 0
    finally:
        if mounted.returncode == 0:
            subprocess.run(["umount", "--lazy", path], check=True)
        shutil.rmtree(os.path.dirname(path), ignore_errors=True)


def fill(path):
    with open(path, "wb", buffering=0) as f:
        for size in (1 << 20, 1 << 12, 1):
            with contextlib.suppress(OSError):
                while f.write(bytes(size)) == size:
                    pass
        try:
            assert not f.write(b"x"), "the disk is not full"
        except OSError as e:
            assert e.errno == errno.ENOSPC, e


with cardroom.Daemon(save_interval="500ms") as d, playing(d) as bots:
    pid = redis_pid(d)
    os.kill(pid, signal.SIGSTOP)
    stands(d, bots, "connection")
    time.sleep(FROZEN)
    os.kill(pid, signal.SIGCONT)
    goes_on(d)
    print("store_trouble: frozen and continued", flush=True)

    os.kill(pid, signal.SIGKILL)
    cardroom.until("the daemon has seen that Redis is dead", lambda: f"Redis (pid {pid}) has died" in d.log())
    goes_on(d)
    assert redis_pid(d) != pid
    print("store_trouble: killed and started again", flush=True)

    for word, begin, end in (
            ("out of memory", ("CONFIG", "SET", "maxmemory", "1"), ("CONFIG", "SET", "maxmemory", "0")),
            ("read-only", ("REPLICAOF", "127.0.0.1", "1"), ("REPLICAOF", "NO", "ONE"))):
        d.redis(*begin)
        stands(d, bots, word)
        d.redis(*end)
        goes_on(d)
        print(f"store_trouble: {word} and back", flush=True)

# With "everysec" Redis refuses while the disk is full; with "always" it ends, and is started again once there is room.
for fsync in ("everysec", "always"):
    d = cardroom.Daemon(save_interval="500ms")
    with small_disk(d.data) as mounted:
        if not mounted:
            print("store_trouble: no full disk, for nothing can be mounted here", flush=True)
            d.close()
            continue
        d.store(f'fsync = "{fsync}"')
        with d, playing(d) as bots:
            pid = redis_pid(d)
            filler = os.path.join(d.data, "filler")
            fill(filler)
            stands(d, bots, "disk")
            os.remove(filler)
            goes_on(d)
            assert (redis_pid(d) == pid) == (fsync == "everysec")
        print(f"store_trouble: a full disk under {fsync} and room again", flush=True)

# A start on a full disk says so, and no Redis stays behind.
for fsync in ("everysec", "always"):
    d = cardroom.Daemon()
    with small_disk(d.data) as mounted:
        if not mounted:
            d.close()
            continue
        d.store(f'fsync = "{fsync}"')
        with d:
            assert d.stop() == 0
            filler = os.path.join(d.data, "filler")
            fill(filler)
            sentence = d.refused().strip().splitlines()[-1]
            assert "the disk is full" in sentence and d.data in sentence, sentence
            assert d.redis("PING") != "PONG"
            os.remove(filler)
            d.start()
            assert d.ctl("audit")["fits"]
        print(f"store_trouble: no start on a full disk under {fsync}", flush=True)
print("store_trouble: good")
