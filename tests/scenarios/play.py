#!/usr/bin/env python3
"""Bots play, the house takes rake; pause lets every hand finish; resume; end pays everybody out; the frames of all bots hold."""
import os
import subprocess
import cardroom

RAKE = "rake_percent = 5\nrake_caps = [5, 10, 30]\n"

with cardroom.Daemon(cardroom.GAME + RAKE) as d:
    record = os.path.join(d.dir, "frames")
    bots = d.bots(20, 15, "--record", record)
    cardroom.until("three tables play", lambda: len(d.ctl("table", "list")) >= 4 and
                   d.ctl("game", "show", "g1")["status"] == "ACTIVE")
    d.ctl("game", "pause", "g1")
    show = d.ctl("game", "show", "g1")
    assert show["status"] == "PAUSED", show
    d.ctl("audit")
    assert d.ctl("game", "pause", "g1", ok=False).returncode == 1, "a second pause is refused"
    d.ctl("game", "resume", "g1")
    assert d.ctl("game", "show", "g1")["status"] == "ACTIVE"
    result = cardroom.report(bots)
    assert result["errors"] == 0, result
    for key in ("hands", "showdowns"):
        assert result[key] > 0, (key, result)
    checked = subprocess.run([f"{cardroom.BIN}/cardroom-bots", "check", record], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    table = d.ctl("table", "list")[0]["tableId"]
    rows = d.ctl("hand", "list", table)
    assert rows and all(r["pot"] > 0 and r["winners"] for r in rows), rows
    # The table may be a new one: then all its hands ended before the flop.
    assert all(r["rake"] <= min(30, r["pot"] * 5 // 100) and (r["board"] or not r["rake"]) for r in rows), rows
    hand = d.ctl("hand", "show", table, str(rows[0]["hand"]))
    kinds = [e["event"]["type"] for e in hand["events"]]
    assert kinds[0] == "HandStarted" and kinds[-1] == "HandComplete", kinds
    assert len(hand["players"]) == rows[0]["players"], hand
    assert d.ctl("hand", "show", table, "999999", ok=False).returncode == 1
    for row in rows:
        replayed = d.ctl("hand", "replay", table, str(row["hand"]))
        assert replayed["matches"] and len(replayed["account"]) > 5, replayed
    d.ctl("game", "end", "g1")
    cardroom.until("each table is gone with its last chips", lambda: d.ctl("table", "list") == [])
    cardroom.until("everybody is paid", lambda: all(g["between"] == g["toBank"] == 0 for g in d.ctl("audit")["games"]))
    players = d.ctl("player", "list")
    raked = 10000 * len(players) - sum(p["balance"] for p in players)
    assert 0 < raked, players
    winner = max(players, key=lambda p: p["balance"])
    rows = d.ctl("ledger", "--player", winner["userId"])
    signed = sum(r["amount"] if r["to"] == f"player:{winner['userId']}" else -r["amount"] for r in rows)
    assert {"grant", "reserve", "pay"} <= {r["kind"] for r in rows} and signed == winner["balance"], (winner, rows)
    assert all("game:g1" in (r["from"], r["to"]) for r in d.ctl("ledger", "--game", "g1"))
    assert "was removed with chips on it" not in d.log(), d.log()
    d.ctl("audit")  # no chip is missing: the game holds the rake
    d.ctl("shutdown")
    assert d.process.wait(30) == 0
print("play: good")
