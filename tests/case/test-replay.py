#!/usr/bin/env python3
"""Rounds told, shown again and dealt otherwise: what is said of them is what an audit says.

Usage: test-replay.py SABOTCTL MAKE-YEAR
"""
import hashlib
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from year import Year

SABOTCTL, MAKE_YEAR = sys.argv[1:3]


def setUpModule():
    global YEAR, PLACE, PARTS, TOLD
    PLACE = tempfile.TemporaryDirectory(prefix="sabot-replay-")
    YEAR = Year(SABOTCTL, MAKE_YEAR, PLACE.name, "--weeks", "2", "--seed", "7")
    PARTS = YEAR.parts()
    TOLD = {(table, told["round"]): told for table, events in PARTS
            for told in YEAR.audit(table, events)
            if told["out"] == "round" and not told.get("dummy")}
    YEAR.find()


def tearDownModule():
    PLACE.cleanup()


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


class Replay(unittest.TestCase):
    """Any round, at any event, forwards and backwards."""

    def replay(self, *args):
        return lines(YEAR.run("replay", YEAR.path, "--json", *args))

    def test_ends_as_the_audit_says(self):
        for table, number in random.Random(3).sample(sorted(TOLD), 25):
            shown = self.replay("--table", table, "--round", str(number))
            told, view = TOLD[table, number], shown[-1]["view"]
            self.assertEqual(view["round"], number)
            for hand in ("punto", "banca", "dealer"):
                if hand in told:
                    self.assertEqual(view[hand]["cards"], told[hand + "_cards"])
                    self.assertEqual(view[hand]["total"], told[hand])
            self.assertIn(number, [out.get("round") for out in shown[-1]["out"]])

    def test_by_an_incident_is_its_round(self):
        dispute = YEAR.disputes[0]
        self.assertEqual(
            self.replay("--table", dispute["table"], "--incident", str(dispute["incident"])),
            self.replay("--table", dispute["table"], "--round", str(dispute["round"])))

    def test_a_hole_in_the_middle_is_what_was_seen(self):
        table, number = sorted(TOLD)[40]
        shown = self.replay("--table", table, "--round", str(number))
        self.assertGreater(len(shown), 5)
        for step in shown:
            self.assertEqual(self.replay("--table", table, "--event", str(step["view"]["n"])),
                             [step])

    def test_a_whole_load(self):
        table, events, begins = next(
            (table, events, begins) for table, events in PARTS
            if len(begins := [event["n"] for event in events if event["ev"] == "load"]) > 1)
        begins = begins[:2]
        shown = self.replay("--table", table, "--load", "1")
        self.assertEqual([step["view"]["n"] for step in shown], list(range(*begins)))
        self.assertEqual([step["event"] for step in shown],
                         [json.loads(event["line"]) for event in events
                          if begins[0] <= event["n"] < begins[1]])

    def test_backwards_is_as_forwards(self):
        table, number = sorted(TOLD)[60]
        forwards = self.replay("--table", table, "--round", str(number))
        steps = ["", "", "", "b", "b", "", "q"]
        run = subprocess.run([SABOTCTL, "replay", YEAR.path, "--json", "--step", "--table", table,
                              "--round", str(number)], input="\n".join(steps) + "\n",
                             capture_output=True, text=True, check=True, timeout=300)
        self.assertEqual(lines(run.stdout), [forwards[i] for i in (0, 1, 2, 3, 2, 1, 2)])

    def test_burned_cards_stay_veiled(self):
        table, events = PARTS[0]
        burned = [event for event in events[:20] if event["ev"] == "card"][1]
        step, = self.replay("--table", table, "--event", str(burned["n"]))
        self.assertNotIn(json.loads(burned["line"])["card"], json.dumps(step["view"]))

    def test_what_is_not_there(self):
        for what in ("round", "incident", "load"):
            self.assertIn(f"no {what} 99999", YEAR.run("replay", YEAR.path, "--table", "PB-01",
                                                       f"--{what}", "99999", status=2))


