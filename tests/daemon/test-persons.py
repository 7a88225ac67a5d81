#!/usr/bin/env python3
"""Persons on the real daemon: log-in and lock-out, who may do what, rulings by two, the way back,
and `sabotctl user`.

usage: test-persons.py SABOTD SABOTCTL
"""
import contextlib
import json
import os
import resource
import sqlite3
import subprocess
import sys
import unittest

from fixture import Client, Daemon, audit, wait_for

SABOTD, SABOTCTL = sys.argv[1:3]
TABLES = ("[table PB-01]\nrules = punto-banco-es\nset.burn = 0\nset.decks = 1\n"
          "[table PB-02]\nrules = punto-banco-es\nset.burn = 0\nsimulated = yes\n")
PINS = {"Ada": "48213", "Dan": "7391", "Pia": "9917", "Sol": "5528", "Eye": "6140", "Aud": "3082"}
ROLES = {"Ada": "admin", "Dan": "dealer", "Pia": "pit", "Sol": "shift", "Eye": "surveillance",
         "Aud": "audit"}
NAME_OF = {role: name for name, role in ROLES.items()}


class House(unittest.TestCase):
    """A daemon, and a client on which nobody has logged in."""
    MORE = ""
    HAS_REAL_PINS = False

    def setUp(self):
        Daemon.HAS_REAL_PINS = self.HAS_REAL_PINS
        self.daemon = Daemon(SABOTD, self.MORE + TABLES)
        self.addCleanup(self.daemon.close)
        self.client = self.daemon.start()

    def connect(self):
        client = Client(self.daemon.socket)
        self.daemon.clients.append(client)
        return client

    def login(self, name, **more):
        client = self.connect()
        client.ok("login", name=name, pin=PINS[name], **more)
        return client

    def error(self, client, verb, **arguments):
        reply = client.ask(verb, **arguments)
        self.assertIn("error", reply)
        return reply["error"]

    def first_admin(self):
        code = self.client.ok("person_code")["code"]
        return self.client.ok("person_create", name="Ada", role="admin", pin=PINS["Ada"],
                              code=code)

    def populate(self, *names):
        self.first_admin()
        admin = self.login("Ada")
        for name in names:
            admin.person(name, ROLES[name], PINS[name])
        return admin

    def house(self, *kinds):
        lines = self.client.export("house")[1:]
        return [{key: value for key, value in line.items() if key != "at"} for line in lines
                if not kinds or line["ev"] in kinds]


