"""Compares what bots were told with what the store holds: each difference is a line of text."""

# Of an event, what a player's memory of it is.
TOLD = {
    "PlayerActed": ("seatPosition", "action", "amount", "added"),
    "CommunityCardsDealt": ("cards",),
    "CardsShown": ("seatPosition", "cards"),
    "ForcedBetPosted": ("seatPosition", "amount"),
    "UncalledBetReturned": ("seatPosition", "amount"),
    "PotsWonUncontested": ("seatPosition", "amount"),
    "HandComplete": ("handNumber",),
}


def essence(event):
    """A record leaves out what is zero."""
    return (event["type"], *(event.get(field, 0) for field in TOLD[event["type"]]))


def missing(told, stored):
    """The first of `told` that is not in `stored`, in this order; None when all are."""
    rest = iter(stored)
    return next((event for event in told if event not in rest), None)


def same_act(act, event, seat):
    """Whether an event of a record is the action (user, action, amount)."""
    _, action, amount = act
    if event["type"] != "PlayerActed" or event["seatPosition"] != seat:
        return False
    if action == "ALL_IN":
        return bool(event.get("allIn")) or event["action"] == "ALL_IN"
    return event["action"] == action and (amount is None or event.get("amount", 0) == amount)


def of_record(hand, record):
    """A hand against its record."""
    events = record["events"]
    seats = {user: seat for seat, user in record["players"].items()}
    left = [e for e in events if e["type"] == "PlayerActed"]
    for turn in sorted(hand.acts):
        act = hand.acts[turn]
        found = next((e for e in left if same_act(act, e, seats.get(act[0]))), None)
        if found:
            left.remove(found)
        else:
            yield f"acknowledged {act} at turn {turn} is not in the record"
    dealt = {e["seatPosition"]: e["cards"] for e in events if e["type"] == "HoleCardsDealt"}
    for seat, cards in hand.cards.items():
        if dealt.get(seat) != cards:
            yield f"seat {seat} was told {cards}, the record has {dealt.get(seat)}"
    board = [c for e in events if e["type"] == "CommunityCardsDealt" for c in e["cards"]]
    if board[:len(hand.board)] != hand.board:
        yield f"the board was told as {hand.board}, the record has {board}"
    told = [essence(e) for v in sorted(hand.events) for e in hand.events[v] if e["type"] in TOLD]
    gone = missing(told, [essence(e) for e in events if e["type"] in TOLD])
    if gone:
        yield f"{gone} was told and is not in the record, or not in this place"


def of_journal(hand, number, entries):
    """A hand that has no record yet against the steps in the journal."""
    taken = {}
    for entry in entries:
        command = entry.get("command", {})  # what is usual is left out
        if command.get("type") == "PlayerActionCommand" and command["handNumber"] == number:
            taken[command["turn"]] = command
    for turn, (user, action, amount) in sorted(hand.acts.items()):
        step = taken.get(turn)
        if not step or step["user"] != user or step.get("action") != action or (
                amount is not None and step.get("amount") != amount):
            yield f"acknowledged {(user, action, amount)} at turn {turn} is in no record and not in the journal"


def of_versions(told, stored):
    """What was told is in the journal, which has no gap, and nobody was told to go back."""
    highest = 0
    for epoch in sorted(told.spans):
        low, high = told.spans[epoch]
        if low < highest:
            yield f"version {low} was told in epoch {epoch}, {highest} before"
        highest = max(highest, high)
    for number, hand in told.hands.items():
        if len(hand.begun) > 1:
            yield f"hand {number} begins at versions {sorted(hand.begun)}"
    if not stored["open"]:
        return
    if stored["top"] < told.top:
        yield f"version {told.top} was told, the journal ends at {stored['top']}"
    behind = stored["snapshots"][0] if stored["snapshots"] else 0
    for entry in stored["entries"]:
        if entry["version"] > behind + 1:
            yield f"version {behind + 1} is missing in the journal"
        behind = max(behind, entry["version"])


def deals_again(told):
    """After its last start a table with two players who have chips dealt a hand of a higher number."""
    if len(told.newest) < 2 or told.last["status"] != "PLAYING":
        return
    ready = [s for s in told.last["seats"] if s["stack"] + s.get("streetBet", 0) > 0 and s["playerStatus"] == "ACTIVE"]
    *before, last = sorted(told.newest)
    if len(ready) > 1 and told.newest[last] <= max(told.newest[e] for e in before):
        yield f"dealt no hand since its last start: still hand {told.newest[last]}"


def compare(told, stored, playing):
    """All that is wrong, and how many hands were compared with their record. `playing`: bots have played on since
    the last start for long enough that every table dealt again."""
    wrong, compared = list(told.wrong), 0
    for name, table in sorted(told.tables.items()):
        if name not in stored:
            wrong.append(f"{name}: was told of and is not in the store")
            continue
        kept = stored[name]
        found = list(of_versions(table, kept))
        if playing and kept["open"]:
            found += deals_again(table)
        for number, hand in sorted(table.hands.items()):
            if number in kept["hands"]:
                compared += 1
                found += (f"hand {number}: {what}" for what in of_record(hand, kept["hands"][number]))
            elif number >= kept["first"]:
                found += (f"hand {number}: {what}" for what in of_journal(hand, number, kept["entries"]))
                # Snapshots wait for the records of the hands before them.
                if hand.complete and (not kept["open"] or kept["snapshots"][-1] >= hand.complete):
                    found.append(f"hand {number}: was told to be complete and has no record")
        wrong += (f"{name}: {what}" for what in found)
    return wrong, compared
