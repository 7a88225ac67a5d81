#!/usr/bin/env python3
"""`sabotctl odds` as it is printed: the JSON adds up, the table says the same, refusals are told.

Usage: check-odds.py SABOTCTL PROFILES
"""
import glob
import json
import os
import subprocess
import sys
from fractions import Fraction


def run(program, *words, status=0):
    done = subprocess.run([program, "odds", *words], capture_output=True, text=True,
                          encoding="utf-8", timeout=300, check=False)
    assert done.returncode == status, f"{words}: status {done.returncode}: {done.stderr}"
    return done


def check_bet(bet):
    """The edge follows from the outcomes, and the decimal from the edge."""
    gained = sum(Fraction(*outcome["net"]) * outcome["count"] for outcome in bet["outcomes"])
    total = sum(outcome["count"] for outcome in bet["outcomes"])
    edge = Fraction(int(bet["edge"]["top"]), int(bet["edge"]["bottom"]))
    assert total == bet["total"] and total > 0, bet
    assert edge == -gained / total, bet
    assert edge.denominator == int(bet["edge"]["bottom"]), "not in lowest terms"
    assert abs(Fraction(bet["edge"]["decimal"]) - edge) <= Fraction(1, 2 * 10 ** 12), bet
    return edge


def check_dealer(dealer, decks):
    assert [row["up"] for row in dealer] == list("A23456789T")
    for row in dealer:
        before = {word: int(text) for word, text in row["before_peek"].items()}
        after = {word: int(text) for word, text in row["after_peek"].items()}
        total, left = before.pop("total"), after.pop("total")
        assert sum(before.values()) == total and sum(after.values()) == left, row
        blackjack = Fraction(before.pop("blackjack"), total)
        assert before == after and left == total * (1 - blackjack), row
        copies = {"A": 16, "T": 4}.get(row["up"], 0) * decks
        assert blackjack == Fraction(copies, 52 * decks - 1), row


def check_coups(coups, decks):
    total = 1
    for gone in range(6):
        total *= 52 * decks - gone
    assert coups["total"] == total
    for part in ("winners", "cards"):
        assert sum(coups[part].values()) == total, part
    for part in ("punto_points", "banca_points"):
        assert sum(coups[part]) == total and len(coups[part]) == 10, part
    assert 0 < coups["naturals"] < coups["cards"]["4"]


def check_profile(program, name):
    odds = json.loads(run(program, name, "--json").stdout)
    table = run(program, name).stdout
    assert odds["profile"] == name
    if odds["game"] == "punto_banco":
        check_coups(odds["coups"], odds["decks"])
    else:
        check_dealer(odds["dealer"], odds["decks"])
    for bet in odds["bets"]:
        check_bet(bet)
        exact = f"({bet['edge']['top']}/{bet['edge']['bottom']})"
        heads = [line for line in table.splitlines() if ": " in line and line.endswith(exact)]
        alike = [other for other in odds["bets"] if other["edge"] == bet["edge"]]
        assert len(heads) == len(alike), (bet["bet"], heads)


def check_published(program):
    odds = json.loads(run(program, "punto-banco-es", "--set", "decks=8", "--json").stdout)
    assert odds["decks"] == 8
    assert odds["coups"]["winners"] == {"banca": 2292252566437888, "punto": 2230518282592256,
                                        "tie": 475627426473216}
    edges = {bet["bet"]: check_bet(bet) for bet in odds["bets"]}
    assert f"{float(edges['banca']):.6f}" == "0.010579", edges


def check_negative(program):
    """A bet that players gain on is told with its sign."""
    odds = json.loads(run(program, "punto-banco-es", "--set", "bets=tie=12:1", "--json").stdout)
    edge, = (check_bet(bet) for bet in odds["bets"] if bet["bet"] == "tie")
    assert edge < 0


def main():
    program = sys.argv[1]
    profiles = sorted(glob.glob(os.path.join(sys.argv[2], "*.conf")))
    assert profiles, "no profiles"
    for path in profiles:
        check_profile(program, os.path.splitext(os.path.basename(path))[0])
    check_published(program)
    check_negative(program)
    for words in (["no-such-profile"], [], ["punto-banco-es", "--set", "decks"],
                  ["punto-banco-es", "--set", "decks=ninety"]):
        done = run(program, *words, status=2)
        assert done.stderr and not done.stdout, words


main()