class Beginning(House):
    HAS_REAL_PINS = True

    def test_without_persons_all_is_as_before(self):
        self.assertEqual(self.client.ok("status")["persons"], "off")
        self.client.event("PB-01", ev="load", decks=1, by="anybody")
        self.assertEqual(self.client.export("PB-01")[1]["by"], "anybody")

    def test_the_first_admin(self):
        for code in ("", "0000-0000-0000-0000"):
            error = self.error(self.client, "person_create", name="Eve", role="admin",
                               pin="48213", code=code)
            self.assertEqual(error["class"], "not_allowed")
        self.assertEqual(self.error(self.client, "person_create", name="Eve", role="admin",
                                    pin="48213")["class"], "login_wanted")
        person = self.first_admin()
        self.assertEqual(person, {"person": "p1", "name": "Ada", "role": "admin",
                                  "state": "active"})
        self.assertEqual(self.client.ok("status")["persons"], "required")
        self.assertEqual(self.error(self.client, "person_code")["class"], "not_allowed")
        self.assertEqual([line["ev"] for line in self.house()],
                         ["started", "login_refused", "login_refused", "code", "person"])
        # No name and no PIN is in the log; the database holds a hash.
        self.assertNotIn("Ada", str(self.house()))
        path = self.daemon.directory / "state/sabot.db"
        with contextlib.closing(sqlite3.connect(path)) as db:
            row = db.execute("SELECT pin_hash FROM person").fetchone()[0]
        self.assertTrue(row.startswith("$argon2id$v=19$m=65536,t=2,p=1$"), row)

    def test_a_code_is_good_once(self):
        code = self.client.ok("person_code")["code"]
        late = self.client.ok("person_code")["code"]
        for wrong, role in ((code, "admin"), (late, "pit")):
            self.assertEqual(self.error(self.client, "person_create", name="Ada", role=role,
                                        pin="48213", code=wrong)["class"], "not_allowed")
        two = [self.connect(), self.connect()]
        for client, name in zip(two, ("Ada", "Eve")):
            client.send({"id": 1, "do": "person_create", "name": name, "role": "admin",
                         "pin": "48213", "code": late.lower()})
        replies = [client.read() for client in two]
        self.assertEqual(sum("ok" in reply for reply in replies), 1, replies)

    def test_pins_and_names_that_are_refused(self):
        admin = self.populate("Dan")
        for name, pin, words in (("Eva", "1234", "run"), ("Eva", "123", "4 to 12"),
                                 ("Eva", "0000", "again"), ("dan", "7391", "somebody"),
                                 ("p9", "7391", "log"), ("", "7391", "bytes"),
                                 # Dan with letters of full width; with a Cyrillic a.
                                 ("\uff24\uff41\uff4e", "7391", "somebody"),
                                 ("D\u0430n", "7391", "one script"),
                                 # An accent; all three letters Cyrillic.
                                 ("D\u00e1n", "7391", "name of Dan (p2)"),
                                 ("\u0500\u0430\u043f", "7391", "name of Dan"),
                                 ("Da\u200bn", "7391", "printable"),
                                 ("Ana  Paz", "7391", "single spaces"),
                                 ("Ana\u00a0Paz", "7391", "single spaces")):
            error = self.error(admin, "person_create", name=name, role="pit", pin=pin)
            self.assertEqual(error["class"], "bad_request")
            self.assertIn(words, error["text"])
        error = self.error(admin, "person_create", name="Eva", role="owner", pin="7391")
        actions = self.client.ok("roles")["actions"]
        for role in {role for action in actions for role in action["roles"]}:
            self.assertRegex(error["text"], rf"^role: is .*\b{role}\b")
        self.assertEqual(len(self.client.ok("persons")["persons"]), 2)
        for name in ("Jos\u00e9 N\u00fa\u00f1ez-O'Hara", "\u738b\u5c0f\u660e",
                     "\u0418\u0432\u0430\u043d 2"):
            admin.ok("person_create", name=name, role="pit", pin="7391")

    def test_a_name_that_looks_like_anothers(self):
        admin = self.populate("Pia")
        def create(name):
            return admin.ask("person_create", name=name, role="pit", pin="7391")
        for name in ("Olga 1", "Ilse", "\u0412\u0430\u043b\u044f"):
            self.assertIn("ok", create(name), name)
        for name in ("P\u0131a", "P\u00eda", "Pi\u00e4", "\u0420\u0456\u0430",
                     "\u03a1\u03b9\u03b1", "PIA", "0lga l", "Olga I", "lIse", "ILSE",
                     "\u0412\u0430\u043b\u044f\u0301"):
            error = create(name).get("error", {})
            self.assertRegex(error.get("text", ""), "looks the same as|of this name", name)
        # A person who may see names reads whose it looks like.
        self.assertIn("name of Pia (p2)", create("P\u0131a")["error"]["text"])
        for name, why in (("P\u026aa", "everyday"), ("P\u0269a", "everyday"),
                          ("\u1d18\u026a\u1d00", "everyday"), ("\u13e2\u13a5\u13aa", "everyday"),
                          ("P!a", "look like letters"), ("Pia.", "looks the same"),
                          ("P-i-a", "looks the same"), ("'Pia'", "looks the same")):
            self.assertIn(why, create(name).get("error", {}).get("text", ""), name)
        for name in ("Pina", "Pi", "Olga 2", "Else", "\u0412\u0430\u0440\u044f"):
            self.assertIn("ok", create(name), name)


