#!/usr/bin/env python3
"""The cage and the count room: what is theirs nobody else does, and nobody signs where he must not.

usage: test-cage.py SABOTD SABOTCTL
"""
import subprocess
import sys
import unittest

from house_case import PINS
from money_case import CHIPS, PEOPLE, Money

SABOTCTL = sys.argv[2]
SECOND_ROLES = {"countersign": {"pit", "shift"}, "witness": {"cage", "count", "audit"}}
OTHER = {"Sol": "Pat", "Con": "Coy"}


class Cage(Money):
    names = ("Dan", "Dora", "Pia", "Pat", "Sol", "Sal", "Cai", "Cleo", "Con", "Coy", "Eye", "Aud")

    def of_roles(self, *roles):
        """One of each role that is none of these."""
        return [name for name in self.client_of if PEOPLE[name] not in roles]

    def test_first_signers(self):
        """Each document, by each role that may not write it; then by one that may."""
        fill, credit = self.slip(), self.slip("credit")
        rows = [
            ("request", {"pit", "shift"}, {"ev": "slip", "do": "request", "kind": "fill",
                                           "chips": CHIPS}, None),
            ("issue", {"cage"}, {"ev": "slip", "do": "issue", "number": fill}, None),
            ("money", {"dealer", "pit", "shift"}, {"ev": "slip", "do": "issue",
                                                   "number": credit}, None),
            ("money", {"dealer", "pit", "shift"}, {"ev": "slip", "do": "receive",
                                                   "number": fill}, "Sol"),
            ("issue", {"cage"}, {"ev": "slip", "do": "receive", "number": credit}, "Sol"),
            ("count", {"count"}, {"ev": "drop", "do": "box", "box": "D-1",
                                  "counts": {"cash": 500}}, "Con"),
            ("money", {"dealer", "pit", "shift"}, {"ev": "marker", "do": "issue", "amount": 900,
                                                   "patron": "K-1"}, "Sol"),
            ("bank", {"cage"}, {"ev": "bank", "do": "opener", "chips": CHIPS, "table": None},
             "Con"),
            ("bank", {"cage"}, {"ev": "exchange", "do": "in", "currency": "USD", "foreign": 500,
                                "rate": "0.9", "table": None}, None),
            ("bank", {"cage"}, {"ev": "tronc", "amount": 70, "table": None,
                                "points": [{"person": "p1", "points": 3}]}, "Con"),
            ("redeem", {"cage"}, {"ev": "marker", "do": "redeem", "number": 1, "amount": 900},
             None),
        ]
        for right, roles, event, second in rows:
            for name in self.of_roles(*roles):
                if second and name == "Ada":  # made the second: refused anyhow
                    continue
                self.fails(f"is {PEOPLE[name]}, and may not do this ({right}): who may is",
                           name, second if name != second else OTHER[second], **event)
            first = {"cage": "Cai", "count": "Coy"}.get(min(roles),
                                                        "Dan" if "dealer" in roles else "Pia")
            self.done(first, second, **event)
        refused = {line["do"] for line in self.house("refused")}
        self.assertEqual(refused, {"request", "issue", "money", "count", "bank", "redeem"})

    def test_second_signers(self):
        fill, credit = self.slip(), self.slip("credit")
        self.done("Cai", ev="slip", do="issue", number=fill)
        self.done("Dora", ev="slip", do="issue", number=credit)
        rows = [
            ("Dan", "countersign", {"ev": "slip", "do": "receive", "number": fill}),
            ("Cleo", "countersign", {"ev": "slip", "do": "receive", "number": credit}),
            ("Dan", "countersign", {"ev": "count", "do": "opener", "chips": CHIPS}),
            ("Pia", "countersign", {"ev": "marker", "do": "issue", "amount": 5, "patron": "K"}),
            ("Cai", "witness", {"ev": "bank", "do": "opener", "chips": CHIPS, "table": None}),
            ("Cai", "witness", {"ev": "tronc", "amount": 70, "table": None,
                                "points": [{"person": "p1", "points": 3}]}),
            ("Con", "witness", {"ev": "drop", "do": "box", "box": "1", "counts": {"cash": 5}}),
        ]
        for first, right, event in rows:
            may = SECOND_ROLES[right]
            for name in self.of_roles(*may):
                if name in (first, "Ada"):  # nobody, and she who made them all: refused anyhow
                    continue
                self.fails(f"second: p{list(self.client_of).index(name) + 1} is {PEOPLE[name]}, "
                           f"and may not sign this second ({right}): who may is ",
                           first, name, **event)
            self.done(first, "Coy" if right == "witness" else "Sol", **event)

    def test_nobody_signs_a_slip_twice(self):
        """Nobody has two parts of one slip."""
        number = self.slip()
        self.done("Cai", ev="slip", do="issue", number=number)
        part = {"ev": "slip", "do": "receive", "number": number}
        for first, second, field in (("Pia", "Sol", "by"), ("Dan", "Pia", "second")):
            self.assertEqual(self.fails(f"event.{field}: who signed the request of this slip",
                                        first, second, **part), "bad_request")
        self.done("Dan", "Sol", **part)
        credit = self.slip("credit")
        self.fails("event.by: who signed the request of this slip", "Pia", ev="slip", do="issue",
                   number=credit)
        self.done("Pat", ev="slip", do="issue", number=credit)
        part["number"] = credit
        self.fails("event.second: who signed the issue of this slip", "Cai", "Pat", **part)
        self.done("Cai", "Sol", **part)

    def test_who_may_is_told(self):
        rights = {row["action"]: row["roles"] for row in self.client.ok("roles")["actions"]}
        self.assertEqual(rights["issue"], ["cage"])
        self.assertEqual(rights["count"], ["count"])


