#!/usr/bin/env python3
"""`sabotctl audit --text`: the findings of each example log in sentences, in three languages; and
what audit says of a file that is no event log.

Usage: test-audit-text.py SABOTCTL DOCS PO_DIRECTORY
"""
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

SABOTCTL, DOCS, PO = (os.path.abspath(path) for path in sys.argv[1:4])
EXAMPLES = sorted(pathlib.Path(DOCS, "examples").glob("*.ndjson"))


def audit(*args, language="C"):
    environment = dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE=language, SABOT_LOCALE_DIR=PO)
    done = subprocess.run([SABOTCTL, "audit", *map(str, args)], env=environment, check=False,
                          capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


class Text(unittest.TestCase):
    def test_the_same_findings_as_in_json(self):
        for path in EXAMPLES:
            for language in ("C", "es", "it"):
                status, lines, _ = audit(path, language=language)
                text_status, text, _ = audit("--text", path, language=language)
                self.assertEqual(text_status, status, path)
                for line in map(json.loads, lines.splitlines() if status != 2 else ()):
                    if line["out"] == "incident":
                        self.assertIn(line["text"], text)
                        self.assertIn(f" {line['line']}", text)
                        self.assertIn(f"§ {line['rule']}", text)

    def test_words(self):
        path = pathlib.Path(DOCS, "examples", "card-in-excess.ndjson")
        for language, words in {
            "C": ["line 11, load 1, round 1 · high · card too many", "rule: § PB-11",
                  "rounds: 2, cards: 10, loads: 1", "1 incident\n"],
            "es": ["línea 11, talla 1, jugada 1", "regla: § PB-11", "1 incidente\n"],
            "it": ["riga 11, taglia 1, mano 1", "regola: § PB-11", "1 incidente\n"],
        }.items():
            status, text, _ = audit("--text", path, language=language)
            self.assertEqual(status, 1)
            for word in words:
                self.assertIn(word, text)

    def test_no_incident(self):
        status, text, _ = audit("--text", pathlib.Path(DOCS, "examples", "first-look.ndjson"))
        self.assertEqual(status, 0)
        self.assertTrue(text.endswith("no incident\n"), text)

    def test_other_files(self):
        with tempfile.TemporaryDirectory(prefix="sabot-audit-") as place:
            database = os.path.join(place, "sabot.db")
            db = sqlite3.connect(database)
            db.execute("CREATE TABLE t (x)")
            db.commit()
            db.close()
            case = os.path.join(place, "a.case")
            with open(case, "w", encoding="utf-8") as file:
                file.write('{"sabot_proof":1}\n')
            for path, verb in ((database, "sabotctl log"), (case, "sabotctl case show")):
                for options in ((), ("--text",)):
                    status, text, error = audit(*options, path)
                    self.assertEqual((status, text), (2, ""))
                    self.assertIn(verb, error)

    def test_an_unknown_profile_names_the_known(self):
        with tempfile.TemporaryDirectory(prefix="sabot-audit-") as place:
            log = os.path.join(place, "log.ndjson")
            with open(log, "w", encoding="utf-8") as file:
                file.write('{"log":"sabot/1","table":"T","rules":"poker"}\n')
            status, _, error = audit(log)
            self.assertEqual(status, 2)
            self.assertIn("punto-banco-es", error)
            self.assertIn("blackjack-es", error)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
