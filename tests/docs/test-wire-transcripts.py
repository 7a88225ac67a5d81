#!/usr/bin/env python3
"""docs/wire.md against a real daemon. Usage: test-wire-transcripts.py SABOTD TOP

Every line that the page indents is used. Requests are sent as they stand, and their replies
compared. Each member of a message that the page shows must come from the daemon, with the type it
has there, while two tables are dealt through everything that the page shows. Values differ from run
to run: only those of the greeting that the protocol fixes are compared.
"""
import json
import os
import pathlib
import random
import re
import sys
import time
import unittest

SABOTD = os.path.abspath(sys.argv[1])
TOP = pathlib.Path(sys.argv[2])
sys.path.insert(0, str(TOP / "tests" / "daemon"))

from fixture import DEADLINE_S, Daemon, Shoe, full_shoe, wait_for  # noqa: E402

PAGE = (TOP / "docs" / "wire.md").read_text()
TABLES = """
profiles = @DIR@/profiles

[table PB-01]
rules = punto-banco-norte
pit = North
simulated = yes
set.chips = 100 500 2500
set.min = 500
set.max = 50000
set.commission_when = at_end
device = shoe-1

[device shoe-1]
driver = angeleye2
transport = serial:@DIR@/line

[table BJ-02]
rules = blackjack-es
set.chips = 100 500 2500 5000
"""


def blocks(heading):
    """The indented examples under a heading, each as a list of its whole JSON texts."""
    part = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)[1]
    return [[line[4:] for line in block.strip("\n").split("\n")]
            for block in re.findall(r"(?:^    .*\n)+", part, re.M)]


def read(text):
    """The page's JSON: "…" within braces and brackets stands for anything."""
    text = re.sub(r"\{(…|incident)\}", "{}", text).replace("[…]", "[]")
    return json.loads(re.sub(r"\[\w+ …\]", "[]", text))


def example(heading, number=0):
    text = "".join(blocks(heading)[number])
    return read(text if text.startswith("{") else "{" + text + "}")


