#!/usr/bin/env python3
"""`sabotctl audit --text`: the findings of each example log in sentences, in three languages; and
what audit says of a file that is no event log.

Usage: test-audit-text.py SABOTCTL DOCS PO_DIRECTORY
"""
import json
import os
import pathlib
import re
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
            "C": ["line 11, load 1, round 1 · high · card too many",
                  "    rule: § PB-11: Neither side, one or both get a third card; nobody chooses",
                  "rounds: 2, cards: 10, loads: 1", "1 incident\n"],
            "es": ["línea 11, talla 1, jugada 1", "    regla: § PB-11: ", "1 incidencia\n"],
            "it": ["riga 11, taglia 1, mano 1", "    regola: § PB-11: ", "1 incidente\n"],
        }.items():
            status, text, _ = audit("--text", path, language=language)
            self.assertEqual(status, 1)
            for word in words:
                self.assertIn(word, text)

    def test_what_is_not_certain(self):
        """A round that was not seen in full, what is withdrawn, what is still to be paid."""
        card = '{"ev":"card","card":"%s"}'
        log = "\n".join(
            ['{"log":"sabot/1","table":"T","rules":"punto-banco-es","set":{"burn":0}}',
             '{"ev":"load","decks":6}', '{"ev":"bet","box":3,"on":"punto","amount":1000}',
             '{"ev":"no_more_bets"}', *(card % c for c in ("4C", "KC", "9D", "5H")),
             '{"ev":"result"}', '{"ev":"device","state":"lost","detail":1}',
             '{"ev":"bet","box":3,"on":"punto","amount":1000}', '{"ev":"no_more_bets"}',
             *(card % c for c in ("??", "KC", "7S", "KD")), '{"ev":"result","winner":"punto"}',
             '{"ev":"ruling","incident":3,"remedy":"read_as","card":"9S"}',
             '{"ev":"paid","box":3,"on":"punto","amount":1000}',
             '{"ev":"ruling","incident":3,"remedy":"read_as","card":"2S"}',
             '{"ev":"bet","box":3,"on":"punto","amount":1000}'])
        with tempfile.TemporaryDirectory(prefix="sabot-audit-") as place:
            path = pathlib.Path(place, "log.ndjson")
            path.write_text(log + "\n", encoding="utf-8")
            for language, words in {
                "C": ["line 10, load 1, round 1 · unverified\n",
                      "line 10 · incident 1 of line 9 is explained by this\n",
                      "line 18, load 1, round 2 · derived again\n",
                      "    about line 17\n",
                      "line 20 · round 2, box 3: 20.00 is still to be collected\n",
                      "line 21, load 1, round 3 · in play at the end of the log: cards: 0, "
                      "staked: 10.00\n",
                      "1 of them is explained by what came later\n1 round is unverified\n"
                      "still to be put right: -20.00\n"],
                "es": [" · sin verificar\n", "    sobre la línea 17\n", "faltan por cobrar 20,00\n",
                       "1 jugada está sin verificar\n", "falta corregir -20,00\n"],
                "it": [" · non verificata\n", "    sulla riga 17\n",
                       "restano da incassare 20,00\n", "1 mano non è verificata\n",
                       "resta da correggere: -20,00\n"],
            }.items():
                _, text, _ = audit("--text", path, language=language)
                for word in words:
                    self.assertIn(word, text)

    def test_cards_of_a_run_and_of_a_run_out(self):
        path = pathlib.Path(DOCS, "examples", "dealing-went-on.ndjson")
        _, lines, _ = audit(path)
        aside = next(line for line in map(json.loads, lines.splitlines()) if line["out"] == "aside")
        _, text, _ = audit("--text", path)
        self.assertIn(f"line {aside['line']} · set aside:", text)
        self.assertEqual(re.search("set aside:(.*)", text)[1].count(" "), len(aside["cards"]))

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
