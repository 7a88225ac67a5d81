#!/usr/bin/env python3
"""What the veil hides leaves the daemon to nobody before its time: not by any request of any role,
nor by what is pushed, resumed, counted, said in a sentence, or written for the journal. Two daemons
are told the same with other hidden cards; what each client gets of them, by the socket or by TLS,
must be the same.

usage: test-veil.py SABOTD SABOTCTL API_C [everywhere]

everywhere: each role of person at each role of machine, besides.
"""
import collections
import itertools
import pathlib
import random
import re
import sys
import time
import unittest

from every_request import requests_for
from twins import NOBODY, Twins

SABOTD, SABOTCTL, API_C = sys.argv[1:4]
EVERYWHERE = "everywhere" in sys.argv[4:]
MACHINES = ("pit", "dealer", "shift", "surveillance", "audit") if EVERYWHERE else ("pit",)
ASKERS = 8 if EVERYWHERE else 3  # at a time, in turn
ROUNDS = 2
SPOT_CHECKS = 3  # rounds in which everybody asks everything
RANKS = "A23456789TJQK"
DECKS = 8

TABLES = {
    "PB-01": "rules = punto-banco-es",
    "PB-02": "rules = punto-banco-es\nset.reveal = on_button",
    "BJ-01": "rules = blackjack-es",
    "BJ-02": "rules = blackjack-it",
    "BJ-03": "rules = blackjack-itable",
    "BJ-04": "rules = blackjack-standard\nset.hole = yes",
    "BJ-05": "rules = blackjack-it\nset.reveal = on_button",
    "BJ-06": "rules = blackjack-it\nset.dealer_up_cards = 0\nset.insurance = none",
}
CONFIG = "".join(f"[table {name}]\n{rules}\n" for name, rules in TABLES.items())


def points(cards):
    return sum(min("A23456789TJQK".index(card[0]) + 1, 10) % 10 for card in cards) % 10


def course(punto, banca):
    """How a coup of these first cards goes on, if both third cards are eights: who draws and wins.
    (An eight is a card on which banca's table differs from draw to draw.)"""
    punto, banca = list(punto), list(banca)
    drawn = ""
    if points(punto) < 8 and points(banca) < 8:
        if points(punto) < 6:
            punto.append("8")
            drawn = "p"
        least = {"": 6, "p": 3}[drawn]
        if points(banca) < least:
            banca.append("8")
            drawn += "b"
    return drawn, (points(punto) > points(banca)) - (points(punto) < points(banca))


def blackjack_points(cards):
    values = [min("A23456789TJQK".index(card[0]) + 1, 10) for card in cards]
    total = sum(values)
    return total + 10 if 1 in values and total <= 11 else total