class Off(House):
    MORE = "persons = off\n"

    def test_nobody_is_named_who_is_not_there_yet(self):
        for word in ("p1", "p7"):
            for event in ({"ev": "call", "by": word}, {"ev": "limits", "min": 500, "max": 1000,
                                                       "by": word},
                          {"ev": "limits", "min": 500, "max": 1000, "second": word}):
                error = self.error(self.client, "event", table="PB-01", event=event)
                self.assertEqual(error["class"], "not_allowed")
        self.client.ok("event", table="PB-01", event={"ev": "call", "by": "p1x"})

    def test_persons_may_be_named_without_being_required(self):
        self.populate()
        self.assertEqual(self.client.ok("status")["persons"], "off")
        self.client.event("PB-01", ev="load", decks=1)
        self.assertEqual(self.error(self.client, "person_change", person="Ada",
                                    change="disable")["class"], "login_wanted")


class Required(House):
    MORE = "persons = required\n"

    def test_even_before_the_first(self):
        self.assertEqual(self.error(self.client, "event", table="PB-01",
                                    event={"ev": "load", "decks": 1})["class"], "login_wanted")
        self.assertEqual(self.client.view("PB-01")["n"], 0)


class LogIn(House):
    def test_it_is_the_persons_who_act(self):
        self.populate("Dan")
        load = {"ev": "load", "decks": 1}
        self.assertEqual(self.error(self.client, "event", table="PB-01", event=load)["class"],
                         "login_wanted")
        dan = self.connect()
        reply = dan.ok("login", name="dan", pin=PINS["Dan"])
        self.assertEqual(reply, {"person": "p2", "name": "Dan", "role": "dealer",
                                 "idle_logout_s": 900})
        dan.event("PB-01", **load)
        self.assertEqual(self.error(dan, "event", table="PB-01",
                                    event={"ev": "no_more_bets", "by": "p1"})["class"],
                         "not_allowed")
        dan.event("PB-01", ev="no_more_bets", by="p2")
        dan.ok("logout")
        self.assertEqual(self.error(dan, "event", table="PB-01",
                                    event={"ev": "card", "card": "9S"})["class"], "login_wanted")
        self.assertEqual([line["by"] for line in self.client.export("PB-01")[1:]], ["p2", "p2"])
        self.assertEqual([line["ev"] for line in self.house()[-2:]], ["login", "logout"])

    def test_simulators_are_nobody(self):
        self.populate("Dan")
        self.client.event("PB-02", ev="load", decks=6)
        line = self.client.export("PB-02")[1]
        self.assertIs(line["sim"], True)
        self.assertNotIn("by", line)
        self.assertEqual(self.error(self.client, "event", table="PB-02",
                                    event={"ev": "no_more_bets", "by": "p2"})["class"],
                         "not_allowed")

    def test_five_failures_lock_and_outlive_a_crash(self):
        self.populate("Dan")
        for _ in range(4):
            self.assertIn("wrong", self.error(self.client, "login", name="Dan", pin="0")["text"])
        self.assertIn("locked", self.error(self.client, "login", name="Dan", pin="0")["text"])
        self.daemon.kill()
        self.client = self.daemon.start()
        self.assertIn("locked", self.error(self.client, "login", name="Dan",
                                           pin=PINS["Dan"])["text"])
        self.assertEqual(self.client.ok("persons")["persons"][1]["state"], "locked")
        self.assertEqual([line["why"] for line in self.house("login_refused")],
                         ["pin"] * 5 + ["locked"])
        self.assertEqual(len(self.house("locked")), 1)
        self.login("Ada").ok("person_change", person="Dan", change="enable")
        self.login("Dan")

    def test_a_right_pin_forgives(self):
        self.populate("Dan")
        for _ in range(2):
            for _ in range(4):
                self.error(self.client, "login", name="Dan", pin="0")
            self.login("Dan")

    def test_a_stranger_learns_nothing(self):
        self.populate("Dan")
        self.login("Ada").ok("person_change", person="Dan", change="disable")
        texts = {self.error(self.client, "login", name=name, pin=pin)["text"]
                 for name, pin in (("Nobody", "7391"), ("Ada", "7391"), ("Dan", PINS["Dan"]))}
        self.assertEqual(texts, {"the name or the PIN is wrong"})
        self.assertEqual([line["why"] for line in self.house("login_refused")],
                         ["unknown", "pin", "disabled"])

    def test_a_log_in_ends_the_one_before_and_with_the_connection(self):
        self.populate("Dan")
        dan = self.login("Dan")
        dan.ok("login", name="Ada", pin=PINS["Ada"])
        dan.close()
        wait_for(lambda: len(self.house("logout")) == 3, "both log-outs")
        self.assertEqual([(line["person"], line["why"]) for line in self.house("logout")[1:]],
                         [("p2", "login"), ("p1", "gone")])

    def test_hashing_does_not_stop_the_game(self):
        self.populate("Dan")
        for i in range(10):
            self.connect().send({"id": i, "do": "login", "name": "Nobody", "pin": "1"})
        # Ten take a second together; this is answered before the second of them is.
        self.client.ok("ping")
        self.assertLess(len(self.house("login_refused")), 10)


