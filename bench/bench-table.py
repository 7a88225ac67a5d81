#!/usr/bin/env python3
"""What people wait for, in one table: each beside its peer or limit, measured by turns in one run.

Usage: bench-table.py SABOTCTL MAKE-YEAR SABOTD BENCH-DAEMON DIRECTORY [OUTPUT.md]

Makes some weeks of a pit in DIRECTORY first (removed at the end; not timed). A figure is the
processor's time of a whole program, start and end included, which other programs blur less than
the clock; of two cores it is the clock. Each pass is long enough for its clock: what takes less
than a tick is run many times over. Prints medians with their spread (least to most) and the ratio
of the least ones. Of the daemon, which bench-daemon deals 300 tables at, it is how long a card
takes to the prompt, beside a page that is synced meanwhile. Asserts nothing; ends within two
minutes on a quiet machine.
"""
import contextlib
import itertools
import os
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

SABOTCTL, MAKE_YEAR, SABOTD, BENCH_DAEMON, PLACE = map(os.path.abspath, sys.argv[1:6])
OUTPUT = sys.argv[6] if len(sys.argv) > 6 else None
PASSES = 5
PASS_S = 0.2        # at least, of a pass
BUDGET_S = 70       # then fewer passes are made of what is left
TABLES, STAGE_S = 300, 8  # of the daemon's floor
WEEKS, LOADS = "4", "4"
BEGAN = time.monotonic()

AIMS = """
The aims: an audit takes at most 3 times sha256sum and a fifth of jq; verify at most 2.5 times
sha256sum, and on two cores 0.56 of the time on one; find, replay and story end within 50 ms; an
audit starts within 4 ms; a durable event takes at most 50 µs of processor; and p99 is under 20 ms
at 10 cards/s a table. Where the time goes, and what is known about an aim that is missed, is in
[internals.md](internals.md#speed).
"""