class Veil(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.twins = Twins(SABOTD, SABOTCTL, CONFIG, MACHINES)
        cls.addClassCleanup(cls.twins.close)
        cls.twins.start()
        cls.askers = itertools.cycle(list(cls.twins.sides[0].clients))

    def setUp(self):
        self.chance = random.Random(20261121)
        self.stocks = {}
        self.twins.is_hiding = True
        self.since = self.twins.ask(NOBODY, "status", {})[0]["ok"]["seq"]

    def fresh_round(self, table):
        """One round that is the same on both sides, so that nothing of the last is shown any more;
        then they are compared again."""
        self.twins.is_hiding = False
        self.cover(table)
        self.twins.is_hiding = True
        self.since = self.twins.ask(NOBODY, "status", {})[0]["ok"]["seq"]

    def say(self, table, ev, **fields):
        return self.twins.say(table, {"ev": ev, **fields})

    def last_incident(self, table):
        incidents = self.twins.ask("Pia", "incidents", {"table": table})[0]["ok"]["incidents"]
        return incidents[0]["id"] if incidents else 1

    def last_round(self, table, load):
        """The last one of this load that is over; 99999 that is none."""
        found = self.twins.ask("Pia", "find", {"table": table, "load": load, "limit": 1})
        return ([row["round"] for row in found[0]["ok"]["found"]] or [99999])[0]

    def ask_everything(self, table, notes=True):
        """Every request, by some in turn; perhaps without notes, which end a round that
        waits. The log of the load that is in the shoe nobody gets."""
        twins = self.twins
        view = twins.view(table)
        asked = requests_for(table, self.since, view["load"], self.last_incident(table),
                             view["n"], self.last_round(table, view["load"]))
        requests = [(verb, argument) for verb, arguments in asked.items() for argument in arguments
                    if notes or "staff" not in str(argument)]
        for verb, argument in requests:
            if verb == "event" and argument.get("table") == table:
                argument["event"]["at"] = twins.now()  # or the clock would go back afterwards
        for _ in range(ASKERS):
            name = twins.wait_for_asker(self.askers)
            replies = twins.ask_all(name, requests)
            for index, (verb, argument) in enumerate(requests):
                if verb == "log" and argument["table"] == table:
                    self.assertEqual(replies[index]["error"]["class"], "not_allowed")
        twins.take()

    def rank(self):
        return self.chance.choice(RANKS)

    def hidden(self):
        """Two ranks that differ."""
        return self.chance.sample(RANKS, 2)

    def pick(self, wanted, stocks):
        """A card of this rank of which each of the shoes has most left; a whole card as it is."""
        if len(wanted) == 1:
            wanted += max("SHDC", key=lambda suit: min(stock[wanted + suit] for stock in stocks))
        for stock in stocks:
            stock[wanted] -= 1
            self.assertGreaterEqual(stock[wanted], 0, "the test's own shoe is empty")
        return wanted

    def card(self, table, *wanted):
        """A card to both sides, or one to each; a rank will do."""
        stocks = self.stocks[table]
        if len(wanted) == 1:
            cards = [self.pick(wanted[0], stocks)]
        else:
            cards = [self.pick(one, [stock]) for one, stock in zip(wanted, stocks)]
        return self.twins.say(table, *({"ev": "card", "card": card} for card in cards))

    def begin(self, table):
        whole = [rank + suit for rank in RANKS for suit in "SHDC"] * DECKS + ["??"] * 4
        self.stocks[table] = [collections.Counter(whole), collections.Counter(whole)]
        self.say(table, "load", decks=DECKS)

    def load(self, table):
        """A load with its burn: of all burned cards but a shown first one the sides differ."""
        self.begin(table)
        if self.twins.view(table)["prompt"]["kind"] == "burn" and table.startswith("PB"):
            self.card(table, "7H")
        while self.twins.view(table)["prompt"]["kind"] == "burn":
            self.card(table, *self.hidden())
        self.ask_everything(table)

    def unload(self, table):
        self.assertEqual(self.twins.ask("Aud", "log", {"table": table})[0]["error"]["class"],
                         "not_allowed")
        self.twins.is_hiding = False
        self.say(table, "unload", left=100)
        logs = [side.clients["Aud"].export(table) for side in self.twins.sides]
        self.assertNotEqual([line.get("card") for line in logs[0]],
                            [line.get("card") for line in logs[1]])
        self.twins.take()


class Requests(Veil):
    def test_none_is_forgotten(self):
        """A new request must be put on the list above."""
        source = pathlib.Path(API_C).read_text()
        table = re.search(r"verbs\[\] = \{\n(.*?)\n\};", source, re.DOTALL).group(1)
        self.assertEqual(re.findall(r'\{"(\w+)", ', table), list(requests_for("", 0, 0, 1)))

    def test_a_difference_is_seen(self):
        """The comparison itself: a card that everybody sees is told by everybody."""
        self.begin("PB-01")
        with self.assertRaisesRegex(AssertionError, "tells hidden cards apart"):
            self.card("PB-01", "5H", "5S")
        self.twins.is_hiding = False
        self.unload("PB-01")


class PuntoBanco(Veil):
    def cover(self, table):
        self.say(table, "no_more_bets")
        for card in ("9", "K", "2", "K"):
            self.card(table, card)
        self.say(table, "reveal")
        self.say(table, "result")
        self.twins.level(table)

    def finish(self, table):
        """What the prompt asks for, the same on both sides, to the result."""
        for _ in range(8):
            prompt = self.twins.view(table)["prompt"]
            if prompt["kind"] == "result":
                break
            self.card(table, "8" if prompt["kind"] == "draw" else self.rank())
        self.say(table, "result")

    def test_burned_cards(self):
        self.load("PB-01")
        for number in range(ROUNDS):
            for on in ("punto", "banca", "tie"):
                self.say("PB-01", "bet", box=3, on=on, amount=1000)
            self.say("PB-01", "no_more_bets")
            self.finish("PB-01")
            self.say("PB-01", "paid", box=3, on="punto", amount=1000)
            if number % SPOT_CHECKS == 0:
                self.ask_everything("PB-01")
        self.unload("PB-01")

    def alike(self):
        """Four cards for each side, with which the coup goes on and ends alike."""
        while True:
            one, two = ([self.rank() for _ in range(4)] for _ in range(2))
            if (one[0][0] != two[0][0] and course(one[:2], one[2:]) == course(two[:2], two[2:])
                    and points(one[2:]) != points(two[2:])):
                return one, two

    def deal_hidden(self, table, one, two):
        self.say(table, "no_more_bets", boxes=[1])
        for pair in zip(one, two):
            self.card(table, *pair)

    def test_hands_before_the_button(self):
        table = "PB-02"
        self.load(table)
        for number in range(ROUNDS):
            self.say(table, "bet", box=1, on="banca", amount=1000)
            self.say(table, "bet", box=1, on="tie", amount=1000)
            self.deal_hidden(table, *self.alike())
            for on in ("banca", "tie"):
                self.say(table, "paid", box=1, on=on, amount=950)
            self.say(table, "undo")
            self.say(table, "call", box=1)
            if number % SPOT_CHECKS == 0:
                self.ask_everything(table)
            self.twins.is_hiding = False
            for what in ("punto", "banca"):
                self.say(table, "reveal", what=what)
            self.finish(table)
            self.fresh_round(table)
        self.unload(table)

    def test_careless_dealing_before_the_button(self):
        """A card too many, one too few, one unread: found by points that nobody has seen."""
        table = "PB-02"
        self.load(table)
        for one, two, ev, fields in (
            # Both naturals; a card leaves though none is due.
            (["9", "K", "4", "4"], ["4", "4", "K", "2"], "card", {"card": "2C"}),
            # Punto must draw, or only banca must: the round is closed.
            (["2", "3", "K", "K"], ["7", "K", "3", "2"], "result", {}),
            (["2", "3", "K", "K"], ["7", "K", "3", "2"], "result", {"winner": "tie"}),
            # One is not read: it is told what it was.
            (["2", "??", "K", "K"], ["7", "??", "3", "2"], "call", {}),
        ):
            self.deal_hidden(table, one, two)
            self.say(table, ev, **fields)
            if "??" in one:
                unread = self.last_incident(table) - 1
                self.twins.say(table, *({"ev": "ruling", "incident": unread, "remedy": "read_as",
                                         "card": card} for card in ("KH", "9H")))
            self.ask_everything(table, notes=ev != "result")
            self.twins.is_hiding = False
            self.say(table, "ruling", incident=self.last_incident(table), remedy="void_round")
            self.say(table, "reveal")
            self.say(table, "result")
            self.fresh_round(table)
        self.unload(table)


class BlackJack(Veil):
    def cover(self, table):
        self.say(table, "bet", box=1, amount=1000)
        self.say(table, "no_more_bets")
        for card in ("K", "9", "Q") + (() if table == "BJ-01" else ("8",)):
            self.card(table, card)
        self.say(table, "action", box=1, do="stand")
        self.say(table, "reveal")
        if table == "BJ-01":
            self.card(table, "8")
        self.say(table, "result")
        self.even_out(table)

    def bet(self, table, boxes):
        for box in range(1, boxes + 1):
            self.say(table, "bet", box=box, amount=1000)
            if table == "BJ-03":
                for on in ("royal_match_21", "bet_set_21", "kings_bounty"):
                    self.say(table, "bet", box=box, on=on, amount=500)
        self.say(table, "no_more_bets")

    def deal(self, table, boxes, up, holes, first=None):
        """Boxes, dealer, boxes, and the hole card, of which the sides differ."""
        for _ in range(boxes):
            self.card(table, first[0] if first else self.rank())
        self.card(table, *(up if isinstance(up, tuple) else (up,)))
        for _ in range(boxes):
            self.card(table, first[1] if first else self.rank())
        if holes:
            self.card(table, *holes)

    def setUp(self):
        super().setUp()
        self.twins.is_turned_up = self.players_are_done
        self.addCleanup(setattr, self.twins, "is_turned_up", lambda table: False)

    def players_are_done(self, table):
        """The dealer turns his card then: on both sides, and no player has anything to do."""
        views = self.twins.views(table)
        return all(
            view["prompt"]["kind"] == "result" or view["prompt"].get("who") == "dealer"
            and view["prompt"]["kind"] == "draw" for view in views
        ) and not any(
            hand["state"] in ("dealing", "turn", "waiting")
            for view in views for box in view["boxes"] for hand in box["hands"]
        )

    def is_shown(self, table):
        return any("##" not in view["dealer"]["cards"] and len(view["dealer"]["cards"]) > 1
                   for view in self.twins.views(table) if view.get("dealer"))

    def play(self, table):
        """What the prompt asks for, at random, until the dealer's cards are turned up."""
        for _ in range(60):
            view = self.twins.view(table)
            if self.is_shown(table) or view["prompt"]["kind"] in ("result", "turn", "bets"):
                return
            self.play_on(table, view["prompt"])

    def play_on(self, table, prompt):
        if prompt["kind"] == "insurance":
            self.say(table, "insurance", box=1, amount=500)
            self.say(table, "paid", box=1, amount=1500)
            self.say(table, "paid", box=1, on="insurance", amount=1000)
            self.ask_everything(table)
            self.twins.is_hiding = False  # the dealer looks, and says whether he has it
            self.say(table, "insurance_closed")
            if not self.is_shown(table):
                self.twins.is_hiding = True
        elif prompt["kind"] == "play":
            self.say(table, "paid", box=prompt["box"], hand=prompt.get("hand", 0), amount=1500)
            do = self.chance.choice(prompt["can"])
            self.say(table, "action", box=prompt["box"], hand=prompt.get("hand", 0), do=do)
            if do == "hit":
                self.card(table, self.rank())
        else:
            self.card(table, self.rank())

    def finish(self, table):
        """Each side to its own end: from here on they may differ."""
        self.twins.is_hiding = False
        self.say(table, "reveal", what="all")
        for side, stock in zip(self.twins.sides, self.stocks[table]):
            client = side.clients["Pia"]
            for _ in range(12):
                view = client.view(table)
                if view["prompt"]["kind"] != "draw":
                    break
                client.event(table, ev="card", at=self.twins.now(),
                             card=self.pick(self.chance.choice("TJQK"), [stock]))
            client.event(table, ev="result", at=self.twins.now())
        self.even_out(table)

    def even_out(self, table):
        """The same number of cards and events on both sides."""
        one, two = self.twins.views(table)
        self.assertEqual(one["shoe"]["seen"], two["shoe"]["seen"])
        self.twins.level(table)

    def holes(self, up):
        """Two hole cards with which the dealer takes as many cards, or both have a blackjack."""
        while True:
            one, two = self.hidden()
            a, b = blackjack_points([up, one]), blackjack_points([up, two])
            if a != b and (17 <= a < 21 and 17 <= b < 21 or 7 <= a <= 11 and 7 <= b <= 11):
                return one, two

    def test_burned_cards_without_a_hole_card(self):
        table = "BJ-01"
        self.load(table)
        for number in range(ROUNDS):
            self.bet(table, 2)
            self.deal(table, 2, self.rank(), ())
            self.play(table)
            self.finish(table)
            self.fresh_round(table)
        self.unload(table)

    def test_hole_cards(self):
        for table in ("BJ-02", "BJ-03", "BJ-04"):
            self.load(table)
            for number in range(ROUNDS):
                up = self.rank()
                self.bet(table, 2)
                self.deal(table, 2, up, self.holes(up))
                if number % SPOT_CHECKS == 0:
                    self.ask_everything(table)
                self.play(table)
                self.finish(table)
                self.fresh_round(table)
            self.unload(table)

    def test_an_ace_up_and_perhaps_a_blackjack(self):
        for table in ("BJ-02", "BJ-03", "BJ-04"):
            self.load(table)
            for holes, first in ((("K", "6"), ("T", "9")), (("7", "Q"), ("A", "K")),
                                 (("T", "K"), ("A", "T")), (("7", "J"), ("8", "8"))):
                self.bet(table, 2)
                self.deal(table, 2, "A", holes, first)
                self.say(table, "even_money", box=2)
                self.say(table, "undo")
                self.play(table)
                self.finish(table)
                self.fresh_round(table)
            self.unload(table)

    def test_actions_with_an_ace_up(self):
        """Who acts shuts insurance; what follows is told by the dealer's look at his card."""
        for table in ("BJ-02", "BJ-04"):
            self.load(table)
            for do in ("stand", "surrender")[: 1 + (table == "BJ-04")]:
                self.bet(table, 1)
                self.deal(table, 1, "A", ("K", "6"), ("5", "5"))
                self.ask_everything(table)
                self.twins.is_hiding = False
                self.say(table, "action", box=1, do=do)
                self.finish(table)
                self.fresh_round(table)
            self.unload(table)

    def test_an_unread_up_card(self):
        """A supposed ten makes a blackjack with one of the hole cards: what was done is refused."""
        table = "BJ-04"
        self.load(table)
        self.bet(table, 2)
        self.deal(table, 2, "??", ("A", "9"), ("5", "5"))
        unread = self.last_incident(table)
        self.say(table, "action", box=1, do="stand")
        for card in ("TH", "AH", "8H"):
            for remedy in ("read_as", "let_stand", "void_round"):
                self.twins.ask("Pia", "remedies", {"table": table, "incident": unread,
                                                   "remedy": remedy, "card": card})
        self.twins.is_hiding = False
        self.say(table, "ruling", incident=unread, remedy="read_as", card="8H")
        self.say(table, "action", box=2, do="stand")
        self.finish(table)
        self.fresh_round(table)
        self.unload(table)

    def test_runs_that_the_hole_card_is_part_of(self):
        """Five cards in a row would name it, and so would a copy too many."""
        table = "BJ-02"
        self.load(table)
        for box in (1, 2):
            self.say(table, "bet", box=box, amount=1000)
        self.say(table, "no_more_bets")
        for card in ("TD", "2H", "4S", "5S", "6S"):
            self.card(table, card)
        self.card(table, "7S", "9D")
        self.twins.is_hiding = False
        self.say(table, "action", box=1, do="hit")
        step = self.card(table, "8S")[0]
        self.assertEqual([line["detail"] for line in step["ok"]["out"]
                          if line.get("code") == "unshuffled_order"], [{"cards": ["##"] * 5}])
        self.finish(table)
        self.fresh_round(table)
        self.unload(table)

    def test_nothing_of_the_dealers_is_shown_before_the_button(self):
        for table in ("BJ-05", "BJ-06"):
            self.load(table)
            for number in range(ROUNDS):
                up = "9"
                self.bet(table, 2)
                self.deal(table, 2, up, ("8", "T"), ("5", "6"))
                if number % SPOT_CHECKS == 0:
                    self.ask_everything(table)
                self.play(table)
                self.finish(table)
                self.fresh_round(table)
            self.unload(table)


class Beside(Veil):
    """What is not on the wire."""

    def test_files_and_journal(self):
        self.twins.is_hiding = False
        deadline_s = time.monotonic() + 20  # files that are being replaced have a second name
        one, two = self.twins.kept_files()
        while one != two and time.monotonic() < deadline_s:
            time.sleep(0.2)
            one, two = self.twins.kept_files()
        self.assertEqual(one, two)
        self.assertEqual({mode & 0o077 for mode in one.values()}, {0})
        for side in self.twins.sides:
            self.assertEqual((side.daemon.directory / "state").stat().st_mode & 0o777, 0o700)
        texts = self.twins.journals()
        self.assertEqual(*(sorted(set(text.splitlines())) for text in texts))


if __name__ == "__main__":
    del sys.argv[1:5 if EVERYWHERE else 4]
    unittest.main()
