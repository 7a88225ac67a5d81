#!/usr/bin/env python3
"""What a console is told of a table beside its game: staff, pace, roads, last rounds, the load.

usage: test-rounds.py SABOTD SABOTCTL
"""
import datetime
import sys
import unittest

from fixture import Daemon

SABOTD = sys.argv[1]
TABLES = ("client_time = date\n[table PB-01]\nrules = punto-banco-es\nset.burn = 0\npit = North\n"
          "[table BJ-01]\nrules = blackjack-es\nset.burn = 0\n")
START = datetime.datetime(2026, 11, 21, 20, 0, 0)
PUNTO, BANCA, TIE = ["9S", "KH", "7S", "KD"], ["2S", "KH", "8S", "TD"], ["9S", "TH", "9D", "QD"]


class Rounds(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.client = self.daemon.start()
        self.seconds = 0

    def tearDown(self):
        self.daemon.close()

    def say(self, table="PB-01", **event):
        at = START + datetime.timedelta(seconds=self.seconds)
        return self.client.event(table, at=at.isoformat() + "Z", **event)

    def play(self, cards, after_s=60, **stake):
        """A round of punto banco."""
        self.seconds += after_s
        if stake:
            self.say(ev="bet", **stake)
        self.say(ev="no_more_bets")
        for card in cards:
            self.say(ev="card", card=card)
        self.say(ev="result")

    def view(self, table="PB-01"):
        return self.client.view(table)

    def rounds(self, **arguments):
        return self.client.ok("rounds", table="PB-01", **arguments)["rounds"]

    def again_after_a_crash(self, *asks):
        before = [ask() for ask in asks]
        self.daemon.kill()
        self.client = self.daemon.start()
        self.assertEqual([ask() for ask in asks], before)

    def test_a_flood_of_corrections_is_counted(self):
        self.say(ev="load", decks=6)
        self.play(PUNTO, box=3, on="punto", amount=1000)
        self.client.pipeline("PB-01", [{"ev": "correction", "round": 1, "amount": i}
                                       for i in range(250)])
        told = self.rounds()[0]
        self.assertEqual([len(told["corrections"]), told["more"]], [48, 202])
        self.again_after_a_crash(self.rounds)

    def test_rules(self):
        punto_banco = self.client.ok("rules", table="PB-01")
        self.assertEqual(punto_banco["rules"], "punto-banco-es")
        self.assertEqual(punto_banco["bets"][:2], ["punto", "banca"])
        blackjack = self.client.ok("rules", table="BJ-01")
        self.assertEqual((blackjack["game"], blackjack["bets"][0], blackjack["boxes"]),
                         ("blackjack", "main", 7))
        self.assertEqual(blackjack["chips"], sorted(blackjack["chips"]))
        self.assertEqual((blackjack["soft_17"], blackjack["blackjack_pays"],
                          blackjack["insurance_pays"]), ("stand", [3, 2], [2, 1]))
        self.assertNotIn("soft_17", punto_banco)
        self.assertEqual(self.client.ask("rules", table="XX")["error"]["class"], "unknown_table")

    def test_pit_and_staff(self):
        self.assertEqual(self.view()["pit"], "North")
        self.assertNotIn("pit", self.view("BJ-01"))
        self.say(ev="staff", who="p3", post="dealer")
        self.seconds += 600
        self.say(ev="staff", who="p3", post="dealer")  # is there already
        self.say(ev="staff", who="p7", post="inspector")
        self.assertEqual(self.view()["staff"],
                         [{"who": "p3", "post": "dealer", "since": "2026-11-21T20:00:00Z"},
                          {"who": "p7", "post": "inspector", "since": "2026-11-21T20:10:00Z"}])
        self.say(ev="staff", who="p4", post="dealer")  # relieves him
        self.say(ev="staff", who="p3", post="dealer", on=False)  # is not there any more
        self.say(ev="staff", who="p7", post="inspector", on=False)
        self.again_after_a_crash(lambda: self.view()["staff"])
        self.assertEqual([(duty["who"], duty["post"]) for duty in self.view()["staff"]],
                         [("p4", "dealer")])

    def test_pace(self):
        self.say(ev="load", decks=6)
        for _ in range(3):
            self.play(PUNTO)
        self.assertNotIn("pace", self.view())  # too few
        for _ in range(8):
            self.play(PUNTO)
        self.assertEqual(self.view()["pace"], 60)
        self.play(PUNTO, after_s=25 * 60)  # a shuffle counts; what was half an hour ago does not
        self.assertEqual(self.view()["pace"], 12)
        self.again_after_a_crash(lambda: self.view()["pace"])

    def test_a_load_dealt_in_seconds_has_no_pace(self):
        self.say(ev="load", decks=6)
        for _ in range(12):
            self.play(PUNTO, after_s=1)
        self.assertNotIn("pace", self.view())
        self.play(PUNTO, after_s=180)
        self.assertIn("pace", self.view())

    def test_roads(self):
        self.say(ev="load", decks=6)
        for cards in [PUNTO, PUNTO, TIE, BANCA]:
            self.play(cards)
        self.assertEqual(len(self.view()["coups"]), 4)
        roads = self.client.ok("roads", table="PB-01")
        self.assertEqual([cell[0] for cell in roads["bead"]], ["p", "p", "t", "b"])
        self.assertEqual([cell[:3] for cell in roads["big"]],
                         [["p", 1, 1], ["p", 1, 2], ["b", 2, 1]])
        self.assertEqual([cell[4] for cell in roads["big"]], [0, 1, 0])  # the tie's stroke
        # Columns of 2 and 1: another banca makes them alike, a punto leaves them unlike.
        self.assertEqual(roads["ask"], {"punto": "i--", "banca": "r--"})
        # The last round is void: told again, it is no coup; nor is it a second time.
        self.client.event("PB-01", ev="call")
        self.say(ev="ruling", incident=1, remedy="void_round")
        self.assertEqual(len(self.view()["coups"]), 3)
        self.say(ev="ruling", incident=1, remedy="void_round")
        self.again_after_a_crash(lambda: self.view()["coups"],
                                 lambda: self.client.ok("roads", table="PB-01"))
        self.assertEqual(len(self.view()["coups"]), 3)
        self.say(ev="unload")
        self.say(ev="load", decks=6)
        self.assertNotIn("coups", self.view())
        self.assertEqual(self.client.ok("roads", table="PB-01")["bead"], [])

    def test_last_rounds(self):
        self.say(ev="load", decks=6)
        self.play(PUNTO, box=3, on="punto", amount=1000)
        self.say(ev="paid", box=3, on="punto", amount=900)  # a wrong payment
        self.say(ev="bet", box=5, on="banca", amount=2000)
        self.say(ev="call")  # about the round just closed
        self.say(ev="correction", round=1, amount=100, box=3, note="was short", by="pit-1")
        self.play(BANCA)
        newest, older = self.rounds()
        self.assertEqual((newest["round"], newest["winner"]), (2, "banca"))
        self.assertEqual([(s["box"], s["on"], s["due"]) for s in newest["stakes"]],
                         [(5, "banca", 1900)])
        self.assertEqual(older["punto_cards"], ["9S", "KH"])
        self.assertEqual(older["paid"], [{"box": 3, "on": "punto", "amount": 900}])
        self.assertEqual([(c["amount"], c["by"]) for c in older["corrections"]], [(100, "pit-1")])
        self.assertEqual((newest["incidents"], older["incidents"]), ([], [1]))
        self.assertEqual([r["round"] for r in self.rounds(limit=1)], [2])
        page = self.client.ok("rounds", table="PB-01", limit=1)
        self.assertEqual(self.rounds(**{"from": page["next"]}), [older])
        self.again_after_a_crash(self.rounds)
        for wrong in [0, 51]:
            self.assertIn("error", self.client.ask("rounds", table="PB-01", limit=wrong))

    def test_only_the_last_are_held(self):
        self.say(ev="load", decks=8)
        for _ in range(55):
            self.play(PUNTO)
        found = self.rounds(limit=50)
        self.assertEqual([r["round"] for r in found], list(range(55, 5, -1)))

    def test_a_round_of_blackjack(self):
        self.say("BJ-01", ev="load", decks=6)
        self.say("BJ-01", ev="bet", box=2, amount=1000)
        self.say("BJ-01", ev="no_more_bets")
        for card in ["TS", "9D", "KH"]:
            self.say("BJ-01", ev="card", card=card)
        self.assertEqual(self.client.ok("rounds", table="BJ-01")["rounds"], [])  # still played
        self.say("BJ-01", ev="action", box=2, do="stand")
        self.say("BJ-01", ev="card", card="8C")
        self.say("BJ-01", ev="result")
        told = self.client.ok("rounds", table="BJ-01")["rounds"][0]
        self.assertEqual(told["hands"], [{"box": 2, "hand": 0, "cards": ["TS", "KH"],
                                          "total": 20, "result": "win"}])
        self.assertEqual(told["dealer_cards"], ["9D", "8C"])

    def test_the_load_and_who_prepared_it(self):
        self.assertEqual(self.client.ok("load", table="PB-01"), {"preparing": []})
        self.say(ev="prepared", step="seals", who="p5", by="pit-1")
        self.say(ev="prepared", step="count")
        self.assertEqual([s["step"] for s in self.client.ok("load", table="PB-01")["preparing"]],
                         ["seals", "count"])
        self.say(ev="load", decks=6, behind=70)
        self.say(ev="prepared", step="seals")  # for the next one
        self.play(PUNTO)
        self.say(ev="no_more_bets")
        self.say(ev="card", card="??")
        self.say(ev="cut_card")
        found = self.client.ok("load", table="PB-01")
        load = found["load"]
        self.assertEqual((load["load"], load["rounds"], load["seen"], load["positions"]),
                         (1, 2, 5, "....?"))
        self.assertEqual((load["behind"], load["cut_at"]), (70, 5))
        self.assertEqual([(s["step"], s.get("who"), s.get("by")) for s in load["prepared"]],
                         [("seals", "p5", "pit-1"), ("count", None, None)])
        self.assertEqual(len(found["preparing"]), 1)
        self.again_after_a_crash(lambda: self.client.ok("load", table="PB-01"))


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
