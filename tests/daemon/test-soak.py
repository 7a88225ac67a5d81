#!/usr/bin/env python3
"""A long time of many tables, as fast as they can be dealt, in all weathers: cables that come out
and noise on the line, clients that send rubbish or never read, a disk that hangs for seconds, a
processor that is taken away, kills and restarts, archives that are made meanwhile. In the second
half nothing ends the daemon any more, so that its memory can be watched.

At the end each event that a dealer was told of, each push that a screen was shown and each card
that left a shoe must be there once, in order, in the database or in an archive; the whole is
proven, no round and nobody is accused, and the memory has stayed what it was.
Usage: test-soak.py SABOTD SABOTCTL FAULTS.so [--minutes N] [--tables N] [--seed N]"""

import argparse
import contextlib
import datetime
import json
import os
import pathlib
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import unittest

from dealt_floor import LOAD_CARDS, Dealer, TcpAngel, Watcher, Worker
from fixture import RANKS, Daemon, Shoe, audit, wait_for
from ref_shoe import RefShoe, TcpShoe
from stalled_shoes import play

ROUNDS_AN_HOUR = 60  # of a table, as people deal it
KINDS = ("angel", "angel-tcp", "ref", "ref-tcp", "keyed")
ACCUSES = {"log_replaced", "log_restored", "chain_broken", "software_changed"}
OF_WEATHER = {"device_offline", "unshuffled_order"}  # a short deck order comes again by chance
PROMPTS = {"load": {"load", "bets"}, "burn": {"burn"}, "bets": {"bets"}, "card": {"deal", "draw"},
           "result": {"result"}}  # what a dealer may read when something is due
STALL = "1000~10000"
ARCHIVE_EVERY_S = 20
ARCHIVE_KEEPS = datetime.timedelta(seconds=15)
MEMORY_MAY_GROW = 1.25


class Screen(Watcher):
    """One that all dealers look at; it knows each table's last view."""

    def __init__(self, daemon):
        super().__init__(daemon)
        self.views, self.changed = {}, threading.Condition()

    def begin(self):
        reply = self.client.ok("watch")
        self.seq = reply["seq"]
        self.show(reply["tables"])

    def show(self, views):
        with self.changed:
            self.views.update((view["table"], view) for view in views)
            self.changed.notify_all()

    def work(self):
        push = self.client.read()
        if push.get("push") == "step":
            assert push["seq"] == self.seq + 1, f"a hole before {push['seq']}"
            self.seq = push["seq"]
            one = (push["seq"], push["event"]["ev"])
            assert self.shown.setdefault((push["table"], push["n"]), one) == one, push
        if "view" in push:
            self.show([push["view"] | {"table": push["table"]}])


class KnowingDealer(Dealer):
    """Looks at the screen instead of asking, and knows the game: what the prompt says is what is
    due, or, where a cable came out, to go by the cards on the table, which this dealer then does.
    A shoe that keeps nothing has its cable out only between two loads, as nobody but the dealer
    would know then what is on the table."""

    def __init__(self, screen, *what):
        super().__init__(*what)
        self.screen = screen
        self.coming = iter(())
        self.due = ("load", None)
        self.times_out = self.times_alone = 0

    def look(self):
        def is_known():
            view = self.screen.views.get(self.table)
            return view and view["n"] >= self.n_known

        with self.screen.changed:
            known = self.screen.changed.wait_for(is_known, 0.1)
        return self.screen.views[self.table] if known else self.repeat()

    def repeat(self):
        if isinstance(self.shoe, Shoe):
            self.shoe.repeat()

    def play_load(self):
        """Each thing that is due until the load is replaced: what, and who gets a card."""
        for _ in range(1 + min(RANKS.index(self.cards[-1][0]) + 1, 10)):
            yield "burn", "burn"
        while self.count_dealt() <= LOAD_CARDS:
            yield "bets", None
            for place, _, _ in play(lambda: self.cards[-1]):
                yield ("card", place) if place else ("result", None)
        yield "load", None

    def go_on(self, view):
        kind = view["prompt"]["kind"]
        due, place = self.due
        is_due = kind in PROMPTS[due]
        assert is_due or kind == "read", f"{due} is due: {self}"
        self.times_alone += not is_due
        try:
            self.do(view, due, place)
        finally:  # what the daemon's end cut off is looked up, and said again
            self.due = next(self.coming)

    def do(self, view, due, place):
        if due == "load":
            self.shuffle()
        elif due == "bets":
            self.bet()
        elif due == "result":
            self.say({"ev": "result"})
        else:
            self.deal(view, place)

    def shuffle(self):
        if isinstance(self.shoe, TcpAngel) and self.dealt:
            self.shoe.hang_up()
            self.times_out += 1
        self.coming = self.play_load()
        super().shuffle()

    def __str__(self):
        view = self.screen.views.get(self.table, {})
        return (f"{self.table}, {type(self.shoe).__name__}: {len(self.said)} said, "
                f"{len(self.unsure)} unsure, {len(self.dealt) - self.n_before_load} dealt, "
                f"{self.n_known} known, n {view.get('n')}, {view.get('prompt')}, "
                f"{view.get('shoe')}, {view.get('device')}")


