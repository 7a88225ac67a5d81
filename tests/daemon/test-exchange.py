#!/usr/bin/env python3
"""The program is exchanged in mid-shoe, for a later one that brings the database up to its own
schema: the round goes on with the same prompt and incidents. The way back is refused with a
sentence, the database stays as it is, and what happens meanwhile is taken in afterwards.

usage: test-exchange.py SABOTD SABOTCTL SABOTD_NEXT VERIFY_LOG
"""
import sqlite3
import subprocess
import sys
import unittest

from fixture import Daemon, audit

SABOTD, SABOTCTL, SABOTD_NEXT, VERIFY_LOG = (sys.argv.pop(1) for _ in range(4))
TABLES = "create_key = yes\n[table PB-01]\nrules = punto-banco-es\n"


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          timeout=300)
    return done.returncode, done.stdout + done.stderr


class Exchange(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.database = self.daemon.directory / "state" / "sabot.db"
        self.client = self.daemon.start()

    def say(self, *events):
        for event in events:
            self.client.event("PB-01", **event)

    def begin_round(self):
        self.say({"ev": "load", "decks": 6}, {"ev": "card", "card": "AS"},
                 {"ev": "card", "card": "KD"}, {"ev": "bet", "box": 3, "on": "punto",
                                                "amount": 1000}, {"ev": "no_more_bets"},
                 {"ev": "bet", "box": 4, "on": "banca", "amount": 700},
                 {"ev": "card", "card": "3C"})

    def end_round(self):
        while self.client.view("PB-01")["prompt"]["kind"] != "result":
            self.say({"ev": "card", "card": "2C"})
        self.say({"ev": "result"})

    def state(self):
        incidents = self.client.ok("incidents", table="PB-01")["incidents"]
        return self.client.view("PB-01"), incidents, self.client.export("PB-01")

    def exchange(self, program):
        self.daemon.command = [program]
        self.client = self.daemon.start()

    def version(self):
        db = sqlite3.connect(self.database)
        try:
            return db.execute("PRAGMA user_version").fetchone()[0]
        finally:
            db.close()

    def settled(self):
        lines = audit(SABOTCTL, self.client.export("PB-01"))
        return [line["due"] for line in lines if line["out"] == "settle"]

    def assert_proven(self):
        self.daemon.stop()
        key = run(SABOTCTL, "key", "show", "--state", self.database.parent)[1].strip()
        status, said = run(sys.executable, "-B", VERIFY_LOG, self.database, "--key", key)
        self.assertEqual(status, 0, said)

    def check_round_goes_on(self, end):
        self.begin_round()
        before, version = self.state(), self.version()
        self.assertEqual(len(before[1]), 1)
        end()
        self.exchange(SABOTD_NEXT)
        self.assertEqual(self.version(), version + 1)
        self.assertEqual(self.state(), before)
        self.end_round()
        self.assertEqual(self.settled(), [1000])
        self.assert_proven()

    def test_stopped(self):
        self.assertEqual(run(SABOTD_NEXT, "--version")[1].splitlines()[0], "sabotd next")
        self.check_round_goes_on(self.daemon.stop)

    def test_killed(self):
        self.check_round_goes_on(self.daemon.kill)

    def test_the_way_back_is_refused(self):
        self.begin_round()
        self.daemon.stop()
        self.exchange(SABOTD_NEXT)
        before = self.state()
        self.daemon.stop()
        file = self.database.read_bytes()
        self.exchange(SABOTD)
        self.assertIn("was written by a newer sabotd", self.daemon.read_log())
        self.assertIs(self.client.ok("status")["saved"], False)
        status, said = run(SABOTCTL, "verify", self.database)
        self.assertEqual(status, 2)
        self.assertIn("newer", said)
        # dealing goes on, beside the database
        self.say({"ev": "load", "decks": 6}, {"ev": "card", "card": "AS"})
        self.daemon.stop()
        self.assertEqual(self.database.read_bytes(), file)
        self.exchange(SABOTD_NEXT)
        log = self.client.export("PB-01")
        self.assertEqual(log[:len(before[2])], before[2])
        self.assertEqual([event["ev"] for event in log[len(before[2]):]], ["load", "card"])
        self.assert_proven()


if __name__ == "__main__":
    unittest.main()
