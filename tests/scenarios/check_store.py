#!/usr/bin/env python3
"""Proves from recordings of bots (cardroom-bots --record FILE), made over any number of runs of the daemon, that the
store holds what they were told.

No acknowledged action is missing in a hand's record or the journal; no card that anybody saw differs from the record
or from what was told later; chips are told alike in every telling of a version; versions never go back; with
--playing, every table deals again after its last start. (Chips over all: cardroomctl audit.)

Exit status: 0 nothing wrong, 1 something is, 2 usage.
"""
import argparse
import sys

import compare
import stored
import told

SHOWN = 20  # lines


def report(wrong):
    """The first of what is wrong, for people."""
    more = [f"and {len(wrong) - SHOWN} more"] if len(wrong) > SHOWN else []
    return "\n".join(wrong[:SHOWN] + more)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--redis", required=True, help="path of a Unix socket, or host:port")
    arguments.add_argument("--playing", action="store_true", help="every table has dealt since the last start")
    arguments.add_argument("recording", nargs="+")
    options = arguments.parse_args()
    seen = told.Told()
    for path in options.recording:
        with open(path) as file:
            seen.read(file)
    wrong, compared = compare.compare(seen, stored.read(options.redis), options.playing)
    print(f"{seen.frames} frames, {seen.acts} acknowledged actions, {len(seen.tables)} tables, "
          f"{compared} hands compared with their records")
    print(report(wrong) if wrong else "nothing wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