class Rude(Worker):
    """Clients that do what no client should."""

    def __init__(self, daemon, seed):
        super().__init__(daemon)
        self.random = random.Random(seed)
        self.count = 0
        self.deaf = []  # they have asked for everything, and read nothing

    def run(self):
        while not self.is_stopped:
            with contextlib.suppress(OSError):
                self.annoy()
                self.count += 1
            time.sleep(0.2)
        for line in self.deaf:
            line.close()

    def annoy(self):
        line = socket.socket(socket.AF_UNIX)
        line.settimeout(1)
        try:
            line.connect(self.daemon_socket)
            if self.random.random() < 0.2:
                line.sendall(b'{"id":1,"do":"watch"}\n')
                self.deaf.append(line)
                if len(self.deaf) > 8:
                    self.deaf.pop(0).close()
                line = None
                return
            line.sendall(self.random.choice([
                self.random.randbytes(2000), b'{"id":1,"do":"event","tab', b"[" * 100000,
                b'{"id":1,"do":"tables"}\n' * 500, b'{"id":1,"do":"event","table":"T-01",'
                b'"event":{"ev":"card","card":"1X"}}\n']))
        finally:
            if line:
                line.close()


class House:
    """The daemon, its tables and shoes, and everybody around them."""

    def __init__(self, asked):
        self.chance = random.Random(asked.seed)
        self.archives = 0
        self.daemon = Daemon(asked.sabotd, "")
        self.shoes, text = {}, "create_key = yes\nidle_s = 86400\n[archive]\n"
        for number in range(asked.tables):
            text += self.make_table(f"T-{number + 1:02}", KINDS[number % len(KINDS)], number)
        self.daemon.write_config(text)
        self.rules = self.daemon.directory / "faults"
        self.disk_does("")
        (self.daemon.directory / "stalled").touch()
        self.daemon.environment.update(
            LD_PRELOAD=f"{asked.faults}:{self.daemon.environment.get('LD_PRELOAD', '')}",
            SABOT_FAULTS=str(self.rules), SABOT_STALLED=str(self.daemon.directory / "stalled"))
        self.screen = Screen(self.daemon)
        self.dealers = [KnowingDealer(self.screen, self.daemon, table, shoe, (asked.seed, table)
                                      .__repr__()) for table, shoe in self.shoes.items()]
        self.rude = Rude(self.daemon, asked.seed)
        self.weather = {name: 0 for name in
                        ("killed", "restarted", "disk hung", "processor gone", "cable out",
                         "noise on the line", "greeted too late")}
        self.memory = []  # (seconds since the last start, KiB)

    def make_table(self, table, kind, number):
        """Its lines of the configuration; its shoe, which is plugged in."""
        where = self.daemon.directory / table
        boot = 0x20000000 + number
        device = {"angel": f"angeleye2\ntransport = pty:{where}",
                  "ref": f"ref\ntransport = pty:{where}"}
        shoe = None
        if kind == "angel":
            shoe = Shoe(where)
        elif kind == "angel-tcp":
            shoe = TcpAngel()
        elif kind == "ref":
            shoe = RefShoe(f"SR8-{number:04}", boot)
            shoe.plug(where)
        elif kind == "ref-tcp":
            shoe = TcpShoe(f"SR8-{number:04}", boot)
            shoe.plug()
        self.shoes[table] = shoe
        text = f"[table {table}]\nrules = punto-banco-es\n"
        if not shoe:
            return text
        if kind.endswith("-tcp"):
            driver = "angeleye2" if kind == "angel-tcp" else "ref"
            device[kind] = f"{driver}\ntransport = tcp:127.0.0.1:{shoe.port}"
        text += f"device = {table}\n[device {table}]\ndriver = {device[kind]}\n"
        return text + ("seq_first = 0\nseq_last = 9\n" if kind.startswith("angel") else "")

    def disk_does(self, rules):
        fresh = self.rules.with_suffix(".new")
        fresh.write_text(rules)
        fresh.rename(self.rules)

    def start(self):
        """Nobody waits until nothing is pending: all go on at once."""
        self.daemon.launch()
        wait_for(self.daemon.try_connect, "the daemon's socket").close()
        self.daemon.clients.clear()
        self.started_at = time.monotonic()

    def begin(self):
        self.start()
        for worker in (self.screen, self.rude, *self.dealers):
            worker.start()

    def fail_if_one_has(self):
        for worker in (self.screen, *self.dealers):
            if worker.failure:
                raise worker.failure

    def note(self, what):
        self.weather[what] += 1

    def restart(self):
        if self.chance.random() < 0.5:
            self.daemon.kill()
            self.note("killed")
        else:
            assert self.daemon.stop() == 0
            self.note("restarted")
        self.start()

    def hang_the_disk(self):
        self.disk_does(f"sync {STALL} /state/sabot.db\nwrite {STALL} .shoelog\n")
        time.sleep(self.chance.uniform(2, 8))  # for so long; no synchronisation
        self.disk_does("")
        self.note("disk hung")

    def take_the_processor(self):
        self.daemon.process.send_signal(signal.SIGSTOP)
        time.sleep(self.chance.uniform(1, 10))  # likewise
        self.daemon.process.send_signal(signal.SIGCONT)
        self.note("processor gone")

    def trouble_a_shoe(self):
        table, shoe = self.chance.choice([one for one in self.shoes.items() if one[1]])
        if self.chance.random() < 0.5:
            self.make_noise(shoe)
            self.note("noise on the line")
        elif isinstance(shoe, RefShoe):
            shoe.unplug()
            time.sleep(self.chance.random())
            shoe.plug(*[] if isinstance(shoe, TcpShoe) else [self.daemon.directory / table])
            self.note("cable out")

    def make_noise(self, shoe):
        noise = self.chance.randbytes(40)
        if isinstance(shoe, TcpAngel):
            with contextlib.suppress(OSError, AttributeError):
                shoe.line.sendall(noise)
        elif isinstance(shoe, RefShoe):
            shoe.send(noise)
        else:
            os.write(shoe.master, noise)

    def archive(self, asked):
        """All but the last events, which a dealer may yet look for in the database. A busy machine
        greets a client later than it waits; the next command comes soon."""
        before = datetime.datetime.now(datetime.timezone.utc) - ARCHIVE_KEEPS
        done = subprocess.run([asked.sabotctl, "archive", "create", "--before",
                               before.strftime("%Y-%m-%dT%H:%M:%SZ"), "--socket",
                               self.daemon.socket], capture_output=True, text=True, timeout=300)
        if "the daemon does not answer" in done.stderr:
            self.note("greeted too late")
            return
        assert done.returncode == 0, done.stdout + done.stderr
        self.archives += 1

    def measure(self):
        status = pathlib.Path(f"/proc/{self.daemon.process.pid}/status").read_text()
        kib = int(status.split("VmRSS:")[1].split()[0])
        self.memory.append((time.monotonic() - self.started_at, kib))

    def live(self, asked):
        """The first half with restarts, the second without."""
        begin, seconds = time.monotonic(), 60 * asked.minutes
        troubles = [self.hang_the_disk, self.take_the_processor, *[self.trouble_a_shoe] * 12]
        archived = begin
        while time.monotonic() < begin + seconds:
            self.fail_if_one_has()
            is_early = time.monotonic() < begin + seconds / 2
            self.chance.choice([*troubles, self.restart] if is_early else troubles)()
            if time.monotonic() > archived + ARCHIVE_EVERY_S:
                self.archive(asked)
                archived = time.monotonic()
            self.measure()
            time.sleep(0.2)  # between two troubles; nobody waits for it

    def has_seen_last(self, client, dealer):
        """Its line may open only now: a shoe that keeps nothing says its card until it is read."""
        if client.view(dealer.table)["shoe"]["seen"] >= dealer.count_dealt():
            return True
        dealer.repeat_last()
        return False

    def finish(self):
        self.weather["cable out"] += sum(one.times_out for one in self.dealers)
        until = {dealer: len(dealer.said) + 3 for dealer in self.dealers}

        def waiting():
            return [str(one) for one, n in until.items() if len(one.said) < n]

        with contextlib.suppress(AssertionError):
            wait_for(lambda: not waiting(), "each table to go on")
        self.fail_if_one_has()
        assert not waiting(), waiting()
        for worker in (*self.dealers, self.rude):
            worker.stop()
        for worker in (*self.dealers, self.rude):
            worker.join()
        self.fail_if_one_has()
        client = wait_for(self.daemon.try_connect, "the daemon")
        for dealer in self.dealers:
            wait_for(lambda dealer=dealer: self.has_seen_last(client, dealer),
                     f"the last card of {dealer}")
        last = client.ok("status")["seq"]
        wait_for(lambda: self.screen.seq >= last, "the screen")
        self.screen.stop()

    def close(self):
        for worker in (self.screen, self.rude, *self.dealers):
            worker.stop()
        for shoe in self.shoes.values():
            if isinstance(shoe, RefShoe):
                shoe.unplug()
            if hasattr(shoe, "close"):
                shoe.close()
        with contextlib.suppress(ProcessLookupError):
            self.daemon.process.send_signal(signal.SIGCONT)
        self.daemon.close()
        for worker in (self.screen, self.rude, *self.dealers):
            if worker.ident:
                worker.join()


