"""A cluster of daemons, each on a host of its own, with one Redis on another: for scenarios and benches."""
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import cardroom
import network

STORE = "store"
REDIS_PORT = 6379


def certificates(folder, names):
    """An authority, and a certificate of it for each name, as files in PEM."""
    def openssl(*words):
        subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=folder)

    new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    openssl("req", "-x509", *new, "-days", "2", "-subj", "/CN=ca", "-keyout", "ca.key", "-out", "ca.pem")
    for name in names:
        openssl("req", *new, "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.request")
        openssl("x509", "-req", "-days", "2", "-CAcreateserial", "-CA", "ca.pem", "-CAkey", "ca.key",
                "-in", f"{name}.request", "-out", f"{name}.pem")


class Node(cardroom.Daemon):
    """A daemon of a cluster; `frozen` while it is not to be asked."""

    def __init__(self, name, net, config, certificates_in, save_interval, more, capacity):
        pem = os.path.join(certificates_in, name)
        extra = (f'{more}\n[cluster]\nenabled = true\nnode = "{name}"\nlisten = "{net.hosts[name]}:0"\n'
                 f'capacity = {capacity}\n[cluster.tls]\nca = "{certificates_in}/ca.pem"\ncert = "{pem}.pem"\nkey = "{pem}.key"')
        super().__init__(config, save_interval, extra, address=net.hosts[name], within=net.within(name))
        self.name = name
        self.frozen = False

    def answers(self):
        return self.process is not None and self.process.poll() is None and not self.frozen

    def said(self, since, what):
        """When it logged what matches, behind a moment."""
        found = []
        for line in self.log().splitlines():
            match = re.match(r"\[(\d+-\d+-\d+ \d+:\d+:\d+)\.(\d+)\]", line)
            if match and re.search(what, line):
                at = time.mktime(time.strptime(match[1], "%Y-%m-%d %H:%M:%S")) + int(match[2]) / 1000
                if at >= since:
                    found.append(at)
        return found


class Cluster(contextlib.ExitStack):
    """All nodes up and linked after `with`."""

    def __init__(self, names, config, save_interval="500ms", more="", fsync="always", capacities=None):
        """`config`: the games; `more`: settings of the server; `capacities`: of nodes, where they differ."""
        super().__init__()
        self.names = list(names)
        self.net = network.Network([*names, STORE])
        self.callback(self.net.remove)
        self.dir = self.enter_context(tempfile.TemporaryDirectory(prefix="cardroom-nodes-"))
        certificates(self.dir, names)
        self.server = cardroom.Server(self.dir, "redis", REDIS_PORT, ["--protected-mode", "no", "--appendfsync", fsync],
                                      self.net.hosts[STORE], self.net.within(STORE))
        self.callback(self.server.stop)
        cardroom.until("redis-server runs", lambda: os.path.exists(self.server.path))
        self.nodes = {name: Node(name, self.net, config, self.dir, save_interval, more,
                                 (capacities or {}).get(name, 1000)) for name in names}
        for node in self.nodes.values():
            node.store(f'mode = "redis"\nurl = "redis://{self.net.hosts[STORE]}:{REDIS_PORT}"\n'
                       f'key_file = "{self.dir}/store.key"')

    def __enter__(self):
        try:
            for node in self.nodes.values():
                self.enter_context(node)
            self.whole()
        except BaseException:
            self.__exit__(*sys.exc_info())
            raise
        return self

    def __getitem__(self, name):
        return self.nodes[name]

    def others(self, name):
        return [n for n in self.names if n != name]

    def asked(self, *but):
        """A node that answers."""
        return next(d for d in self.nodes.values() if d.answers() and d.name not in but)

    def rows(self, *but):
        """Of `node list`, by name."""
        rows = self.asked(*but).ctl("node", "list")
        return {r["node"]: r for r in rows if r["state"] != "DEAD"}

    def links(self, name):
        """With how many others a node is linked."""
        return sum(1 for r in self[name].ctl("node", "list") if r["linked"] and r["node"] != name)

    def is_whole(self):
        # One that begins anew does not answer for a moment.
        asked = [node.ctl("node", "list", ok=False) for node in self.nodes.values()]
        if any(answer.returncode != 0 for answer in asked):
            return False
        listed = [json.loads(answer.stdout) for answer in asked]
        return all(len(rows) == len(self.names) and all(r["state"] == "UP" and r["linked"] for r in rows)
                   for rows in listed)

    def whole(self, seconds=30):
        """All are in the cluster and linked with each other."""
        cardroom.until("all nodes are up and linked", self.is_whole, seconds)

    def homes(self, *but):
        """The node of each table; None while a game or a table is on its way."""
        listed = self.asked(*but).ctl("table", "list", ok=False)
        rows = json.loads(listed.stdout) if listed.returncode == 0 else [{}]
        return {r["tableId"]: r["node"] for r in rows} if all("node" in r for r in rows) else None

    def incarnations(self):
        return {name: row["incarnation"] for name, row in self.rows().items()}

    def rebalance(self, nodes=None):
        """Each of `nodes`, all unless given, has its share again."""
        cardroom.until("a node rebalances",
                       lambda: self.asked().ctl("cluster", "rebalance", ok=False).returncode == 0)
        cardroom.until("all have games", lambda: all(r["games"] + r["tables"] for n, r in self.rows().items()
                                                     if nodes is None or n in nodes))
        cardroom.until("all games and tables are open", lambda: self.homes() is not None and
                       self.open_games() == sum(r["games"] for r in self.rows().values()))

    def open_games(self):
        """How many; one that does not answer is listed with its problem."""
        return sum("problem" not in row for row in self.asked().ctl("game", "list"))

    def said(self, since, what):
        """When any node logged what matches, behind a moment; in order."""
        return sorted(at for node in self.nodes.values() for at in node.said(since, what))
