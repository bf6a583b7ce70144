#!/usr/bin/env python3
"""A stop keeps every chip, seat, button, status and hand in progress; a killed daemon's Redis is adopted."""
import signal
import cardroom


def picture(d):
    """All that must survive between hands: players with balance and seat, tables with stacks and button."""
    players = sorted((p["userId"], p["balance"], p.get("tableId"), p.get("seatIndex")) for p in d.ctl("player", "list"))
    tables = []
    for row in d.ctl("table", "list"):
        t = d.ctl("table", "show", row["tableId"])
        state = t.get("state", t)
        tables.append((row["tableId"], state.get("buttonSeat", state.get("button")),
                       tuple(sorted((s["seatIndex"], s.get("userId"), s.get("stack")) for s in state["seats"]
                                    if s.get("userId")))))
    return d.ctl("game", "show", "g1")["status"], players, sorted(tables)


with cardroom.Daemon(save_interval="300ms") as d:
    bots = d.bots(14, 6)
    cardroom.until("the game plays", lambda: d.ctl("game", "show", "g1")["status"] == "ACTIVE")
    cardroom.report(bots)
    d.ctl("game", "pause", "g1")
    before = picture(d)
    # Who is broke comes back as somebody else.
    assert len(before[1]) >= 14 and len(before[2]) >= 3, before
    assert d.stop() == 0
    d.start()
    after = picture(d)
    assert after == before, (before, after)
    d.ctl("audit")

    # Killed while bots play: the Redis of the dead daemon is adopted, every chip is accounted for.
    d.ctl("game", "resume", "g1")
    bots = d.bots(14, 60, "--seed", "7")
    played = d.hands()
    cardroom.until("hands go on", lambda: d.hands() > played + 50)
    pid = d.redis("INFO", "server").split("process_id:")[1].split()[0]
    d.stop(signal.SIGKILL)
    bots.kill()
    bots.communicate()
    d.start()
    assert d.redis("INFO", "server").split("process_id:")[1].split()[0] == pid, "the same Redis"
    live = d.ctl("audit")
    assert live["fits"], live
    assert d.ctl("game", "show", "g1")["status"] == "ACTIVE"

    # A hand in progress at a stop goes on after the start: same number, board, bets and stacks.
    bots = d.bots(6, 60, "--seed", "9", think=400)
    played = d.hands()
    cardroom.until("hands go on after the kill", lambda: d.hands() > played + 3)

    def running():
        out = {}
        for row in d.ctl("table", "list"):
            t = d.ctl("table", "show", row["tableId"])
            if t["handPhase"] in ("PRE_FLOP_BETTING", "FLOP_BETTING", "TURN_BETTING", "RIVER_BETTING"):
                out[row["tableId"]] = (t["handNumber"], t["communityCards"],
                                       [(s["seatIndex"], s["stack"], s["streetBet"]) for s in t["seats"]])
        return out

    def stopped_in_a_hand():
        return running() or None

    cardroom.until("a hand is played", stopped_in_a_hand)
    bots.kill()
    bots.communicate()
    before = running()
    assert d.stop() == 0
    d.start()
    after = running()
    same = [table for table in before if before[table] == after.get(table)]
    assert same, (before, after)
    d.ctl("audit")
print("restart: good")
