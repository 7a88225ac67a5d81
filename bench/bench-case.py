#!/usr/bin/env python3
"""What settling a dispute costs over a year of one pit: ten million events, twelve tables.

Usage: bench-case.py SABOTCTL MAKE-YEAR DIRECTORY [MAKE-YEAR's OPTIONS]

Makes the year in DIRECTORY (some gigabytes, removed at the end) unless one is there already, which
is then left. Prints how long the index takes and how large it is, then of each question the median
and the worst of some thirty runs of the program, its start included: by the clock, and by the
processor's, which other programs do not blur. Asserts nothing.
"""
import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import time

SABOTCTL, MAKE_YEAR, PLACE = sys.argv[1:4]
OPTIONS = sys.argv[4:] or ["--full"]
RUNS = 30
TABLES = [f"PB-{i:02}" for i in range(1, 7)] + [f"BJ-{i:02}" for i in range(1, 7)]


def seconds(*args, accepted=(0, 1)):
    """How long sabotctl takes, by the clock and by the processor's, and what it says."""
    begin, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([SABOTCTL, *args], capture_output=True, text=True, check=False)
    taken, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode not in accepted:
        sys.exit(f"{args}: {run.returncode}: {run.stderr}")
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (taken, used), run.stdout


def size(path):
    return f"{os.path.getsize(path) / 1e9:.2f} GB"


def tell(what, times):
    clock, used = zip(*times)
    print(f"{what:40} median {statistics.median(clock) * 1e3:7.1f} ms"
          f"  worst {max(clock) * 1e3:7.1f} ms"
          f"  processor {statistics.median(used) * 1e3:6.1f} ms"
          f"  worst {max(used) * 1e3:6.1f} ms", flush=True)


def make(path):
    if os.path.exists(path):
        return False
    os.makedirs(PLACE, exist_ok=True)
    begin = time.monotonic()
    subprocess.run([MAKE_YEAR, PLACE, *OPTIONS], check=True, stdout=subprocess.DEVNULL)
    print(f"the year: {time.monotonic() - begin:.0f} s, {size(path)}", flush=True)
    return True


def measure(path):
    index = path + ".index"
    if not os.path.exists(index):
        (taken, _), _ = seconds("log", path, "--table", "PB-01", "--round", "1")
        print(f"the index: {taken:.0f} s, {size(index)}", flush=True)
    pick = random.Random(1)
    with open(os.path.join(PLACE, "disputes.json"), encoding="utf-8") as file:
        disputes = json.load(file)
    last = {table: json.loads(seconds("log", path, "--table", table, "--json", "--limit", "1",
                                      "--code", "dispute")[1])["round"] for table in TABLES}
    rounds = [(table, str(pick.randint(1, last[table])))
              for table in (pick.choice(TABLES) for _ in range(RUNS))]
    days = [f"2026-{pick.randint(2, 11):02}-{pick.randint(1, 28):02}" for _ in range(RUNS)]
    cards = [pick.choice("23456789TJQKA") + pick.choice("SHDC") for _ in range(RUNS)]
    some = [pick.choice(disputes) for _ in range(RUNS)]
    questions = {
        "find a round by its number": [("--table", t, "--round", n) for t, n in rounds],
        "find an incident by its number": [("--table", d["table"], "--incident",
                                            str(d["incident"])) for d in some],
        "find by a day and a card": [("--since", d, "--card", c) for d, c in zip(days, cards)],
        "find by a card and where it lay": [("--card", c, "--at", "3") for c in cards],
        "find by a person": [("--person", f"p{pick.randint(10, 33)}") for _ in range(RUNS)],
        "find by an amount": [("--amount", f"{pick.randint(10, 500)}.00") for _ in range(RUNS)],
        "find by a table, day and kind": [("--table", t, "--since", d, "--code", "payout_wrong")
                                          for (t, _), d in zip(rounds, days)],
        "a round's story": [("--table", t, "--round", n, "--story") for t, n in rounds],
    }
    for what, asked in questions.items():
        tell(what, [seconds("log", path, *args)[0] for args in asked])
    tell("replay a round", [seconds("replay", path, "--table", t, "--round", n)[0]
                            for t, n in rounds])
    tell("find an incident, and replay its round",
         [seconds("replay", path, "--table", d["table"], "--incident", str(d["incident"]))[0]
          for d in some])
    tell("what if, over its load", [seconds("what-if", path, "--table", t, "--round", n)[0]
                                    for t, n in rounds])
    unchanged(path)
    tell("a case file", [case(path, t, n) for t, n in rounds])


def unchanged(path):
    """What if nothing were changed: every table's May must come to what was recorded."""
    times = []
    for table in TABLES:
        taken, said = seconds("what-if", path, "--table", table, "--month", "2026-05",
                              accepted=(0,))
        if "identical" not in said:
            sys.exit(f"{table}: {said}")
        times.append(taken)
    tell("what if, a month, nothing changed", times)


def case(path, table, number):
    out = os.path.join(PLACE, "bench.case")
    taken, _ = seconds("case", "create", path, "--table", table, "--round", number, "--out", out,
                       accepted=(0,))
    os.unlink(out)
    return taken


def main():
    path = os.path.join(PLACE, "sabot.db")
    is_made = make(path)
    try:
        measure(path)
    finally:
        if is_made:
            shutil.rmtree(PLACE)


main()
