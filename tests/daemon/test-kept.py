#!/usr/bin/env python3
"""A shoe that keeps its events while its cable is out: what left it comes late, and the round is as
certain as if the cable had never been pulled. What it has forgotten stays in doubt.

usage: test-kept.py SABOTD SABOTCTL
"""
import sys
import unittest

from fixture import audit, wait_for
from shoe_floor import Floor

SABOTCTL = sys.argv[2]


class Kept(Floor):
    def unplug_in_mid_round(self, *kept):
        self.client.event("PB-01", ev="load", decks=6)
        self.client.event("PB-01", ev="bet", box=3, on="punto", amount=1000)
        self.client.event("PB-01", ev="no_more_bets")
        self.deal("9S")
        self.unplug(self.one, "PB-01")
        wait_for(self.is_unverified, "doubt")
        for card in kept:
            self.one.card(card)
        self.plug(self.one, 1)
        self.wait_cards("PB-01", ["9S", *kept])

    def is_unverified(self):
        return self.client.view("PB-01").get("unverified", False)

    def derived(self):
        return audit(SABOTCTL, self.client.export("PB-01"))

    def test_the_round_is_certain_again(self):
        self.unplug_in_mid_round("KH", "7S")
        wait_for(lambda: not self.is_unverified(), "certainty")
        self.assertEqual(self.client.view("PB-01")["punto"]["total"], 9)
        self.deal("KD")
        self.client.event("PB-01", ev="result", winner="punto")
        self.client.event("PB-01", ev="unload", left=307)  # a card has gone
        lines = self.derived()
        self.assertEqual([line["due"] for line in lines if line["out"] == "settle"], [1000])
        self.assertEqual([line["code"] for line in lines if line["out"] == "incident"],
                         ["device_offline", "count_mismatch"])

    def test_nothing_left_it(self):
        self.unplug_in_mid_round()
        wait_for(lambda: not self.is_unverified(), "certainty")

    def test_closed_without_it(self):
        """Nobody knows which of its cards were dealt before the dealer closed the round."""
        self.client.event("PB-01", ev="load", decks=6)
        self.client.event("PB-01", ev="bet", box=3, on="punto", amount=1000)
        self.client.event("PB-01", ev="no_more_bets")
        self.deal("9S", "KH")
        self.unplug(self.one, "PB-01")
        for card in ("2H", "KS"):
            self.one.card(card)
        self.client.event("PB-01", ev="result", winner="punto")
        self.client.event("PB-01", ev="paid", box=3, on="punto", amount=1000)
        self.plug(self.one, 1)
        wait_for(lambda: len(self.losses("PB-01")) == 2, "what it kept")
        self.assertEqual({line["code"] for line in self.derived() if line["out"] == "incident"},
                         {"device_offline", "frames_lost"})

    def test_what_it_has_forgotten_stays_in_doubt(self):
        self.client.event("PB-01", ev="load", decks=6)
        self.client.event("PB-01", ev="bet", box=3, on="punto", amount=1000)
        self.client.event("PB-01", ev="no_more_bets")
        self.deal("9S")
        self.unplug(self.one, "PB-01")
        self.one.start_again(4711)  # nothing of its boot before is left
        self.one.card("7S")
        self.plug(self.one, 1)
        wait_for(lambda: self.losses("PB-01"), "what is lost")
        self.client.event("PB-01", ev="result")
        self.assertTrue(self.derived()[-1]["unverified"])


del Floor
if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
