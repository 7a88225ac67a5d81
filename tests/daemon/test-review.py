#!/usr/bin/env python3
"""Pictures asked of surveillance: who may ask, who may answer, what becomes of it, after a restart,
in a file, in a report, and for a machine that sees one table only.

usage: test-review.py SABOTD SABOTCTL
"""
import hashlib
import json
import pathlib
import subprocess
import sys
import unittest

from house_case import PINS, House

SABOTCTL = sys.argv[2]
SPAN = {"from": "2026-05-03T20:00:00Z", "to": "2026-05-03T20:02:00Z"}


class Review(House):
    def setUp(self):
        super().setUp()
        self.populate("Pia", "Eye")
        self.pia, self.eye = self.login("Pia"), self.login("Eye")

    def request(self, **asked):
        return self.pia.ok("review_request", table="PB-02", **{"round": 3, **SPAN, **asked})["n"]

    def reviews(self, **asked):
        return self.client.ok("reviews", **asked)["reviews"]

    def refused(self, client, error_class, verb, **asked):
        error = client.ask(verb, **asked).get("error", {})
        self.assertEqual(error.get("class"), error_class, (verb, asked, error))
        return error["text"]

    def sabotctl(self, *args, status=0, pin=""):
        run = subprocess.run([SABOTCTL, *args], capture_output=True, text=True, check=False,
                             input=pin, timeout=300)
        self.assertEqual(run.returncode, status, (args, run.stderr))
        return run.stdout

    def test_asked_for_delivered_refused(self):
        first, second = self.request(why="he says he stood"), self.request(round=4)
        self.assertEqual([(one["review"], one["state"]) for one in self.reviews()],
                         [(second, "requested"), (first, "requested")])
        self.assertEqual({key: self.reviews()[1].get(key)
                          for key in ("table", "round", "why", "by", "from")},
                         {"table": "PB-02", "round": 3, "why": "he says he stood", "by": "p2",
                          "from": SPAN["from"]})
        self.eye.ok("review_answer", review=first, answer="deliver", note="clip 17")
        self.eye.ok("review_answer", review=second, answer="refuse", note="camera off")
        self.assertEqual(self.reviews(open=True), [])
        # What was refused may be found after all; and all of it is known after a restart.
        self.eye.ok("review_answer", review=second, answer="deliver", note="found")
        before = self.reviews()
        self.assertEqual([(one["state"], one["note"], one["answered_by"]) for one in before],
                         [("delivered", "found", "p3"), ("delivered", "clip 17", "p3")])
        self.daemon.stop()
        self.client = self.daemon.start()
        self.assertEqual(self.reviews(), before)
        self.assertEqual(self.reviews(table="PB-01"), [])

    def test_who_may_and_nonsense(self):
        number = self.request()
        ask = {"table": "PB-02", "round": 3, **SPAN}
        self.refused(self.client, "login_wanted", "review_request", **ask)
        self.refused(self.eye, "not_allowed", "review_request", **ask)
        self.refused(self.pia, "not_allowed", "review_answer", review=number, answer="deliver")
        for asked in ({"round": 0}, {"round": -1}, {"to": SPAN["from"]}, {"to": "tomorrow"},
                      {"to": "2026-05-05T20:00:00Z"}, {"why": "x" * 201}):
            self.refused(self.pia, "bad_request", "review_request",
                         **{"table": "PB-02", "round": 3, **SPAN, **asked})
        self.refused(self.pia, "bad_request", "review_request", table="PB-02", round=3)
        self.refused(self.pia, "unknown_table", "review_request", table="PB-09", round=3, **SPAN)
        for asked in ({"review": number + 99, "answer": "deliver"},
                      {"review": number, "answer": "lose"},
                      {"review": number, "answer": "deliver", "sha256": "ab" * 31},
                      {"review": number, "answer": "deliver", "sha256": "AB" * 32},
                      {"review": number, "answer": "refuse", "note": "no", "sha256": "ab" * 32},
                      {"review": number, "answer": "refuse"}):
            self.refused(self.eye, "bad_request", "review_answer", **asked)

    def test_around_an_incident_by_command_and_in_a_file(self):
        self.pia.event("PB-02", ev="load", decks=6)
        self.pia.event("PB-02", ev="no_more_bets")
        self.pia.event("PB-02", ev="card", card="9S", face_up=True)
        for card in ("TD", "KH", "2C", "7D", "9C"):
            self.pia.event("PB-02", ev="card", card=card)
        self.pia.event("PB-02", ev="result")
        incident = next(one for one in self.client.ok("incidents", table="PB-02")["incidents"]
                        if one["code"] == "boxed_card")
        self.pia.ok("review_request", table="PB-02", incident=incident["id"])
        review, = self.reviews()
        self.assertLess(review["from"], incident["at"])
        self.assertLess(incident["at"], review["to"])
        socket = ("--socket", self.daemon.socket)
        number = self.sabotctl("review", "request", *socket, "--table", "PB-01", "--round", "7",
                               "--from", SPAN["from"], "--to", SPAN["to"], "--as", "Pia",
                               pin=PINS["Pia"] + "\n").split()[-1]
        self.assertIn("PB-01", self.sabotctl("review", "list", *socket, status=1))
        clip = self.daemon.directory / "clip"
        clip.write_bytes(b"pictures" * 20000)
        deliver = ("review", "deliver", number, *socket, "--note", "clip 18", "--as", "Eye")
        self.sabotctl(*deliver, "--file", str(clip) + "-17", status=2)
        self.sabotctl(*deliver, pin=PINS["Eye"] + "\n")
        self.sabotctl("review", "deliver", str(review["review"]), *socket, "--file", str(clip),
                      "--as", "Eye", pin=PINS["Eye"] + "\n")
        self.sabotctl("review", "refuse", number, *socket, "--as", "Eye",
                      pin=PINS["Eye"] + "\n", status=2)
        self.sabotctl("review", "list", *socket)
        live = self.sabotctl("review", "list", *socket, "--json")
        self.daemon.stop()
        path = str(self.client.database)
        self.assertEqual(self.sabotctl("review", "list", path, "--json"), live)
        self.assertEqual(json.loads(live.splitlines()[0])["note"], "clip 18")
        report = json.loads(self.sabotctl("report", "surveillance", path, "--format", "json"))
        asked = next(part for part in report["sections"] if part["id"] == "asked")
        self.assertIn("clip 18", json.dumps(asked))
        self.assertEqual(asked["rows"][0]["sha256"],
                         hashlib.sha256(clip.read_bytes()).hexdigest())
        self.check_case(path, str(incident["id"]), asked["rows"][0]["sha256"])

    def check_case(self, path, incident, digest):
        """The request and its answer are in the case file of the load, and on its report."""
        case = self.daemon.directory / "case"
        self.sabotctl("case", "create", path, "--table", "PB-02", "--incident", incident,
                      "--out", str(case))
        lines = [json.loads(line) for line in case.read_text().splitlines() if '"line"' in line]
        events = [json.loads(line["line"]) for line in lines]
        self.assertEqual([event["do"] for event in events
                          if event["ev"] == "review" and event["table"] == "PB-02"],
                         ["request", "deliver"])
        self.sabotctl("case", "extract", str(case), "--out", str(case) + "-out")
        self.assertIn(digest, (pathlib.Path(str(case) + "-out") / "report.txt").read_text())


del House
if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
