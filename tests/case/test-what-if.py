#!/usr/bin/env python3
"""Rulings that came too late to change their round, and those whose incidents a change moves.

usage: test-what-if.py SABOTCTL LOG_TO_DB
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SABOTCTL, LOG_TO_DB = sys.argv[1:3]


def coup(box, claimed, *cards):
    return [{"ev": "bet", "box": box, "on": "punto", "amount": 500}, {"ev": "no_more_bets"},
            *[{"ev": "card", "card": card} for card in cards],
            {"ev": "result", "winner": claimed}]


class WhatIf(unittest.TestCase):
    # Punto wins each of the three; the first two are called for banca, which is incidents 1 and 2.
    EVENTS = [{"ev": "load", "decks": 6},
              {"ev": "card", "card": "AS"}, {"ev": "card", "card": "2S"},
              *coup(1, "banca", "9S", "KH", "2S", "5D"), *coup(2, "banca", "9S", "KH", "KS", "5D"),
              {"ev": "ruling", "incident": 2, "remedy": "let_stand"},
              *coup(3, "punto", "9D", "KH", "KD", "5D"),
              {"ev": "ruling", "incident": 1, "remedy": "let_stand"},
              {"ev": "unload", "left": 298}]

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name)
        lines = [{"log": "sabot/1", "table": "PB-01", "rules": "punto-banco-es"},
                 *[{**event, "at": f"2026-11-21T20:{i // 60:02}:{i % 60:02}.000Z"}
                   for i, event in enumerate(self.EVENTS)]]
        (path / "log.ndjson").write_text("".join(json.dumps(line) + "\n" for line in lines))
        subprocess.run([LOG_TO_DB, str(path), str(path / "log.ndjson")], check=True)
        self.database = str(path / "sabot.db")

    def run_what_if(self, *words):
        done = subprocess.run([SABOTCTL, "what-if", self.database, "--table", "PB-01", "--load",
                               "1", *words], capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done.stdout

    def ask(self, *words):
        answer = json.loads(self.run_what_if("--json", *words))
        return {change["round"]: change["delta"] for change in answer["changes"]}

    def test_a_ruling_that_came_after_the_next_round(self):
        """The answer of the log came two rounds later: there it could void nothing."""
        self.assertEqual(self.ask("--ruling", "1:void_round"), {1: -500})

    def test_a_ruling_that_does_nothing_says_why(self):
        """Nobody can burn a card for a wrong call."""
        said = self.run_what_if("--ruling", "1:burn_card")
        self.assertIn("the ruling has no effect (the profile does not offer this remedy", said)

    def test_a_ruling_in_time_is_replaced(self):
        self.assertEqual(self.ask("--ruling", "2:void_round"), {2: -500})

    def test_numbers_that_a_change_moves(self):
        """Were the second card a seven the first call is right, and there is one incident less."""
        self.assertEqual(self.ask("--read-as", "7:7H", "--ruling", "2:void_round"),
                         {1: -1000, 2: -500})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
