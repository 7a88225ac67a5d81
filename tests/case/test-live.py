#!/usr/bin/env python3
"""Rounds are found in the database of a daemon that is at work on it.

Usage: test-live.py SABOTD SABOTCTL MAKE-YEAR
"""
import json
import pathlib
import subprocess
import sys
import unittest

from fixture import Daemon, wait_for
from year import Year

SABOTD, SABOTCTL, MAKE_YEAR = sys.argv[1:4]
TABLES = "[table PB-01]\nrules = punto-banco-es\nset.burn = 0\n"


class Live(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.client = self.daemon.start()
        self.path = str(pathlib.Path(self.client.database))

    def play(self, cards):
        self.client.event("PB-01", ev="bet", box=3, on="punto", amount=1000)
        self.client.event("PB-01", ev="no_more_bets")
        for card in cards:
            self.client.event("PB-01", ev="card", card=card)
        self.client.event("PB-01", ev="result")

    def find(self, *args):
        run = subprocess.run([SABOTCTL, "log", self.path, "--json", *args], capture_output=True,
                             text=True, check=False, timeout=300)
        self.assertIn(run.returncode, (0, 1), run.stderr)
        return [json.loads(line)["round"] for line in run.stdout.splitlines()]

    def test_each_round_as_soon_as_it_is_over(self):
        self.client.event("PB-01", ev="load", decks=6)
        for number in (1, 2, 3):
            self.play(["9S", "KH", "7S", "KD"])
            self.assertEqual(self.find("--table", "PB-01", "--card", "9S", "--at", "punto"),
                             list(range(number, 0, -1)))
        self.assertEqual(self.client.view("PB-01")["round"], 3)

    def test_after_a_restart(self):
        self.client.event("PB-01", ev="load", decks=6)
        self.play(["9S", "KH", "7S", "KD"])
        self.assertEqual(self.find("--amount", "10.00"), [1])
        self.daemon.kill()
        self.client = self.daemon.start()
        self.play(["9S", "KH", "7S", "KD"])
        self.assertEqual(self.find("--amount", "10.00"), [2, 1])


class Unready(unittest.TestCase):
    """Whoever asks a daemon with a long log, and no index of it yet, is told how far it is."""

    def test_is_told_how_far_it_is(self):
        daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(daemon.close)
        state = daemon.directory / "state"
        state.mkdir(mode=0o700)
        year = Year(SABOTCTL, MAKE_YEAR, str(state), "--weeks", "2")
        client = daemon.start()
        told = []

        def found():
            reply = client.ask("find", limit=1)
            if "ok" in reply:
                return reply["ok"]["found"]
            self.assertEqual(reply["error"]["class"], "not_ready")
            told.append(int(reply["error"]["text"].split()[0]))
            return None
        last, = wait_for(found, "the index")
        self.assertTrue(told, "it was ready at once: the test would prove nothing")
        self.assertEqual(told, sorted(told))
        self.assertLess(told[-1], 100)
        self.assertEqual(last["seq"], year.find()[0]["seq"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
