#!/usr/bin/env python3
"""A disk that hangs: while each sync, and each write of a journal, takes seconds, shoes of every
kind deal and repeat themselves by their own timers. What each dealt is then held against its
table's log: no card is there twice, none is missing, nobody is accused of anything, and no shoe
waited for its answer. The delays are those of system calls (faults.c, preloaded).
Usage: test-stalls.py SABOTD SABOTCTL FAULTS.so SCENARIO[,SCENARIO…]
           [--loads N] [--rounds N] [--stall MIN~MAX] [--busy N]
(milliseconds; programs that keep the processors busy meanwhile)"""

import argparse
import collections
import contextlib
import random
import re
import statistics
import subprocess
import sys
import threading
from concurrent import futures

from fixture import Daemon, audit, end_with_the_test, full_shoe
from stalled_shoes import (PATIENCE_S, AngelEye, AngelEyeTcp, Codes, Numbered, NumberedTcp, play,
                           wait_for)

CARDS_IN_LOAD = 312
ROUNDS_IN_LOAD = 45
DATABASE, SPOOL, JOURNAL = "/state/sabot.db", "/spool/", ".shoelog"
EIO = 5
# What hangs (@ is for how long), or fails, in each scenario.
RULES = {
    "all": [f"sync @ {DATABASE}", f"sync @ {SPOOL}", f"write @ {JOURNAL}", "open @ .conf"],
    "journal": [f"write @ {JOURNAL}", f"open @ {JOURNAL}"],
    "database": [f"sync @ {DATABASE}"],
    "spool": [f"write {EIO} {DATABASE}", f"sync @ {SPOOL}", f"write @ {SPOOL}"],
    "killed": [f"sync @ {DATABASE}", f"write @ {JOURNAL}", "sync @ started.conf"],
    "keyed": [f"sync 6000~6000 {DATABASE}"],  # longer than the few attempts take
}


def cards_of(client, table):
    return [event["card"] for event in client.export(table.name)[1:] if event["ev"] == "card"]


class Table:
    """A shoe that deals by itself at a table where nobody does anything."""

    def __init__(self, directory, number, kind):
        self.name, self.kind = f"PB-{number:02}", kind
        self.shoe = kind(f"SR8-{number:04}", 1000 + number, str(directory / f"line-{number}"))
        self.dealt, self.in_load = [], 0
        self.failure = None

    def config(self):
        return (f"[device shoe-{self.name}]\n{self.kind.DRIVER}"
                f"transport = {self.shoe.transport()}\n"
                f"[table {self.name}]\nrules = punto-banco-es\nset.burn = 0\n"
                f"set.flow = cards_only\ndevice = shoe-{self.name}\n")

    def deal_rounds(self, rounds):
        for _ in range(rounds):
            for place, index, what in play(self.draw):
                self.shoe.say(place, index, what)
        self.shoe.finish()

    def draw(self):
        self.dealt.append(self.cards[self.in_load])
        self.in_load += 1
        return self.dealt[-1]

    def shuffle(self):
        self.cards, self.in_load = full_shoe(), 0
        random.shuffle(self.cards)

    def run(self, client, loads, rounds):
        """Whole loads: at the end of each the cards left are counted."""
        try:
            for _ in range(loads):
                self.shuffle()
                client.event(self.name, ev="load", decks=6)
                self.deal_rounds(rounds)
                wait_for(lambda: client.view(self.name)["shoe"]["seen"] >= self.in_load,
                         f"the cards of {self.name}")
                client.event(self.name, ev="unload", left=CARDS_IN_LOAD - self.in_load)
        except (AssertionError, OSError) as error:
            self.failure = error

    def end(self):
        self.shoe.end()


