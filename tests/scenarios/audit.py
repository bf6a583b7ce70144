#!/usr/bin/env python3
"""audit names the table whose stored stack was altered; audit --repair gives back what nobody waits for."""
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
        return text if '"stack":' in text else None

    cardroom.until("the table is stored", stored)
    d.ctl("audit")

    def named():
        # Players who have gone may change the table, and so what is stored, at any moment: then once more.
        text, digest = stored(), d.redis("HGET", key, "digest")
        start = text.index('"stack":') + len('"stack":')
        end = start
        while text[end].isdigit():
            end += 1
        d.redis("HSET", key, "json", text[:start] + str(int(text[start:end]) + 1) + text[end:])
        ran = d.ctl("audit", ok=False)
        d.redis("HSET", key, "json", text, "digest", digest)
        return ran.returncode == 1 and table in ran.stdout + ran.stderr

    cardroom.until("the altered table is named", named)
    cardroom.until("all is good again", lambda: d.ctl("audit", ok=False).returncode == 0)

    # A reservation that no game waits for is given back.
    player = max(d.ctl("player", "list"), key=lambda p: p["balance"])
    account = f"player:{player['userId']}"
    d.redis("HINCRBY", "{bank}:accounts", account, "-5")
    d.redis("HSET", "{bank}:accounts", "reserved:left", "5")
    d.redis("HSET", "{bank}:reservations", "left", f"5 {player['userId']}")
    repaired = d.ctl("audit", "--repair")
    assert repaired["repaired"] == ["reservation left: DONE"] and repaired["bank"]["reserved"] == 0, repaired
    assert d.redis("HGET", "{bank}:accounts", account) == str(player["balance"])
    assert d.ctl("audit", "--repair")["repaired"] == []
print("audit: good")
