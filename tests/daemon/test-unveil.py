#!/usr/bin/env python3
"""The veil lifted by two persons: who may, what is seen, and when it falls again. Reports by the
daemon: who may have which, and that the veil is on them.

usage: test-unveil.py SABOTD SABOTCTL
"""
import base64
import json
import os
import subprocess
import sys
import unittest

from fixture import audit, wait_for
from house_case import PINS, ROLES, House

SABOTCTL = sys.argv[2]


class Unveil(House):
    def begin(self, table="PB-02"):
        """A load, and one burned card that nobody has seen."""
        self.pit = self.login("Pia")
        self.pit.event(table, ev="load", decks=6)
        for card in ("3S", "KH"):
            if table == "PB-01":
                self.shoe.card(card)
            else:
                self.pit.event(table, ev="card", card=card, src="manual")
        wait_for(lambda: self.client.view(table)["shoe"]["seen"] == 2, "the cards")

    def unveil(self, client, second="Sol", table="PB-02", pin=None):
        return client.ask("unveil", table=table, reason="a dispute",
                          second={"name": second, "pin": pin or PINS[second]})

    def cards(self, client, **arguments):
        reply = client.ask("log", table="PB-02", **arguments)
        return [event["card"] for event in reply["ok"]["events"] if event["ev"] == "card"] \
            if "ok" in reply else reply["error"]["class"]

    def test_two_persons_see_it_on_one_connection(self):
        self.populate("Pia", "Sol")
        self.begin()
        self.client.ok("watch")
        other = self.login("Pia")
        self.assertEqual(self.unveil(self.pit)["ok"]["load"], 1)
        self.assertEqual(self.cards(self.pit), ["3S", "KH"])
        self.assertEqual(self.cards(self.pit, load=1), ["3S", "KH"])
        for client in (other, self.client):
            self.assertEqual(self.cards(client), "not_allowed")
        detail = {"table": "PB-02", "by": "p2", "second": "p3", "reason": "a dispute", "load": 1}
        self.assertEqual(self.house("finding"),
                         [{"ev": "finding", "code": "unveiled", "detail": detail}])
        found = self.client.ok("incidents", table="PB-02", open=True)["incidents"]
        self.assertEqual([(one["code"], one["severity"], one["about"]) for one in found],
                         [("unveiled", "critical", "PB-02")])
        self.assertEqual(audit(SABOTCTL, self.client.export("house"))[-1]["incidents"],
                         {"unveiled": 1})
        # Views stay veiled, on that connection, too.
        self.assertNotIn("KH", str(self.client.pushes))
        self.assertNotIn("KH", str(self.pit.ok("tables")))

    def test_it_ends_by_itself(self):
        self.populate("Pia", "Sol")
        self.begin()
        self.unveil(self.pit)
        self.pit.event("PB-02", ev="load", decks=6)
        self.assertEqual(self.cards(self.pit), "not_allowed")
        self.assertEqual(self.cards(self.pit, load=1), ["3S", "KH"])
        for end in ("logout", "login", "change"):
            self.unveil(self.pit)
            self.assertEqual(self.cards(self.pit, load=2), [])
            if end == "change":
                self.login("Ada").ok("person_change", person="Pia", change="disable")
            else:
                self.pit.ok(end, **({"name": "Pia", "pin": PINS["Pia"]} if end == "login" else {}))
            self.assertEqual(self.cards(self.pit, load=2), "not_allowed", end)
            if end == "logout":
                self.pit.ok("login", name="Pia", pin=PINS["Pia"])
        self.assertEqual(len(self.house("finding")), 4)

    def test_who_may_not(self):
        self.populate(*[name for name in ROLES if name != "Ada"])
        self.begin()
        self.refused(self.client, "unveil", "login_wanted", table="PB-02", reason="x")
        for name in ("Dan", "Eye", "Aud"):
            client = self.login(name)
            self.refused(client, "unveil", "not_allowed", table="PB-02", reason="x")
            self.assertIn("who may is pit, shift, admin",
                          self.unveil(self.pit, name)["error"]["text"])
        self.assertEqual([line["do"] for line in self.house("refused")], ["unveil"] * 3)
        self.assertIn("same person", self.unveil(self.pit, "Pia")["error"]["text"])
        self.assertIn("wrong", self.unveil(self.pit, pin="1")["error"]["text"])
        self.refused(self.pit, "unveil", "second_wanted", table="PB-02", reason="x")
        for reason in ("", "x" * 201):
            self.refused(self.pit, "unveil", "bad_request", table="PB-02", reason=reason)
        self.refused(self.pit, "unveil", "bad_request", table="PB-02")
        self.refused(self.pit, "unveil", "bad_request", table="PB-01", reason="no load there")
        self.refused(self.pit, "unveil", "unknown_table", table="house", reason="x")
        self.assertEqual(self.cards(self.pit), "not_allowed")
        self.assertEqual(self.house("finding"), [])

    def test_frames(self):
        self.populate("Pia", "Sol")
        wait_for(lambda: self.client.view("PB-01")["device"]["state"] == "online", "the shoe")
        self.begin("PB-01")
        self.refused(self.pit, "frames", "not_allowed", table="PB-01")
        self.assertIn("ok", self.unveil(self.pit, table="PB-01"))
        page = self.pit.ok("frames", table="PB-01")
        journal = self.daemon.directory / "state" / "shoe-1.shoelog"
        self.assertEqual(page["lines"], journal.read_text().splitlines()[:len(page["lines"])])
        self.assertGreater(len(page["lines"]), 3)
        self.assertEqual(self.pit.ok("frames", table="PB-01", **{"from": page["next"]})["from"],
                         page["next"])
        self.refused(self.pit, "frames", "bad_request", table="PB-01", **{"from": -1})
        self.refused(self.pit, "frames", "bad_request", table="PB-02")
        self.refused(self.client, "frames", "not_allowed", table="PB-01")
        self.assertEqual(journal.stat().st_mode & 0o777, 0o600)

    def sabotctl(self, *arguments, pins=("Pia", "Sol")):
        done = subprocess.run([SABOTCTL, *arguments, "--socket", self.daemon.socket],
                              input="".join(PINS[pin] + "\n" for pin in pins), text=True,
                              capture_output=True, timeout=300,
                              env={**os.environ, "LC_ALL": "C.UTF-8"})
        return done.returncode, done.stdout, done.stderr

    def test_by_command(self):
        self.populate("Pia", "Sol")
        self.begin()
        two = ("--as", "Pia", "--second", "Sol", "--reason", "a dispute")
        status, _, why = self.sabotctl("log", "PB-02")
        self.assertEqual(status, 2)
        self.assertIn("veiled", why)
        for verb in ("unveil", "log"):
            status, text, why = self.sabotctl(verb, "PB-02", *two)
            self.assertEqual((status, why), (0, ""))
            self.assertIn('"KH"', text)
        for few in ((), two[:2], two[:4]):
            status, _, why = self.sabotctl("unveil", "PB-02", *few)
            self.assertEqual(status, 2)
            self.assertIn("two persons", why)
        self.begin("PB-01")
        status, text, why = self.sabotctl("unveil", "PB-01", "--frames", *two)
        self.assertEqual((status, why), (0, ""))
        self.assertTrue(text.startswith("#shoe-log 1\n#driver ref\n"), text[:80])


