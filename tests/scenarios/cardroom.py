"""Drives the real programs: a daemon in a directory of its own, bots, cardroomctl. Used by the scenarios."""
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

BIN = os.environ.get("CARDROOM_BIN", os.path.join(os.path.dirname(__file__), "../../build/release/bin"))

GAME = """
[[game]]
game_id = "g1"
name = "Scenario"
small_blind = 5
big_blind = 10
number_of_seats = 6
start = "auto"
seating_time = "0s"
predeal_time = "1s"
review_hand_time = "100ms"
next_hand_delay = "50ms"
action_time = "2s"
time_bank = "0s"
table_merge_grace = "2s"
"""


def until(what, condition, seconds=30):
    """Waits for `condition()` to be true and returns its value; fails the scenario when it never is."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"{what}: not within {seconds} s")


class Server:
    """A redis-server that belongs to no daemon."""

    def __init__(self, directory, name="shared", port=0, more=(), address="127.0.0.1", within=()):
        """`within`: words in front of the command, for where it is to run."""
        self.path = os.path.join(directory, f"{name}.sock")
        folder = os.path.join(directory, name)
        os.makedirs(folder, exist_ok=True)
        self.command = [*within, "redis-server", "--port", str(port), "--bind", address, "--unixsocket", self.path,
                        "--dir", folder, "--save", "", "--appendonly", "yes", "--appendfsync", "always", *more]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(30)


class Daemon:
    """A cardroomd of its own; `with` stops it and removes its directory."""

    def __init__(self, config=GAME, save_interval="500ms", extra="", environment=None, address="127.0.0.1",
                 within=()):
        """`environment`: variables for the daemon and its Redis, on top of what there is; `within`: words in front
        of its command, for where it is to run."""
        self.dir = tempfile.mkdtemp(prefix="cardroom-scenario-")
        self.data = os.path.join(self.dir, "data")
        self.config = os.path.join(self.dir, "config.toml")
        self.environment = {**os.environ, **(environment or {})}
        self.address = address
        self.within = within
        self.process = None
        self.port = 0
        with open(self.config, "w") as f:
            f.write(f'[store]\nsave_interval = "{save_interval}"\n[server]\naddress = "{address}"\nport = 0\n'
                    f'{extra}\n{config}')

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, value, trace):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
        if kind:
            print(open(os.path.join(self.dir, "log")).read()[-3000:], file=sys.stderr)
        redis = os.path.join(self.data, "redis.sock")
        subprocess.run(["redis-cli", "-s", redis, "SHUTDOWN", "NOSAVE"], capture_output=True)
        shutil.rmtree(self.dir, ignore_errors=True)

    def store(self, lines):
        """Adds settings of the store, for the next start."""
        text = open(self.config).read()
        with open(self.config, "w") as f:
            f.write(text.replace("[store]\n", f"[store]\n{lines}\n"))

    def log(self):
        return open(os.path.join(self.dir, "log")).read()

    def idle(self):
        """For `with`, where it is to be started later."""
        return contextlib.closing(self)

    def close(self):
        self.__exit__(None, None, None)

    def start(self):
        log = open(os.path.join(self.dir, "log"), "a")
        self.process = subprocess.Popen(
            # Clients that come back look where the daemon was.
            [*self.within, f"{BIN}/cardroomd", "--config", self.config, "--data-dir", self.data, "--port", str(self.port)],
            stdout=subprocess.PIPE, stderr=log, text=True, env=self.environment)
        line = self.process.stdout.readline()
        if "ready" not in line:
            raise AssertionError(f"the daemon did not start: {line!r}, {open(log.name).read()[-2000:]}")
        self.port = int(line.split("port ")[1].split()[0].rstrip(","))

    def refused(self):
        """What a daemon says that does not start."""
        try:
            self.start()
        except AssertionError:
            assert self.process.wait(30) == 1, self.process.returncode
            return self.log()
        raise AssertionError("it started")

    def stop(self, number=signal.SIGTERM, seconds=30):
        self.process.send_signal(number)
        return self.process.wait(seconds)

    def ctl(self, *arguments, ok=True):
        ran = subprocess.run([f"{BIN}/cardroomctl", "--data-dir", self.data, "-o", "json", *arguments],
                             capture_output=True, text=True, timeout=120)
        if ok:
            assert ran.returncode == 0, f"cardroomctl {arguments}: {ran.returncode} {ran.stdout} {ran.stderr}"
            return json.loads(ran.stdout) if ran.stdout.strip() else None
        return ran

    def bots(self, players, seconds, *more, game="g1", think=0):
        return subprocess.Popen(
            [f"{BIN}/cardroom-bots", "--url", f"ws://{self.address}:{self.port}/ws", "--game", game, "--players",
             str(players), "--think-ms", str(think), "--seconds", str(seconds), "-o", "json", *more],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def hands(self, store=None):
        """Finished hands that the tables of now have stored so far; `store`: the socket of another Redis."""
        added = 0
        for row in self.ctl("table", "list"):
            # Streams are trimmed, so their length says nothing.
            words = self.redis("XINFO", "STREAM", f"{{table:{row['tableId']}}}:hands", store=store).split()
            added += int(words[words.index("entries-added") + 1]) if "entries-added" in words else 0
        return added

    def redis(self, *command, store=None):
        ran = subprocess.run(["redis-cli", "-s", store or os.path.join(self.data, "redis.sock"), *command],
                             capture_output=True, text=True)
        return ran.stdout.strip()


def report(bots, seconds=120):
    """The report of a bots process that ends by itself."""
    out, err = bots.communicate(timeout=seconds)
    assert bots.returncode == 0, f"cardroom-bots: {bots.returncode} {err[-2000:]}"
    return json.loads(out)
