#!/usr/bin/env python3
"""Doubt accuses nobody, and once it has ended everything is as if it had never been.

Usage: test_doubt.py SABOTCTL [LOGS [FIRST_SEED [FOLDER]]]

For each seed a log is made (make_rounds.py), half of them with a planted fault, and doubted
(cases.py); properties.py says what must hold. A failing log is written to FOLDER (default: here) as
doubt-SEED.ndjson, and doubt-SEED.truth.ndjson, the same log seen in full; the first few are made as
small as they can be. Exit status 1 if anything failed.
"""
import collections
import os
import random
import re
import sys

import cases
import make_rounds
import properties

SHRINK_STEPS = 400
SHRUNK_LOGS = 3   # of the failing ones
SINGLE = ("paid", "bet", "insurance", "commission_paid")   # may be left out of a round
NOT_HONEST = "not honest"


def make_case(sabotctl, seed):
    """(case, planted fault or None)"""
    rng = random.Random(seed ^ 0x5ab07)
    fault = rng.choice(make_rounds.FAULTS) if rng.random() < .5 else None
    mode = rng.choice(cases.MODES)
    if mode == "lost-late" and fault in ("wrong-paid", "unpaid"):
        fault = None   # what was certain when it was paid stays certain: not comparable
    events, planted = make_rounds.make_log(sabotctl, seed, fault)
    case = cases.Case(events, mode, rng)
    if fault is None and rng.random() < .3:
        case.make_ruled(rng)
    return case, fault if planted else None


def judge(sabotctl, case, honest):
    """The offences of a case."""
    status, truth, complaint = make_rounds.audit(sabotctl, case.truth(sabotctl))
    if status not in (0, 1):
        return [f"the log seen in full: {status} {complaint}"]
    if honest and properties.incidents(truth):
        return [NOT_HONEST + ": " + properties.brief(properties.incidents(truth)[0])]
    status, seen, complaint = make_rounds.audit(sabotctl, case.recorded(sabotctl))
    if status not in (0, 1):
        return [f"the log as recorded: {status} {complaint}"]
    return properties.check(case, seen, truth)


def kind(offences):
    """What a smaller log must still show."""
    return re.sub(r"\(line.*|\d.*", "", offences[0]) if offences else None


def droppable(case):
    """Lists of rows that may be left out: whole rounds, then bets and payments singly."""
    kept = {row.cause for row in case.rows} | {row.of for row in case.rows}
    rounds = collections.defaultdict(list)
    for row in case.rows:
        if row.true and row.true["_round"]:
            rounds[row.true["_round"]].append(row)
    for rows in rounds.values():
        if not any(row in kept or row.seen is not row.true for row in rows):
            yield rows
    for row, after in zip(case.rows, case.rows[1:]):
        taken_back = after.true and after.true.get("ev") == "undo"
        if row not in kept and row.true and row.true.get("ev") in SINGLE:
            yield [row, after] if taken_back else [row]


def read_after_all(case):
    """For each unread card of several: the rows with it read, and without its ruling."""
    unread = [row for row in case.rows if row.seen and "?" in row.seen.get("card", "")]
    for row in unread if len(unread) > 1 else []:
        whole = cases.Row(row.true, row.true)
        yield [whole if other is row else other for other in case.rows if other.cause is not row]


def smaller(case):
    """Lists of rows with something left out, smallest first."""
    yield from read_after_all(case)
    for rows in droppable(case):
        yield [row for row in case.rows if row not in rows]


def shrink(sabotctl, case, honest, offences):
    """Leaves out what is not needed for the same kind of offence. Returns the offences left."""
    wanted, steps, again = kind(offences), 0, True
    while again and steps < SHRINK_STEPS:
        again = False
        for rows in smaller(case):
            steps += 1
            before, case.rows = case.rows, rows
            left = judge(sabotctl, case, honest)
            if kind(left) == wanted:
                offences, again = left, True
                break
            case.rows = before
            if steps >= SHRINK_STEPS:
                break
    return offences


def keep(sabotctl, case, folder, seed):
    for name, lines in (("", case.recorded(sabotctl)), (".truth", case.truth(sabotctl))):
        path = os.path.join(folder, f"doubt-{seed}{name}.ndjson")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


def main():
    sabotctl = sys.argv[1]
    logs, first = (int(text) for text in (sys.argv[2:4] + ["40", "1"][len(sys.argv[2:4]):]))
    folder = sys.argv[4] if len(sys.argv) > 4 else "."
    failed, modes = [], collections.Counter()
    for seed in range(first, first + logs):
        try:
            case, fault = make_case(sabotctl, seed)
        except ValueError as error:
            failed.append(seed)
            print(f"not ok seed {seed}: no log could be made: {error}", end="")
            continue
        modes[case.mode] += 1
        offences = judge(sabotctl, case, fault is None)
        if offences:
            failed.append(seed)
            if not offences[0].startswith(NOT_HONEST) and len(failed) <= SHRUNK_LOGS:
                offences = shrink(sabotctl, case, fault is None, offences)
            keep(sabotctl, case, folder, seed)
            print(f"not ok seed {seed} ({case.mode}, fault {fault})")
            print("".join(f"  {offence}\n" for offence in offences[:6]), end="", flush=True)
    print(", ".join(f"{mode} {count}" for mode, count in sorted(modes.items())))
    print(f"{logs - len(failed)} of {logs} logs; failed seeds: {failed}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
