#!/usr/bin/env python3
"""A stop keeps every chip, seat, button and status; a kill brings the last snapshot back and adopts Redis."""
import signal
import cardroom


def hands(d):
    """Finished hands so far."""
    return int(d.redis("XLEN", "{game:g1}:hands") or 0)


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
    bots = d.bots(14, 4, "--seed", "7")
    played = hands(d)
    cardroom.until("hands go on", lambda: hands(d) > played + 50)
    pid = d.redis("INFO", "server").split("process_id:")[1].split()[0]
    d.stop(signal.SIGKILL)
    bots.kill()
    bots.communicate()
    d.start()
    assert d.redis("INFO", "server").split("process_id:")[1].split()[0] == pid, "the same Redis"
    live = d.ctl("audit")
    assert live["fits"], live
    assert d.ctl("game", "show", "g1")["status"] == "ACTIVE"

    # A hand in progress at a stop is called off and its chips are back.
    bots = d.bots(6, 60, "--seed", "9", think=300)
    played = hands(d)
    cardroom.until("hands go on after the kill", lambda: hands(d) > played + 3)
    assert d.stop() == 0
    bots.terminate()
    bots.communicate()
    d.start()
    d.ctl("audit")
print("restart: good")