class Verify(unittest.TestCase):
    """The engine of today against what was recorded."""

    def setUp(self):
        self.place = tempfile.TemporaryDirectory(prefix="sabot-replay-")
        self.path = os.path.join(self.place.name, "sabot.db")
        shutil.copy(YEAR.path, self.path)

    def tearDown(self):
        self.place.cleanup()

    def change(self, statement):
        with sqlite3.connect(self.path) as db:
            for name, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
                db.execute(f"DROP TRIGGER {name}")
            self.assertGreater(db.execute(statement).rowcount, 0)

    def test_as_recorded(self):
        said = YEAR.run("replay", self.path, "--verify")
        self.assertEqual(said.count(": as recorded"), 12)

    def test_a_load_that_was_recorded_otherwise(self):
        self.change("UPDATE load SET from_round = from_round + 1 WHERE load = 2 AND log_id = "
                    "(SELECT id FROM log WHERE name = 'PB-02')")
        said = YEAR.run("replay", self.path, "--verify", status=1)
        self.assertIn("PB-02: event", said)
        self.assertIn("rounds before the load", said)
        self.assertEqual(said.count(": as recorded"), 11)

    def test_a_ruling_on_what_was_never_raised(self):
        self.change("UPDATE event SET line = replace(line, '\"incident\":1,', "
                    "'\"incident\":77,') WHERE ev = 'ruling' AND line LIKE '%\"incident\":1,%'")
        self.assertIn("a ruling on incident: recorded 77",
                      YEAR.run("replay", self.path, "--verify", status=1))


class WhatIf(unittest.TestCase):
    """Compared with an audit of the log with the same change made by hand."""

    def ask(self, *args, differs=True):
        return json.loads(YEAR.run("what-if", YEAR.path, "--json", *args,
                                   status=1 if differs else 0))

    def audited(self, table, events, header=None):
        """Round → (its line, its stakes), by the last telling."""
        rounds = {}
        for told in YEAR.audit(table, events, header):
            plain = {key: value for key, value in told.items()
                     if key not in ("line", "event", "again")}
            if told["out"] == "round":
                rounds[told["round"]] = (plain, [])
            elif told["out"] == "settle":
                rounds[told["round"]][1].append(plain)
        return rounds

    def assert_change(self, table, before, after, *args):
        loads = sorted({told["load"] for told, _ in before.values()})
        changed = {number for number in before.keys() | after.keys()
                   if before.get(number) != after.get(number)}
        self.assertTrue(changed, "nothing changes: the test would prove nothing")
        said = [self.ask("--table", table, "--load", str(load), *args) for load in loads
                if any(before[number][0]["load"] == load for number in changed)]
        self.assertEqual({change["round"] for answer in said for change in answer["changes"]
                          if change["before"] != change["after"] or change["stakes"]}, changed)
        for answer in said:
            for change in answer["changes"]:
                if change["round"] not in changed:
                    self.assertNotEqual(change["incidents_before"], change["incidents_after"])
                    continue
                number = change["round"]
                due = [sum(stake["due"] for stake in told[number][1]) for told in (before, after)]
                self.assertEqual(change["delta"], due[1] - due[0])
                self.assertEqual(sum(stake["after"] - stake["before"]
                                     for stake in change["stakes"]), due[1] - due[0])

    def digest(self):
        with open(YEAR.path, "rb") as file:
            return hashlib.sha256(file.read()).digest()

    def test_a_month_unchanged_is_identical(self):
        before = self.digest()
        for table in ("PB-01", "PB-04", "BJ-02", "BJ-06"):
            answer = self.ask("--table", table, "--month", "2026-01", differs=False)
            numbers = [number for name, number in TOLD if name == table]
            self.assertEqual((answer["rounds"], answer["changes"]), (len(numbers), []))
            self.assertEqual(answer["due"], answer["due_before"])
        self.assertIn("identical", YEAR.run("what-if", YEAR.path, "--table", "PB-01", "--month",
                                            "2026-01"))
        self.assertEqual(self.digest(), before)

    def test_another_card(self):
        table, events = next(part for part in PARTS if part[0] == "PB-03")
        place = [i for i, event in enumerate(events) if event["ev"] == "card"][30]
        line = json.loads(events[place]["line"])
        other = "9S" if line["card"] != "9S" else "2S"
        changed = list(events)
        changed[place] = dict(events[place], line=json.dumps(dict(line, card=other)))
        self.assert_change(table, self.audited(table, events), self.audited(table, changed),
                           "--read-as", f"{events[place]['seq']}:{other}")

    def test_another_ruling(self):
        dispute = next(one for one in YEAR.disputes if one["table"].startswith("PB"))
        table, events = next(part for part in PARTS if part[0] == dispute["table"] and any(
            event["ev"] == "call" and f"{dispute['at']}" == json.loads(event["line"])["at"]
            for event in part[1]))
        changed = [dict(event, line=event["line"].replace("let_stand", "void_round"))
                   if event["ev"] == "ruling" and
                   json.loads(event["line"])["incident"] == dispute["incident"] else event
                   for event in events]
        self.assert_change(table, self.audited(table, events), self.audited(table, changed),
                           "--ruling", f"{dispute['incident']}:void_round")

    def test_another_rule(self):
        table, events = next(part for part in PARTS if part[0] == "PB-05")
        before = self.audited(table, events)
        self.assert_change(table, before, self.audited(table, events, {"commission": 4}), "--set",
                           "commission=4")

    def test_what_is_not_there(self):
        for args, why in ((("--ruling", "9999:void_round"), "incident 9999"),
                          (("--read-as", "1:7H"), "does not leave the shoe"),
                          (("--profile", "blackjack-it"), "another game"),
                          (("--set", "commission=much"), "commission"),
                          (("--ruling", "1:dance"), "1:dance")):
            said = YEAR.run("what-if", YEAR.path, "--table", "PB-02", "--load", "2", *args,
                            status=2)
            self.assertIn(why, said)


