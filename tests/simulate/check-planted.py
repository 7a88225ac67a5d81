#!/usr/bin/env python3
"""Every mistake that a table of a profile can make is planted by `sabotctl simulate`, and found.

Usage: check-planted.py SABOTCTL
"""
import re
import subprocess
import sys

# What cannot be done wrong there.
IMPOSSIBLE = {
    "punto-banco-es": {"out-of-turn", "not-allowed"},
    "punto-banco-house": {"out-of-turn", "not-allowed"},
    "blackjack-es": {"wrong-result"},
}


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=False).stdout


def main():
    sabotctl = sys.argv[1]
    listed = run(sabotctl, "simulate", "--help").split("can plant:")[1]
    words = set(re.findall(r"[a-z-]+", listed)) - {"all"}
    faults = []
    for profile, impossible in IMPOSSIBLE.items():
        told = run(sabotctl, "simulate", profile, "--rounds", "20000", "--faults", "all")
        rows = re.findall(r"^  ([a-z-]+) +planted +(\d+)  found +(\d+)$", told, re.M)
        found = {word for word, planted, found in rows if 0 < int(planted) == int(found)}
        if found != words - impossible:
            faults.append(f"{profile}: {sorted(found ^ (words - impossible))}")
    print("\n".join(faults + [f"{len(words)} mistakes, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
