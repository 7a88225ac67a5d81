#!/usr/bin/env python3
"""The veil lifted by two persons: who may, what is seen, and when it falls again.

usage: test-unveil.py SABOTD SABOTCTL
"""
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
            self.pit.event(table, ev="card", card=card, src="manual")

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
            self.assertIn("second: is pit", self.unveil(self.pit, name)["error"]["text"])
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
                              capture_output=True, timeout=60,
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


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
