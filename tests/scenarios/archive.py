#!/usr/bin/env python3
"""Hands go to the archive while bots play, also past a kill; none is missing, repeats are the same, each replays."""
import glob
import gzip
import json
import os
import signal
import zlib
import cardroom

FAST = cardroom.GAME.replace("100ms", "0s").replace("50ms", "0s")


def lines(directory):
    """Every whole line of the archive, file by file; what a kill tore off is left out."""
    for name in sorted(glob.glob(os.path.join(directory, "*.jsonl.gz"))):
        try:
            with gzip.open(name, "rt") as f:
                for line in f:
                    if line.endswith("\n"):
                        yield json.loads(line)
        except (EOFError, zlib.error, gzip.BadGzipFile):
            pass


def archived(directory):
    hands = {}
    for line in lines(directory):
        if "events" in line:
            key = line["tableId"], line["handNumber"]
            assert hands.setdefault(key, line) == line, f"two hands {key}"
    return hands


def numbers(d, directory, table):
    """The table's hands, wherever they are."""
    stream = d.redis("XRANGE", f"{{table:{table}}}:hands", "-", "+").split("\n")
    inside = {int(word[:-2]) for word in stream if word.endswith("-0") and word[:-2].isdigit()}
    return inside | {hand for t, hand in archived(directory) if t == table}


with cardroom.Daemon(FAST) as d:
    directory = os.path.join(d.dir, "hands")
    with open(d.config) as f:
        config = f.read()
    with open(d.config, "w") as f:
        f.write(config.replace("[store]\n", f'[store]\nhand_archive = "{directory}"\n'))
    # Not writable at first: play goes on, and the status says why nothing is exported.
    d.stop()
    with open(directory, "w") as f:
        f.write("in the way")
    d.start()
    cardroom.until("the status says why before a hand is played",
                   lambda: directory in d.ctl("status").get("handArchiveProblem", ""))
    bots = d.bots(12, 36_000, think=2)
    cardroom.until("the game plays", lambda: d.ctl("game", "show", "g1")["status"] == "ACTIVE")
    played = d.hands()
    cardroom.until("play goes on", lambda: d.hands() > played + 20)
    os.remove(directory)
    cardroom.until("hands are exported", lambda: d.ctl("status")["handsExported"] > 100, 60)
    assert "handArchiveProblem" not in d.ctl("status")

    d.stop(signal.SIGKILL)
    d.start()
    before = len(archived(directory))
    cardroom.until("hands are exported after the kill", lambda: len(archived(directory)) > before + 100, 60)
    # Redis lets go of a hundred at a time: they play until there are as many.
    cardroom.until("a table's hands have left Redis", lambda: any(
        not d.redis("XRANGE", f"{{table:{t}}}:hands", "1", "1") for t in {t for t, _ in archived(directory)}), 120)
    bots.kill()
    bots.communicate()
    d.ctl("game", "pause", "g1")
    for table in {t for t, _ in archived(directory)}:
        have = numbers(d, directory, table)
        assert have == set(range(1, max(have) + 1)), (table, set(range(1, max(have) + 1)) - have)
    gone = [t for t in {t for t, _ in archived(directory)} if not d.redis("XRANGE", f"{{table:{t}}}:hands", "1", "1")]
    table = gone[0]
    shown = d.ctl("hand", "show", table, "1")
    assert shown["handNumber"] == 1 and shown == archived(directory)[table, 1], shown
    assert d.ctl("hand", "replay", table, "1")["matches"]
    assert [row["hand"] for row in d.ctl("hand", "list", table, "--before", "4")] == [3, 2, 1]

    # A record that was altered is found.
    good = json.loads(json.dumps(shown))
    good["tableId"], good["handNumber"] = "g1-t999", 1
    good["events"][0]["event"]["handNumber"] = good["events"][-1]["event"]["handNumber"] = 1
    d.redis("XADD", "{table:g1-t999}:hands", "1-0", "hand", json.dumps(good))
    assert d.ctl("hand", "replay", "g1-t999", "1")["matches"]
    good["players"][0]["stack"] += 1
    d.redis("DEL", "{table:g1-t999}:hands")
    d.redis("XADD", "{table:g1-t999}:hands", "1-0", "hand", json.dumps(good))
    differs = d.ctl("hand", "replay", "g1-t999", "1", ok=False)
    assert differs.returncode == 1 and "DIFFERS" in differs.stderr, differs
    d.redis("DEL", "{table:g1-t999}:hands")
    d.ctl("audit")
print("archive: good")
