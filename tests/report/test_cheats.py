#!/usr/bin/env python3
"""A made-up year with cheats, through the real store: the report on game protection names each of
them, by the place and the person, and nobody else; of the same year without them it names nobody.

usage: test_cheats.py SABOTCTL MAKE_YEAR [SEED …]
"""
import datetime
import json
import os
import subprocess
import sys
import tempfile

SABOTCTL, MAKE_YEAR = sys.argv[1:3]
SEEDS = sys.argv[3:] or ["1"]
WEEKS = (2, 4, 8, 13, 26, 39, 52)
BEGIN = datetime.date(2026, 1, 5)  # as make-year has it


def make(directory, seed, *options):
    subprocess.run([MAKE_YEAR, directory, "--seed", seed, *options], check=True, timeout=900,
                   stdout=subprocess.DEVNULL)


def named(directory, weeks):
    """Who is named in the report of the first so many weeks: (what, table, box, person)."""
    config = os.path.join(directory, "conf")
    with open(config, "w", encoding="utf-8") as file:
        file.write("[privacy]\npeople = on\n")
    until = BEGIN + datetime.timedelta(weeks=weeks, days=1)  # the last night ends in the morning
    made = subprocess.run(
        [SABOTCTL, "report", "game-protection", os.path.join(directory, "sabot.db"), "--config",
         config, "--zone", "UTC", "--since", str(BEGIN), "--until", str(until), "--format", "json"],
        check=True, capture_output=True, timeout=900)
    (found,) = (section for section in json.loads(made.stdout)["sections"]
                if section["id"] == "found")
    return {(row["what"], row["table"], row["box"], row["who"]) for row in found["rows"]}


def check_cheats(directory):
    with open(os.path.join(directory, "cheats.json"), encoding="utf-8") as file:
        cheats = {cheat["cheat"]: cheat for cheat in json.load(file)}
    dealer = f"p{cheats['friend']['dealer']}"
    expected = {
        "bets that follow the count of the cards": {("BJ-02", 2, "2")},
        "bets of the last moment that win": {("PB-03", 7, "7")},
        "cards in the order of the load before": {("PB-05", None, None)},
        "wrong payments in one direction": {(None, None, dealer), (None, None, "friend")},
        # His wrong payments are errors, too.
        "other errors of people": {(None, None, dealer)},
    }
    first = {}
    for weeks in WEEKS:
        for one in named(directory, weeks):
            assert one[1:] in expected.get(one[0], ()), f"after {weeks} weeks: {one}"
            first.setdefault(one, weeks)
    for what, whom in expected.items():
        for one in whom:
            assert (what, *one) in first, f"not named: {what}, {one}"
    for one, weeks in sorted(first.items(), key=lambda item: item[1]):
        print(f"after {weeks} weeks: {one}")


def main():
    for seed in SEEDS:
        with tempfile.TemporaryDirectory(prefix="sabot-cheats-") as place:
            make(place, seed)
            found = named(place, WEEKS[-1])
            print(f"seed {seed}: an honest year names {found or 'nobody'}", flush=True)
            assert len(SEEDS) > 1 or not found
        with tempfile.TemporaryDirectory(prefix="sabot-cheats-") as place:
            make(place, seed, "--cheats")
            check_cheats(place)


if __name__ == "__main__":
    main()
