"""Two tables with a shoe each, for tests of what shoes do and say."""

import sys
import unittest

from fixture import Daemon, wait_for
from ref_shoe import RefShoe

SABOTD = sys.argv[1]


def device(name, keys=""):
    return f"[device {name}]\ndriver = ref\ntransport = pty:@DIR@/{name}\n{keys}"


def table(name, shoe):
    return f"[table {name}]\nrules = punto-banco-es\nset.burn = 0\ndevice = {shoe}\n"


class Floor(unittest.TestCase):
    """Two tables with a shoe each."""
    CONFIG = device("shoe-1") + device("shoe-2") + table("PB-01", "shoe-1") + table("PB-02",
                                                                                   "shoe-2")

    def setUp(self):
        self.daemon = Daemon(SABOTD, self.CONFIG)
        self.shoes = []
        self.one, self.two = self.make("SR8-0001", 1), self.make("SR8-0002", 2)
        self.plug(self.one, 1)
        self.plug(self.two, 2)
        self.client = self.daemon.start()
        self.wait_state("PB-01", "online")
        self.wait_state("PB-02", "online")

    def tearDown(self):
        for shoe in self.shoes:
            shoe.unplug()
        self.daemon.close()

    def make(self, serial, boot):
        self.shoes.append(RefShoe(serial, boot))
        return self.shoes[-1]

    def plug(self, shoe, place):
        shoe.plug(self.daemon.directory / f"shoe-{place}")

    def state(self, name):
        return self.client.view(name)["device"]["state"]

    def wait_state(self, name, state):
        wait_for(lambda: self.state(name) == state, f"{name} to be {state}")

    def unplug(self, shoe, name):
        shoe.unplug()
        self.wait_state(name, "offline")

    def house(self, ev):
        return [e for e in self.client.export("house")[1:] if e["ev"] == ev]

    def wait_house(self, ev, count):
        wait_for(lambda: len(self.house(ev)) >= count, f"{count} {ev} in the house log")
        return self.house(ev)

    def findings(self, code):
        return [e["detail"] for e in self.house("finding") if e["code"] == code]

    def cards(self, name):
        return [e["card"] for e in self.client.export(name)[1:] if e["ev"] == "card"]

    def losses(self, name):
        return [e.get("detail") for e in self.client.export(name)[1:] if e.get("state") == "lost"]

    def wait_cards(self, name, cards):
        wait_for(lambda: self.cards(name) == cards, f"{cards}, not {self.cards(name)}")

    def begin(self, name):
        self.client.event(name, ev="load", decks=6)
        self.client.event(name, ev="no_more_bets")

    def deal(self, *cards):
        """From the first shoe to PB-01."""
        before = self.cards("PB-01")
        for card in cards:
            self.one.card(card)
        self.wait_cards("PB-01", before + list(cards))

    def key_in(self, name, *cards):
        for card in cards:
            self.client.event(name, ev="card", card=card, src="manual")

    def restart(self):
        self.daemon.stop()
        self.client = self.daemon.start()
