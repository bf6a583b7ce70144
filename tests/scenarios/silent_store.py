#!/usr/bin/env python3
"""Names that nobody knows are refused the same at every node, by what the store knows; with Redis frozen every request
of an administrator is answered within 4 s, and says so."""
import concurrent.futures
import os
import signal
import time
import cardroom

BUSY = 2  # seconds that a busy machine may take on top
GUEST = '{"userId":"u-idle","name":"Idle","tokenHash":"none"}'
FILE = '{"game_id":"%s","small_blind":5,"big_blind":10}'


def node(name):
    return cardroom.Daemon(extra=f'[cluster]\nenabled = true\nnode = "{name}"')


def refused(d, code, *words):
    ran = d.ctl(*words, ok=False)
    assert ran.returncode == 1 and f"cardroomctl: {code}: " in ran.stderr, (words, ran)
    return ran.stderr


def timed(d, *words):
    begun = time.monotonic()
    ran = d.ctl(*words, ok=False)
    return words, time.monotonic() - begun, ran


def ask_all(d, commands, seconds):
    """All at once, each from a cardroomctl of its own."""
    with concurrent.futures.ThreadPoolExecutor(len(commands)) as pool:
        answers = list(pool.map(lambda words: timed(d, *words), commands))
    for words, took, ran in answers:
        assert took < seconds + BUSY and ran.returncode in (0, 1), (words, took, ran)
    return {words: ran for words, _, ran in answers}


first, second = node("a"), node("b")
server = cardroom.Server(first.dir)
try:
    cardroom.until("redis-server runs", lambda: os.path.exists(server.path))
    for d in (first, second):
        d.store(f'mode = "redis"\nurl = "unix:{server.path}"\nkey_file = "{first.dir}/store.key"')
    with first, second:
        cardroom.until("both are linked", lambda: all(
            len([r for r in d.ctl("node", "list") if r["linked"]]) == 2 for d in (first, second)))
        cardroom.until("the game is open", lambda: first.ctl("game", "show", "g1", ok=False).returncode == 0)
        bots = first.bots(4, 36_000, think=20)
        cardroom.until("the game plays", lambda: first.ctl("game", "show", "g1")["status"] == "ACTIVE")
        cardroom.until("hands are played", lambda: first.hands(server.path) > 5)
        file = os.path.join(first.dir, "game.json")
        for game in ("g2", "g3"):
            with open(file, "w") as f:
                f.write(FILE % game)
            if game == "g2":
                first.ctl("game", "create", file)
        first.redis("HSET", "cardroom:players", "u-idle", GUEST, store=server.path)
        player = first.ctl("player", "list")[0]["userId"]
        table = first.ctl("table", "list")[0]["tableId"]
        for d in (first, second):
            assert "no player nobody; see player list" in refused(d, "NO_PLAYER", "ledger", "--player", "nobody")
            assert "no game g9; see game list" in refused(d, "NO_GAME", "ledger", "--game", "g9")
            for words in (("list", "g1-t99"), ("show", "g1-t99", "1"), ("replay", "g1-t99", "1")):
                assert "no table g1-t99; see table list" in refused(d, "NO_TABLE", "hand", *words)
            assert f"hand list {table}" in refused(d, "NO_HAND", "hand", "show", table, "999999")
            assert d.ctl("ledger", "--player", "u-idle") == d.ctl("ledger", "--game", "g2") == []
            assert d.ctl("ledger", "--player", player) and d.ctl("ledger", "--game", "g1")
            assert d.ctl("hand", "list", table)
        print("silent_store: unknown names are refused", flush=True)

        reads = [("audit",), ("audit", "--repair"), ("ledger",), ("ledger", "--player", player),
                 ("ledger", "--game", "g1"), ("hand", "list", table), ("hand", "show", table, "1"),
                 ("hand", "replay", table, "1")]
        others = [("status",), ("game", "list"), ("game", "show", "g1"), ("table", "list"), ("table", "show", table),
                  ("table", "void", table), ("player", "list"), ("player", "show", player), ("player", "show", "nobody"),
                  ("player", "credit", player, "5"), ("player", "credit", "nobody", "5"), ("player", "kick", "nobody"),
                  ("game", "create", file), ("game", "start", "g2"), ("node", "list"), ("node", "show", "a"), ("node", "undrain", "a"),
                  ("cluster", "status"), ("cluster", "rebalance")]
        server.process.send_signal(signal.SIGSTOP)
        # Before the daemon has found out, and after.
        for seconds in (4, 1):
            answers = ask_all(first, reads if seconds == 1 else reads + others, seconds)
            for words in reads:
                said = answers[words].stderr
                assert "UNAVAILABLE: The store does not answer: " in said and "ask again" in said, (words, said)
            for words in (("game", "create", file), ("player", "list"), ("player", "show", "nobody")) if seconds == 4 else ():
                assert "he store" in answers[words].stderr, (words, answers[words].stderr)
            cardroom.until("the daemon knows", lambda: "storeDownReason" in first.ctl("status"))
        print("silent_store: everything is answered", flush=True)
        server.process.send_signal(signal.SIGCONT)
        cardroom.until("the store answers again", lambda: first.ctl("audit", ok=False).returncode == 0)
        assert first.ctl("ledger", "--player", player)
        bots.kill()
        bots.communicate()
finally:
    server.process.send_signal(signal.SIGCONT)
    server.stop()
print("silent_store: good")
