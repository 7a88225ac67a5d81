#!/usr/bin/env python3
"""Every mistake that a table of a profile can make is planted by `sabotctl simulate`, and found;
a run ends, however short it is and whatever was planted last.

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


# Seeds whose first winning stake is the one to be left unpaid.
SHORT = [("punto-banco-es", "unpaid", 48), ("blackjack-es", "unpaid", 3),
         ("blackjack-es", "unpaid", 33), ("blackjack-itable", "all", 10)]


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=False,
                          timeout=300).stdout


def check_short(sabotctl):
    """What is planted in a load's rounds is found in it, and nothing is waited for in vain."""
    faults = []
    for profile, planted, seed in SHORT:
        told = run(sabotctl, "simulate", profile, "--rounds", "1", "--faults", planted,
                   "--seed", str(seed))
        rows = re.findall(r"planted +(\d+)  found +(\d+)$", told, re.M)
        if not rows or any(count != found for count, found in rows):
            faults.append(f"{profile}, seed {seed}: {told}")
    return faults


def check_last_round(sabotctl):
    """A round dealt after the cut card ends with the cards that are left, however it splits."""
    told = run(sabotctl, "simulate", "blackjack-es", "--rounds", "60000", "--seed", "1",
               "--faults", "after-cut,cut-missed")
    return [] if "false alarms: 0" in told else [f"the last round: {told}"]


def main():
    sabotctl = sys.argv[1]
    listed = run(sabotctl, "simulate", "--help").split("can plant:")[1]
    words = set(re.findall(r"[a-z-]+", listed)) - {"all"}
    faults = check_short(sabotctl) + check_last_round(sabotctl)
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