class Reports(House):
    more = "[privacy]\npeople = on\n"

    def deal(self, cards, *after):
        """One round of PB-02 with these cards."""
        for event in ({"ev": "load", "decks": 6}, {"ev": "card", "card": "AS"},
                      {"ev": "card", "card": "2S"},
                      {"ev": "bet", "box": 1, "on": "punto", "amount": 1000},
                      {"ev": "no_more_bets"}, *({"ev": "card", "card": card} for card in cards),
                      {"ev": "result"}, *after):
            self.pit.event("PB-02", **event, **({"src": "manual"} if "card" in event else {}))

    def ask(self, client, name, **arguments):
        reply = client.ok("report", name=name, format="json", **arguments)
        self.assertNotIn("next", reply)
        return json.loads(base64.b64decode(reply["base64"]))

    @staticmethod
    def rows(report):
        return [row for row in report["sections"][0]["rows"] if row["role"] == "row"]

    def test_what_is_in_the_shoe_is_veiled(self):
        self.populate("Pia", "Sol")
        self.pit = self.login("Pia")
        self.deal(("4D", "5D", "KS", "QC"), {"ev": "unload", "left": 306})
        self.deal(("4H", "5H", "KH", "QH"))
        self.pit.ok("unveil", table="PB-02", reason="a dispute",
                    second={"name": "Sol", "pin": PINS["Sol"]})
        report = self.ask(self.pit, "coups")
        [row] = self.rows(report)
        self.assertEqual((row["load"], row["cards"]), (1, "P: 4D 5D | B: KS QC"))
        self.assertIn("PB-02: load 2 is still in the shoe: its rounds are veiled, and not in "
                      "this.", report["remarks"])
        shoes = self.ask(self.pit, "shoe")
        self.assertEqual([row["load"] for row in self.rows(shoes)], [1])
        self.assertNotRegex(json.dumps([report, shoes]), "[45KQ]H")
        # The same from the file, as a person sees it who may read that.
        made = ["--made", "2026-11-22T05:00:00Z", "--format", "json"]
        state = self.daemon.directory / "state" / "sabot.db"
        whole = self.run_report("coups", str(state), *made)
        self.assertEqual(len(self.rows(json.loads(whole))), 2)
        veiled = self.run_report("coups", str(state), "--veiled", "--config",
                                 str(self.daemon.directory / "sabotd.conf"), *made)
        self.assertEqual(self.run_report("coups", "--as", "Pia", "--socket", self.daemon.socket,
                                         *made), veiled)
        self.pit.event("PB-02", ev="unload", left=306)
        self.assertEqual(len(self.rows(self.ask(self.pit, "coups"))), 2)

    def run_report(self, *words):
        done = subprocess.run([SABOTCTL, "report", *words], input=PINS["Pia"] + "\n", text=True,
                              capture_output=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_who_may_have_which(self):
        self.populate("Dan", "Eye", "Aud")
        self.refused(self.client, "report", "login_wanted", name="coups")
        dan, eye, aud = (self.login(name) for name in ("Dan", "Eye", "Aud"))
        self.refused(dan, "report", "not_allowed", name="coups")
        for name in ("user-activity", "dealer-performance"):
            self.refused(eye, "report", "not_allowed", name=name)
            self.assertTrue(self.ask(aud, name)["sections"], name)
        # The others leave out what they tell of persons.
        left_out = "What is reported about single persons is not for this user: it is left out."
        for client, has_dealers in ((eye, False), (aud, True)):
            report = self.ask(client, "exceptions")
            self.assertEqual("dealers" in [part["id"] for part in report["sections"]], has_dealers)
            self.assertEqual(left_out in report["remarks"], not has_dealers)

        self.check_refusals(aud)

    def check_refusals(self, client):
        for error, arguments in (("there is no report", {"name": "forms"}),
                                 ("there is no report", {"name": "../x"}),
                                 ("--since=x", {"since": "x"}),
                                 ("--shift --out=x: ", {"shift": "--out=x"}),
                                 ("language", {"language": "es/../x"}),
                                 ("tables", {"tables": "PB-01"}), ("load", {"load": -1})):
            text = self.refused(client, "report", "bad_request",
                                **{"name": "coups", **arguments})
            self.assertIn(error.replace("--since=x", "--since x: "), text)
        self.assertIn("esto no es un momento",
                      self.refused(client, "report", "bad_request", name="coups", since="x",
                                   language="es"))


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
