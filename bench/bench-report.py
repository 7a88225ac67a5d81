#!/usr/bin/env python3
"""What reports cost over a year: how long the first one takes, and each after it.

Usage: bench-report.py SABOTCTL LOG_TO_DB TESTS-DIRECTORY [WEEKS [TABLES]]

Deals a week of a table, writes it as so many weeks (52) of so many tables (12) into a database,
which takes minutes, and prints the processor's time for reports over all of it and over a day: the
first one of all, those after it, and one after another hour of play. Asserts nothing.
"""
import datetime
import pathlib
import resource
import subprocess
import sys
import tempfile

LOADS, ROUNDS = 21, 45
AN_HOUR = 700  # events: fifty coups


def report(sabotctl, database, name, *options):
    begun = processor_s()
    zone = [] if name == "refresh" else ["--zone", "UTC"]
    subprocess.run([sabotctl, "report", name, str(database), *zone, *options],
                   check=True, stdout=subprocess.DEVNULL)
    return processor_s() - begun


def processor_s():
    """What programs that were run and are over have used; a busy machine's clock tells less."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def last_day(weeks):
    day = datetime.date(2026, 11, 21) + datetime.timedelta(weeks=weeks - 1)
    return day.isoformat()


def main():
    sabotctl, log_to_db, tests = sys.argv[1:4]
    weeks = int(sys.argv[4]) if len(sys.argv) > 4 else 52
    tables = int(sys.argv[5]) if len(sys.argv) > 5 else 12
    sys.path.insert(0, tests)
    import make_logs  # pylint: disable=import-error,import-outside-toplevel
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "week.ndjson"
        table = make_logs.make_table("T", "punto-banco-es", 7, LOADS, ROUNDS)
        make_logs.write(log, table.lines)
        events = len(table.lines) - 1
        write = [log_to_db, folder, str(log), "--weeks", str(weeks), "--tables", str(tables)]
        subprocess.run([*write, "--until", str(events * weeks - AN_HOUR)], check=True)
        database = pathlib.Path(folder) / "sabot.db"
        print(f"{weeks} weeks of {tables} tables, {events * weeks * tables} events")
        refresh = report(sabotctl, database, "refresh")
        print(f"refresh, everything derived: {refresh:.2f} s")
        first = report(sabotctl, database, "master-games")
        print(f"first report after it: {first:.3f} s")
        subprocess.run(write, check=True)
        first = report(sabotctl, database, "master-games", "--since", last_day(weeks))
        print(f"a day's, after another hour at every table: {first:.3f} s")
        for name in ("master-games", "table-shift", "exceptions", "statistical", "pace"):
            year = report(sabotctl, database, name)
            day = report(sabotctl, database, name, "--day", "2026-11-28")
            print(f"{name}: all of it {year:.3f} s, a day {day:.3f} s")


if __name__ == "__main__":
    main()