KINDS = {
    "all": [AngelEye] * 3 + [AngelEyeTcp, Numbered, Numbered, NumberedTcp, Codes],
    "journal": [AngelEye, AngelEyeTcp, Numbered, NumberedTcp, Codes],
    "database": [AngelEye, AngelEyeTcp, Numbered, NumberedTcp],
    "spool": [AngelEye, AngelEyeTcp, Numbered, NumberedTcp],
    "killed": [AngelEye, AngelEye, Numbered, Numbered],
    "keyed": [AngelEye, Numbered],
}


class Scenario:
    def __init__(self, name, asked):
        self.name, self.asked = name, asked
        self.daemon = Daemon(asked.sabotd, "")
        directory = self.daemon.directory
        self.tables = [Table(directory, i + 1, kind) for i, kind in enumerate(KINDS[name])]
        self.daemon.write_config("create_key = yes\nidle_s = 86400\n" +
                                 "".join(t.config() for t in self.tables))
        self.rules, self.stalled = directory / "faults", directory / "stalled"
        self.daemon.environment.update(LD_PRELOAD=asked.faults, SABOT_FAULTS=str(self.rules),
                                       SABOT_STALLED=str(self.stalled))
        self.stalled.touch()
        self.notes = []

    def disk_does(self, rules):
        fresh = self.rules.with_suffix(".new")
        fresh.write_text("".join(rule.replace("@", self.asked.stall) + "\n" for rule in rules))
        fresh.rename(self.rules)

    def client(self):
        client = wait_for(self.daemon.try_connect, "the daemon's socket")
        client.socket.settimeout(PATIENCE_S)
        return client

    def start(self):
        self.disk_does([])
        for table in self.tables:
            table.shoe.begin()
        self.watcher = self.daemon.start()
        self.watcher.socket.settimeout(PATIENCE_S)
        wait_for(lambda: all(self.state(t) == "online" for t in self.tables), "the shoes")
        self.disk_does(RULES[self.name])

    def state(self, table):
        return self.watcher.view(table.name)["device"]["state"]

    def deal(self):
        jobs = [threading.Thread(target=t.run, daemon=True,
                                 args=(self.client(), self.asked.loads, self.asked.rounds))
                for t in self.tables]
        for job in jobs:
            job.start()
        for job in jobs:
            job.join()

    def stalls(self):
        lines = [line.split(" ", 3) for line in self.stalled.read_text().splitlines()]
        return [(int(ms), who, call, path) for ms, who, call, path in lines]

    def run(self):
        self.start()
        self.deal()
        self.disk_does([])
        wait_for(lambda: self.watcher.ok("status").get("saved", True), "the import")
        self.check_nobody_waited()
        self.check_tables(lambda table, cards: cards == table.dealt)
        self.daemon.stop()
        self.check_journals()

    def may_lose(self, table):
        return False

    def is_true_loss(self, table, losses, n_missing):
        """No more is said to be lost than is."""
        return (not losses or self.may_lose(table)) and sum(
            event.get("detail", 0) for event in losses) <= n_missing

    def check(self, is_right, what):
        if not is_right:
            self.notes.append(what)

    def check_nobody_waited(self):
        """Nothing that hung was asked of the disk by the thread that answers shoes."""
        at_main = [s for s in self.stalls() if s[1] == "main"]
        self.check(self.stalls(), "nothing was delayed")
        self.check(not at_main, f"the main thread waited: {at_main[:5]}")

    def check_tables(self, is_right):
        self.lost = self.doubled = self.incidents = 0
        for table in self.tables:
            log = self.watcher.export(table.name)
            cards = [event["card"] for event in log[1:] if event["ev"] == "card"]
            losses = [event for event in log if event.get("state") == "lost"]
            found = [line["code"] for line in audit(self.asked.sabotctl, log)
                     if line["out"] == "incident" and line["code"] != "device_offline"]
            if not self.may_lose(table):
                self.count(table, cards)
                self.incidents += len(found)
            self.check(not table.failure, f"{table.name}: {table.failure!r}")
            self.check(is_right(table, cards), f"{table.name} {table.kind.__name__}: dealt "
                       f"{table.dealt}, recorded {cards}")
            self.check(self.is_true_loss(table, losses, len(table.dealt) - len(cards)),
                       f"{table.name}: {losses}, dealt {table.dealt}, recorded {cards}")
            self.check(not found or self.may_lose(table), f"{table.name}: {found}")
        self.check_house()

    def check_house(self):
        house = [e["code"] for e in self.watcher.export("house")[1:] if e["ev"] == "finding"]
        accusing = [code for code in house if code not in ("store_down", "key_created")]
        self.incidents += len(accusing)
        self.check(not accusing, f"the house log: {accusing}")

    def count(self, table, cards):
        dealt, recorded = collections.Counter(table.dealt), collections.Counter(cards)
        self.lost += (dealt - recorded).total()
        self.doubled += (recorded - dealt).total()

    def check_journals(self):
        """Each is whole, and comes to the same cards."""
        for table in self.tables:
            journal = self.journal(table)
            done = subprocess.run([self.asked.sabotctl, "device", "replay", journal, "--speed",
                                   "max"], capture_output=True, text=True)
            cards = re.findall(r"^.* card (\w\w)\b", done.stdout, re.M)
            self.check(cards == table.dealt, f"{journal.name} has {cards}, not {table.dealt}"
                       f" {done.stderr}")

    def say(self):
        stalls = [ms for ms, *_ in self.stalls()]
        n_cards = sum(len(table.dealt) for table in self.tables)
        print(f"{self.name}: {len(self.tables)} tables, {n_cards} cards, "
              f"{len(stalls)} stalls of {min(stalls)} to {max(stalls)} ms (median "
              f"{statistics.median(stalls):.0f}, {sum(stalls) / 1000:.0f} s in all); "
              f"{self.lost} lost, {self.doubled} doubled, {self.incidents} incidents")
        self.say_answers()

    def say_answers(self):
        """As the shoe waited for them, on a busy machine for itself as well; and between the
        daemon's reading and sending, by its journal."""
        for table in self.tables:
            if table.shoe.waits:
                waits = [wait * 1000 for wait in table.shoe.waits]
                print(f"  {table.name} ({table.kind.__name__}): {len(waits)} answers, median "
                      f"{statistics.median(waits):.1f} ms, longest {max(waits):.0f} ms; in the "
                      f"daemon longest {max(self.delays(table), default=0)} ms")

    def delays(self, table):
        """Of each ACK: milliseconds since the daemon read what it answers."""
        heard_ms = 0
        for line in self.journal(table).read_text().splitlines():
            ms, direction, *data = line.split()
            if direction == "<":
                heard_ms = int(ms)
            elif direction == ">" and data[3] == "81":
                yield int(ms) - heard_ms

    def journal(self, table):
        return self.daemon.directory / "state" / f"shoe-{table.name}.shoelog"

    def end(self):
        for table in self.tables:
            with contextlib.suppress(OSError, AttributeError):
                table.end()
        self.disk_does([])
        self.daemon.close()


