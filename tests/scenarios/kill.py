#!/usr/bin/env python3
"""The daemon is killed again and again while bots play: the store holds all that was told, every table deals on.

CARDROOM_KILLS says how often, 6 unless given; 200 is the long run.
"""
import os
import random
import cardroom
import killing

KILLS = int(os.environ.get("CARDROOM_KILLS", "6"))
SEED = int(os.environ.get("CARDROOM_SEED", str(random.randrange(1 << 30))))
print(f"kill: seed {SEED}, {KILLS} kills")
with cardroom.Daemon(killing.FAST, save_interval="500ms") as d:
    killing.run(d, KILLS, SEED)
print("kill: good")
