#!/usr/bin/env python3
"""A case file from the running daemon: sealed by it, proven elsewhere, recorded who took it; none
of a load that is in the shoe; and what is decided later is in it.

usage: test-case.py SABOTD SABOTCTL
"""
import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import unittest

from fixture import Client, Daemon, wait_for

SABOTD, SABOTCTL = (os.path.abspath(path) for path in sys.argv[1:3])
TABLES = ("create_key = yes\n[table PB-01]\nrules = punto-banco-es\nset.burn = 0\n"
          "camera = CAM-7\n[table PB-02]\nrules = punto-banco-es\n")
PUNTO = ["9S", "KH", "7S", "KD"]


class OwnRules(unittest.TestCase):
    def test_the_house_profiles_are_found(self):
        with tempfile.TemporaryDirectory(prefix="sabot-case-") as place:
            profiles = os.path.join(place, "profiles")
            os.mkdir(profiles)
            with open(os.path.join(profiles, "house.conf"), "w", encoding="utf-8") as file:
                file.write("[profile]\ngame=punto_banco\n[rules]\nburn=0\n")
            daemon = Daemon(SABOTD, f"profiles = {profiles}\n[table PB-01]\nrules = house\n"
                            "camera = CAM-9\n")
            self.addCleanup(daemon.close)
            client = daemon.start()
            for event in ({"ev": "load", "decks": 6}, {"ev": "no_more_bets"},
                          *({"ev": "card", "card": card} for card in PUNTO), {"ev": "result"}):
                client.event("PB-01", **event)
            self.assertEqual(daemon.stop(), 0)
            asked = [SABOTCTL, "cue", str(daemon.directory / "state" / "sabot.db"), "--table",
                     "PB-01", "--round", "1", "--index", os.path.join(place, "index")]
            lost = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=300)
            self.assertEqual(lost.returncode, 2)
            self.assertIn("sabotctl cue: of PB-01 nothing after event 0 can be looked into: "
                          "PB-01, part 1: there is no rule profile \"house\"", lost.stderr)
            told = subprocess.run([*asked, "--config", str(daemon.config)], capture_output=True,
                                  text=True, check=False, timeout=300)
            self.assertEqual((told.returncode, told.stderr), (0, ""))
            self.assertIn("CAM-9", told.stdout)


