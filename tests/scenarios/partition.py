#!/usr/bin/env python3
"""Three nodes in network namespaces, bots at all of them, and every trouble of actors/cluster/README.md in turn.

After each: every table deals again, what was acknowledged is there, nobody waits for an answer, all nodes are linked.
CARDROOM_CLUSTER=long has 300 bots and three rounds with another victim each; CARDROOM_CASES=kill:a,drain:b runs only
those. Skipped (77) where namespaces cannot be made.
"""
import os
import network

network.enter()

import random  # noqa: E402
import time  # noqa: E402
import cardroom  # noqa: E402
import nodes  # noqa: E402
import trouble  # noqa: E402

LONG = os.environ.get("CARDROOM_CLUSTER") == "long"
SEED = int(os.environ.get("CARDROOM_SEED", str(random.randrange(1 << 30))))
STOPPED = 3.5  # seconds
PATIENCE = 5  # seconds without a step that anybody may see while nodes leave in order
GAMES = [f"g{i}" for i in range(1, 7 if LONG else 4)]
PLAYERS, THINK = (300, 300) if LONG else (63, 80)  # THINK: milliseconds
# Whoever is away is waited for, but not put out of the game.
GAME = cardroom.GAME.replace('"2s"\ntime_bank', '"600ms"\ntime_bank') + "max_timeouts = 100\n"


def kill(c, node):
    c[node].process.kill()
    c[node].process.wait()
    yield "elsewhere"
    c[node].start()


def freeze(c, node):
    c[node].process.send_signal(trouble.STOP)
    c[node].frozen = True
    yield "elsewhere"
    c[node].process.send_signal(trouble.CONTINUE)
    c[node].frozen = False


def cut_from_peers(c, node):
    c.net.apart(node, c.others(node))
    yield "unlinked"


def cut_from_store(c, node):
    c.net.apart(node, [nodes.STORE])
    yield "elsewhere"


def cut_from_both(c, node):
    c.net.apart(node, [*c.others(node), nodes.STORE])
    yield "elsewhere"


def deaf_to_peers(c, node):
    for other in c.others(node):
        c.net.cut(other, node)
    yield "unlinked"


def mute_to_peers(c, node):
    for other in c.others(node):
        c.net.cut(node, other)
    yield "unlinked"


def deaf_to_store(c, node):
    c.net.cut(nodes.STORE, node)
    yield "elsewhere"


def mute_to_store(c, node):
    c.net.cut(node, nodes.STORE)
    yield "elsewhere"


def flapping(c, node):
    """Cuts and mends of all lengths around what heartbeats bear."""
    for _ in range(12 if LONG else 3):
        c.net.apart(node, c.others(node))
        time.sleep(random.uniform(0.05, 1.0))
        c.net.mend()
        time.sleep(random.uniform(0.05, 1.0))
    c.net.apart(node, c.others(node))
    yield "unlinked"


def drain(c, node):
    c.asked(node).ctl("node", "drain", node)
    assert c[node].process.wait(30) == 0
    yield "elsewhere"
    c[node].start()


def rolling(c, node):
    for name in [node, *c.others(node)]:
        c.asked(name).ctl("node", "drain", name)
        assert c[name].process.wait(30) == 0
        c[name].start()
        c.whole()
    yield "whole"


def store_stopped(c, _):
    c.server.process.send_signal(trouble.STOP)
    time.sleep(STOPPED)
    c.server.process.send_signal(trouble.CONTINUE)
    yield "whole"


# Whether anybody may be taken for dead.
CASES = [(kill, True), (freeze, True), (cut_from_peers, False), (cut_from_store, True), (cut_from_both, True),
         (deaf_to_peers, False), (mute_to_peers, False), (deaf_to_store, True), (mute_to_store, True),
         (flapping, False), (drain, True), (rolling, True), (store_stopped, False)]


def planned(names):
    """Cases with their victims: each round it is another's turn."""
    if wanted := os.environ.get("CARDROOM_CASES"):
        known = {case.__name__: (case, may_die) for case, may_die in CASES}
        return [(*known[name], node) for name, node in (word.split(":") for word in wanted.split(","))]
    return [(*case, names[(round + i) % len(names)]) for round in range(3 if LONG else 1)
            for i, case in enumerate(CASES)]


def main():
    random.seed(SEED)
    print(f"partition: seed {SEED}", flush=True)
    begun = time.monotonic()
    games = "".join(GAME.replace('"g1"', f'"{game}"') for game in GAMES)
    names = ["a", "b", "c"]
    # All of them come from one address, and one node may have them all.
    limits = "connections_per_address = 0\n"
    with nodes.Cluster(names, games, more=limits) as c, trouble.Players(c, GAMES, PLAYERS, THINK, SEED, "--restless",
                                                           "0") as players:
        c.rebalance()
        cardroom.until("all games play", lambda: not players.read() and
                       {name.split("-")[0] for name, hand in players.hands().items() if hand > 1} == set(GAMES))
        players.deal_again("begin", 30)
        for case, may_die, node in planned(names):
            waited = trouble.run(c, players, case, node, may_die)
            # Only the long run, which has a quiet machine, holds players to a clock.
            assert not LONG or case not in (drain, rolling) or waited < PATIENCE, f"a player waited for {waited:.1f} s"
        players.end()
    print(f"partition: good, {time.monotonic() - begun:.0f} s", flush=True)


main()
