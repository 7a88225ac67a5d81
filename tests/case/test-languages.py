#!/usr/bin/env python3
"""A round's story and its case file in each language: no words of another language in them.
The log has every kind of event once, at the table and in the house.

usage: test-languages.py SABOTCTL LOG_TO_DB
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SABOTCTL, LOG_TO_DB = (os.path.abspath(path) for path in sys.argv[1:3])
SHIFT = "2026-11-21/2"
CHIPS = [{"chip": 500, "count": 20}, {"chip": 500, "count": 2, "kind": "promotional"}]
ROUND = {"table": "BJ-01", "round": 1}
FIRST = {"table": "BJ-01", "incident": 1, "by": "p2"}
TWO = {"by": "p2", "second": "p3", "shift": SHIFT}
LATER = "2026-11-21T20:15:00Z"
AT_THE_TABLE = [
    dict(ev="prepared", step="1", who="p4"), dict(ev="table", state="open"),
    dict(ev="staff", who="p4", post="dealer"), dict(ev="limits", min=500, max=50000),
    dict(ev="load", decks=6, by="p4"), dict(ev="holder", box=1),
    dict(ev="bet", box=1, on="main", amount=1000), dict(ev="bet", box=2, on="main", amount=1000),
    dict(ev="no_more_bets"), *(dict(ev="card", card=card) for card in "AS 5H AD KS 6H".split()),
    dict(ev="insurance", box=2, amount=500), dict(ev="even_money", box=1),
    dict(ev="insurance_closed"), dict(ev="action", box=2, do="double"),
    dict(ev="undo"), dict(ev="action", box=2, do="hit"), dict(ev="card", card="TH"),
    dict(ev="reveal", what="hole"), dict(ev="cut_card"), dict(ev="cut_card"),
    dict(ev="call", box=2),
    dict(ev="ruling", incident=1, remedy="let_stand", of=14, by="p2"),
    dict(ev="card", card="9C"), dict(ev="result"), dict(ev="paid", box=1, amount=1000),
    dict(ev="paid", box=2, amount=-500),
    dict(ev="correction", round=1, box=2, amount=500, by="p2"),
    dict(ev="commission_paid", box=1, amount=100),
    *(dict(ev="device", state=state)
      for state in ("offline", "online", "error", "cleared", "locked", "unlocked", "lost"))]
IN_THE_HOUSE = [
    dict(ev="login", person="p2"), dict(ev="login_refused", person="p2", why="pin"),
    dict(ev="locked", person="p2", until=LATER), dict(ev="refused", person="p2", do="sign_off"),
    dict(ev="shoe", device="S-1", state="online", serial="1", firmware="3", table="BJ-01"),
    *(dict(ev="command", device="S-1", do=do, by="p2", table="BJ-01")
      for do in ("lock", "unlock", "clear")),
    dict(ev="acknowledge", **FIRST), dict(ev="assign", to="p3", **FIRST),
    dict(ev="shelve", until=LATER, **FIRST), dict(ev="unshelve", **FIRST),
    dict(ev="comment", text="77", **FIRST), dict(ev="case", digest="ab" * 32, by="p2", **ROUND),
    dict(ev="redress", do="order", box=2, amount=500, by="p2", **ROUND),
    {"ev": "review", "do": "request", "from": LATER, "to": LATER, "why": "7", "by": "p2", **ROUND},
    dict(ev="review", do="deliver", review=16, note="7", by="p3", **ROUND),
    dict(ev="review", do="refuse", review=16, note="7", by="p3", **ROUND),
    dict(ev="rules", table="BJ-01", do="change", rules="blackjack-es", set={}, by="p2"),
    dict(ev="place", table="BJ-01", x=8, y=8, by="p2"),
    *(dict(ev="count", do=do, table="BJ-01", chips=CHIPS, **TWO)
      for do in ("opener", "check", "closer")),
    dict(ev="slip", do="request", kind="fill", table="BJ-01", number=1, chips=CHIPS, **TWO),
    *(dict(ev="slip", do=do, table="BJ-01", number=1, **TWO)
      for do in ("issue", "receive", "void")),
    *(dict(ev="marker", do=do, table="BJ-01", number=1, amount=1000, patron="1", **TWO)
      for do in ("issue", "redeem", "void")),
    dict(ev="drop", do="box", table="BJ-01", box="1", **TWO, counts=dict.fromkeys(
        ("cash", "markers", "vouchers", "match_play", "foreign_chips", "redemptions"), 100)),
    dict(ev="drop", do="estimate", table="BJ-01", box="1", amount=1000, **TWO),
    dict(ev="tips", table="BJ-01", amount=100, **TWO),
    *(dict(ev="cash", do=do, table="BJ-01", amount=100, **TWO) for do in ("in", "out")),
    *(dict(ev="cards", do=do, set="1", decks=6, table="BJ-01", **TWO)
      for do in ("receive", "issue", "return", "cancel", "destroy")),
    dict(ev="paper", number=8, to=9, **TWO), *(dict(ev="remark", item=item, note="7", **TWO)
      for item in ("unsigned", "drop_missing/BJ-01", "load_wrong/BJ-01/7", "slip_gap/8",
                   "opener_differs/BJ-01", "bank_differs", "tips_differ")),
    *(dict(ev="bank", do=do, chips=CHIPS, cash=100,
           currencies=[{"currency": "USD", "amount": 100}], **TWO)
      for do in ("opener", "check", "closer", "in", "out")),
    *(dict(ev="exchange", do=do, currency="USD", foreign=1000, rate="0.9", **TWO)
      for do in ("in", "out")),
    dict(ev="tronc", amount=100, points=[{"person": "p3", "points": 12}], **TWO),
    {"ev": "config", "group": "1", "key": "1", "from": "1", "to": "2"}, dict(ev="key", to="1"),
    dict(ev="finding", code="device_disagrees", detail={"table": "BJ-01", "device": "S-1"}),
    dict(ev="seal", totals={}, **TWO), dict(ev="started", version="1"),
    dict(ev="stopped", version="1"), dict(ev="logout", person="p2", why="said")]
# Of the same letters in both languages: names, abbreviations, a command.
NAMES = {"BJ", "Black Jack", "ES", "PIN", "SHA", "USD", "UTC", "blackjack", "drop", "es",
         "firmware", "match play", "sabotctl verify", "seq"}
ALIKE = {"es": {*NAMES, "Total"}, "it": {*NAMES, "due", "marker", "soft"}}


def write(path, header, events, first_s):
    """One event a second."""
    lines = [{"log": "sabot/1", **header},
             *[{**event, "at": f"2026-11-21T20:{second // 60:02}:{second % 60:02}Z"}
               for second, event in enumerate(events, first_s)]]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def words_of(text):
    """What stands between figures and marks: names, labels, parts of sentences; no cards as the
    log writes them, and no digests."""
    text = re.sub(r"\b(?:[A2-9TJQK][SHDC]|[0-9a-f]{32,}|[0-9A-F]{12})\b", "0", text)
    return set(re.findall(r"[^\W\d_]{2,}(?:['’_ ][^\W\d_]{2,})*", text))


class Languages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.place = pathlib.Path(folder.name)
        table, house = cls.place / "BJ-01.ndjson", cls.place / "house.ndjson"
        write(table, {"table": "BJ-01", "rules": "blackjack-es", "set": {"burn": 0}},
              AT_THE_TABLE, 60)
        write(house, {"table": "house"}, IN_THE_HOUSE, 60)
        subprocess.run([LOG_TO_DB, folder.name, str(table), str(house)], check=True)

    def run_in(self, language, *words):
        done = subprocess.run([SABOTCTL, *words], check=False, capture_output=True, text=True,
                              cwd=self.place, env=dict(os.environ, LANGUAGE=language))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def compare(self, tell):
        english = words_of(tell("en"))
        self.assertGreater(len(english), 50)
        for language, alike in ALIKE.items():
            self.assertEqual(sorted(english & words_of(tell(language)) - alike), [], language)

    def tell_story(self, language):
        return self.run_in(language, "log", "sabot.db", "--table", "BJ-01", "--round", "1",
                           "--story")

    def test_a_story(self):
        self.compare(self.tell_story)

    def test_nothing_is_left_in_the_logs_own_words(self):
        """Also in English: a sentence for each, without fields and JSON, with both signers."""
        story = self.tell_story("en")
        for raw in ("do ", "{", "_", "shift 2026-11-21/2,"):
            self.assertNotIn(raw, story)
        for said in ("slip requested, no. 1: 20 × 5.00, 2 × 5.00 (promotional) (p2, p3)",
                     "blank forms printed, no. 8 to 9 (p2, p3)",
                     "BJ-01: load 7 had cards too many or too few, 7 (p2, p3)",
                     "BJ-01: counted twice, the opener differs from the closer before, 7",
                     "The blank form of slip 8 has not come back, 7 (p2, p3)",
                     "foreign money taken: USD 10.00 × 0.9 (p2, p3)", "match play 1.00",
                     '"cut card" makes no sense now', ": close a shift"):
            self.assertIn(said, story)

    def test_a_ruling_names_its_card_as_the_story_numbers_it(self):
        story = self.tell_story("en")
        card = re.search(r"card: king of spades  #(\d+) ", story).group(1)
        self.assertIn(f"ruling on incident 1, card #{card}: let it stand", story)
        shown = self.run_in("en", "replay", "sabot.db", "--table", "BJ-01", "--round", "1")
        self.assertIn(f"#{card}  card: king of spades\n", shown)
        self.assertIn(f"ruling on incident 1, card #{card}: let it stand", shown)

    def make_case(self, language):
        """The folder with what is in it."""
        name = f"{language}.case"
        if not (self.place / name).exists():
            self.run_in(language, "case", "create", "sabot.db", "--table", "BJ-01", "--round",
                        "1", "--state", ".", "--out", name)
            self.run_in(language, "case", "extract", name, "--out", language)
        return self.place / language

    def test_a_case_file(self):
        def tell(language):
            case = self.make_case(language)
            paper = subprocess.run(["pdftotext", "-layout", case / "report.pdf", "-"],
                                   check=True, capture_output=True, text=True)
            return paper.stdout + (case / "report.txt").read_text("utf-8")
        self.compare(tell)

    def test_rules_are_said(self):
        """Beside each id that incidents and prompts of the round cite; and the profile's title."""
        story = json.loads(self.run_in("en", "log", "sabot.db", "--table", "BJ-01", "--round", "1",
                                       "--story", "--json"))
        cited = {line.get("line", {}).get("rule") or
                 line.get("prompt", {}).get("why", {}).get("rule") for line in story["lines"]}
        cited -= {None, ""}
        self.assertGreater(len(cited), 3)
        for language, title, head, dispute in (
                ("en", "Black Jack (Spain)", "The rules that applied in this round",
                 "A dispute is decided by the pit boss."),
                ("es", "Black Jack (España)", "Las reglas que se aplicaban en esta jugada",
                 "Las disputas las decide el jefe de mesa."),
                ("it", "Black Jack (Spagna)", "Le regole che valevano in questa mano",
                 "Una contestazione è decisa dal capotavolo.")):
            case = (self.make_case(language) / "report.txt").read_text("utf-8")
            self.assertIn(f"  blackjack-es: {title}\n", case)
            said = dict(re.findall(r"(?m)^§ (\S+) +(\S.*)$", case.split(head)[1].split("\n\n")[0]))
            self.assertEqual(set(said), cited, language)
            self.assertTrue(said["BJ-14"].startswith(dispute), said["BJ-14"])

    def test_the_rule_of_the_disputed_incident(self):
        self.run_in("es", "case", "create", "sabot.db", "--table", "BJ-01", "--incident", "1",
                    "--state", ".", "--out", "incident.case")
        self.run_in("es", "case", "extract", "incident.case", "--out", "incident")
        case = (self.place / "incident" / "report.txt").read_text("utf-8")
        self.assertRegex(case, r"\nSu regla +§ [A-Z]{2}-\d\d: [A-Z]")

    def test_a_ruling_stands_with_its_round(self):
        """It names its incident only; the papers say in which round that was raised."""
        case = (self.make_case("en") / "report.txt").read_text("utf-8")
        self.assertRegex(case, r"\n2026-11-21 20:01:\d\d +\d+ +1 +1 +let it stand")
        activity = self.run_in("en", "report", "user-activity", "sabot.db", "--zone", "UTC")
        self.assertRegex(activity, r"\n2026-11-21 20:01:\d\d +BJ-01 +1 +1 .*let it stand")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