class Killed(Scenario):
    """Killed in the middle of a stall, and started on a disk that hangs still. What a shoe keeps is
    told again; of another's nothing is doubled."""
    n_kills = 0

    def deal(self):
        for table in self.tables:
            table.shuffle()
            self.watcher.event(table.name, ev="load", decks=6)
        jobs = [threading.Thread(target=t.deal_rounds, args=(min(self.asked.rounds * 2,
                                                                  ROUNDS_IN_LOAD),), daemon=True)
                for t in self.tables]
        for job in jobs:
            job.start()
        while any(job.is_alive() for job in jobs):
            n = len(self.stalls())
            wait_for(lambda: len(self.stalls()) > n + 1, "a stall")
            self.daemon.kill()
            self.n_kills += 1
            self.daemon.launch()
            self.watcher = self.client()
        for job in jobs:
            job.join()
        kept = [t for t in self.tables if not self.may_lose(t)]
        wait_for(lambda: all(cards_of(self.watcher, t) == t.dealt for t in kept),
                 "what the shoes kept")

    def may_lose(self, table):
        """What its shoe said just before a kill is said by nobody again."""
        return table.kind is not Numbered

    def check_nobody_waited(self):
        """A start does wait for the database; the note of its settings it does not."""
        at_main = [s for s in self.stalls() if s[1] == "main" and "started.conf" in s[3]]
        self.check(not at_main, f"the main thread waited: {at_main[:5]}")

    def check_tables(self, _):
        def is_right(table, cards):
            rest = iter(table.dealt)
            if self.may_lose(table):
                return all(card in rest for card in cards)
            return cards == table.dealt
        super().check_tables(is_right)

    def check_house(self):
        """Of a shoe that loses cards much may look wrong; of one that does not, nothing."""
        log = self.watcher.export("house")
        lossy = [table.name for table in self.tables if self.may_lose(table)]
        accusing = [e for e in log[1:] if e["ev"] == "finding" and e["code"] == "device_disagrees"
                    and e["detail"]["table"] not in lossy]
        self.check(not accusing, f"the house log: {accusing}")

    def check_journals(self):
        pass

    def say_answers(self):
        print(f"  killed {self.n_kills} times; a shoe that keeps nothing is not counted here")


