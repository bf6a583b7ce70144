"""What bots were told, from the lines of their recordings (cardroom-bots --record), over all runs of the daemon."""
import json

# Telling is kept of so many versions and hands of a table; a frame that is older is not compared.
VERSIONS = 4000
HANDS = 400


class Hand:
    """What was told of one hand of a table."""

    def __init__(self):
        self.board = []
        self.cards = {}  # by seat
        self.users = {}  # by seat
        self.acts = {}  # acknowledged, by turn: user, action, amount or None
        self.events = {}  # by version
        self.begun = set()  # versions that told its start
        self.complete = 0  # the version that told its end


class Table:
    def __init__(self):
        self.stacks = {}  # by version
        self.spans = {}  # by epoch: the lowest and the highest version
        self.hands = {}
        self.newest = {}  # by epoch: the highest hand
        self.last = None  # state of the highest version
        self.top = 0

    def hand(self, number):
        if number not in self.hands:
            self.hands[number] = Hand()
            while len(self.hands) > HANDS:
                del self.hands[min(self.hands)]
        return self.hands[number]


def picture(state):
    """Every chip of a table as it is told."""
    seats = tuple((s["seatIndex"], s.get("userId"), s["stack"], s.get("streetBet", 0), s.get("pending", 0))
                  for s in state["seats"])
    return state["handNumber"], state["potTotal"], seats


class Told:
    """Takes lines in; contradictions among them are in `wrong` at once."""

    def __init__(self):
        self.tables = {}
        self.wrong = []
        self.frames = self.acts = 0
        self.bots = {}  # user and actions that were sent, by bot
        self.files = {}  # of each recording: its bots, and a line that is not whole yet

    def read(self, file):
        """What was added to an open recording since; a line that is not whole yet waits."""
        self.bots, rest = self.files.get(file.name, ({}, ""))
        *lines, rest = (rest + file.read()).split("\n")
        self.files[file.name] = self.bots, rest
        for line in lines:
            self.line(line)

    def line(self, line):
        number, _, way, text = line.split("\t", 3)
        bot = self.bots.setdefault(number, {"user": None, "sent": {}})
        if way == "+":
            bot["sent"].clear()
        if way not in "<>":
            return
        message = json.loads(text)
        kind = message["type"]
        if way == ">":
            if kind == "ACT":
                bot["sent"][message["id"]] = message
        elif kind == "LOGGED_IN":
            bot["user"] = message["userId"]
        elif kind == "TABLE_STATE":
            self.frame(bot, message)
        elif kind == "OK" and message.get("id") in bot["sent"]:
            self.acknowledged(bot, message["id"])

    def acknowledged(self, bot, command):
        act = bot["sent"].pop(command, None)
        if not act:
            return
        self.acts += 1
        hand = self.tables.setdefault(act["tableId"], Table()).hand(act["handNumber"])
        hand.acts[act["turn"]] = (bot["user"], act["action"], act.get("amount"))

    def frame(self, bot, frame):
        self.frames += 1
        name, state, version = frame["tableId"], frame["state"], frame["version"]
        table = self.tables.setdefault(name, Table())
        low, high = table.spans.get(frame["epoch"], (version, version))
        table.spans[frame["epoch"]] = min(low, version), max(high, version)
        if version >= table.top:
            table.top, table.last = version, state
        self.stacks(table, name, version, picture(state))
        self.events(table, name, frame)
        table.newest[frame["epoch"]] = max(table.newest.get(frame["epoch"], 0), state["handNumber"])
        hand = table.hand(state["handNumber"])
        self.board(hand, name, state)
        seats = [(s["seatIndex"], s.get("userId"), s.get("shownCards")) for s in state["seats"]]
        you = frame.get("you") or {}
        if "holeCards" in you:
            seats.append((you["seatIndex"], bot["user"], you["holeCards"]))
        for seat, user, cards in seats:
            if cards and hand.cards.setdefault(seat, cards) != cards:
                self.wrong.append(f"{name} hand {state['handNumber']}: seat {seat} was told {hand.cards[seat]}, "
                                  f"then {cards} (version {version})")
            if cards:
                hand.users.setdefault(seat, user)
        if "ack" in you:
            self.acknowledged(bot, you["ack"]["id"])

    def stacks(self, table, name, version, told):
        if table.stacks.setdefault(version, told) != told:
            self.wrong.append(f"{name} version {version}: chips were told as {table.stacks[version]}, then {told}")
        while len(table.stacks) > VERSIONS:
            del table.stacks[next(iter(table.stacks))]

    def board(self, hand, name, state):
        cards = state["communityCards"]
        both = min(len(cards), len(hand.board))
        if cards[:both] != hand.board[:both]:
            self.wrong.append(f"{name} hand {state['handNumber']}: the board was told as {hand.board}, then {cards}")
        elif len(cards) > len(hand.board):
            hand.board = cards

    def events(self, table, name, frame):
        if frame.get("snapshot"):
            return
        number = frame["state"]["handNumber"]
        started = [e["handNumber"] for e in frame["events"] if e["type"] == "HandStarted"]
        # A frame may tell the end of one hand and the start of the next.
        if started:
            number = started[0] - 1
        by_hand = {}
        for event in frame["events"]:
            if event["type"] == "HandStarted":
                number = event["handNumber"]
                table.hand(number).begun.add(frame["version"])
            if event["type"] == "HandComplete":
                table.hand(number).complete = frame["version"]
            by_hand.setdefault(number, []).append(event)
        for number, events in by_hand.items():
            table.hand(number).events.setdefault(frame["version"], events)
