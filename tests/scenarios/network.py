"""A network of its own for a scenario: hosts in network namespaces around a router, and cuts between them.

Needs root or user namespaces, and iproute2 and util-linux; nothing of it is left when the scenario ends in any way.
"""
import os
import signal
import subprocess
import sys

SKIPPED = 77
INSIDE = "CARDROOM_NETWORK"
UNSHARE = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
# Everything that `Network` does.
PROBE = """
mount -t tmpfs tmpfs /run && ip netns add probe && ip link add probe type veth peer name eth0 netns probe &&
echo 1 >/proc/sys/net/ipv4/ip_forward && ip rule add from 192.0.2.1 to 192.0.2.2 blackhole &&
nsenter --net=/run/netns/probe true
"""


def enter():
    """The script begins anew as the first process of new namespaces; where there can be none it says so and is
    skipped."""
    if os.environ.pop(INSIDE, None):
        # Of the machine's namespaces nothing is seen, nor do they see ours.
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run"], check=True)
        # The first process of a namespace is not ended by a signal that it does not handle.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        return
    said = ""
    for more in ([], ["--map-root-user"]):
        words = [UNSHARE[0], *more, *UNSHARE[1:]]
        try:
            probed = subprocess.run([*words, "sh", "-c", PROBE], capture_output=True, text=True, timeout=30)
        except FileNotFoundError as missing:
            said = str(missing)
            break
        if probed.returncode == 0:
            sys.stdout.flush()
            os.execvpe(words[0], [*words, sys.executable, *sys.argv], {**os.environ, INSIDE: "1"})
        said = probed.stderr.strip()
    print(f"skipped: no network namespaces can be made here, it takes root or user namespaces, and iproute2: {said}")
    sys.exit(SKIPPED)


def ip(*words):
    subprocess.run(["ip", *words], check=True)


class Network:
    """Hosts by name, each behind a link of its own; this process is at the router, which is never cut off."""

    def __init__(self, names):
        self.hosts = {name: f"10.77.{i}.2" for i, name in enumerate(names, 1)}
        self.cuts = set()
        ip("link", "set", "lo", "up")
        with open("/proc/sys/net/ipv4/ip_forward", "w") as file:
            file.write("1")
        for i, name in enumerate(names, 1):
            ip("netns", "add", name)
            ip("link", "add", f"to-{name}", "type", "veth", "peer", "name", "eth0", "netns", name)
            ip("addr", "add", f"10.77.{i}.1/30", "dev", f"to-{name}")
            ip("link", "set", f"to-{name}", "up")
            ip("-n", name, "addr", "add", f"10.77.{i}.2/30", "dev", "eth0")
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", name, "link", "set", "eth0", "up")
            ip("-n", name, "route", "add", "default", "via", f"10.77.{i}.1")

    def remove(self):
        """Nothing runs on its hosts any more."""
        self.mend()
        for name in self.hosts:
            ip("link", "del", f"to-{name}")
            ip("netns", "del", name)

    def within(self, name):
        """Words in front of a command that is to run on a host."""
        return ["nsenter", f"--net=/run/netns/{name}"]

    def cut(self, source, target):
        """Packets from one host to another vanish, without a word to anybody."""
        if (source, target) not in self.cuts:
            ip("rule", "add", "from", self.hosts[source], "to", self.hosts[target], "blackhole")
            self.cuts.add((source, target))

    def apart(self, one, others):
        """Both ways."""
        for other in others:
            self.cut(one, other)
            self.cut(other, one)

    def mend(self):
        """No cut is left."""
        for source, target in self.cuts:
            ip("rule", "del", "from", self.hosts[source], "to", self.hosts[target], "blackhole")
        self.cuts.clear()