class Case(unittest.TestCase):
    def setUp(self):
        """A load that is out, with a dispute after round 1 and a payment too big in round 2."""
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        place = tempfile.TemporaryDirectory(prefix="sabot-case-")
        self.addCleanup(place.cleanup)
        self.place = place.name
        self.client = self.daemon.start()
        self.key = self.sabotctl("key", "show", "--state",
                                 str(self.daemon.directory / "state")).strip()
        self.say("load", decks=6)
        self.play()
        self.dispute = self.incident(self.say("call", box=3))
        self.say("ruling", incident=self.dispute, remedy="let_stand", by="pit")
        self.play()
        self.payment = self.incident(self.say("paid", box=3, on="punto", amount=1500))

    def sabotctl(self, *args, status=0, stdin=None):
        done = subprocess.run([SABOTCTL, *args], capture_output=True, text=True, check=False,
                              timeout=300, cwd=self.place, input=stdin)
        self.assertEqual(done.returncode, status, (args, done.stderr))
        return done.stdout if status == 0 else done.stderr

    def say(self, ev, **fields):
        return self.client.event("PB-01", ev=ev, **fields)

    def incident(self, reply):
        return [line["id"] for line in reply["out"] if line["out"] == "incident"][0]

    def play(self):
        self.say("bet", box=3, on="punto", amount=1000)
        self.say("no_more_bets")
        for card in PUNTO:
            self.say("card", card=card)
        self.say("result")

    def take(self, *asked, stdin=None):
        """The file that sabotctl fetches, and its lines."""
        path = os.path.join(self.place, "PB-01.case")
        if os.path.exists(path):
            os.unlink(path)
        said = self.sabotctl("case", "create", "--socket", str(self.daemon.socket), "--table",
                             "PB-01", "--out", path, "--key", self.key, *asked, stdin=stdin)
        self.assertIn("proven and sealed", said)
        with open(path, encoding="utf-8") as file:
            return path, [json.loads(line) for line in file]

    def taken(self):
        return [event for event in self.client.ok("log", table="house")["events"]
                if event["ev"] == "case"]

    def test_sealed_and_proven(self):
        self.say("unload", left=404)
        path, lines = self.take("--incident", str(self.dispute))
        verdict = json.loads(self.sabotctl("verify", path, "--key", self.key, "--json"))
        self.assertEqual((verdict["verdict"], verdict["unprotected"]), ("intact", 0))
        self.assertEqual(verdict["case"]["incident"], self.dispute)
        self.assertTrue(verdict["case"]["sealed"])
        cards = [json.loads(line["line"]).get("card") for line in lines
                 if line.get("ev") == "card"]
        self.assertEqual(cards, PUNTO * 2)
        pieces = {line["piece"]: base64.b64decode(line["base64"]) for line in lines
                  if "piece" in line}
        self.assertIn(b"CAM-7", pieces["cue.csv"])
        with open(path, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        taken, = self.taken()
        self.assertEqual((taken["table"], taken["incident"], taken["digest"]),
                         ("PB-01", self.dispute, digest))

    def test_not_of_a_load_in_the_shoe(self):
        reply = self.client.ask("case", table="PB-01", incident=self.dispute)
        self.assertIn("still in the shoe", reply["error"]["text"])
        self.assertEqual(self.taken(), [])

    def test_what_is_decided_later(self):
        """In the next load: a ruling on a closed round, and the money that puts it right."""
        self.say("unload", left=404)
        self.wait_for_checkpoint()
        self.say("load", decks=6)
        self.say("ruling", incident=self.payment, remedy="pay_difference", box=3, amount=-500,
                 by="pit", note="paid thrice")
        self.say("correction", round=2, incident=self.payment, box=3, amount=-500, by="pit",
                 note="paid thrice")
        self.say("correction", round=1, incident=self.dispute, box=3, amount=-200, by="pit")
        self.wait_for_checkpoint()
        self.say("no_more_bets")
        for card in PUNTO:
            self.say("card", card=card)
        answer = self.client.ok("what_if", table="PB-01", load=1,
                                rulings={str(self.dispute): "void_round"})
        change, = answer["changes"]
        self.assertEqual((change["round"], change["delta"]), (1, -1000))
        self.assertEqual([(one["amount"], one["incident"]) for one in change["corrections"]],
                         [(-200, self.dispute)])
        path, lines = self.take("--incident", str(self.payment))
        told = [json.loads(line["line"]) for line in lines if line.get("table") == "PB-01"]
        self.assertEqual([event["ev"] for event in told
                          if event.get("incident") == self.payment], ["ruling", "correction"])
        self.assertEqual(len([1 for event in told if event["ev"] == "card"]), len(PUNTO) * 2)
        report = next(base64.b64decode(line["base64"]).decode() for line in lines
                      if line.get("piece") == "report.txt")
        for words in ("pay the difference", "correction", "paid thrice"):
            self.assertIn(words, report)
        self.assertIn("sealed by", self.sabotctl("verify", path, "--key", self.key))

    def wait_for_checkpoint(self):
        last = self.client.ok("status")["seq"]
        state = str(self.daemon.directory / "state")

        def is_sealed():
            note = subprocess.run([SABOTCTL, "checkpoint", "--state", state], check=False,
                                  capture_output=True, text=True, timeout=300).stdout
            return any(line.startswith("seq ") and int(line[4:]) >= last
                       for line in note.splitlines())

        wait_for(is_sealed, "a checkpoint")

    def test_wrong_questions(self):
        for asked in ({}, {"table": "PB-01"}, {"table": "PB-01", "round": 1, "incident": 1},
                      {"table": "PB-01", "round": 99}, {"table": "PB-02", "round": 1},
                      {"table": "PB-01", "round": 1, "paper": "a0"},
                      {"file": "0" * 64, "from": 0}):
            reply = self.client.ask("case", **asked)
            self.assertEqual(reply["error"]["class"], "bad_request", (asked, reply))

    def test_page_by_page(self):
        self.say("unload", left=404)
        page = self.client.ok("case", table="PB-01", round=1)
        file, bytes_in_all = page["file"], page["bytes"]
        other = Client(self.daemon.socket)
        data = base64.b64decode(page["base64"])
        while "next" in page:
            page = other.ok("case", file=file, **{"from": page["next"]})
            data += base64.b64decode(page["base64"])
        other.close()
        self.assertEqual((len(data), hashlib.sha256(data).hexdigest()), (bytes_in_all, file))

    def test_by_a_person(self):
        """Every page is asked for by the person who logged in; only the last is a hand-over."""
        self.say("unload", left=404)
        code = self.client.ok("person_code")["code"]
        self.client.ok("person_create", name="Ada", role="admin", pin="48213", code=code)
        self.client.ok("login", name="Ada", pin="48213")
        self.client.person("Sol", "shift", "5528")
        path, _ = self.take("--incident", str(self.dispute), "--as", "Sol", stdin="5528\n")
        self.assertGreater(os.path.getsize(path), 36 * 1024)
        taken, = self.taken()
        self.assertEqual((taken["by"], taken["incident"]), ("p2", self.dispute))
        wrong = self.sabotctl("case", "create", "--socket", str(self.daemon.socket), "--table",
                              "PB-01", "--round", "1", "--out", path + "2", "--as", "Sol",
                              status=2, stdin="5529\n")
        self.assertIn("PIN", wrong)
        self.assertFalse(os.path.exists(path + "2"))
        report = self.sabotctl("report", "coups", "--socket", str(self.daemon.socket), "--as",
                               "Sol", "--format", "pdf", "--out", path + ".pdf", stdin="5528\n")
        self.assertEqual(report, "")
        self.assertEqual(len(self.taken()), 1)

    def test_only_the_last_page_is_recorded(self):
        self.say("unload", left=404)
        page = self.client.ok("case", table="PB-01", round=1)
        self.assertIn("next", page)
        while "next" in page:
            self.assertEqual(self.taken(), [])
            page = self.client.ok("case", file=page["file"], **{"from": page["next"]})
        taken, = self.taken()
        self.assertEqual(taken["digest"], page["file"])
        self.client.ok("case", file=page["file"], **{"from": page["from"]})
        self.assertEqual(len(self.taken()), 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
