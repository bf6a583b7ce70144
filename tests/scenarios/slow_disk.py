#!/usr/bin/env python3
"""The same as kill, with a disk on which every fsync takes long: steps wait together, and are caught in the middle.

CARDROOM_KILLS says how often, 2 unless given, for the daemon killed and stopped in order each.
"""
import os
import random
import signal
import time
import cardroom
import killing
import stored

KILLS = int(os.environ.get("CARDROOM_KILLS", "2"))
SEED = int(os.environ.get("CARDROOM_SEED", str(random.randrange(1 << 30))))
SLOW_MS = 30
print(f"slow_disk: seed {SEED}, {KILLS} kills")
SHIM = os.path.join(cardroom.BIN, "libslow_disk.so")
assert os.path.exists(SHIM), SHIM
ENVIRONMENT = {"LD_PRELOAD": SHIM, "CARDROOM_FSYNC_MS": str(SLOW_MS)}

for stop in (signal.SIGKILL, signal.SIGTERM):
    with cardroom.Daemon(killing.FAST, save_interval="500ms", environment=ENVIRONMENT) as d:
        redis = stored.Redis(os.path.join(d.data, "redis.sock"))
        begun = time.monotonic()
        redis.ask("SET", "slow", "1")
        assert time.monotonic() - begun > SLOW_MS / 1000, "the disk is not slow"
        redis.ask("DEL", "slow")
        redis.close()
        killing.run(d, KILLS, SEED, players=12, stop=stop)
print("slow_disk: good")
