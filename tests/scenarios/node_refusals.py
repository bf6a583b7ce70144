#!/usr/bin/env python3
"""What keeps a node from being one is said at its start, with the setting: certificates, ports, the store's key."""
import os
import re
import shutil
import socket
import subprocess
import time
import cardroom
import nodes


def check(daemon):
    return subprocess.run([f"{cardroom.BIN}/cardroomd", "--config", daemon.config, "--check-config"],
                          capture_output=True, text=True, timeout=60)


def node(name, server, more="", address="127.0.0.1"):
    """With `more` in its table [cluster]."""
    daemon = cardroom.Daemon(extra=f'[cluster]\nenabled = true\nnode = "{name}"\n{more}', address=address)
    daemon.store(f'mode = "redis"\nurl = "unix:{server.path}"')
    return daemon


def tls(folder, cert, key=None):
    return f'[cluster.tls]\nca = "{folder}/ca.pem"\ncert = "{folder}/{cert}"\nkey = "{folder}/{key or "a.key"}"'


base = cardroom.Daemon()
server = cardroom.Server(base.dir)
try:
    cardroom.until("redis-server runs", lambda: os.path.exists(server.path))
    nodes.certificates(base.dir, ["a"])
    subprocess.run(["openssl", "x509", "-req", "-days", "-1", "-CA", "ca.pem", "-CAkey", "ca.key", "-in", "a.request",
                    "-out", "old.pem"], check=True, capture_output=True, cwd=base.dir)

    # Certificates, by the check and at the start alike.
    good = node("a", server, tls(base.dir, "a.pem"))
    with good.idle():
        said = check(good)
        assert said.returncode == 0 and "good" in said.stdout, said
        assert "cluster.tls.cert" in said.stderr and "expires on" in said.stderr, said
    for cert, key, parts in (("none.pem", None, ("cluster.tls.cert", "none.pem", "No such file")),
                             ("old.pem", None, ("cluster.tls.cert", "old.pem", "expired on")),
                             ("a.pem", "ca.key", ("cluster.tls.key", "ca.key", "is not the private key of"))):
        wrong = node("a", server, tls(base.dir, cert, key))
        with wrong.idle():
            for ran in (check(wrong), subprocess.run([f"{cardroom.BIN}/cardroomd", "--config", wrong.config],
                                                     capture_output=True, text=True, timeout=60)):
                assert ran.returncode == 2 and not ran.stdout, ran
                for part in (wrong.config, *parts):
                    assert part in ran.stderr, (part, ran.stderr)

    # Where players would be sent to nobody.
    nowhere = node("a", server, address="0.0.0.0")
    with nowhere.idle():
        said = check(nowhere)
        assert said.returncode == 2 and ": cluster.clients: it is missing" in said.stderr, said

    # The port of the links is another's.
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        taken = node("a", server, f'listen = "127.0.0.1:{port}"')
        with taken.idle():
            said = taken.refused().strip().splitlines()[-1]
            assert "cluster.listen" in said and str(port) in said and "choose another port" in said, said
            shutil.copy2(f"{taken.data}/store.key", f"{base.dir}/store.key")

    # A node without the store's key, with another, and with a copy.
    second = node("b", server, tls(base.dir, "a.pem"), address="::1")
    with second.idle():
        said = second.refused().strip().splitlines()[-1]
        assert "store.key is missing" in said and "another node" in said and "store.key_file" in said, said
        key = f"{second.data}/store.key"
        with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(b"k" * 32)
        said = second.refused().strip().splitlines()[-1]
        assert "with another key" in said and "another node" in said and "store.key_file" in said, said
        shutil.copy2(f"{base.dir}/store.key", key)
        second.start()
        known = second.redis("HGETALL", "{cluster}:nodes", store=server.path)
        assert f"ws://[::1]:{second.port}/ws" in known, known

        # What has only two days left is told by the node that runs.
        cardroom.until("the log warns", lambda: re.search(r"cluster\.tls\.cert: \S+a\.pem expires on", second.log()))
        left = second.ctl("node", "show", "b")["certificateUntil"] / 1000 - time.time()
        assert 86400 < left < 2 * 86400, left
        assert second.stop() == 0
finally:
    server.stop()
    shutil.rmtree(base.dir, ignore_errors=True)
print("node refusals: good")
