#!/usr/bin/env python3
"""An existing server with a password, over a Unix socket and TCP: what does not fit store.url is told with what to look
at, and a database of its own is used."""
import os
import subprocess
import cardroom

d = cardroom.Daemon()
server = cardroom.Server(d.dir, more=("--requirepass", "secret"))


def use(url):
    text = open(d.config).read().split("[store]\n")[-1]
    rest = "\n".join(line for line in text.splitlines() if not line.startswith(("mode =", "url =")))
    with open(d.config, "w") as f:
        f.write(f'[store]\nmode = "redis"\nurl = "{url}"\n{rest}\n')


def refused(url, *parts):
    use(url)
    sentence = d.refused().strip().splitlines()[-1]
    for part in (*parts, "store.url"):
        assert part in sentence, (part, sentence)
    assert "wrong" not in sentence, sentence


def keys(database):
    ran = subprocess.run(["redis-cli", "-s", server.path, "-n", str(database), "DBSIZE"], capture_output=True,
                         text=True, env={**os.environ, "REDISCLI_AUTH": "secret"})
    return int(ran.stdout)


try:
    cardroom.until("redis-server runs", lambda: os.path.exists(server.path))
    with d.idle():
        refused("redis://127.0.0.1:1", "redis://127.0.0.1:1/0", "Connection refused")
        refused(f"unix:{server.path}.none", f"unix:{server.path}.none", "No such file")
        refused(f"unix:{server.path}", "NOAUTH", "user and password in store.url")
        refused(f"unix://:wrong@{server.path}", f"unix:{server.path} ", "WRONGPASS", "user and password in store.url")
        refused(f"unix://:secret@{server.path}?db=99", "?db=99", "DB index", "database in store.url")
        use(f"unix://:secret@{server.path}?db=3")
        d.start()
        assert d.ctl("audit")["fits"]
        cardroom.report(d.bots(3, 2))
        assert d.stop() == 0
        assert keys(3) > 0 and keys(0) == 0
finally:
    server.stop()
print("store url: good")