def rows_of(file):
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
        return {(name, n): (seq, ev, line) for name, n, seq, ev, line in db.execute(
            "SELECT name, n, seq, ev, line FROM event JOIN log ON log.id = log_id")}


def list_archives(house):
    return sorted((house.daemon.directory / "state" / "archive").glob("*.db"))


class Soak(unittest.TestCase):
    def test_nothing_is_lost_and_memory_is_flat(self):
        house = House(ASKED)
        self.addCleanup(house.close)
        house.begin()
        house.live(ASKED)
        house.finish()
        rows = self.collect(house)
        rounds = self.check_tables(house, rows)
        self.check_shown(house, rows)
        self.assertEqual(house.daemon.stop(), 0)
        self.check_proven(house)
        self.say(house, rows, rounds)
        self.check_memory(house)

    def collect(self, house):
        """Every event, whichever file has it; what two have is the same."""
        rows = {}
        for file in [*list_archives(house), house.daemon.directory / "state" / "sabot.db"]:
            for key, row in rows_of(file).items():
                self.assertEqual(rows.setdefault(key, row), row)
        self.assertEqual(sorted(seq for seq, _, _ in rows.values()),
                         list(range(1, len(rows) + 1)))
        return rows

    def check_tables(self, house, rows):
        rounds = 0
        for dealer in house.dealers:
            count = sum(name == dealer.table for name, _ in rows)
            log = [json.loads(rows[dealer.table, n][2]) for n in range(1, count + 1)]
            dealer.check(log)
            lines = audit(ASKED.sabotctl, [{"log": "sabot/1", "table": dealer.table,
                                            "rules": "punto-banco-es"}, *log])
            codes = {line["code"] for line in lines if line["out"] == "incident"}
            self.assertLessEqual(codes, OF_WEATHER)
            rounds += sum(line["out"] == "round" for line in lines)
            for n, seq, _ in dealer.acknowledged:
                self.assertEqual(rows[dealer.table, n][0], seq)
        findings = {json.loads(line).get("code") for (name, _), (_, ev, line) in rows.items()
                    if name == "house" and ev == "finding"}
        self.assertEqual(findings & ACCUSES, set())
        return rounds

    def check_shown(self, house, rows):
        for key, shown in house.screen.shown.items():
            self.assertEqual(rows[key][:2], shown)

    def check_proven(self, house):
        state = house.daemon.directory / "state"
        key = subprocess.run([ASKED.sabotctl, "key", "show", "--state", state],
                             capture_output=True, text=True, check=True).stdout.split()[0]
        done = subprocess.run([ASKED.sabotctl, "archive", "verify", "--state", state, "--key", key],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def check_memory(self, house):
        """Of the last run, once it has warmed up: the second half of it against the first."""
        start = max(i for i, one in enumerate(house.memory)
                    if i == 0 or one[0] < house.memory[i - 1][0])
        run = [kib for seconds, kib in house.memory[start:] if seconds > 20]
        if len(run) < 20:
            return
        early, late = max(run[:len(run) // 2]), max(run[len(run) // 2:])
        print(f"memory of the last run: {early / 1024:.1f} MiB at most in its first half, "
              f"{late / 1024:.1f} in its second", flush=True)
        self.assertLess(late, early * MEMORY_MAY_GROW)

    def say(self, house, rows, rounds):
        self.assertGreater(rounds, len(house.dealers))
        self.assertGreater(len(list_archives(house)), 0)
        hours = rounds / len(house.dealers) / ROUNDS_AN_HOUR
        print(f"{len(house.dealers)} tables, {rounds} rounds ({hours:.1f} hours at "
              f"{ROUNDS_AN_HOUR} rounds an hour and table), {len(rows)} events, "
              f"{sum(len(one.acknowledged) for one in house.dealers)} acknowledged, "
              f"{len(house.screen.shown)} shown, 0 lost, 0 doubled; "
              f"{len(list_archives(house))} archives of {house.archives} commands; "
              f"{house.rude.count} rude clients; " +
              ", ".join(f"{what} {count} times" for what, count in house.weather.items()),
              flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for place in ("sabotd", "sabotctl", "faults"):
        parser.add_argument(place)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    ASKED = parser.parse_args()
    unittest.main(argv=sys.argv[:1])
