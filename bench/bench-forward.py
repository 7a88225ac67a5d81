#!/usr/bin/env python3
"""What forwarding costs: a week of a pit, made by make-year, through sabot-forward into a
PostgreSQL of its own, beside a plain COPY of the very same segments, and of segments and rows, into
tables of the same form without the rules. By turns in one run; prints events a second, the
forwarder's processor time, and the bytes an event takes. Asserts nothing.

usage: bench-forward.py SABOT_FORWARD SABOTCTL MAKE_YEAR [WEEKS [ROUNDS]]
"""
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "tests" / part)
                for part in ("daemon", "forward")]

from fixture import wait_for  # noqa: E402
from postgres import Postgres, need_postgres  # noqa: E402

FORWARD, SABOTCTL, MAKE_YEAR = sys.argv[1:4]
WEEKS = sys.argv[4] if len(sys.argv) > 4 else "1"
# The same form: of which table the columns are, and how its rows lie.
FORMS = {"segment": ("sealed", "WITH (toast_tuple_target = 4080)"), "tip": ("tip", "")}
ROUNDS = int(sys.argv[5]) if len(sys.argv) > 5 else 3


def run(*command):
    """The clock and the processor's seconds of a program."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (time.monotonic() - begin,
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def server_seconds(server):
    """The processor's seconds of the connections, which have ended."""
    wait_for(lambda: not server.children("127.0.0.1"), "the server to end its connections")
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text("utf-8")
    return sum(map(int, fields.rpartition(")")[2].split()[13:15])) / os.sysconf("SC_CLK_TCK")


def timed(server, function):
    """The clock, and the server's processor."""
    before, begin = server_seconds(server), time.monotonic()
    function()
    return time.monotonic() - begin, server_seconds(server) - before


def forward(server, place, name, rows_days):
    """All of it into a new database: the clock, the program's processor, the server's."""
    server.sql(f"CREATE DATABASE {name}")
    run(SABOTCTL, "floor", "init", server.url("owner", name))
    config = place / "forward.conf"
    config.write_text(f"[forward]\ncore = {server.url('owner', name)}\n"
                      f"database = {place}/year/sabot.db\n"
                      f"status = {place}/status.json\nsocket = {place}/none\n"
                      f"rows_days = {rows_days}\n")
    before = server_seconds(server)
    return *run(FORWARD, "--once", "--config", config), server_seconds(server) - before


def copy(server, name, place):
    """The same rows by COPY into tables without rules; the clock and the server's processor of
    segments, and of both."""
    taken = []
    for table in ("segment", "tip"):
        file = place / f"{table}.copy"
        file.touch()
        file.chmod(0o666)
        server.sql(f"COPY (SELECT * FROM sabot.{table}) TO '{file}' (FORMAT binary)", name)
        like, form = FORMS[table]
        server.sql(f"DROP TABLE IF EXISTS plain_{table}; "
                   f"CREATE TABLE plain_{table} (LIKE sabot.{like} INCLUDING STORAGE) {form}", name)
        taken.append(timed(server, lambda table=table, file=file: server.sql(
            f"COPY plain_{table} FROM '{file}' (FORMAT binary)", name)))
    return taken[0], tuple(map(sum, zip(*taken)))


def say(what, measured, n_events):
    """Of the medians; `measured` has the clock first, then processors."""
    medians = [statistics.median(column) for column in zip(*measured)]
    used = " + ".join(f"{seconds / n_events * 1e6:.2f}" for seconds in medians[1:])
    print(f"{what:40} {n_events / medians[0]:8.0f} events/s  median of {len(measured)}: "
          f"{medians[0]:6.2f} s  processor {used} us an event", flush=True)


def main():
    need_postgres()
    server = Postgres()
    try:
        with tempfile.TemporaryDirectory(prefix="bench-forward-") as made:
            place = pathlib.Path(made)
            place.chmod(0o755)
            (place / "year").mkdir()
            run(MAKE_YEAR, place / "year", "--weeks", WEEKS)
            server.start(fsync="on")
            measure(server, place)
    finally:
        server.close()


def measure(server, place):
    alone, by_forward, segments, both = [], [], [], []
    for number in range(ROUNDS):
        alone.append(forward(server, place, f"alone{number}", 0))
        name = f"core{number}"
        by_forward.append(forward(server, place, name, 400))
        one, two = copy(server, name, place)
        segments.append(one)
        both.append(two)
    events, = server.sql("SELECT sum(last_n - first_n + 1) FROM sabot.segment "
                         "WHERE log <> '@checkpoints'", name)[0]
    n_events = int(events)
    bytes_, notes, tips = server.sql(
        "SELECT sum(octet_length(lines)) FILTER (WHERE log <> '@checkpoints'), "
        "coalesce(sum(octet_length(lines)) FILTER (WHERE log = '@checkpoints'), 0), "
        "(SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('sabot.tip')) "
        "FROM sabot.segment", name)[0]
    whole, = server.sql("SELECT sum(pg_total_relation_size(relid)) + "
                        "pg_total_relation_size('sabot.fresh') "
                        "FROM pg_partition_tree('sabot.sealed')", name)[0]
    print(f"{n_events} events, {WEEKS} weeks of 12 tables; PostgreSQL on this machine, fsync on")
    print("(processor: sabot-forward's and the server's; of COPY the server's)")
    say("sabot-forward, segments alone", alone, n_events)
    say("sabot-forward, segments and rows", by_forward, n_events)
    say("COPY of the same segments", segments, n_events)
    say("COPY of the same segments and rows", both, n_events)
    print(f"an event: {int(bytes_) / n_events:.1f} B of lines, "
          f"{int(notes) / n_events:.1f} B of checkpoints, "
          f"{int(whole) / n_events:.1f} B with everything in PostgreSQL, "
          f"{int(tips) / n_events:.1f} B as a row")


main()
