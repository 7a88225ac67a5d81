#!/usr/bin/env python3
"""What a shoe's own claims are worth: of places, results and cards too many.

usage: test-claims.py SABOTD SABOTCTL
"""
import sys
import unittest

from fixture import wait_for
from shoe_floor import Floor, device, table


class Claims(Floor):
    def setUp(self):
        super().setUp()
        self.begin("PB-01")

    def deal(self, *cards):
        dealt = self.cards("PB-01")
        for card in cards:
            self.one.card(card)
        self.wait_cards("PB-01", dealt + list(cards))

    def overdraw(self):
        before = len(self.errors())
        self.one.overdraw()
        wait_for(lambda: len(self.errors()) > before, "the shoe's error")

    def errors(self):
        return [e for e in self.client.export("PB-01")[1:] if e.get("state") == "error"]

    def next_round(self):
        self.client.event("PB-01", ev="result")
        self.assertEqual(self.findings("device_disagrees"), [])
        self.client.event("PB-01", ev="no_more_bets")

    def test_a_card_too_many_that_was_none(self):
        self.deal("9S", "KH", "2S", "5D")
        self.overdraw()
        self.next_round()
        wait_for(lambda: self.findings("device_disagrees"), "the finding")
        detail = self.findings("device_disagrees")[0]
        self.assertEqual((detail["what"], detail["claimed"], detail["rules"]),
                         ("fault", "overdraw", "none"))

    def test_told_once_a_load_also_after_a_restart(self):
        self.one.card("9S", "banca")
        self.wait_cards("PB-01", ["9S"])
        self.wait_house("finding", 1)
        self.restart()
        self.wait_state("PB-01", "online")
        self.one.card("KH", "punto")
        self.wait_cards("PB-01", ["9S", "KH"])
        self.deal("2S", "5D")
        self.client.event("PB-01", ev="result")
        self.begin("PB-01")
        self.one.card("9C", "banca")
        wait_for(lambda: len(self.findings("device_disagrees")) > 1, "the second load's")
        self.assertEqual([(d["what"], d["claimed"], d["round"])
                          for d in self.findings("device_disagrees")],
                         [("place", "banca", 1), ("place", "banca", 2)])

    def nothing_is_found(self):
        self.next_round()
        self.deal("7S")
        self.assertEqual(self.findings("device_disagrees"), [])

    def test_claimed_after_its_card(self):
        self.deal("9S", "KH", "2S", "5D", "6D")
        self.overdraw()
        self.nothing_is_found()

    def test_claimed_before_its_card(self):
        self.deal("9S", "KH", "2S", "5D")
        self.overdraw()
        self.deal("6D")
        self.nothing_is_found()

    def test_claimed_between_rounds(self):
        self.deal("9S", "KH", "2S", "5D")
        self.client.event("PB-01", ev="result")
        self.overdraw()
        self.deal("6D")
        self.client.event("PB-01", ev="no_more_bets")
        self.deal("7S")
        self.assertEqual(self.findings("device_disagrees"), [])

    def test_claimed_before_its_card_and_the_button_in_between(self):
        self.deal("9S", "KH", "2S", "5D")
        self.overdraw()
        self.client.event("PB-01", ev="result")
        self.client.event("PB-01", ev="bet", box=1, on="punto", amount=1000)
        self.deal("6D")
        self.client.event("PB-01", ev="no_more_bets")
        self.deal("7S")
        self.assertEqual(self.findings("device_disagrees"), [])

    def test_nothing_on_doubt(self):
        self.deal("9S", "KH", "??", "5D")
        self.overdraw()
        self.client.event("PB-01", ev="no_more_bets")
        self.deal("7S")
        self.assertEqual(self.findings("device_disagrees"), [])


class HiddenClaims(Floor):
    """Of hands that lie face down: what a shoe claims wrongly of them is told when they do not."""
    CONFIG = (device("shoe-1") + device("shoe-2") + table("PB-01", "shoe-1") +
              "set.reveal = on_button\n" + table("PB-02", "shoe-2"))
    WRONG = [("place", "banca", "punto"), ("result", "tie", "punto")]

    def deal(self, *cards, place="punto"):
        """Punto draws, whom the shoe's word may not give the card."""
        self.begin("PB-01")
        for card in cards[:4]:
            self.one.card(card)
        for card in cards[4:]:
            self.one.card(card, place)
        self.one.hand_end("tie" if place == "banca" else "punto")
        self.wait_cards("PB-01", list(cards))
        # Findings are answered in their turn, as this is.
        self.client.event("PB-01", ev="staff", who="p1", post="dealer")
        self.assertEqual(self.findings("device_disagrees"), [])

    def found(self):
        return [(one["what"], one["claimed"], one["rules"])
                for one in self.findings("device_disagrees")]

    def test_told_at_the_button(self):
        self.deal("2S", "3D", "KH", "7D", "4C", place="banca")
        self.client.event("PB-01", ev="reveal", what="punto")
        self.assertEqual(self.found(), [])
        self.client.event("PB-01", ev="reveal", what="banca")
        wait_for(lambda: self.found() == self.WRONG, "both findings")

    def test_told_at_the_end_of_the_round(self):
        self.deal("2S", "3D", "KH", "7D", "4C", place="banca")
        self.client.event("PB-01", ev="result")
        wait_for(lambda: self.found() == self.WRONG, "both findings")

    def test_nothing_when_it_was_right(self):
        self.deal("2S", "3D", "KH", "7D", "4C")
        self.client.event("PB-01", ev="reveal")
        self.client.event("PB-01", ev="result")
        self.assertEqual(self.found(), [])

    def test_nothing_of_a_round_that_is_void(self):
        self.deal("2S", "3D", "KH", "7D", "4C", place="banca")
        self.client.event("PB-01", ev="call")
        self.client.event("PB-01", ev="ruling", incident=1, remedy="void_round")
        self.client.event("PB-01", ev="result")
        self.assertEqual(self.found(), [])


if __name__ == "__main__":
    del sys.argv[1:3]
    unittest.main()
