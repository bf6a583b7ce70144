#!/usr/bin/env python3
"""What stands in the way of a start is said in one sentence: configuration, directory, port, Redis, another daemon."""
import os
import signal
import stat
import subprocess
import time
import cardroom


def run(*arguments, env=None):
    return subprocess.run([f"{cardroom.BIN}/cardroomd", *arguments], capture_output=True, text=True, timeout=60,
                          env=env)


with cardroom.Daemon() as d:
    # Another daemon on the same directory, by name and pid.
    second = run("--config", d.config, "--data-dir", d.data)
    assert second.returncode == 1 and str(d.process.pid) in second.stderr, second
    # The port of the first.
    other = os.path.join(d.dir, "other")
    taken = run("--config", d.config, "--data-dir", other, "--port", str(d.port))
    assert taken.returncode == 1 and str(d.port) in taken.stderr, taken
    assert len(taken.stderr.strip().splitlines()[-1]) < 300, taken

    bad = os.path.join(d.dir, "bad.toml")
    with open(bad, "w") as f:
        f.write('[server]\nprot = 1\n[[game]]\ngame_id = "g"\nsmall_blind = 50\nbig_blind = 20\n'
                'min_buy_in = 500\nmax_buy_in = 400\n')
    checked = run("--config", bad, "--check-config")
    assert checked.returncode == 2, checked
    for part in ("bad.toml:2", "prot", "bad.toml:5", "small_blind", "big_blind"):
        assert part in checked.stderr, (part, checked.stderr)
    assert run("--config", os.path.join(d.dir, "none.toml")).returncode == 2
    assert run().returncode == 2
    assert run("--help").returncode == 0
    assert run("--version").returncode == 0
    assert run("--config", d.config, "--check-config").returncode == 0

    # No Redis, and one that is too old.
    empty = os.path.join(d.dir, "empty")
    os.mkdir(empty)
    missing = run("--config", d.config, "--data-dir", other, env={"PATH": empty})
    assert missing.returncode == 1 and "redis-server" in missing.stderr, missing
    fake = os.path.join(empty, "redis-server")
    with open(fake, "w") as f:
        f.write('#!/bin/sh\necho "Redis server v=6.0.16 sha=00000000:0 malloc=libc bits=64 build=0"\n')
    os.chmod(fake, stat.S_IRWXU)
    old = run("--config", d.config, "--data-dir", other, env={"PATH": empty + ":/bin:/usr/bin"})
    assert old.returncode == 1 and "6.0.16" in old.stderr, old
    # A directory that cannot be written.
    blocked = run("--config", d.config, "--data-dir", "/proc/cardroom")
    assert blocked.returncode == 1 and "/proc/cardroom" in blocked.stderr, blocked

    # The first was not hurt by any of it.
    d.ctl("status")
    # The directory and what is in it belong to its owner.
    for name, mode in (("", 0o700), ("control.sock", 0o600), ("admin.token", 0o600)):
        assert stat.S_IMODE(os.stat(os.path.join(d.data, name)).st_mode) == mode, name
    # A second signal stops at once.
    d.process.send_signal(signal.SIGSTOP)
    d.process.send_signal(signal.SIGTERM)
    d.process.send_signal(signal.SIGINT)
    d.process.send_signal(signal.SIGCONT)
    started = time.monotonic()
    d.process.wait(30)
    assert time.monotonic() - started < 20
print("refusals: good")
