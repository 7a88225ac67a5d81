#!/usr/bin/env python3
"""`./sabot shift`: deals a shift of 12 tables with planted differences at a daemon of its own, and
shows what the shift's reckoning and report say of it, beside what was planted and what an
independent sum over the database's file comes to. Fails where they differ.

usage: show-shift.py SABOTD SABOTCTL MAKE_SHIFT [SEED]
"""
import json
import os
import subprocess
import sys

from books import read_books
from fixture import Daemon

SABOTD, SABOTCTL, MAKE_SHIFT = sys.argv[1:4]
SUMS = ["cards_win", "paid_win", "chips_win"]


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True,
                          env=dict(os.environ, LC_ALL="C.UTF-8")).stdout


def money(minor):
    return f"{minor / 100:,.2f}"


def show_planted(planted):
    print("Planted:")
    for plant in planted:
        where = ", ".join(f"{key} {plant[key]}" for key in ("round", "box", "number")
                          if key in plant)
        print(f"  {plant['plant'].replace('_', ' '):18} {plant['table']:6}"
              f"{money(plant['amount']):>10}  {where}")


def is_named(plant, tables):
    """By the right kinds, with round, box, number and amount, and by no others."""
    found = tables[plant["table"]]["differences"]
    return len(found) == len(plant["named"]) and all(
        all(difference.get(key) == value for key, value in expected.items())
        for expected, difference in zip(plant["named"], found))


def compare(books, tables):
    """The tables of which something differs."""
    print("By the cards, as paid, by the chips: the reckoning, and the independent sum")
    differing = []
    for name in sorted(books):
        told = [tables[name][key] for key in SUMS]
        book = books[name]
        summed = [book.cards_win, book.paid_win(), book.chips_win]
        print(f"  {name}", *(f"{money(minor):>12}" for minor in told), " |",
              *(f"{money(minor):>12}" for minor in summed))
        differing += [name] if told != summed else []
    totals = [sum(table[key] for table in tables.values()) for key in SUMS]
    print("  all  ", *(f"{money(minor):>12}" for minor in totals))
    return differing


def show(daemon, seed):
    asked = ["--socket", daemon.socket]
    made = json.loads(run(sys.executable, MAKE_SHIFT, *asked, "--seed", seed))
    of_shift = [*asked, "--shift", made["shift"]]
    tables = {table["table"]: table for table in
              json.loads(run(SABOTCTL, "shift", "reckon", *of_shift, "--json"))}
    books = read_books(daemon.directory / "state" / "sabot.db", made["shift"])
    print(f"Shift {made['shift']}: {len(tables)} tables, "
          f"{sum(table['rounds'] for table in tables.values())} rounds")
    show_planted(made["planted"])
    print(run(SABOTCTL, "shift", "reckon", *of_shift))
    print(run(SABOTCTL, "report", "table-shift", *of_shift))
    differing = compare(books, tables)
    unnamed = [plant["plant"] for plant in made["planted"] if not is_named(plant, tables)]
    others = {name for name, table in tables.items() if table["differences"]} - {
        plant["table"] for plant in made["planted"]}
    print(f"{len(tables) - len(differing)} of {len(tables)} tables agree to the cent; "
          f"{len(made['planted']) - len(unnamed)} of {len(made['planted'])} planted differences "
          f"are named; {len(others)} other tables have any")
    return not differing and not unnamed and not others and len(made["planted"]) == 12


def main():
    configuration = run(sys.executable, MAKE_SHIFT, "--configuration")
    daemon = Daemon(SABOTD, "create_key = yes\nclient_time = date\n" + configuration)
    try:
        daemon.start()
        is_right = show(daemon, sys.argv[4] if len(sys.argv) > 4 else "1")
    finally:
        daemon.close()
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
