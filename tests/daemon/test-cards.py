#!/usr/bin/env python3
"""A card beside the PIN, where the house's configuration wants one: neither alone is anything, two
persons register it, and it counts wherever the PIN does.

usage: test-cards.py SABOTD SABOTCTL
"""
import sqlite3
import subprocess
import sys
import unittest

from fixture import Client, Daemon, wait_for

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
CONFIG = """
create_key = yes
second_after_days = 0
[table PB-01]
rules = punto-banco-es
"""
CARDS = "cards = shift, pit\n" + CONFIG.lstrip()
PINS = {"Ada": "481516", "Bob": "90125", "Pia": "5150", "Sol": "77031", "Dan": "2718"}
ROLES = {"Bob": "admin", "Pia": "pit", "Sol": "shift", "Dan": "dealer"}
CARD = {"Sol": "0004567890", "Pia": "B7-00A4;1?"}


class Cards(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, CONFIG)
        self.addCleanup(self.daemon.close)
        self.admin = self.daemon.start()
        code = self.admin.ok("person_code")["code"]
        self.admin.ok("person_create", name="Ada", role="admin", pin=PINS["Ada"], code=code)
        self.admin.ok("login", name="Ada", pin=PINS["Ada"])
        for name, role in ROLES.items():
            self.admin.person(name, role, PINS[name])
        self.want(CARDS)

    def want(self, config):
        """From now on this configuration."""
        text = self.daemon.config.read_text()
        self.daemon.stop()
        before = text[text.index("[daemon]"):] if "[daemon]" in text else text
        for old in (CARDS, CONFIG):
            if old.strip() in before:
                text = text.replace(old.strip(), config.strip())
                break
        else:
            self.fail(text)
        self.daemon.config.write_text(text)
        self.admin = self.daemon.start()
        self.admin.ok("login", name="Ada", pin=PINS["Ada"])

    def client(self):
        client = Client(self.daemon.socket)
        self.addCleanup(client.close)
        return client

    def login(self, name, said=None, **more):
        """The error's class, or None."""
        reply = self.client().ask("login", name=name, pin=said or PINS[name], **more)
        return reply.get("error", {}).get("class")

    def both(self, name):
        return f"{PINS[name]} {CARD[name]}"

    def register(self, *names):
        for name in names:
            person = self.admin.ok("person_card", person=name, pin=PINS[name], card=CARD[name])
            self.assertTrue(person["card"])

    def test_neither_alone_is_anything(self):
        self.register("Sol", "Pia")
        for name in ("Sol", "Pia"):
            self.assertIsNone(self.login(name, self.both(name)))
            self.assertEqual(self.login(name), "card_wanted")
            for wrong in (f"{PINS[name]} 0004567891", f"1357 {CARD[name]}", CARD[name],
                          f"{PINS[name]} ", f"{PINS[name]}{CARD[name]}",
                          f"{PINS[name]}  {CARD[name]}"):
                self.assertIn(self.login(name, wrong), ("not_allowed", "card_wanted"), wrong)
            self.assertIsNone(self.login(name, self.both(name)))
        self.assertEqual(self.login("Pia", f"{PINS['Pia']} {CARD['Sol']}"), "not_allowed")
        persons = {one["name"]: one.get("card", False)
                   for one in self.admin.ok("persons")["persons"]}
        self.assertEqual(persons, {"Ada": False, "Bob": False, "Pia": True, "Sol": True,
                                   "Dan": False})

    def test_who_has_none(self):
        """A role that wants one; another role, for which nothing is changed; and an admin."""
        self.assertEqual(self.login("Sol"), "card_wanted")
        self.assertEqual(self.login("Sol", "1357"), "not_allowed")
        self.assertIsNone(self.login("Dan"))
        self.assertIsNone(self.login("Dan", PINS["Dan"] + " 0001112223"))
        self.want(CARDS.replace("shift, pit", "admin shift pit"))
        self.assertIsNone(self.login("Bob"))  # he is the daemon's own user here
        refused = [line for line in self.admin.export("house")
                   if line.get("ev") == "login_refused" and line["why"] == "card"]
        self.assertEqual(len(refused), 1)

    def test_forgetting_it_is_no_wrong_pin(self):
        self.register("Sol")
        for _ in range(8):
            self.assertEqual(self.login("Sol"), "card_wanted")
        self.assertIsNone(self.login("Sol", self.both("Sol")))

    def test_two_register_it(self):
        client = self.client()
        client.ok("login", name="Dan", pin=PINS["Dan"])
        args = {"person": "Sol", "pin": PINS["Sol"], "card": CARD["Sol"]}
        self.assertEqual(client.ask("person_card", **args)["error"]["class"], "not_allowed")
        self.assertEqual(self.client().ask("person_card", **args)["error"]["class"],
                         "login_wanted")
        for wrong, text in (({"pin": "1357"}, "PIN"), ({"card": "12345"}, "6 to 64"),
                            ({"card": "a b c d e f"}, "blank"), ({"card": "x" * 65}, "6 to 64"),
                            ({"person": "Dan", "pin": PINS["Dan"]}, "no card is wanted"),
                            ({"person": "Ada", "pin": PINS["Ada"]}, "two do this")):
            reply = self.admin.ask("person_card", **args | wrong)
            self.assertIn(text, reply["error"]["text"])
        self.assertEqual(self.login("Sol"), "card_wanted")
        self.register("Sol")
        event = [line for line in self.admin.export("house")
                 if line.get("ev") == "person" and line.get("do") == "card"]
        self.assertEqual([(one["person"], one["by"]) for one in event], [("p4", "p1")])

    def test_it_ends_where_he_was(self):
        """Who gets another card has to show it."""
        self.register("Sol")
        client = self.client()
        client.ok("login", name="Sol", pin=self.both("Sol"))
        self.admin.ok("person_card", person="Sol", pin=self.both("Sol"), card="0009990001")

        def ended():
            client.ok("ping")
            return [push["why"] for push in client.pushes if push["push"] == "logged_out"]
        self.assertEqual(wait_for(ended, "the log-out"), ["changed"])

    def test_another_pin_and_another_card(self):
        self.register("Sol")
        self.assertEqual(self.login("Sol", new="60606"), "card_wanted")
        self.assertIsNone(self.login("Sol", self.both("Sol"), new="60607"))
        self.assertEqual(self.login("Sol", self.both("Sol")), "not_allowed")
        self.assertIsNone(self.login("Sol", f"60607 {CARD['Sol']}"))
        self.admin.ok("person_card", person="Sol", pin=f"60607 {CARD['Sol']}", card="0009990001")
        self.assertEqual(self.login("Sol", f"60607 {CARD['Sol']}"), "not_allowed")
        self.assertIsNone(self.login("Sol", "60607 0009990001"))

    def test_a_lost_card(self):
        self.register("Sol")
        self.admin.ok("person_change", person="Sol", change="reset", pin="10203")
        self.assertEqual(self.login("Sol", "10203"), "card_wanted")
        args = {"person": "Sol", "pin": "10203", "card": "0009990001"}
        self.assertEqual(self.admin.ask("person_card", **args)["error"]["class"],
                         "new_pin_wanted")
        self.admin.ok("person_card", **args, new="55512")
        self.assertIsNone(self.login("Sol", "55512 0009990001"))

    def test_as_second(self):
        self.register("Sol", "Pia")
        client = self.client()
        client.ok("login", name="Sol", pin=self.both("Sol"))
        client.event("PB-01", ev="load", decks=6)
        ask = {"table": "PB-01", "reason": "a dispute about the burn"}
        alone = client.ask("unveil", **ask, second={"name": "Pia", "pin": PINS["Pia"]})
        self.assertEqual(alone["error"]["class"], "card_wanted")
        client.ok("unveil", **ask, second={"name": "Pia", "pin": self.both("Pia")})

    def test_names_hidden(self):
        """Nobody learns from the answer who there is."""
        self.register("Sol")
        self.want(CARDS)
        text = self.daemon.config.read_text()
        self.daemon.stop()
        self.daemon.config.write_text(text.replace("cards = ", "names = login\ncards = "))
        self.admin = self.daemon.start()
        self.assertEqual(self.login("Sol"), "not_allowed")
        self.assertEqual(self.login("Sol", self.both("Sol")), None)

    def test_it_is_kept_as_the_pin_is(self):
        """Nobody reads it in the database, and who changes it there is found."""
        self.register("Sol")
        self.daemon.stop()
        for path in self.daemon.directory.rglob("*"):
            if path.is_file():
                self.assertNotIn(CARD["Sol"].encode(), path.read_bytes(), path)
        database = self.daemon.directory / "state" / "sabot.db"
        with sqlite3.connect(database) as db:
            db.execute("UPDATE person SET pin_hash = (SELECT pin_hash FROM person WHERE id = 5)"
                       " WHERE id = 4")
        db.close()
        self.admin = self.daemon.start()
        wait_for(lambda: any(line.get("code") == "chain_broken"
                             for line in self.admin.export("house")), "the finding")
        self.assertEqual(self.login("Sol", PINS["Dan"]), "card_wanted")
        self.assertIsNone(self.login("Sol", self.both("Sol")))  # from the signed copy

    def test_at_a_terminal(self):
        def run(*command, lines):
            done = subprocess.run([SABOTCTL, *command, "--socket", self.daemon.socket],
                                  input="".join(line + "\n" for line in lines), text=True,
                                  capture_output=True, timeout=60)
            return done.returncode, done.stdout + done.stderr
        lines = [PINS["Ada"], PINS["Sol"], CARD["Sol"]]
        status, said = run("user", "card", "Sol", "--as", "Ada", lines=lines)
        self.assertEqual(status, 0, said)
        self.assertIn("with a card", said)
        status, said = run("user", "pin", "Sol", lines=[PINS["Sol"], "60606"])
        self.assertIn("the card is wanted", said)
        status, said = run("user", "pin", "Sol", lines=[self.both("Sol"), "60608"])
        self.assertEqual(status, 0, said)
        self.assertIsNone(self.login("Sol", f"60608 {CARD['Sol']}"))
        self.admin.ok("person_change", person="Sol", change="reset", pin="10203")
        status, said = run("user", "card", "Sol", "--new-pin", "--as", "Ada",
                           lines=[PINS["Ada"], "10203", "55512", "0009990001"])
        self.assertEqual(status, 0, said)
        self.assertIsNone(self.login("Sol", "55512 0009990001"))


if __name__ == "__main__":
    unittest.main()
