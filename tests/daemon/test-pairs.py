#!/usr/bin/env python3
"""Two persons are two: nobody signs with himself, nor with whom he gave a PIN or a role these days.

Every request that two sign, tried on the real daemon by each pair that is none, and by one that is.

usage: test-pairs.py SABOTD
"""
import contextlib
import hashlib
import json
import sys
import unittest

from fixture import Client, Daemon

SABOTD = sys.argv[1]
CONFIG = ("[house]\ntable_changes = two\n"
          "[table PB-01]\nrules = punto-banco-es\nset.burn = 0\nset.decks = 1\n")
PINS = {"Ada": "48213", "Pia": "9917", "Sol": "5528", "Bob": "3082"}


class Pairs(unittest.TestCase):
    MORE = ""

    def setUp(self):
        self.daemon = Daemon(SABOTD, self.MORE + CONFIG)
        self.addCleanup(self.daemon.close)
        self.client = self.daemon.start()
        code = self.client.ok("person_code")["code"]
        self.client.ok("person_create", name="Ada", role="admin", pin=PINS["Ada"], code=code)
        self.ada = self.login("Ada")
        self.ada.person("Pia", "pit", PINS["Pia"])
        self.ada.person("Sol", "shift", PINS["Sol"])
        self.pia, self.sol = self.login("Pia"), self.login("Sol")

    def login(self, name):
        client = Client(self.daemon.socket)
        self.daemon.clients.append(client)
        client.ok("login", name=name, pin=PINS[name])
        return client

    def critical(self):
        """A critical incident at the table, and one of the house log."""
        self.pia.event("PB-01", ev="load", decks=1)
        self.pia.event("PB-01", ev="card", card="9S")
        found = self.pia.event("PB-01", ev="card", card="9S")["out"]
        self.unveil(self.sol, "Pia")
        house = [i["id"] for i in self.client.ok("incidents")["incidents"]
                 if i["code"] == "unveiled"]
        return [line["id"] for line in found if line.get("severity") == "critical"][0], house[0]

    def unveil(self, first, second):
        return first.ok("unveil", table="PB-01", reason="a test", second=self.claim(second))

    @staticmethod
    def claim(name):
        return {"name": name, "pin": PINS[name]}

    def requests(self):
        table, house = self.critical()
        shift = self.client.ok("shift")["shift"]

        def ruling(log, incident):
            return ("event", {"table": log, "event": {"ev": "ruling", "incident": incident,
                                                      "remedy": "let_stand"}})

        return [
            ruling("PB-01", table),
            ruling("house", house),
            ("event", {"table": "PB-01", "event": {"ev": "limits", "min": 500, "max": 50000}}),
            ("rules_change", {"table": "PB-01", "set": {"boxes": 9}}),
            ("redress_order", {"table": "PB-01", "round": 1, "amount": 100, "note": "x",
                               "incident": table}),
            ("document", {"event": {"ev": "count", "do": "opener", "table": "PB-01",
                                    "chips": [{"chip": 500, "count": 3}]}}),
            ("document", {"event": {"ev": "drop", "do": "box", "table": "PB-01", "box": "7",
                                    "counts": {"cash": 5}}}),
            ("sign_off", {"shift": shift}),
            ("unveil", {"table": "PB-01", "reason": "a test"}),
        ]

    def text(self, client, request, name):
        verb, arguments = request
        reply = client.ask(verb, **arguments, second=self.claim(name))
        return reply.get("error", {}).get("text", "")

    def test_no_pair_that_is_none(self):
        for request in self.requests():
            for client in (self.pia, self.sol):
                self.assertIn("do not sign together", self.text(client, request, "Ada"), request)
            self.assertRegex(self.text(self.ada, request, "Pia"),
                             "do not sign together|may not do this")
            for client, name in ((self.pia, "Pia"), (self.sol, "Sol")):
                self.assertIn("same person", self.text(client, request, name), request)
            # Those who are two, though one hand made both while the house was new.
            text = self.text(self.sol, request, "Pia")
            self.assertNotIn("second:", text, request)

    def test_nor_as_the_first(self):
        self.pia.event("PB-01", ev="load", decks=1)
        for name in ("Pia", "Sol"):
            self.assertIn("do not sign together",
                          self.text(self.ada, ("unveil", {"table": "PB-01", "reason": "x"}), name))

    def test_nor_who_was_made_by_who_was_made(self):
        self.ada.person("Bob", "admin", PINS["Bob"])
        bob = self.login("Bob")
        bob.ok("person_change", person="Pia", change="role", role="shift")
        table, _ = self.critical_by_sol()
        ruling = ("event", {"table": "PB-01", "event": {"ev": "ruling", "incident": table,
                                                        "remedy": "let_stand"}})
        for name in ("Ada", "Bob"):
            self.assertIn("do not sign together", self.text(self.pia, ruling, name))
        self.assertIn("do not sign together", self.text(self.sol, ruling, "Ada"))
        self.assertEqual(self.text(self.sol, ruling, "Bob"), "")

    def lose_database(self, forgets_hands=False):
        """A start without it: persons are known from the signed copy, or an earlier program's."""
        self.daemon.stop()
        (self.daemon.directory / "state" / "sabot.db").write_bytes(b"not a database" * 100)
        copy = self.daemon.directory / "spool" / "sabotd-persons.json"
        persons = json.loads(copy.read_text().splitlines()[0])
        self.assertIn("rights", persons)
        if forgets_hands:
            del persons["rights"]
        text = json.dumps(persons, separators=(",", ":"))
        digest = hashlib.sha256(text.encode()).hexdigest()
        for place in ("spool", "state"):
            (self.daemon.directory / place / copy.name).write_text(
                f'{text}\n{{"seal":"sabot-persons/1 {digest}\\n"}}\n')
        self.client = self.daemon.start()
        self.login("Sol").event("PB-01", ev="load", decks=1)

    def text_of_two(self, first, second):
        return self.text(self.login(first), ("unveil", {"table": "PB-01", "reason": "x"}), second)

    def test_nor_without_the_database(self):
        self.lose_database()
        for first, second in (("Ada", "Sol"), ("Pia", "Ada"), ("Ada", "Pia")):
            self.assertIn("do not sign together", self.text_of_two(first, second))
        # These are two: the house is new, and there is nobody else who could make them.
        self.assertEqual(self.text_of_two("Sol", "Pia"), "")

    def test_nor_with_a_copy_that_does_not_say_who_made_whom(self):
        self.lose_database(forgets_hands=True)
        for first, second in (("Ada", "Sol"), ("Pia", "Ada"), ("Sol", "Pia")):
            self.assertIn("nobody signs second until there is a database",
                          self.text_of_two(first, second))

    def critical_by_sol(self):
        self.sol.event("PB-01", ev="load", decks=1)
        self.sol.event("PB-01", ev="card", card="9S")
        found = self.sol.event("PB-01", ev="card", card="9S")["out"]
        return [line["id"] for line in found if line.get("severity") == "critical"][0], None

    def test_a_new_person_has_no_right_but_to_choose_a_pin(self):
        self.ada.ok("person_create", name="Bob", role="shift", pin="902745")
        client = Client(self.daemon.socket)
        self.daemon.clients.append(client)
        self.assertEqual(client.ask("login", name="Bob", pin="902745")["error"]["class"],
                         "new_pin_wanted")
        error = client.ask("event", table="PB-01", event={"ev": "load", "decks": 1})["error"]
        self.assertEqual(error["class"], "login_wanted")
        error = self.sol.ask("unveil", table="PB-01", reason="x",
                             second={"name": "Bob", "pin": "902745"})["error"]
        self.assertNotEqual(error["class"], "internal")
        with contextlib.suppress(KeyError):
            self.pia.event("PB-01", ev="load", decks=1)
        error = self.sol.ask("unveil", table="PB-01", reason="x",
                             second={"name": "Bob", "pin": "902745"})["error"]
        self.assertEqual(error["class"], "new_pin_wanted")
        client.ok("login", name="Bob", pin="902745", new=PINS["Bob"])
        client.event("PB-01", ev="no_more_bets")

    def test_it_outlives_a_restart(self):
        self.daemon.stop()
        self.client = self.daemon.start()
        self.ada, self.pia = self.login("Ada"), self.login("Pia")
        self.pia.event("PB-01", ev="load", decks=1)
        error = self.pia.ask("unveil", table="PB-01", reason="x",
                             second=self.claim("Ada"))["error"]
        self.assertIn("do not sign together", error["text"])


class Trusting(Pairs):
    """A house that does not want that looked at."""
    MORE = "second_after_days = 0\n"

    def test_no_pair_that_is_none(self):
        self.pia.event("PB-01", ev="load", decks=1)
        self.unveil(self.pia, "Ada")
        error = self.pia.ask("unveil", table="PB-01", reason="x",
                             second=self.claim("Pia"))["error"]
        self.assertIn("same person", error["text"])

    test_nor_who_was_made_by_who_was_made = None
    test_nor_as_the_first = None
    test_it_outlives_a_restart = None
    test_nor_without_the_database = None
    test_nor_with_a_copy_that_does_not_say_who_made_whom = None
    test_a_new_person_has_no_right_but_to_choose_a_pin = None


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
