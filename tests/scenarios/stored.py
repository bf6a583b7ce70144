"""What Redis holds of the tables: journals, snapshots, hand records. Read while the daemon runs or after it."""
import json
import socket


class Redis:
    """A connection to a server at a Unix socket's path or at "host:port"."""

    def __init__(self, address):
        if address.startswith("/"):
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.connect(address)
        else:
            host, port = address.rsplit(":", 1)
            self.socket = socket.create_connection((host, int(port)))
        self.file = self.socket.makefile("rb")

    def ask(self, *words):
        """The answer to a command: text, number, list or None. An error of the server is raised."""
        out = [b"*%d\r\n" % len(words)]
        for word in words:
            data = word.encode()
            out.append(b"$%d\r\n%s\r\n" % (len(data), data))
        self.socket.sendall(b"".join(out))
        return self._answer()

    def _answer(self):
        line = self.file.readline()
        kind, rest = line[:1], line[1:-2].decode()
        if kind == b"+":
            return rest
        if kind == b":":
            return int(rest)
        if kind == b"$":
            return None if rest == "-1" else self.file.read(int(rest) + 2)[:-2].decode()
        if kind == b"*":
            return None if rest == "-1" else [self._answer() for _ in range(int(rest))]
        raise RuntimeError(rest or "the connection is lost")

    def close(self):
        self.file.close()
        self.socket.close()


def _pairs(flat):
    return dict(zip(flat[::2], flat[1::2]))


def _journal(redis, tag):
    """Owner, snapshots and entries as they are at one moment."""
    while True:
        owner = _pairs(redis.ask("HGETALL", tag + ":owner"))
        table = {"open": owner["state"] == "open", "top": 0, "snapshots": [], "entries": []}
        if not table["open"]:
            return table
        journal = f"{tag}:journal:{owner['token']}"
        redis.ask("MULTI")
        redis.ask("EXISTS", journal)
        redis.ask("HGET", tag + ":snapshot:previous", "version")
        redis.ask("HGET", tag + ":snapshot", "version")
        redis.ask("XRANGE", journal, "-", "+")
        there, previous, snapshot, entries = redis.ask("EXEC")
        if not there:
            continue  # it was opened anew meanwhile
        table["snapshots"] = [int(v) for v in (previous, snapshot) if v]
        table["entries"] = [{"version": int(key.split("-")[0]), **json.loads(fields[1])} for key, fields in entries]
        versions = [e["version"] for e in table["entries"]] + table["snapshots"]
        table["top"] = max(versions, default=0)
        return table


def _hands(redis, tag):
    """Records by hand, the parts added later among their events; the first hand that was not trimmed away."""
    records = {}
    rows = redis.ask("XRANGE", tag + ":hands", "-", "+")
    for key, fields in rows:
        hand, part = (int(n) for n in key.split("-"))
        value = json.loads(fields[1])
        if part == 0:
            records[hand] = {
                "players": {p["seatPosition"]: p["userId"] for p in value["players"]},
                "events": [e["event"] for e in value["events"]],
            }
        elif hand in records:
            records[hand]["events"].append(value)
    if not rows:
        return records, 0
    info = _pairs(redis.ask("XINFO", "STREAM", tag + ":hands"))
    return records, min(records, default=0) if info["entries-added"] > info["length"] else 0


def read(address):
    """All tables there ever were, by id: open, top (the last version), snapshots (their versions, oldest first),
    entries, hands, first (older hands were trimmed)."""
    redis = Redis(address)
    tables = {}
    for key in redis.ask("KEYS", "{table:*}:owner"):
        tag = key[:-len(":owner")]
        # The journal first: what leaves it has its record by then.
        table = _journal(redis, tag)
        table["hands"], table["first"] = _hands(redis, tag)
        tables[tag[len("{table:"):-1]] = table
    redis.close()
    return tables
