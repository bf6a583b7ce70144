"""What bots were told, and when: who saw no step for how long, whom nobody answers, whose step it was."""
import collections
import json
import re
import statistics
import time
import told


def now():
    """The clock of the recordings, in seconds."""
    return time.time()


TOKEN = re.compile(r'"token":"[^"]*",?')
AT_TABLE = {"ACT", "INTENT", "POST_BLIND", "SHOW_CARDS", "SIT_OUT", "SIT_IN"}  # a frame may acknowledge them


def ready(state):
    """How many could play a hand."""
    return sum(s["stack"] + s.get("streetBet", 0) > 0 and s["playerStatus"] == "ACTIVE" for s in state["seats"])


def step_is_due(state):
    """A hand runs, or the next one is to be dealt: whoever is alone at a table waits for nothing."""
    return state["handPhase"] != "WAITING_FOR_PLAYERS" or ready(state) > 1


class Watched(told.Told):
    """Of recordings that are read while they are written."""

    def __init__(self):
        super().__init__()
        self.at = 0.0  # of the line
        self.since = 0.0  # longest silences are those that end behind it
        self.steps = {}  # by table and version: the epoch in which it was told as a step

    def line(self, line):
        number, at, way, text = line.split("\t", 3)
        self.at = int(at) / 1e6
        super().line(line)
        bot = self.bots[number]
        waiting = bot.setdefault("waiting", {})
        if '"TABLE_STATE"' not in text[:40]:
            bot.setdefault("heard_of", collections.deque(maxlen=40)).append(f"{self.at:.3f} {way} {TOKEN.sub('', text)[:150]}")
        if way in "+-":
            waiting.clear()
        elif way == ">":
            command = int(text[:60].split('"id":')[1].split(",")[0].rstrip("}"))
            waiting[command] = (self.at, json.loads(text)["type"])
        elif way == "<" and waiting and '"TABLE_STATE"' not in text[:40]:
            message = json.loads(text)
            # What is left out for a slow reader may have been an answer.
            if message.get("code") == "LAGGED":
                waiting.clear()
            waiting.pop(message.get("id"), None)

    def frame(self, bot, frame):
        super().frame(bot, frame)
        ack = (frame.get("you") or {}).get("ack")
        if ack:
            bot.setdefault("waiting", {}).pop(ack["id"], None)
        if frame.get("snapshot"):  # shows what became of those that were under way
            waiting = bot.setdefault("waiting", {})
            for number in [n for n, (_, kind) in waiting.items() if kind in AT_TABLE]:
                del waiting[number]
        bot["table"] = frame["tableId"]
        if self.at >= self.since and frame["epoch"] > bot.get("epoch", 0) and "heard" in bot:
            bot["heard"] = bot["heard"] or self.at - self.since
            if frame["tableId"] == bot.get("frame_of"):
                bot["moved"] = max(bot["moved"], self.at - bot["frame_at"])
        bot["epoch"] = frame["epoch"]
        bot["frame_of"], bot["frame_at"], bot["version"] = frame["tableId"], self.at, frame["version"]
        if frame.get("snapshot"):
            return
        if self.at < self.since:
            bot["before"], bot["began_at"] = self.at, frame["tableId"]
        step = (frame["tableId"], frame["version"])
        epoch = self.steps.setdefault(step, frame["epoch"])
        if epoch != frame["epoch"]:
            self.wrong.append(f"{step}: was told as a step in epochs {epoch} and {frame['epoch']}")
        if self.at >= self.since and bot.get("due"):
            self.missed(bot)
        bot["step"], bot["due"] = self.at, step_is_due(frame["state"])

    def missed(self, bot):
        """It saw no step until now, and one was due."""
        waited = self.at - bot["step"]
        if waited > bot.get("silent", 0):
            bot["silent"] = waited
            bot["silent_at"] = f"{bot['frame_of']} version {bot['version']}"
            # What else it sent and heard meanwhile tells why.
            bot["story"] = [line for line in bot.get("heard_of", ()) if float(line.split()[0]) >= bot["step"]]

    def acknowledged(self, bot, command):
        super().acknowledged(bot, command)
        bot.setdefault("waiting", {}).pop(command, None)

    def everybody(self):
        """Each bot with the name of its recording."""
        return [(name, bot) for name, (bots, _) in self.files.items() for bot in bots.values()]

    def begin(self):
        """Silences are measured from here on, also if what was told before is read later."""
        self.since = now()
        for _, bot in self.everybody():
            bot["silent"], bot["silent_at"], bot["story"], bot["heard"], bot["moved"] = 0, "", [], None, 0
            bot["before"], bot["began_at"] = bot.get("step", 0), bot.get("table")

    def playing(self):
        """Those who had seen a step in the two seconds before: others have none to miss."""
        return [(name, bot) for name, bot in self.everybody() if self.since - bot.get("before", 0) < 2]

    def silences(self, which):
        """The longest of each bot that played when it began and of which `which(recording, table)` is true; one
        that is not over counts as long as it is."""
        for _, bot in self.playing():
            if bot.get("due"):
                self.missed(bot)
        return [bot["silent"] for name, bot in self.playing() if which(name, bot["began_at"])]

    def longest(self):
        """Where somebody saw no step for the longest time."""
        worst = max((bot for _, bot in self.playing()), key=lambda bot: bot["silent"], default=None)
        if not worst:
            return "nobody"
        story = ["", *worst["story"]] if worst["silent"] > 2 else []
        return f"{worst['silent']:.2f} s at {worst['silent_at']}, {worst['user']}" + "\n    ".join(story)

    def heard(self):
        """After what time each bot that played when it began was told of its table by another owner; None: not yet."""
        return [bot["heard"] for _, bot in self.playing()]

    def moves(self):
        """Of each bot that played when it began: the longest from the last frame of one owner to the first of the
        next."""
        return [bot["moved"] for _, bot in self.playing()]

    def unanswered(self, before):
        """Commands sent before a moment over a connection that lives, and not answered."""
        return [(name, bot["user"], command, kind) for name, bot in self.everybody()
                for command, (at, kind) in bot.get("waiting", {}).items() if at < before]


def spread(seconds):
    """Of a list of durations, for people."""
    if not seconds:
        return "nobody"
    return f"{len(seconds)} players, p50 {statistics.median(seconds):.2f} s, max {max(seconds):.2f} s"