def members(value, path=""):
    """Every path in a value, with its JSON type; entries of a list share one path."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield f"{path}.{name}", type(member).__name__
            yield from members(member, f"{path}.{name}")
    elif isinstance(value, list):
        for entry in value:
            yield from members(entry, path + "[]")


class Dealer:
    """Deals a table as its prompts demand. Cards come from a shoe shuffled with a fixed seed."""

    def __init__(self, client, table):
        self.client, self.table = client, table
        self.cards = full_shoe()
        random.Random(7).shuffle(self.cards)

    def view(self):
        return self.client.view(self.table)

    def event(self, **event):
        return self.client.event(self.table, **event)

    def card(self, card=None):
        drawn = self.cards.pop()
        self.event(ev="card", card=card or drawn, src="manual")

    def stake(self, view):
        bet = "main" if view["game"] == "blackjack" else "banca"
        self.event(ev="bet", box=3, bettor="3", on=bet, amount=5000)
        self.event(ev="no_more_bets")

    def pay(self):
        for payout in self.view().get("payouts", []):
            if payout["due"] > 0:
                hand = {"hand": payout["hand"]} if "hand" in payout else {}
                self.event(ev="paid", box=payout["box"], bettor=payout["bettor"],
                           on=payout["on"], amount=payout["due"], **hand)

    def step(self):
        """One event that the prompt demands. The kind of the prompt."""
        view = self.view()
        prompt = view["prompt"]
        if prompt["kind"] == "load":
            self.event(ev="load", decks=6, behind=70)
        elif prompt["kind"] == "bets":
            self.stake(view)
        elif prompt["kind"] == "play":
            self.event(ev="action", box=prompt["box"], hand=prompt["hand"], do="stand")
        elif prompt["kind"] == "insurance":
            self.event(ev="insurance_closed")
        elif prompt["kind"] == "result":
            self.event(ev="result", **{key: prompt[key] for key in ("winner",) if key in prompt})
        else:
            self.card()
        return prompt["kind"]

    def round(self):
        """Until bets are to be put down again; what is due is paid."""
        self.deal_until("bets")
        self.step()
        self.deal_until("bets")
        self.pay()

    def load_without_shoe(self):
        """What a shoe misses that is not there nobody knows; a card by hand is the end of that."""
        self.deal_until("bets")
        self.step()
        for card in ("2C", "7D", "KH", "2S"):
            self.event(ev="card", card=card, src="manual")
        self.event(ev="result", winner="banca")
        self.event(ev="unload")

    def deal_until(self, *kinds):
        while self.view()["prompt"]["kind"] not in kinds:
            self.step()
            assert self.cards, f"no prompt of {kinds}"


class Transcripts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon(SABOTD, TABLES)
        own = (TOP / "profiles" / "punto-banco-es.conf").read_text()
        profile = cls.daemon.directory / "profiles" / "punto-banco-norte.conf"
        profile.parent.mkdir()
        profile.write_text(own + "\n[articles]\ncard_in_excess = Art. 7.2\n")
        cls.shoe = Shoe(cls.daemon.directory / "line")
        cls.client = cls.daemon.start()
        cls.watcher = wait_for(cls.daemon.try_connect, "a second connection")
        cls.snapshot = cls.watcher.ok("watch")

    @classmethod
    def tearDownClass(cls):
        cls.daemon.close()
        cls.shoe.close()

    def pushes(self, kind, **wanted):
        """The pushes that have come of a kind, up to the first that has all of `wanted`."""
        found, deadline = [], time.monotonic() + DEADLINE_S
        while not found or any(found[-1].get(key) != value for key, value in wanted.items()):
            self.assertLess(time.monotonic(), deadline, f"no push {kind} with {wanted}")
            message = self.watcher.read()
            if message.get("push") == kind:
                found.append(message)
        return found

    def assert_shown(self, shown, values):
        """Each member of the page's example was seen in one of the daemon's values."""
        seen = {member for value in values for member in members(value)}
        missing = {f"{path} ({kind})" for path, kind in members(shown) if (path, kind) not in seen}
        self.assertEqual(missing, set())

    def test_1_greeting(self):
        shown = read(blocks("Greeting")[0][0])["sabot"]
        sent = self.client.greeting["sabot"]
        self.assertEqual(list(sent), list(shown), "members and their order")
        for name, value in shown.items():
            self.assertEqual(type(sent[name]), type(value), name)
        self.assertEqual(sent["beat_ms"], shown["beat_ms"])
        self.assertEqual(sent["protocol"], shown["protocol"])
        self.assertEqual(sent["role"], shown["role"])

    def test_2_exchanges(self):
        lines = blocks("Requests and replies")[0]
        self.assertEqual(len(lines), 2)
        for line in lines:
            request, shown = (part.strip() for part in line.split("→"))
            self.client.socket.sendall(request.encode() + b"\n")
            sent = self.client.read()
            shown = read(shown)
            self.assertEqual(sent["id"], shown["id"])
            self.assertEqual(list(sent), list(shown))
            self.assert_shown(shown, [sent])
            if "error" in shown:
                self.assertEqual(sent["error"]["class"], shown["error"]["class"])

    def test_3_pushes(self):
        step, view, beat = map(read, blocks("Pushes")[0])
        self.client.event("PB-01", ev="table", state="open")
        n = self.client.event("PB-01", ev="unload", left=1)["n"]  # no load is in the shoe
        steps = self.pushes("step", table="PB-01", n=n)
        self.assert_shown(step, steps)
        self.assertEqual(list(steps[-1]), list(step))
        beats = self.pushes("beat")
        self.assert_shown(beat, beats)
        self.assertEqual(list(beats[0]), list(beat))
        incident = self.client.ok("incidents", table="PB-01")["incidents"][0]["id"]
        self.client.ok("acknowledge", table="PB-01", incident=incident, by="pit-2")
        self.assert_shown(view, self.pushes("view", table="PB-01"))

    def deal(self):
        """Everything the page shows of tables, once."""
        dealer = Dealer(self.client, "PB-01")
        dealer.load_without_shoe()
        dealer.event(ev="staff", who="p3", post="dealer")
        dealer.event(ev="prepared", step="seals", who="p5", by="pit-2")
        dealer.event(ev="holder", box=3)
        for _ in range(6):
            dealer.round()
        dealer.step()
        dealer.deal_until("result")
        dealer.card()  # one too many
        waiting = self.client.ok("incidents", table="PB-01", open=True)["incidents"][0]["id"]
        self.remedies = self.client.ok("remedies", table="PB-01", incident=waiting)["remedies"]
        dealer.event(ev="ruling", incident=waiting, remedy="burn_card")
        dealer.deal_until("bets")
        self.client.ok("redress_order", table="PB-01", round=2, box=3, amount=2500,
                       incident=waiting, by="pit-2", note="paid too little")
        order = dealer.view()["redress"][0]
        self.orders = [dealer.view()]
        self.client.event("PB-01", ev="correction", redress=order["redress"], by="dealer-7",
                          round=order["round"], amount=order["amount"])
        dealer.stake(dealer.view())
        dealer.card("??")
        dealer.event(ev="cut_card", src="manual")
        dealer.deal_until("bets", "unload")
        self.deal_blackjack()

    def deal_blackjack(self):
        dealer = Dealer(self.client, "BJ-02")
        dealer.event(ev="table", state="open")
        for _ in range(4):
            dealer.round()
        dealer.step()
        dealer.card("??")  # a player's: the view then names the box
        dealer.deal_until("bets")
        dealer.step()
        dealer.event(ev="cut_card", src="manual")
        dealer.deal_until("bets", "unload")
        if dealer.view()["prompt"]["kind"] == "bets":  # one more round after the cut card
            dealer.step()
            dealer.deal_until("unload")
        dealer.event(ev="unload", cards=dealer.cards[::-1])

    def view_with_a_pace(self):
        """Of rounds that lie a minute apart: an old day that is imported."""
        daemon = Daemon(SABOTD, "client_time = date\n[table PB-01]\nrules = punto-banco-es\n"
                                "set.burn = 0\n")
        self.addCleanup(daemon.close)
        client = daemon.start()
        client.event("PB-01", ev="load", decks=6, at="2026-11-21T20:00:00Z")
        for minute in range(1, 8):
            at = f"2026-11-21T20:{minute:02}:00Z"
            client.event("PB-01", ev="no_more_bets", at=at)
            for card in ("9S", "KH", "7S", "KD"):
                client.event("PB-01", ev="card", card=card, at=at)
            client.event("PB-01", ev="result", at=at)
        return client.view("PB-01")

    def test_4_tables(self):
        self.deal()
        self.client.ok("place", table="BJ-02", x=160, y=240, by="pit-2")
        n = self.client.event("BJ-02", ev="call")["n"]
        steps = self.pushes("step", table="BJ-02", n=n)
        views = [step.get("view") for step in steps]
        self.assert_shown(example("View of a table"), [*views, self.view_with_a_pace()])
        remedies = self.remedies
        self.assert_shown(example("Remedies"), remedies)
        rounds = self.client.ok("rounds", table="PB-01", limit=50)["rounds"]
        self.assert_shown(example("Rounds, load, roads"), rounds)
        load = self.client.ok("load", table="PB-01")["load"]
        self.assert_shown(example("Rounds, load, roads", 1), [load])
        self.assert_shown(example("Redress"), self.orders)
        incidents = self.client.ok("incidents")["incidents"]
        self.assert_shown(example("Incident"), incidents)

    def test_5_other_rules(self):
        for line in blocks("Other rules for a table")[0]:
            self.client.socket.sendall(line.encode() + b"\n")
            reply = self.client.read()
            self.assertIn("ok", reply, line)

    def test_6_every_example_is_used(self):
        used = {"Greeting": 1, "Requests and replies": 1, "Pushes": 1, "View of a table": 1,
                "Remedies": 1, "Rounds, load, roads": 2, "Redress": 1,
                "Other rules for a table": 1, "Incident": 1}
        headings = re.findall(r"^## (.*)$", PAGE, re.M)
        self.assertEqual({h: len(blocks(h)) for h in headings if blocks(h)}, used)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
