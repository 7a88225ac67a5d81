#!/usr/bin/env python3
"""What small segments take, and what is left of it once they are joined: the made weeks of a pit
arrive in segments of two events, as those of a table that makes an event a second do with
`wait_s = 2`. Each time that as many have come as in ten minutes, `sabotctl floor join` runs, and
then the vacuum that PostgreSQL does by itself within a minute. Prints the bytes an event takes with
everything that PostgreSQL has beside it. Asserts nothing.

usage: bench-small.py SABOT_FORWARD SABOTCTL MAKE_YEAR [WEEKS [EVENTS_A_SEGMENT [BETWEEN_JOINS]]]
"""
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "tests" / part)
                for part in ("daemon", "forward")]

from postgres import Postgres, need_postgres  # noqa: E402

FORWARD, SABOTCTL, MAKE_YEAR = sys.argv[1:4]
# Of twelve tables 7 200 events are ten minutes, and 64 weeks, which are dealt for some hours each,
# a day.
WEEKS, EVENTS, BETWEEN = (sys.argv[4:] + ["4", "2", "7200"][len(sys.argv[4:]):])[:3]


def sizes(server, name):
    """Events, segments, and the bytes of both tables and all that is beside them."""
    return [int(value) for value in server.sql(
        "SELECT sum(last_n - first_n + 1) FILTER (WHERE log <> '@checkpoints'), count(*), "
        "(SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('sabot.sealed')), "
        "pg_total_relation_size('sabot.fresh') FROM sabot.segment", name)[0]]


def say(what, measured):
    events, segments, sealed, fresh = measured
    print(f"{what:32} {events} events, {segments} segments: {sealed / events:6.1f} B an event "
          f"joined, {fresh / events:6.1f} B not: {(sealed + fresh) / events:6.1f} B", flush=True)


def count_fresh(server, name):
    return int(server.sql("SELECT coalesce(sum(last_n - first_n + 1), 0) FROM sabot.fresh",
                          name)[0][0])


def join(server, name):
    """The clock."""
    begin = time.monotonic()
    subprocess.run([SABOTCTL, "floor", "join", server.url("owner", name)], check=True,
                   stdout=subprocess.DEVNULL)
    server.sql("VACUUM sabot.fresh", name)
    return time.monotonic() - begin


def forward(server, place, name, between):
    """All of it, with a join whenever so many events have come since; the seconds of each."""
    server.sql(f"CREATE DATABASE {name}")
    subprocess.run([SABOTCTL, "floor", "init", server.url("owner", name)], check=True,
                   stdout=subprocess.DEVNULL)
    config = place / "forward.conf"
    config.write_text(f"[forward]\ncore = {server.url('owner', name)}\n"
                      f"database = {place}/year/sabot.db\nstatus = {place}/status.json\n"
                      "socket =\nrows_days = 0\n")
    sender = subprocess.Popen([FORWARD, "--once", "--segment-events", EVENTS, "--config", config],
                              stderr=subprocess.DEVNULL)
    taken, left = [], 0
    while sender.poll() is None:
        time.sleep(0.02)
        if between and count_fresh(server, name) - left >= between:
            sender.send_signal(signal.SIGSTOP)
            taken.append(join(server, name))
            left = count_fresh(server, name)
            sender.send_signal(signal.SIGCONT)
    return taken


def main():
    need_postgres()
    server = Postgres()
    try:
        with tempfile.TemporaryDirectory(prefix="bench-small-") as made:
            place = pathlib.Path(made)
            (place / "year").mkdir()
            key = subprocess.run([MAKE_YEAR, place / "year", "--weeks", WEEKS], check=True,
                                 capture_output=True, text=True).stdout.split()[-1]
            server.start(fsync="on", autovacuum="on")
            taken = forward(server, place, "joined", int(BETWEEN))
            say("joined meanwhile", sizes(server, "joined"))
            print(f"{len(taken)} joins, median {statistics.median(taken):.2f} s, the longest "
                  f"{max(taken):.2f} s")
            if int(WEEKS) <= 12:
                forward(server, place, "apart", 0)
                say("as they came", sizes(server, "apart"))
            subprocess.run([SABOTCTL, "floor", "check", server.url("owner", "joined"), "--key",
                            key], check=True)
    finally:
        server.close()


main()
