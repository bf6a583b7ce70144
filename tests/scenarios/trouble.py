"""Players of a cluster, what happens to it, and what must be so afterwards."""
import contextlib
import os
import signal
import time
import cardroom
import check_store
import compare
import stored
import watched

STOP, CONTINUE = signal.SIGSTOP, signal.SIGCONT


class Players(contextlib.ExitStack):
    """Bots of every node at every game, and what they are told."""

    def __init__(self, cluster, games, count, think, seed, *more, nodes=None):
        """`nodes`: those that they connect to, all unless given; `more`: for cardroom-bots."""
        super().__init__()
        nodes = nodes or cluster.names
        self.cluster = cluster
        self.seen = watched.Watched()
        self.bots, self.recordings = {}, {}
        each = count // (len(games) * len(nodes))
        for i, (name, game) in enumerate((n, g) for n in nodes for g in games):
            path = os.path.join(cluster.dir, f"frames-{name}-{game}")
            process = cluster[name].bots(each, 36_000, "--record", path, "--seed", str(seed + i), *more, game=game,
                                         think=think)
            self.callback(process.kill)
            self.bots[path] = process
        for path in self.bots:
            cardroom.until("bots record", lambda path=path: os.path.exists(path))
            self.recordings[path] = self.enter_context(open(path))

    def node(self, path):
        return os.path.basename(path).split("-")[1]

    def read(self):
        for file in self.recordings.values():
            self.seen.read(file)
        assert not self.seen.wrong, check_store.report(self.seen.wrong)

    def hands(self):
        """The hand of each table, as its players were told last."""
        return {name: table.last["handNumber"] for name, table in self.seen.tables.items() if table.last}

    def waiting(self, before):
        """Tables with two players who could play, that dealt no hand since."""
        self.read()
        listed = self.cluster.homes()
        if listed is None:
            return ["all"]
        waiting = []
        for name, table in self.seen.tables.items():
            if name not in listed or not table.last:
                continue
            if watched.ready(table.last) > 1 and table.last["handNumber"] <= before.get(name, 0):
                waiting.append(name)
        return waiting

    def deal_again(self, what, seconds):
        """Every table ends its hand and deals another one."""
        self.read()
        before = self.hands()
        try:
            cardroom.until(f"{what}: every table deals", lambda: not self.waiting(before), seconds)
        except AssertionError:
            print(f"waiting: {self.waiting(before)}", flush=True)
            raise

    def compare(self):
        """Nothing that was told is missing or other than in the store."""
        self.read()
        wrong, compared = compare.compare(self.seen, stored.read(self.cluster.server.path), False)
        assert not wrong, check_store.report(wrong)
        return compared

    def stop(self):
        """The bots, who end in order."""
        for process in self.bots.values():
            process.terminate()
        return list(self.bots.values())

    def end(self):
        self.compare()
        self.stop()
        errors = {}
        for path, process in self.bots.items():
            report = cardroom.report(process)
            assert not report["wrong"], (path, report)
            for code, n in report["refusals"].items():
                errors[code] = errors.get(code, 0) + n
        compared = self.compare()
        print(f"{self.seen.frames} frames, {self.seen.acts} acknowledged actions, {compared} hands compared, "
              f"refused: {errors}", flush=True)


def opened(cluster, since):
    """When games were opened, wherever."""
    return cluster.said(since, "game .* is open")


def elsewhere(cluster, node, since, games, seconds=30):
    """Until others have opened each of the games and tables that a node had."""
    def there():
        homes = cluster.homes(node)
        return homes is not None and node not in homes.values() and len(opened(cluster, since)) >= games
    cardroom.until(f"what {node} had is elsewhere", there, seconds)


def unlinked(cluster, node):
    """Until neither side of a cut believes in the other."""
    cardroom.until(f"{node} is linked with nobody", lambda: cluster.links(node) == 0 and
                   all(cluster.links(n) < len(cluster.names) - 1 for n in cluster.others(node)))


def run(cluster, players, case, node, may_die):
    """One trouble from its beginning to the moment at which everything is as before; the longest that anybody saw no
    step though one was due, in seconds."""
    what = case.__name__
    if not cluster.rows()[node]["games"] + cluster.rows()[node]["tables"]:
        cluster.rebalance()
    games = cluster.rows()[node]["games"]
    homes = cardroom.until("all games are open", cluster.homes)
    before = cluster.incarnations()
    players.read()
    players.seen.begin()
    begun, clock = time.time(), time.monotonic()
    lost = 0
    for effect in case(cluster, node):
        if effect == "elsewhere":
            elsewhere(cluster, node, begun, games)
        elif effect == "unlinked":
            unlinked(cluster, node)
        lost = time.monotonic() - clock
    cluster.net.mend()
    cluster.whole()
    whole, mended = time.monotonic() - clock, watched.now()
    players.deal_again(what, 30)
    dealt = time.monotonic() - clock
    def answered():
        players.read()
        return not players.seen.unanswered(mended)
    try:
        cardroom.until(f"every command is answered that was sent before all was whole ({what})", answered, 10)
    except AssertionError as error:
        raise AssertionError(f"{error}: {players.seen.unanswered(mended)}") from None
    audit = cluster.asked().ctl("audit")
    assert audit["fits"], audit
    if not may_die:
        assert cluster.incarnations() == before, "somebody was declared dead"
    compared = players.compare()
    there = players.seen.silences(lambda path, table: players.node(path) == node)
    moved = players.seen.silences(lambda path, table: players.node(path) != node and homes.get(table) == node)
    rest = players.seen.silences(lambda path, table: players.node(path) != node and homes.get(table) != node)
    dead = cluster.said(begun, "is dead:")
    print(f"{what} ({node}): effect after {lost:.1f} s, whole after {whole:.1f} s, all deal after {dealt:.1f} s; "
          f"declared dead after {', '.join(f'{at - begun:.2f} s' for at in dead) or '-'}, games opened after "
          f"{', '.join(f'{at - begun:.2f} s' for at in opened(cluster, begun)) or '-'}; {compared} hands compared\n"
          f"  no step: players at its tables: {watched.spread(moved)}; connected to it: {watched.spread(there)}; "
          f"all others: {watched.spread(rest)}; longest: {players.seen.longest()}",
          flush=True)
    return max([*there, *moved, *rest], default=0)