class Idle(House):
    MORE = "idle_logout_s = 1\n"

    def test_who_does_nothing_is_logged_out(self):
        self.populate()
        ada = self.login("Ada")
        self.assertEqual(ada.read(), {"push": "logged_out", "why": "idle"})
        self.assertEqual(self.house("logout")[-1]["why"], "idle")
        self.assertEqual(self.error(ada, "person_create", name="Eva", role="pit",
                                    pin="7391")["class"], "login_wanted")


class Matrix(House):
    """Every right of every role, by what the daemon does with a request that needs it."""
    MORE = ("[device shoe]\ndriver = ref\ntransport = pty:@DIR@/none\ncommands = yes\n"
            "[table PB-03]\nrules = punto-banco-es\ndevice = shoe\n")

    def setUp(self):
        super().setUp()
        self.populate("Dan", "Pia", "Sol", "Eye", "Aud")
        self.clients = {ROLES[name]: self.login(name) for name in PINS}
        dealer = self.clients["dealer"]
        dealer.event("PB-01", ev="load", decks=1)
        dealer.event("PB-01", ev="no_more_bets")

    def attempt(self, client, right):
        table, house = {"table": "PB-01"}, {"table": "house"}
        ruling = {"ev": "ruling", "incident": 99, "remedy": "let_stand"}
        return {
            "deal": lambda: client.ask("event", **table, event={"ev": "call"}),
            "run": lambda: client.ask("event", **table, event={"ev": "table", "state": "open"}),
            "rule": lambda: client.ask("event", **table, event=ruling),
            "alarm": lambda: client.ask("acknowledge", table="PB-01", incident=1),
            "comment": lambda: client.ask("comment", table="PB-01", incident=1, text="x"),
            "rule_house": lambda: client.ask("event", **house, event=ruling),
            "command": lambda: client.ask("command", device="shoe", command="lock"),
            "persons": lambda: client.ask("person_change", person="nobody", change="enable"),
        }[right]()

    def test_every_cell(self):
        table = {row["action"]: row["roles"] for row in self.client.ok("roles")["actions"]}
        for right in ("deal", "run", "rule", "alarm", "comment", "rule_house", "command",
                      "persons"):
            for role, client in self.clients.items():
                refused = "may not do this" in str(self.attempt(client, right).get("error"))
                self.assertEqual(not refused, role in table[right], (right, role))
        refusals = [(line["person"], line["do"]) for line in self.house("refused")]
        self.assertIn(("p5", "deal"), refusals)
        self.assertEqual(len(refusals), 3 + 4 + 4 + 3 + 2 + 3 + 4 + 5)

    def ruling(self, client, incident, remedy, **more):
        return client.ask("event", table="PB-01", event={
            "ev": "ruling", "incident": incident, "remedy": remedy, **more})

    def test_what_is_refused_again_and_again_is_counted(self):
        dealer = self.clients["dealer"]
        n_before = len(self.house())
        for _ in range(200):
            self.assertEqual(self.attempt(dealer, "persons")["error"]["class"], "not_allowed")
        self.assertLess(len(self.house()) - n_before, 15)
        self.daemon.stop()
        self.client = self.daemon.start()
        refusals = [line for line in self.house("refused") if line["do"] == "persons"]
        self.assertEqual(sum(line.get("count", 1) for line in refusals), 200)

    def test_a_dealer_reads_an_unread_card_and_rules_nothing_else(self):
        dealer = self.clients["dealer"]
        unread = dealer.event("PB-01", ev="card", card="??")["out"][0]
        self.assertEqual(unread["code"], "unread_card")
        dispute = dealer.event("PB-01", ev="call")["out"][0]
        for reply in (self.ruling(dealer, unread["id"], "void_round"),
                      self.ruling(dealer, dispute["id"], "read_as", card="9S")):
            self.assertEqual(reply["error"]["class"], "not_allowed")
        reply = self.ruling(dealer, unread["id"], "read_as", card="9S")
        self.assertIn("ok", reply)
        for role in ("surveillance", "audit", "admin"):
            error = self.ruling(self.clients[role], unread["id"], "read_as", card="9S")["error"]
            self.assertEqual(error["class"], "not_allowed")
        self.assertIn("ok", self.ruling(self.clients["pit"], dispute["id"], "let_stand"))

    def critical(self):
        dealer = self.clients["dealer"]
        dealer.event("PB-01", ev="card", card="9S")
        found = dealer.event("PB-01", ev="card", card="9S")["out"]
        critical = [line for line in found if line.get("severity") == "critical"]
        self.assertEqual(critical[0]["code"], "impossible_card")
        return critical[0]["id"]

    def second(self, incident, name, pin, client=None):
        return (client or self.clients["pit"]).ask(
            "event", table="PB-01", second={"name": name, "pin": pin},
            event={"ev": "ruling", "incident": incident, "remedy": "let_stand"})

    def test_a_critical_incident_is_ruled_by_two(self):
        incident = self.critical()
        reply = self.ruling(self.clients["pit"], incident, "let_stand")
        self.assertEqual(reply["error"]["class"], "second_wanted")
        reply = self.ruling(self.clients["pit"], incident, "let_stand", second="p4")
        self.assertEqual(reply["error"]["class"], "bad_request")
        for name, pin in (("Pia", PINS["Pia"]), ("Dan", PINS["Dan"]), ("Eye", PINS["Eye"]),
                          ("Aud", PINS["Aud"]), ("Sol", "0"), ("Nobody", "7391")):
            error = self.second(incident, name, pin)["error"]
            self.assertEqual(error["class"], "not_allowed")
            self.assertTrue(error["text"].startswith("second: "), error)
        self.assertIn("ok", self.second(incident, "Sol", PINS["Sol"]))
        ruling = self.client.export("PB-01")[-1]
        self.assertEqual((ruling["by"], ruling["second"]), ("p3", "p4"))
        self.assertEqual([line["person"] for line in self.house("login_refused")
                          if line["why"] == "pin"], ["p4"])
        derived = audit(SABOTCTL, self.client.export("PB-01"))
        self.assertEqual(derived[-1]["out"], "summary")

    def test_the_second_may_be_an_admin_but_not_who_made_the_first(self):
        error = self.second(self.critical(), "Ada", PINS["Ada"])["error"]
        self.assertIn("p3 and p1 do not sign together", error["text"])
        self.assertIn({"ev": "refused", "person": "p3", "do": "second", "second": "p1"},
                      self.house("refused"))