class Story(unittest.TestCase):
    """A disputed round, told line by line."""

    @classmethod
    def setUpClass(cls):
        cls.dispute = YEAR.disputes[0]
        cls.args = ("log", YEAR.path, "--table", cls.dispute["table"], "--incident",
                    str(cls.dispute["incident"]), "--story")
        cls.story = json.loads(YEAR.run(*cls.args, "--json"))

    def test_tells_every_event_with_its_place_in_the_chain(self):
        recorded = {(event["table"], event["n"]): event for event in YEAR.events()}
        told = [line for line in self.story["lines"] if line["kind"] == "event"]
        numbers = [line["n"] for line in told]
        self.assertEqual(numbers, list(range(numbers[0], numbers[-1] + 1)))
        for line in self.story["lines"]:
            if line["kind"] not in ("event", "house"):
                continue
            table = self.story["story"] if line["kind"] == "event" else "house"
            event = recorded[table, line["n"]]
            self.assertEqual((line["seq"], line["hash"], line["event"]),
                             (event["seq"], event["hash"], json.loads(event["line"])))
            self.assertEqual(line["checkpoint"], (line["seq"] + 999) // 1000)

    def test_tells_the_dispute_and_what_people_did(self):
        kinds = [line["event"]["ev"] for line in self.story["lines"]
                 if line["kind"] in ("event", "house")]
        for kind in ("bet", "no_more_bets", "card", "result", "call", "ruling", "acknowledge"):
            self.assertIn(kind, kinds)
        self.assertIn("dispute", [line["line"].get("code") for line in self.story["lines"]
                                  if line["kind"] == "derived"])
        self.assertTrue(self.story["logged_in"])
        at = [line["at"] for line in self.story["lines"]]
        self.assertEqual(at, sorted(at))

    def test_tells_what_the_screens_asked_for(self):
        shown = [line["prompt"] for line in self.story["lines"] if line["kind"] == "shown"]
        self.assertIn("result", [prompt["kind"] for prompt in shown])
        self.assertTrue(all(prompt["text"] for prompt in shown))

    def test_as_text(self):
        text = YEAR.run(*self.args)
        self.assertIn(f"round {self.dispute['round']}", text.splitlines()[0])
        self.assertEqual(len(text.splitlines()), len(self.story["lines"]) + 2)
        self.assertIn("times are UTC", text.splitlines()[1])
        self.assertRegex(text, r"  event      card: \w.*  #\d+ seq \d+ ✓\d+\n")
        self.assertNotRegex(text, r'[{}"]|\bbox \d+ on\b|card card')  # sentences, not fields
        self.assertIn(f"INCIDENT {self.dispute['incident']}, round {self.dispute['round']}: "
                      "The pit is called to a dispute.", text)

    def test_in_the_readers_language(self):
        text = YEAR.run(*self.args, language="es")
        self.assertIn("horas en UTC", text.splitlines()[1])
        for english in ("event  ", "follows", "asked", "card:", "stake:", "INCIDENT"):
            self.assertNotIn(english, text)
        for language, said in (("es", "INCIDENCIA %d, jugada %d: "),
                               ("it", "INCIDENTE %d, mano %d: ")):
            self.assertIn(said % (self.dispute["incident"], self.dispute["round"]),
                          YEAR.run(*self.args, language=language))
        shown = YEAR.run("replay", *self.args[1:-1], language="es")
        self.assertNotIn('{"', shown)
        self.assertNotIn("card:", shown)
        self.assertIn("carta:", shown)

    def test_with_the_bytes_of_the_shoe(self):
        path = os.path.join(PLACE.name, "shoe.shoelog")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#shoe-log 1\n#driver angeleye2\n#start {self.story['at'][:19]}.000Z\n"
                       "1500 < 05 31 44\n9999999 < 05 32 44\n")
        story = json.loads(YEAR.run(*self.args, "--json", "--journal", path))
        self.assertEqual([line["bytes"] for line in story["lines"] if line["kind"] == "bytes"],
                         ["< 05 31 44"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
