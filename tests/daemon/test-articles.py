#!/usr/bin/env python3
"""Each finding cites the article of the table's own rule book, and says what was wrong there; a
dealer who goes on without a key is a finding, and that he went on is one, not one a card.

usage: test-articles.py SABOTD …
"""
import sys
import unittest

from fixture import Daemon

SABOTD = sys.argv[1]
PROFILES = {"ES": "blackjack-es", "ST": "blackjack-standard", "HB": "blackjack-house",
            "IT": "blackjack-it", "TB": "blackjack-itable", "PB": "punto-banco-es",
            "FD": "punto-banco-es\nset.reveal = on_button"}
TABLES = "".join(f"[table {name}]\nrules = {profile}\nset.burn = 0\n"
                 for name, profile in PROFILES.items())
TWENTY = "TC 7D TH"  # box 1, the dealer, box 1
HOLE = ("HB", "TB", "IT")


class Articles(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.client = self.daemon.start()

    def begin(self, table, cards, boxes=(1,)):
        self.client.event(table, ev="load", decks=6)
        for box in boxes:
            self.client.event(table, ev="bet", box=box, amount=1000)
        self.client.event(table, ev="no_more_bets")
        self.cards(table, cards)

    def cards(self, table, cards):
        for card in cards.split():
            self.client.event(table, ev="card", card=card)

    def act(self, table, do, box=1):
        self.client.event(table, ev="action", box=box, do=do)

    def found(self, table, code):
        """The one of that code."""
        incidents = [incident for incident in self.client.ok("incidents", table=table)["incidents"]
                     if incident["code"] == code]
        self.assertEqual(len(incidents), 1, incidents)
        return incidents[0]

    def rule(self, table, code):
        return self.found(table, code)["rule"]

    def test_double_on_twelve(self):
        self.begin("ES", "5C 9D 7H")
        self.act("ES", "double")
        self.assertEqual(self.rule("ES", "action_not_allowed"), "ES-09")

    def test_surrender_with_three_cards(self):
        self.begin("ES", "2C 9D 3H 4H")
        self.act("ES", "surrender")
        self.assertEqual(self.rule("ES", "action_not_allowed"), "ES-12")

    def test_split_of_two_values(self):
        self.begin("ES", "5C 9D 7H")
        self.act("ES", "split")
        self.assertEqual(self.rule("ES", "action_not_allowed"), "ES-10")

    def test_a_dealer_who_draws_on_17(self):
        for table, rule in (("ES", "ES-06"), ("ST", "ST-03"), ("HB", "HB-03"), ("TB", "TB-04")):
            with self.subTest(table):
                self.begin(table, TWENTY + (" TS" if table in HOLE else ""))
                self.act(table, "stand")
                self.cards(table, "5H" if table in HOLE else "TS 5H")
                self.assertEqual(self.rule(table, "card_in_excess"), rule)

    def test_a_dealer_who_is_ahead(self):
        """Two hands were left: it is not said that there was none."""
        self.begin("IT", "2H 3H TD TC TS 4D", boxes=(1, 3))
        for box in (1, 3):
            self.act("IT", "stand", box)
        self.cards("IT", "2C")
        found = self.found("IT", "card_in_excess")
        self.assertEqual(found["rule"], "IT-07")
        self.assertNotIn("no hand", found["text"])

    def test_no_hand_was_left(self):
        """All are out, also where the dealer may stop as he is ahead: he was ahead of none."""
        for table, rule in (("ES", "ES-15"), ("ST", "ST-08"), ("HB", "BJ-05"), ("IT", "BJ-05")):
            with self.subTest(table):
                self.begin(table, "TC 2D 6H" + (" 3S" if table in HOLE else ""))
                self.act(table, "hit")
                self.cards(table, "TD 4C")
                found = self.found(table, "card_in_excess")
                self.assertEqual(found["rule"], rule)
                self.assertIn("no hand was left", found["text"])

    def test_a_card_that_is_owed(self):
        self.begin("ES", "8C 9D 8H")
        self.act("ES", "split")
        self.client.event("ES", ev="result")
        self.assertEqual(self.rule("ES", "card_missing"), "ES-10")
        self.begin("ST", "5C 9D 6H")
        self.act("ST", "double")
        self.client.event("ST", ev="result")
        self.assertEqual(self.rule("ST", "card_missing"), "ST-04")
        self.begin("TB", "5C")
        self.client.event("TB", ev="result")
        self.assertEqual(self.rule("TB", "card_missing"), "BJ-06")

    def test_a_soft_seventeen(self):
        self.begin("HB", "TC AD 9H 6S")
        self.client.event("HB", ev="insurance_closed")
        self.act("HB", "stand")
        self.client.event("HB", ev="result")
        self.assertIn("soft 17", self.found("HB", "card_missing")["text"])

    def test_a_cut_card_at_the_wrong_place(self):
        for table, rule in (("ES", "ES-03"), ("ST", "ST-09"), ("HB", "HB-01")):
            with self.subTest(table):
                self.client.event(table, ev="load", decks=6, behind=6)
                self.assertEqual(self.rule(table, "cut_card_misplaced"), rule)

    def test_a_dispute_of_either_game(self):
        self.client.event("PB", ev="load", decks=6)
        for table, rule in (("PB", ""), ("ES", "BJ-14")):
            self.client.event(table, ev="call")
            self.assertEqual(self.rule(table, "dispute"), rule)

    def test_what_is_hidden_has_a_name(self):
        """Whose points or cards are not shown yet has no sentence: it is named, not by its code."""
        self.begin("ES", "2S 3S 4S 5S 6S")
        self.client.event("FD", ev="load", decks=6)
        self.client.event("FD", ev="no_more_bets")
        self.cards("FD", "4S KH 5S KD 2C 3C")
        for table, code, text in (("ES", "unshuffled_order", "load looks unshuffled"),
                                  ("FD", "card_in_excess", "card too many")):
            with self.subTest(table):
                self.assertEqual(self.found(table, code)["text"], text)

    def codes(self, table):
        found = self.client.ok("incidents", table=table)["incidents"]
        return sorted(incident["code"] for incident in found)

    def test_cards_after_a_round_are_one_finding(self):
        self.client.event("PB", ev="load", decks=6)
        self.client.event("PB", ev="bet", box=1, on="punto", amount=1000)
        self.client.event("PB", ev="no_more_bets")
        self.cards("PB", "9S KH 7S KD")  # a natural: the coup is over
        self.cards("PB", "2C 3D 4H 5S 6C 7D 8H 9C TD JH QS KC 2D 3H 4S")
        self.assertEqual(self.codes("PB"), ["card_in_excess", "dealing_went_on"])

    def test_cards_before_a_round_are_one_finding(self):
        self.client.event("ES", ev="load", decks=6)
        self.cards("ES", "2C 3D 4H 5S 6C 7D 8H 9C TD JH QS KC")
        self.assertEqual(self.codes("ES"), ["card_before_no_more_bets", "dealing_went_on"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
