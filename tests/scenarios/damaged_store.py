#!/usr/bin/env python3
"""A store that was damaged while no daemon ran: what is lost is told and refused, the rest plays."""
import glob
import os
import shutil
import signal
import subprocess
import cardroom

TWO = cardroom.GAME + cardroom.GAME.replace('"g1"', '"g2"')


def refused(d, *parts):
    ran = subprocess.run([f"{cardroom.BIN}/cardroomd", "--config", d.config, "--data-dir", d.data],
                         capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1, ran
    sentence = ran.stderr.strip().splitlines()[-1]
    for part in parts:
        assert part in sentence, (part, sentence)
    # Nobody is in the way of putting the right files back.
    assert d.redis("PING") != "PONG"


def journal(d):
    return max(glob.glob(d.data + "/redis/appendonlydir/*.incr.aof"), key=os.path.getsize)


def cut(path, size):
    with open(path, "r+b") as f:
        f.truncate(size)


def log(d):
    return open(os.path.join(d.dir, "log")).read()


with cardroom.Daemon(TWO) as d:
    cardroom.report(d.bots(4, 3))
    assert d.stop() == 0
    files = d.data + "/redis/appendonlydir"
    mark = d.data + "/store.id"
    good = d.dir + "/good"
    shutil.copytree(files, good)

    def put_back():
        shutil.rmtree(files, ignore_errors=True)
        shutil.copytree(good, files)

    # Deleted, emptied, halved, of another directory.
    shutil.rmtree(files)
    refused(d, "has lost what was in it", files, mark)
    put_back()
    for path in glob.glob(files + "/*.aof"):
        cut(path, 0)
    refused(d, "has lost what was in it", files, mark)
    put_back()
    cut(journal(d), os.path.getsize(journal(d)) // 2)
    refused(d, "has lost its end", files, mark)
    with cardroom.Daemon() as other:
        assert other.stop() == 0
        shutil.rmtree(files)
        shutil.copytree(other.data + "/redis/appendonlydir", files)
    refused(d, "is another one", files, mark)

    # The key is gone, or is another one: none is made.
    put_back()
    key = d.data + "/store.key"
    os.rename(key, d.dir + "/key")
    refused(d, key + " is missing", "store.key_file")
    assert not os.path.exists(key)
    with open(key, "wb") as f:
        os.fchmod(f.fileno(), 0o600)
        f.write(bytes(32))
    refused(d, "another key", key)
    os.replace(d.dir + "/key", key)

    # The right files are back: all is as it was.
    d.start()
    assert d.ctl("audit")["fits"]
    assert len(d.ctl("player", "list")) >= 4

    # A machine that died in the middle of a write: the half entry goes, and the log says so.
    d.stop(signal.SIGKILL)
    pid = int(d.redis("INFO", "server").split("process_id:")[1].split()[0])
    os.kill(pid, signal.SIGKILL)
    cardroom.until("Redis is gone", lambda: d.redis("PING") != "PONG")
    with open(journal(d), "ab") as f:
        f.write(b"*3\r\n$3\r\nSET\r\n$1\r\nx\r\n$100\r\nhalf")
    d.start()
    assert "half written, and is cut off" in log(d)
    assert d.ctl("audit")["fits"]

    # One damaged game stays closed and is named; the other plays.
    key = "{game:g1}:snapshot"
    d.stop(signal.SIGKILL)
    assert d.redis("HSET", key, "digest", "1") == "0"
    d.redis("DEL", key + ":previous")
    d.start()
    rows = {row["gameId"]: row for row in d.ctl("game", "list")}
    assert "digest" in rows["g1"]["problem"] and "status" not in rows["g1"], rows
    assert "problem" not in rows["g2"], rows
    assert "game g1" in d.ctl("status")["problem"]
    assert "not opened: game g1" in log(d)
    assert "digest" in d.ctl("game", "show", "g1", ok=False).stderr
    cardroom.report(d.bots(3, 2, game="g2"))
    assert d.stop() == 0

    # To begin anew.
    shutil.rmtree(files)
    os.remove(mark)
    d.start()
    assert d.ctl("player", "list") == []
print("damaged store: good")
