#!/usr/bin/env python3
"""check_store finds nothing in what bots and the store have of a game with kills, and each thing that is altered."""
import collections
import copy
import json
import os
import signal
import cardroom
import compare
import killing
import stored
import told


def record():
    """Lines of a recording over three runs of the daemon, and what the store holds after the last was killed."""
    with cardroom.Daemon(killing.FAST, save_interval="500ms") as d:
        path = os.path.join(d.dir, "frames")
        bots = d.bots(14, 600, "--seed", "5", "--record", path, think=4)
        cardroom.until("the game plays", lambda: d.ctl("game", "show", "g1")["status"] == "ACTIVE")
        for last in (False, False, True):
            played = d.hands()
            cardroom.until("hands are played", lambda: d.hands() > played + 30)
            if last:
                cardroom.until("all have dealt", lambda: not check_now(d, path))
            d.stop(signal.SIGKILL)
            if not last:
                d.start()
        bots.terminate()
        bots.communicate(timeout=30)
        with open(path) as file:
            return file.read().splitlines(), stored.read(os.path.join(d.data, "redis.sock"))


def check_now(d, path):
    seen = told.Told()
    with open(path) as file:
        seen.read(file)
    return compare.compare(seen, stored.read(os.path.join(d.data, "redis.sock")), True)[0]


def check(lines, store):
    seen = told.Told()
    for line in lines:
        seen.line(line)
    return seen, compare.compare(seen, store, True)[0]


def expect(what, lines, store):
    wrong = check(lines, store)[1]
    assert any(what in line for line in wrong), (what, wrong[:5])
    print(f"checker: finds “{what}”", flush=True)


def with_frame(lines, fits, alter):
    """The lines, one frame that `fits` altered."""
    for i, line in enumerate(lines):
        if "\t<\t" not in line or "TABLE_STATE" not in line:
            continue
        head, text = line.rsplit("\t", 1)
        frame = json.loads(text)
        if fits(frame):
            alter(frame)
            return [*lines[:i], head + "\t" + json.dumps(frame), *lines[i + 1:]]
    raise AssertionError("no such frame")


LINES, STORE = record()
SEEN, WRONG = check(LINES, STORE)
assert not WRONG, WRONG[:5]
assert SEEN.acts > 200, SEEN.acts

# A table, and a hand of it with everything: acknowledged actions, a board, a record.
NAME, NUMBER = next((name, n) for name, t in SEEN.tables.items() for n, h in t.hands.items()
                    if h.acts and h.board and h.cards and n in STORE[name]["hands"])
HAND = SEEN.tables[NAME].hands[NUMBER]


def altered(change):
    store = copy.deepcopy(STORE)
    change(store[NAME], store[NAME]["hands"][NUMBER]["events"])
    return store


def first(events, kind):
    return next(e for e in events if e["type"] == kind)


user, action, amount = HAND.acts[min(HAND.acts)]
seat = next(s for s, u in STORE[NAME]["hands"][NUMBER]["players"].items() if u == user)


def without_acts(table, events):
    events[:] = [e for e in events if e["type"] != "PlayerActed" or e["seatPosition"] != seat]


def without_one(table, events):
    events.remove(first(events, "PlayerActed"))


def other_hole(table, events):
    for e in events:
        if e["type"] == "HoleCardsDealt":
            e["cards"] = ["2c", "2c"]


def other_board(table, events):
    first(events, "CommunityCardsDealt")["cards"][0] = "xx"


expect("is not in the record", LINES, altered(without_acts))
expect("not in this place", LINES, altered(without_one))
expect("the record has ['2c', '2c']", LINES, altered(other_hole))
expect("the board was told as", LINES, altered(other_board))
expect("has no record", LINES, altered(lambda table, events: table["hands"].pop(NUMBER)))
expect("is not in the store", LINES, {name: t for name, t in STORE.items() if name != NAME})

# The journal of a table that has acknowledged actions in it.
NAME, entry = next((name, e) for name, t in STORE.items() for e in t["entries"][2:]
                   if e.get("command", {}).get("type") == "PlayerActionCommand" and name in SEEN.tables and
                   e["command"]["turn"] in SEEN.tables[name].hand(e["command"]["handNumber"]).acts)
NUMBER = entry["command"]["handNumber"]
at = STORE[NAME]["entries"].index(entry)
IN_JOURNAL = copy.deepcopy(STORE)
IN_JOURNAL[NAME]["hands"].pop(NUMBER, None)
IN_JOURNAL[NAME]["entries"][at]["command"]["user"] = "somebody"
expect("is in no record and not in the journal", LINES, IN_JOURNAL)

CUT = copy.deepcopy(STORE)
del CUT[NAME]["entries"][at]
expect("is missing in the journal", LINES, CUT)
CUT[NAME]["top"] = SEEN.tables[NAME].top - 1
expect("the journal ends at", LINES, CUT)

first_epoch, *_, last_epoch = sorted(SEEN.tables[NAME].spans)
high = SEEN.tables[NAME].spans[first_epoch][1]


def here(frame):
    return frame["tableId"] == NAME


FRAMES = [json.loads(line.rsplit("\t", 1)[1]) for line in LINES if "\t<\t" in line and "TABLE_STATE" in line]
TOLD = collections.Counter(f["version"] for f in FRAMES if here(f))


expect(f"version {high - 1} was told in epoch", with_frame(
    LINES, lambda f: here(f) and f["epoch"] > first_epoch, lambda f: f.update(version=high - 1)), STORE)
expect("chips were told as", with_frame(
    LINES, lambda f: here(f) and f["state"]["seats"] and TOLD[f["version"]] > 1 and not f.get("snapshot"),
    lambda f: f["state"]["seats"][0].update(stack=f["state"]["seats"][0]["stack"] + 1)), STORE)
expect("then ['2c', '2c']", with_frame(
    LINES, lambda f: here(f) and f.get("you", {}).get("holeCards") and f["state"]["street"] != "PREFLOP",
    lambda f: f["you"].update(holeCards=["2c", "2c"])), STORE)
expect("the board was told as", with_frame(
    LINES, lambda f: here(f) and len(f["state"]["communityCards"]) == 3,
    lambda f: f["state"].update(communityCards=["xx", "yy", "zz"])), STORE)


def stands(frame):
    """Two with chips, and the hand that was told before the start."""
    frame["state"].update(handNumber=max(SEEN.tables[NAME].newest[e] for e in SEEN.tables[NAME].newest
                                         if e < last_epoch), status="PLAYING")
    for place in frame["state"]["seats"]:
        place.update(playerStatus="ACTIVE", stack=100)


ours = f'"tableId":"{NAME}","epoch":{last_epoch},'
silent = [line for line in LINES if ours not in line]
expect("dealt no hand since its last start", [*silent, *with_frame(
    [line for line in LINES if ours in line][:1], here, stands)], STORE)
print("checker: good")