def run(command, cores):
    """One run: the processor's seconds and the clock's."""
    begin = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             preexec_fn=lambda: os.sched_setaffinity(0, cores))
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        sys.exit(f"{command}: exit status {child.returncode}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - begin


class Side:
    """A command with its passes; `by_clock`: what the clock says counts."""
    def __init__(self, command, cores, by_clock=False):
        self.command, self.cores, self.which = command, cores, int(by_clock)
        once = max(run(command, cores))
        self.repeats = max(1, round(PASS_S / max(once, 1e-4)))
        self.passes = []

    def go(self):
        taken = sum(run(self.command, self.cores)[self.which] for _ in range(self.repeats))
        self.passes.append(taken / self.repeats)

    def words(self):
        low, middle, high = (1e3 * f(self.passes) for f in (min, statistics.median, max))
        return f"{middle:.1f} ms ({low:.1f} – {high:.1f})"


def compare(what, on, ours, peer_name, peer):
    for _ in range(PASSES):
        ours.go()
        peer.go()
        if time.monotonic() - BEGAN > BUDGET_S:
            break
    ratio = min(ours.passes) / min(peer.passes)
    return [what, on, ours.words(), f"{peer_name}: {peer.words()}", f"{ratio:.2f}"]


def write_log(database, path):
    """The log of one table, as a file."""
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db, \
            open(path, "w", encoding="utf-8") as file:
        name, log_id, rules = db.execute(
            "SELECT name, id, rules FROM log JOIN part ON log_id = id AND part = 1"
            " WHERE name LIKE 'PB-%' ORDER BY name").fetchone()
        file.write(f'{{"log":"sabot/1","table":"{name}","rules":"{rules}"}}\n')
        for (line,) in db.execute("SELECT line FROM event WHERE log_id = ? ORDER BY n", (log_id,)):
            file.write(line + "\n")


def size(path):
    return f"{os.path.getsize(path) / 1e6:.1f} MB"


def measure(place):
    database, log = os.path.join(place, "sabot.db"), os.path.join(place, "PB-01.ndjson")
    empty = os.path.join(place, "empty.ndjson")
    subprocess.run([MAKE_YEAR, place, "--weeks", WEEKS, "--loads", LOADS], check=True,
                   stdout=subprocess.DEVNULL)
    write_log(database, log)
    with open(log, encoding="utf-8") as file, open(empty, "w", encoding="utf-8") as short:
        short.write(file.readline())
    every = os.sched_getaffinity(0)
    one, two = set(sorted(every)[:1]), set(sorted(every)[:2])
    audit, verify = [SABOTCTL, "audit", log], [SABOTCTL, "verify", database]
    digest = ["sha256sum", database]
    yield compare("`sabotctl audit`", f"a log of {size(log)}", Side(audit, one),
                  "sha256sum of it", Side(["sha256sum", log], one))
    if shutil.which("jq"):
        yield compare("`sabotctl audit`", f"a log of {size(log)}", Side(audit, one),
                      "jq -c .", Side(["jq", "-c", ".", log], one))
    yield compare("`sabotctl verify`", f"a database of {size(database)}", Side(verify, one),
                  "sha256sum of it", Side(digest, one))
    if len(two) == 2:
        yield compare("`sabotctl verify` on two cores, by the clock",
                      f"a database of {size(database)}", Side(verify, two, True),
                      "on one", Side(verify, one, True))
    subprocess.run([SABOTCTL, "log", database, "--table", "PB-01", "--round", "1"], check=True,
                   stdout=subprocess.DEVNULL)
    for what, words in (("find", ["log", "--round", "100"]),
                        ("replay", ["replay", "--round", "100"]),
                        ("story", ["log", "--round", "100", "--story"])):
        command = [SABOTCTL, words[0], database, "--table", "PB-01", *words[1:]]
        yield compare(f"{what} of one round", "the same, its index made", Side(command, one),
                      "sabotctl help", Side([SABOTCTL, "help"], one))
    yield compare("start of `sabotctl audit`", "a log without events",
                  Side([SABOTCTL, "audit", empty], one), "true", Side(["/bin/true"], one))


STAGE = re.compile(r"(?P<name>\S.*?) +\d+ cards/s +(?P<rate>\d+) events/s +p50 +(?P<p50>[\d.]+) ms"
                   r" +p99 +(?P<p99>[\d.]+) ms .* (?P<event>\d+) us an event .*\n(?:.*\n){2}"
                   r".*synced meanwhile +p50 +(?P<sync50>[\d.]+) ms +p99 +(?P<sync99>[\d.]+) ms")


def measure_daemon(place):
    """A row for each rate of cards: how long they take, and what an event costs."""
    said = subprocess.run([BENCH_DAEMON, SABOTD, place, str(TABLES), str(STAGE_S)], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    for stage in STAGE.finditer(said):
        yield [f"a card's byte to the prompt, {stage['name']}",
               f"{TABLES} tables, {stage['rate']} durable events/s,"
               f" {stage['event']} µs of processor each",
               f"p50 {stage['p50']} ms, p99 {stage['p99']} ms",
               f"a page synced meanwhile: p50 {stage['sync50']} ms, p99 {stage['sync99']} ms",
               f"{float(stage['p99']) / float(stage['sync99']):.2f} (p99)"]


def main():
    os.makedirs(PLACE, exist_ok=True)
    head = ["what", "on", "ours: median (least – most)", "beside it", "ratio of the least"]
    rows = [head, ["---"] * len(head)]
    with tempfile.TemporaryDirectory(dir=PLACE) as place:
        for row in itertools.chain(measure(place), measure_daemon(place)):
            rows.append(row)
            print(" | ".join(row), flush=True)
    if OUTPUT:
        with open(OUTPUT, "w", encoding="utf-8") as file:
            file.write("# Speed\n\nWhat people wait for, as `./sabot bench` measured it last: "
                       "processor time of the whole program unless the clock is\nnamed, ours and "
                       "what is beside it by turns in one run. Compare ratios, not times: "
                       "these are of the machine it ran on,\nwhose load was "
                       f"{os.getloadavg()[0]:.0f} on {os.cpu_count()} cores.\n\n")
            file.writelines("| " + " | ".join(row) + " |\n" for row in rows)
            file.write(AIMS)


main()
