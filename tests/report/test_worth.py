#!/usr/bin/env python3
"""What blackjack's main bet is worth, against a simulation that shares nothing with the programs.

Usage: test_worth.py SABOTCTL [unittest's arguments]

Thousands of rounds of two boxes are played here by the rules of blackjack-es as a book has them and
by the plain way of playing that docs/reports.md describes; the report must agree as far as so few
rounds can tell. The dice are seeded.
"""
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

import simulated

ROUNDS = 12_000


def total(cards):
    """(total, soft) of values, aces 1."""
    hard = sum(cards)
    soft = 1 in cards and hard <= 11
    return hard + 10 * soft, soft


def play_hand(cards, up, draw, stake=1):
    """(total, stake) of one hand that is not split."""
    while True:
        value, soft = total(cards)
        if value >= 21:
            return value, stake
        if len(cards) == 2 and value in (10, 11):
            return total(cards + [draw()])[0], 2 * stake
        if value >= (18 if soft else 17 if up == 1 or up >= 7 else 13):
            return value, stake
        cards = cards + [draw()]


def play_box(cards, up, draw):
    """[(total, stake)] of a box's hands."""
    if cards == [1, 1]:
        return [(total([1, draw()])[0], 1) for _ in range(2)]
    if cards == [8, 8]:
        return [hand for _ in range(2) for hand in play_box([8, draw()], up, draw)]
    return [play_hand(cards, up, draw)]


def play_round(dice, shoe):
    """What two boxes gain, each on a stake of one."""
    cards = iter(dice.sample(shoe, 120))

    def draw():
        return next(cards)
    first, up = [draw(), draw()], draw()
    boxes = [[card, draw()] for card in first]
    hands = [play_box(box, up, draw) for box in boxes]
    dealer = [up]
    while total(dealer)[0] < 17:
        dealer.append(draw())
    bank, bank_blackjack = total(dealer)[0], len(dealer) == 2 and total(dealer)[0] == 21
    gains = []
    for box, played in zip(boxes, hands):
        if total(box)[0] == 21:
            gains.append(0 if bank_blackjack else 1.5)
            continue
        gains.append(sum(-stake if value > 21 or bank_blackjack else
                         stake if bank > 21 or value > bank else
                         0 if value == bank else -stake for value, stake in played))
    return gains


class Worth(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.worths, report = simulated.simulate(SABOTCTL)
        cls.first = json.loads(report.read_text(encoding="utf-8"))

    def report(self, section, made=None):
        return [row for part in (made or self.first)["sections"] if part["id"] == section
                for row in part["rows"] if row["role"] == "row"]

    def test_what_was_kept_is_read_again(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder) / self.worths.name
            text, n_edges = re.subn("(?m)^edge=.*$", "edge=0.25", self.worths.read_text("utf-8"))
            kept.write_text(text, encoding="utf-8")
            done = subprocess.run(
                [SABOTCTL, "report", "statistical", simulated.LOG, "--format", "json",
                 "--digest", folder], check=True, capture_output=True)
        [row] = self.report("simulated", json.loads(done.stdout))
        self.assertEqual((n_edges, row["edge"]), (1, 250_000))

    def test_against_another_simulation(self):
        dice = random.Random(7)
        shoe = [min(rank, 10) for rank in range(1, 14)] * 24
        gains = [play_round(dice, shoe) for _ in range(ROUNDS)]
        mean = sum(one + other for one, other in gains) / (2 * ROUNDS)
        variance = sum(one ** 2 + other ** 2 for one, other in gains) / (2 * ROUNDS) - mean ** 2
        covariance = sum(one * other for one, other in gains) / ROUNDS - mean ** 2
        [row] = self.report("simulated")
        self.assertEqual(row["rules"], "blackjack-es")
        unsure = math.sqrt((variance + covariance) / (2 * ROUNDS))
        self.assertLess(abs(row["edge"] / 1e6 + mean), 4 * unsure)
        self.assertLess(abs((row["deviation"] / 1000) ** 2 - variance), 0.06)
        self.assertLess(abs(row["correlation"] / 1000 - covariance / variance), 0.05)
        self.assertLess(row["error"], 1000)

    def test_expected_and_deviation(self):
        """Two boxes, 10.00 and 30.00, by the formula."""
        [row] = self.report("simulated")
        [table] = self.report("tables")
        share, error = row["edge"] / 1e6, row["error"] / 1e6
        variance = (row["deviation"] / 1000) ** 2
        covariance = variance * row["correlation"] / 1000
        expected = 4000 * share
        spread = math.sqrt(variance * (1000 ** 2 + 3000 ** 2) + 2 * covariance * 1000 * 3000 +
                           (4000 * error) ** 2)
        self.assertAlmostEqual(table["expected_minor"], expected, delta=1)
        self.assertAlmostEqual(table["most_minor"] - table["expected_minor"], 1.96 * spread,
                               delta=0.005 * spread)
        self.assertAlmostEqual(table["z"] / 1000, (table["won_minor"] - expected) / spread,
                               delta=0.01)
        self.assertEqual(table["unknown_minor"], 0)


if __name__ == "__main__":
    SABOTCTL = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