class Small(Money):
    """No cage and no count room: the pit does it, and the issuer still signs no other part."""
    names = ("Dan", "Pia", "Sol")

    def test_a_house_without(self):
        number = self.slip()
        self.fails("event.by: who signed the request", "Pia", ev="slip", do="issue", number=number)
        self.done("Dan", ev="slip", do="issue", number=number)
        receipt = {"ev": "slip", "do": "receive", "number": number}
        self.fails("event.by: who signed the issue", "Dan", "Sol", **receipt)
        self.done("Pia", "Sol", **receipt)
        credit = self.slip("credit")
        self.done("Dan", ev="slip", do="issue", number=credit)
        self.fails("event.by: who signed the issue", "Dan", "Sol", ev="slip", do="receive",
                   number=credit)
        self.done("Pia", "Sol", ev="drop", do="box", box="1", counts={"cash": 5})
        self.cage_comes()

    def cage_comes(self):
        """From the first person of a cage on its work is its own; the other room is not there."""
        self.client_of["Ada"].person("Cai", "cage", PINS["Cai"])
        number = self.slip()
        self.fails("who may is cage", "Dan", ev="slip", do="issue", number=number)
        self.done("Pia", "Sol", ev="drop", do="box", box="2", counts={"cash": 5})
        self.client_of["Ada"].ok("person_change", person="Cai", change="disable")
        self.fails("who may is cage", "Dan", ev="slip", do="issue", number=number)


class Off(Money):
    more = "[house]\ncage = off\ncount_room = required\nmarkers = off\n"
    names = ("Dan", "Pia", "Sol", "Cai")

    def test_as_the_configuration_says(self):
        marker = {"ev": "marker", "amount": 900}
        self.assertEqual(self.fails("this house gives no credit", "Pia", "Sol", **marker,
                                    do="issue", patron="K-1"), "not_allowed")
        self.fails("there is no marker 1", "Cai", **marker, do="redeem", number=1)
        number = self.slip()
        self.done("Dan", ev="slip", do="issue", number=number)
        self.done("Cai", ev="slip", do="issue", number=self.slip())
        self.fails("sign this second (witness): who may is cage, count, audit", "Pia", "Sol",
                   ev="drop", do="box", box="1", counts={"cash": 5})


class Pool(Money):
    names = ("Dan", "Pia", "Cai", "Aud")

    def bank(self):
        return subprocess.run([SABOTCTL, "bank", "--socket", self.daemon.socket], text=True,
                              check=True, capture_output=True, timeout=60).stdout

    def test_it_is_said_which_way_tips_differ(self):
        self.done("Dan", ev="tips", amount=700)
        tronc = {"ev": "tronc", "table": None, "points": [{"person": "p2", "points": 12}]}
        self.done("Cai", "Aud", **tronc, amount=600)
        self.assertRegex(self.bank(), r"less than there was +1\.00\n")
        self.done("Cai", "Aud", **tronc, amount=150)
        self.assertRegex(self.bank(), r"more than there was +0\.50\n")


if __name__ == "__main__":
    unittest.main(argv=["test-cage.py"])
