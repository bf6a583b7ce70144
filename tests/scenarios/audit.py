#!/usr/bin/env python3
"""audit names the table whose stored stack was altered."""
import cardroom

with cardroom.Daemon(save_interval="200ms") as d:
    bots = d.bots(4, 3)
    cardroom.until("the game plays", lambda: d.ctl("game", "show", "g1")["status"] == "ACTIVE")
    cardroom.report(bots)
    d.ctl("game", "pause", "g1")
    table = d.ctl("table", "list")[0]["tableId"]
    key = f"{{table:{table}}}:snapshot"

    def stored():
        text = d.redis("HGET", key, "json")
        return text if '"stack":' in text and '"status":"PLAYING"' not in text else None

    text = cardroom.until("the paused table is stored", stored)
    d.ctl("audit")
    start = text.index('"stack":') + len('"stack":')
    end = start
    while text[end].isdigit():
        end += 1
    altered = text[:start] + str(int(text[start:end]) + 1) + text[end:]
    d.redis("HSET", key, "json", altered)
    ran = d.ctl("audit", ok=False)
    assert ran.returncode == 1, ran
    assert table in ran.stdout + ran.stderr, ran
    d.redis("HSET", key, "json", text)
    d.ctl("audit")
print("audit: good")
