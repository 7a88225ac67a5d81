#!/usr/bin/env python3
"""A round with an open card in the reports: what was staked is known, what the house won is not,
and no sum takes a guess for it.

Usage: test_uncertain.py SABOTCTL
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SABOTCTL = sys.argv[1]
LOG = [{"log": "sabot/1", "table": "P", "rules": "punto-banco-es", "set": {"burn": 0}},
       {"ev": "load", "decks": 6}, {"ev": "bet", "box": 3, "on": "punto", "amount": 1000},
       {"ev": "bet", "box": 5, "on": "banca", "amount": 2000}, {"ev": "no_more_bets"},
       *({"ev": "card", "card": card} for card in ("??", "KC", "4D", "2H")),
       {"ev": "result"}, {"ev": "unload", "left": 308}]
LOST = {"ev": "device", "state": "lost", "detail": 1}


def report(name, *options, log=None, language="en"):
    """Its text, of a log."""
    environment = dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE=language)
    with tempfile.TemporaryDirectory(prefix="sabot-report-") as place:
        path = pathlib.Path(place, "log.ndjson")
        path.write_text("".join(json.dumps(line) + "\n" for line in log or LOG), "utf-8")
        return subprocess.run([SABOTCTL, "report", name, path, *options], env=environment,
                              capture_output=True, text=True, timeout=300, check=True).stdout


def row_of(name, section, **more):
    sections = json.loads(report(name, "--format", "json", **more))["sections"]
    [rows] = [part["rows"] for part in sections if part["id"] == section]
    return rows[0]


class Uncertain(unittest.TestCase):
    def test_a_coup_has_no_win(self):
        for log in (LOG, [*LOG[:-2], LOST, *LOG[-2:]]):
            row = row_of("coups", "rounds", log=log)
            self.assertEqual([row["stakes"], row["staked_minor"], row["won_minor"]],
                             [2, 3000, None])
            self.assertEqual(row["notes"], "not verified")

    def test_sums_leave_it_out_and_say_so(self):
        row = row_of("table-shift", "tables")
        self.assertEqual([row["staked_minor"], row["uncertain"]], [0, 2])
        for language, words in (("en", "2 stakes are in no sum"), ("es", "2 apuestas no entran"),
                                ("it", "2 puntate non sono in nessuna somma")):
            self.assertIn(words, report("master-games", language=language))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
