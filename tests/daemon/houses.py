"""Houses between which tables move: a daemon each, with its key and its database; and a case with
what is dealt and compared. The programs are the first three arguments of the test's command line.
"""
import sqlite3
import subprocess
import sys
import unittest

from fixture import Daemon

SABOTD, SABOTCTL, VERIFY_LOG = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
TABLES = """
client_time = date
create_key = yes
[archive]
[table PB-01]
rules = punto-banco-es
[table PB-02]
rules = punto-banco-es
"""


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          timeout=300)
    return done.returncode, done.stdout + done.stderr


def numbered_anew(item):
    """Without `seq`: each database has its own."""
    if isinstance(item, list):
        return [numbered_anew(one) for one in item]
    if not isinstance(item, dict):
        return item
    return {key: numbered_anew(value) for key, value in item.items() if key != "seq"}


class House:
    """A daemon, its key and its database."""

    def __init__(self, test, tables=TABLES):
        self.test = test
        self.daemon = Daemon(SABOTD, tables)
        test.addCleanup(self.daemon.close)
        self.database = self.daemon.directory / "state" / "sabot.db"
        self.start()
        self.key = run(SABOTCTL, "key", "show", "--state", self.database.parent)[1].strip()

    def start(self):
        self.client = self.daemon.start()

    def restart(self):
        self.daemon.stop()
        self.start()

    def give(self, file, table="PB-01"):
        return run(SABOTCTL, "table", "export", "--socket", self.daemon.socket, "--table", table,
                   "--out", file)

    def take(self, file, key):
        return run(SABOTCTL, "table", "import", "--socket", self.daemon.socket, file, "--key", key)

    def alone(self, *command):
        """sabotctl table VERB DB …: where no daemon is."""
        return run(SABOTCTL, "table", command[0], self.database, *command[1:], "--spool",
                   self.daemon.directory / "spool")

    def view(self, table="PB-01"):
        return self.client.view(table)

    def house_log(self):
        return [event for event in self.client.export("house")
                if event.get("ev") in ("given", "taking", "taken")]

    def assert_proven(self, *more_keys):
        """It is the end of it."""
        self.daemon.stop()  # with a checkpoint
        keys = [part for key in (self.key, *more_keys) for part in ("--key", key)]
        for verifier in ([SABOTCTL, "verify"], [sys.executable, "-B", VERIFY_LOG]):
            status, said = run(*verifier, self.database, *keys)
            self.test.assertEqual(status, 0, said)

    def sealed(self):
        db = sqlite3.connect(self.database)
        try:
            return db.execute("SELECT coalesce(max(seq), 0) FROM checkpoint").fetchone()[0]
        finally:
            db.close()

    def head(self, table):
        db = sqlite3.connect(self.database)
        try:
            return db.execute("SELECT n, hex(hash) FROM event WHERE log_id = (SELECT id FROM log"
                              " WHERE name = ?) ORDER BY n DESC LIMIT 1", [table]).fetchone()
        finally:
            db.close()


class Case(unittest.TestCase):
    def path(self, name):
        self.directory = getattr(self, "directory", None) or self.make_directory()
        return self.directory / name

    def make_directory(self):
        house = Daemon(SABOTD, "")
        self.addCleanup(house.close)
        return house.directory

    def say(self, house, *events, table="PB-01"):
        for event in events:
            house.client.event(table, **event)

    def begin_round(self, house, table="PB-01"):
        """A load, its burn, and a round with a stake, two cards and an incident."""
        cards = ["AS", "KD", "3C", "5H", "9D", "2S"]
        self.say(house, {"ev": "load", "decks": 6}, table=table)
        self.say(house, *({"ev": "card", "card": card} for card in cards[:2]), table=table)
        self.say(house, {"ev": "bet", "box": 3, "on": "punto", "amount": 1000},
                 {"ev": "no_more_bets"}, {"ev": "bet", "box": 4, "on": "banca", "amount": 700},
                 *({"ev": "card", "card": card} for card in cards[2:4]), table=table)

    def end_round(self, house, table="PB-01"):
        """Whatever is due is dealt as sevens, then the result."""
        while (view := house.view(table))["prompt"]["kind"] != "result":
            self.say(house, {"ev": "card", "card": "7C"}, table=table)
        self.say(house, {"ev": "result"}, {"ev": "paid", "box": 3, "on": "punto", "amount": 1},
                 table=table)
        return view

    def state(self, house, table="PB-01"):
        """What people see of the table."""
        view = house.view(table)
        shown = {key: view.get(key) for key in ("round", "prompt", "punto", "banca", "phase",
                                                "boxes", "shoe", "incidents", "results")}
        return numbered_anew(shown), self.incidents(house, table)

    def incidents(self, house, table="PB-01"):
        return [numbered_anew(incident)
                for incident in house.client.ok("incidents", table=table)["incidents"]]

    def give(self, house, file, table="PB-01"):
        status, said = house.give(file, table)
        self.assertEqual(status, 0, said)

    def take(self, house, file, key):
        status, said = house.take(file, key)
        self.assertEqual(status, 0, said)

    def assert_refuses(self, house, file, key, sentence):
        """Not a row is written."""
        before = house.client.ok("status")["seq"], house.head("PB-01"), house.head("house")
        status, said = house.take(file, key)
        self.assertNotEqual(status, 0, said)
        self.assertIn(sentence, said)
        self.assertEqual((house.client.ok("status")["seq"], house.head("PB-01"),
                          house.head("house")), before)