class Keyed(Scenario):
    """A shoe reads a card and dies, while the disk hangs so that no screen shows the card: it may
    not be keyed in as if it had not been read."""

    def deal(self):
        self.disk_does([])
        for table in self.tables:
            table.shuffle()
            self.watcher.event(table.name, ev="load", decks=6)
        self.disk_does(RULES[self.name])
        with futures.ThreadPoolExecutor() as at_once:
            list(at_once.map(self.lose_the_shoe, self.tables,
                             [self.client() for _ in self.tables]))

    def lose_the_shoe(self, table, client):
        seen = client.view(table.name)["shoe"]["seen"]
        n_frames = self.frames(table, client)
        table.shoe.say("punto", 1, table.draw())
        wait_for(lambda: self.frames(table, client) > n_frames, "the card")
        table.shoe.end()
        wait_for(lambda: client.view(table.name)["device"]["state"] == "offline",
                 "the shoe to be gone")
        for _ in range(3):
            reply = client.ask("event", table=table.name,
                               event={"ev": "card", "card": table.dealt[-1], "src": "manual"})
            self.check("error" in reply, f"{table.name}: {reply}")
        wait_for(lambda: client.view(table.name)["shoe"]["seen"] > seen, "the card on the screens")
        client.event(table.name, ev="card", card=table.draw(), src="manual")

    @staticmethod
    def frames(table, client):
        (shoe,) = [one for one in client.ok("status")["devices"] if one["table"] == table.name]
        return shoe["frames"]

    def check_journals(self):
        pass

    def say_answers(self):
        pass


@contextlib.contextmanager
def busy_machine(n):
    loops = [subprocess.Popen(["sh", "-c", "while :; do :; done"], preexec_fn=end_with_the_test)
             for _ in range(n)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def run(name, asked):
    scenario = {"killed": Killed, "keyed": Keyed}.get(name, Scenario)(name, asked)
    try:
        scenario.run()
        scenario.say()
    except (AssertionError, OSError) as error:
        scenario.notes.append(repr(error))
    finally:
        scenario.end()
    for note in scenario.notes:
        print(f"  FAILED {name}: {note[:1000]}")
    return not scenario.notes


def main():
    parser = argparse.ArgumentParser()
    for place in ("sabotd", "sabotctl", "faults", "scenarios"):
        parser.add_argument(place)
    parser.add_argument("--loads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--stall", default="1000~3000")
    parser.add_argument("--busy", type=int, default=0)
    asked = parser.parse_args()
    names = asked.scenarios.split(",")
    # At once, for they wait most of the time.
    with busy_machine(asked.busy), futures.ThreadPoolExecutor(len(names)) as at_once:
        results = list(at_once.map(lambda name: run(name, asked), names))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
