#!/usr/bin/env python3
"""The house log: what the daemon finds and no table's log can yield.

usage: test-house.py SABOTD SABOTCTL
"""
import os
import subprocess
import sys
import unittest

from fixture import TARGETS, Daemon, Shoe, audit, frame, wait_for

SABOTD, SABOTCTL = sys.argv[1:3]
TABLES = ("[device shoe-1]\ntransport = pty:@DIR@/shoe\n"
          "[table PB-01]\nrules = punto-banco-es\nset.burn = 0\ndevice = shoe-1\n")


class House(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.shoe = Shoe(self.daemon.directory / "shoe")
        self.client = self.daemon.start()

    def tearDown(self):
        self.daemon.close()
        self.shoe.close()

    def deal(self, card, target):
        seen = self.client.view("PB-01")["shoe"]["seen"]
        self.shoe.send_card(card, target)
        wait_for(lambda: self.client.view("PB-01")["shoe"]["seen"] > seen, f"card {card}")

    def begin(self):
        self.client.event("PB-01", ev="load", decks=6)
        self.client.event("PB-01", ev="no_more_bets")

    def findings(self):
        return [i for i in self.client.ok("incidents")["incidents"] if i["table"] == "house"]

    def deal_with_one_wrong_place(self):
        self.begin()
        self.deal("9S", "punto")
        self.deal("9H", "banca")  # the profile deals P P B B
        self.deal("2S", "punto")  # that too; one a load is told

    def test_a_finding_is_logged_shown_and_ruled(self):
        self.deal_with_one_wrong_place()
        found = wait_for(self.findings, "the finding")
        self.assertEqual(len(found), 1)
        self.assertEqual(found[0]["about"], "PB-01")
        self.assertEqual(found[0]["code"], "device_disagrees")
        self.assertEqual(found[0]["detail"],
                         {"table": "PB-01", "device": "shoe-1", "what": "place",
                          "claimed": "banca", "rules": "punto", "round": 1})
        view = wait_for(lambda: self.client.view("PB-01")["incidents"]["open"] and
                        self.client.view("PB-01"), "the tile to tell")
        self.assertEqual(view["incidents"]["worst"]["code"], "device_disagrees")
        self.assertEqual(len(self.client.ok("incidents", table="PB-01")["incidents"]), 1)
        # In text the same: the number counts in the house log, and stands beside its name.
        said = subprocess.run([SABOTCTL, "incidents", "--socket", self.daemon.socket], check=False,
                              env=dict(os.environ, LANGUAGE="en"), capture_output=True, text=True)
        rows = [line.split()[1:4] for line in said.stdout.splitlines()]
        self.assertEqual(rows, [["table", "id", "about"], ["house", "1", "PB-01"]])

        self.client.event("house", ev="ruling", incident=1, remedy="let_stand", by="pit-1")
        self.assertEqual(self.findings()[0]["state"], "ruled")
        self.assertEqual(self.client.view("PB-01")["incidents"]["open"], 0)

        # The log is an ordinary one, and comes to the same on another machine.
        lines = self.client.export("house")
        self.assertEqual(lines[0], {"log": "sabot/1", "table": "house"})
        derived = audit(SABOTCTL, lines)
        self.assertEqual([line["code"] for line in derived if line["out"] == "incident"],
                         ["device_disagrees"])

    def test_it_outlives_a_crash(self):
        self.deal_with_one_wrong_place()
        before = wait_for(self.findings, "the finding")
        self.daemon.kill()
        self.client = self.daemon.start()
        self.assertEqual(self.findings(), before)
        self.assertEqual(self.client.view("PB-01")["incidents"]["open"], 1)

    def test_nothing_is_claimed_on_doubt(self):
        self.begin()
        self.deal("9S", "punto")
        again = frame("7", "R", bytes([0x80 | TARGETS["banca"] << 4, 0x9c]))
        os.write(self.shoe.master, again * 3)  # of a draw that nobody saw
        wait_for(lambda: self.client.ok("incidents", table="PB-01")["incidents"], "the loss")
        self.deal("9H", "banca")
        self.deal("2S", "punto")
        self.assertEqual(self.findings(), [])

    def test_the_shoes_own_result(self):
        self.begin()
        for card, target in [("9S", "punto"), ("KH", "punto"), ("2S", "banca"), ("5D", "banca")]:
            self.deal(card, target)
        self.shoe.last = frame("7", "G", bytes([0xc0]))  # banca
        self.shoe.repeat()
        found = wait_for(self.findings, "the finding")
        self.assertEqual(found[0]["detail"]["what"], "result")
        self.assertEqual((found[0]["detail"]["claimed"], found[0]["detail"]["rules"]),
                         ("banca", "punto"))

    def test_what_it_refuses(self):
        for event, why in [({"ev": "finding", "code": "unveiled", "detail": {}}, "not_allowed"),
                           ({"ev": "ruling", "incident": 1, "remedy": "let_stand"},
                            "bad_request"),
                           ({"ev": "ruling", "remedy": "void_round", "incident": 1},
                            "bad_request")]:
            reply = self.client.ask("event", table="house", event=event)
            self.assertEqual(reply["error"]["class"], why, event)
        self.assertEqual([one["ev"] for one in self.client.export("house")[1:]], ["started"])


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
