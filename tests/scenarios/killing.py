"""Kills a daemon again and again while bots play, and compares what they were told with the store each time."""
import os
import random
import signal
import subprocess
import time
import cardroom
import check_store
import compare
import stored
import told

# Hands follow each other at once.
FAST = cardroom.GAME.replace("100ms", "0s").replace("50ms", "0s")


def good(d):
    live = d.ctl("audit")
    assert live["fits"], live
    assert not any("held" in row for row in d.ctl("table", "list"))


def run(d, kills, seed, players=20, stop=signal.SIGKILL):
    """`stop`: the signal that ends the daemon."""
    random.seed(seed)
    path = os.path.join(d.dir, "frames")
    bots = d.bots(players, 36_000, "--seed", str(seed), "--restless", "5", "--record", path, think=2)
    cardroom.until("the game plays", lambda: d.ctl("game", "show", "g1")["status"] == "ACTIVE")
    seen = told.Told()
    recording = open(path)

    def differences(playing):
        seen.read(recording)
        return compare.compare(seen, stored.read(os.path.join(d.data, "redis.sock")), playing)

    for i in range(kills):
        played = d.hands()
        cardroom.until("hands are played", lambda: d.hands() > played + 5, 60)
        time.sleep(random.random() * 0.3)
        if stop == signal.SIGKILL:
            d.stop(stop)
            # What bots were told last may not be in the recording yet; it is compared the next time.
            wrong, compared = differences(False)
            d.start()
        else:
            assert d.stop(stop) == 0
            d.start()
            wrong, compared = differences(False)
        assert not wrong, check_store.report(wrong)
        good(d)
        print(f"stop {i + 1}: {seen.acts} acknowledged actions, {compared} hands compared", flush=True)
    cardroom.until("every table deals again", lambda: not differences(True)[0], 60)
    bots.terminate()
    played = cardroom.report(bots)
    assert played["errors"] == 0 and not played["wrong"], played
    wrong, compared = differences(False)
    assert not wrong, check_store.report(wrong)
    assert seen.acts > players * kills, seen.acts
    good(d)
    checked = subprocess.run([f"{cardroom.BIN}/cardroom-bots", "check", path], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