class Changes(House):
    def test_a_lost_pin(self):
        admin = self.populate("Dan")
        dan = self.login("Dan")
        admin.ok("person_change", person="Dan", change="reset", pin="5528")
        self.assertEqual(dan.read(), {"push": "logged_out", "why": "changed"})
        self.assertEqual(self.error(dan, "login", name="Dan", pin=PINS["Dan"])["class"],
                         "not_allowed")
        self.assertEqual(self.error(dan, "login", name="Dan", pin="5528")["class"],
                         "new_pin_wanted")
        for new in ("5528", "1234"):
            self.assertEqual(self.error(dan, "login", name="Dan", pin="5528", new=new)["class"],
                             "bad_request")
        dan.ok("login", name="Dan", pin="5528", new="8461")
        dan.ok("login", name="Dan", pin="8461")
        self.assertEqual([(line["do"], line["by"]) for line in self.house("person")[-2:]],
                         [("reset", "p1"), ("pin", "p2")])

    def test_a_role_holds_at_once(self):
        admin = self.populate("Dan")
        dan = self.login("Dan")
        admin.ok("person_change", person="p2", change="role", role="pit")
        dan.event("PB-01", ev="table", state="open")

    def test_a_name_is_erased_and_the_number_stays(self):
        admin = self.populate("Dan")
        self.login("Dan").event("PB-01", ev="load", decks=1)
        admin.ok("person_change", person="Dan", change="erase")
        self.assertEqual(self.client.ok("persons")["persons"][1],
                         {"person": "p2", "role": "dealer", "state": "disabled"})
        self.assertEqual(self.client.export("PB-01")[1]["by"], "p2")
        self.assertIn("name", self.error(admin, "person_change", person="p2",
                                         change="enable")["text"])
        again = admin.ok("person_create", name="Dan", role="dealer", pin=PINS["Dan"])
        self.assertEqual(again["person"], "p3")

    def test_an_erased_name_is_in_no_file_and_the_log_is_still_proven(self):
        admin = self.populate()
        admin.ok("person_create", name="Esmeralda", role="dealer", pin="7391")
        admin.ok("person_change", person="Esmeralda", change="erase")
        self.daemon.stop()
        state = self.daemon.directory / "state"
        files = [path for path in self.daemon.directory.rglob("*") if path.is_file()]
        self.assertIn(state / "sabot.db", files)
        for path in files:
            self.assertNotIn(b"Esmeralda", path.read_bytes(), path)
        done = subprocess.run([SABOTCTL, "verify", str(state / "sabot.db"), "--json"],
                              check=False, capture_output=True, text=True, timeout=300)
        verdict = json.loads(done.stdout)
        self.assertEqual((done.returncode, verdict["verdict"], verdict["proven"]),
                         (1, "intact", False), done.stdout + done.stderr)

    def test_the_last_admin_stays(self):
        admin = self.populate("Pia")
        for change in ({"change": "disable"}, {"change": "erase"},
                       {"change": "role", "role": "pit"}):
            self.assertIn("last admin", self.error(admin, "person_change", person="Ada",
                                                   **change)["text"])
        admin.ok("person_change", person="Pia", change="role", role="admin")
        admin.ok("person_change", person="Ada", change="disable")

    def test_the_way_back_leaves_a_trace(self):
        self.populate("Dan")
        code = self.client.ok("person_code", recover=True)["code"]
        self.client.ok("person_create", name="New", role="admin", pin="48214", code=code)
        incident = self.client.ok("incidents", open=True)["incidents"][0]
        self.assertEqual((incident["code"], incident["severity"]), ("access_recovered", "high"))
        self.assertEqual(incident["detail"], {"by": f"uid:{os.getuid()}"})
        ruling = {"ev": "ruling", "incident": incident["id"], "remedy": "let_stand"}
        new = self.connect()
        new.ok("login", name="New", pin="48214")
        new.person("Pit", "pit", "9917")
        pit = self.connect()
        pit.ok("login", name="Pit", pin="9917")
        for client in (new, pit):
            self.assertIn("somebody else", self.error(client, "event", table="house",
                                                      event=ruling)["text"])
        self.refuse_to_sign_by_code(new)
        self.login("Ada").ok("event", table="house", event=ruling)
        codes = [line["code"] for line in audit(SABOTCTL, self.client.export("house"))
                 if line["out"] == "incident"]
        self.assertEqual(codes, ["access_recovered"])

    def refuse_to_sign_by_code(self, new):
        """Two who do not know each other: what stands against it is the code, and that is said."""
        self.login("Dan").event("PB-01", ev="load", decks=1)
        for client, second in ((new, "Ada"), (self.login("Ada"), "Pit"),
                               (self.login("Ada"), "New")):
            pin = {"New": "48214", "Pit": "9917"}.get(second) or PINS[second]
            text = self.error(client, "unveil", table="PB-01", reason="x",
                              second={"name": second, "pin": pin})["text"]
            self.assertRegex(text, "^second: p[0-9]+ signs with nobody for 7 days: a one-time code")

    def test_persons_outlive_a_restart(self):
        self.populate("Dan")
        before = self.client.ok("persons")
        self.daemon.stop()
        self.client = self.daemon.start()
        self.assertEqual(self.client.ok("persons"), before)
        self.login("Dan")


