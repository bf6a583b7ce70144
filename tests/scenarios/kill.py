#!/usr/bin/env python3
"""The daemon is killed again and again while bots play: nothing that was told is missing, every table deals on.

CARDROOM_KILLS says how often, 6 unless given; 200 is the long run.
"""
import json
import os
import random
import signal
import tempfile
import time
import cardroom

KILLS = int(os.environ.get("CARDROOM_KILLS", "6"))
SEED = int(os.environ.get("CARDROOM_SEED", str(random.randrange(1 << 30))))
random.seed(SEED)
print(f"kill: seed {SEED}, {KILLS} kills")

FAST = cardroom.GAME.replace("100ms", "0s").replace("50ms", "0s")


class Watcher:
    """Follows a table as an operator does; what it was shown last must be there after a kill."""

    def __init__(self, d, table):
        self.table = table
        self.out = tempfile.TemporaryFile("w+")
        self.process = cardroom.watch(d, table, self.out)

    def read(self):
        """The last whole frame, once the daemon is dead."""
        self.process.wait()
        self.out.seek(0)
        last = None
        for line in self.out:
            try:
                last = json.loads(line)
            except ValueError:
                pass  # cut off by the kill
        return last


with cardroom.Daemon(FAST, save_interval="500ms") as d:
    bots = d.bots(20, 36_000, "--seed", str(SEED), think=2)
    cardroom.until("the game plays", lambda: d.ctl("game", "show", "g1")["status"] == "ACTIVE")
    for i in range(KILLS):
        watchers = [Watcher(d, row["tableId"]) for row in d.ctl("table", "list")]
        played = d.hands()
        cardroom.until("hands are played", lambda: d.hands() > played + 5)
        time.sleep(random.random() * 0.3)
        d.stop(signal.SIGKILL)
        shown = {w.table: w.read() for w in watchers}
        d.start()
        live = d.ctl("audit")
        assert live["fits"], live
        assert live["store"] == "good", live
        tables = {row["tableId"]: row for row in d.ctl("table", "list")}
        assert not any("held" in row for row in tables.values()), tables
        compared = 0
        for table, frame in shown.items():
            if frame is None or table not in tables:
                continue
            now = d.ctl("table", "show", table)
            assert now["version"] >= frame["version"], (table, frame["version"], now["version"])
            a, b = frame["state"], now
            assert b["handNumber"] >= a["handNumber"], table
            # Between hands the table still has the number of the last one, but its cards are cleared.
            if a["handNumber"] == b["handNumber"] and b["handPhase"] not in ("PREDEAL", "WAITING_FOR_PLAYERS"):
                n = len(a["communityCards"])
                assert b["communityCards"][:n] == a["communityCards"], (table, a, b)
                compared += 1
        print(f"kill {i + 1}: {len(tables)} tables, {compared} in the same hand", flush=True)
    played = d.hands()
    cardroom.until("every table goes on", lambda: d.hands() > played + 50)
    bots.terminate()
    out, err = bots.communicate(timeout=30)
    assert bots.returncode in (0, -15), (bots.returncode, err[-2000:])
    if out.strip():
        told = json.loads(out)
        assert told["errors"] == 0 and not told["wrong"], told
    d.ctl("audit")
print("kill: good")