class StoreDown(House):
    """What persons do while the database takes nothing goes to the spool with its events."""

    def limit_files(self, size):
        resource.prlimit(self.daemon.process.pid, resource.RLIMIT_FSIZE,
                         (size, resource.RLIM_INFINITY))

    def test_persons_come_out_of_the_spool(self):
        admin = self.populate("Dan")
        wal = self.daemon.directory / "state" / "sabot.db-wal"
        self.limit_files(wal.stat().st_size)
        admin.ok("person_create", name="Pia", role="pit", pin=PINS["Pia"])
        admin.ok("person_change", person="Dan", change="role", role="shift")
        self.assertFalse(self.client.ok("status").get("saved", True))
        before = self.client.ok("persons")
        self.daemon.kill()
        self.client = self.daemon.start()
        self.assertEqual(self.client.ok("persons"), before)
        self.assertEqual(before["persons"][1]["role"], "shift")
        self.connect().ok("login", name="Pia", pin=PINS["Pia"], new="260817")
        before = self.client.ok("persons")
        self.daemon.stop()
        self.client = self.daemon.start()
        self.assertEqual(self.client.ok("persons"), before)


class Sabotctl(House):
    MORE = Matrix.MORE

    def user(self, *arguments, pins=(), status=0):
        done = subprocess.run([SABOTCTL, "user", "--socket", self.daemon.socket, *arguments],
                              input="".join(pin + "\n" for pin in pins), capture_output=True,
                              text=True, timeout=300, env={**os.environ, "LC_ALL": "C.UTF-8"})
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def test_a_house_is_set_up_by_it(self):
        code = self.user("first").splitlines()[0]
        self.user("create", "Ada", "admin", "--code", code, pins=["48213"])
        self.user("create", "José", "dealer", "--as", "Ada", pins=["48213", "7391"])
        self.user("reset", "José", "--as", "Ada", pins=["48213", "5528"])
        self.user("pin", "José", pins=["5528", "8461"])
        self.user("role", "José", "pit", "--as", "Ada", pins=["48213"])
        self.user("disable", "p2", "--as", "Ada", pins=["48213"])
        self.user("enable", "p2", "--as", "Ada", pins=["48213"])
        self.assertIn("José", self.user("list"))
        self.user("erase", "p2", "--as", "Ada", pins=["48213"])
        rows = [line.split() for line in self.user("list").splitlines()]
        self.assertEqual(rows, [["p1", "Ada", "admin", "active"], ["p2", "pit", "disabled"]])
        roles = self.user("roles")
        self.assertIn("create and change persons: admin\n", roles)
        # Each right has a name that is no word of the wire.
        named = [line.split(":")[0] for line in roles.splitlines()]
        rights = [row["action"] for row in self.client.ok("roles")["actions"]]
        self.assertEqual((len(named), set(named) & set(rights)), (len(rights), set()))
        self.assertNotIn("48213", self.daemon.read_log())

    def test_a_shoe_is_commanded_by_a_person(self):
        self.populate("Eye")
        done = subprocess.run([SABOTCTL, "device", "lock", "shoe", "--as", "Eye", "--socket",
                               self.daemon.socket], input=PINS["Eye"] + "\n",
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 2)
        self.assertIn("p2 is surveillance", done.stderr)

    def test_it_says_why_not(self):
        code = self.user("first").splitlines()[0]
        self.assertIn("--as", self.user("create", "Ada", "admin", status=2))
        self.assertIn("no PIN", self.user("create", "Ada", "admin", "--code", code, status=2))
        self.assertIn("run of digits", self.user("create", "Ada", "admin", "--code", code,
                                                 pins=["1234"], status=2))
        self.user("create", "Ada", "admin", "--code", code, pins=["48213"])
        self.assertIn("wrong", self.user("disable", "Ada", "--as", "Ada", pins=["1"], status=2))
        self.assertIn("there is an admin", self.user("first", status=2))
        self.assertIn("user role WHO ROLE", self.user("role", "Ada", status=2))
        self.assertIn("verb", self.user("dance", status=2))


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
