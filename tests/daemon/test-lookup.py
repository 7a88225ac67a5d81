#!/usr/bin/env python3
"""Looking into the log over the wire: finding, a round's story, replay, what if; who may, how far
he sees, and that no table waits for it.

usage: test-lookup.py SABOTD SABOTCTL
"""
import contextlib
import json
import os
import sqlite3
import subprocess
import sys
import unittest

from fixture import Client, Daemon, read_log, wait_for
from house_case import PINS, ROLES

SABOTD, SABOTCTL = sys.argv[1:3]
TABLES = ("[table PB-01]\nrules = punto-banco-es\nset.burn = 0\n"
          "[table PB-02]\nrules = punto-banco-es\n"
          "[table PB-03]\nrules = punto-banco-es\n")
PUNTO, BANCA = ["9S", "KH", "7S", "KD"], ["2S", "KH", "9D", "TD"]


class Lookup(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """A load that is out, with a dispute in round 2, and one that is in the shoe."""
        cls.daemon = Daemon(SABOTD, TABLES)
        cls.addClassCleanup(cls.daemon.close)
        cls.client = cls.daemon.start()
        cls.say("load", decks=6)
        cls.play(PUNTO, box=3, on="punto", amount=1000)
        cls.play(BANCA, "5C", box=4, on="punto", amount=50000)
        cls.play(PUNTO)
        cls.say("unload", left=399)
        cls.say("load", decks=6)
        cls.play(PUNTO, box=3, on="punto", amount=1000)
        cls.burn_at_another()

    @classmethod
    def say(cls, ev, table="PB-01", **fields):
        return cls.client.event(table, ev=ev, **fields)

    @classmethod
    def play(cls, cards, excess=None, **stake):
        if stake:
            cls.say("bet", **stake)
        cls.say("no_more_bets")
        for card in cards:
            cls.say("card", card=card)
        if excess:
            out = cls.say("card", card=excess)["out"]
            cls.incident = [line["id"] for line in out if line["out"] == "incident"][0]
            cls.say("ruling", incident=cls.incident, remedy="burn_card", note="it was face up")
        cls.say("result")

    @classmethod
    def burn_at_another(cls):
        """A load is in the shoe of PB-02, with a card that nobody has seen."""
        cls.say("load", "PB-02", decks=6)
        for card in ("2H", "QC", "QC"):
            cls.say("card", "PB-02", card=card)

    def find(self, **arguments):
        return self.client.ok("find", **arguments)["found"]

    def rounds(self, **arguments):
        return [found["round"] for found in self.find(table="PB-01", **arguments)]

    def refused(self, verb, error_class="bad_request", client=None, **arguments):
        reply = (client or self.client).ask(verb, **arguments)
        self.assertEqual(reply.get("error", reply).get("class"), error_class, (verb, arguments))
        return reply["error"]["text"]


class Find(Lookup):
    def test_by_what_is_known(self):
        for asked, expected in (
            ({"round": 2}, [2]),
            ({"load": 1}, [3, 2, 1]),
            ({"load": 2}, [4]),
            ({"card": "9S"}, [3, 1]),
            ({"card": "9S", "at": "punto"}, [3, 1]),
            ({"card": "9S", "at": "banca"}, []),
            ({"card": "5C", "at": "aside"}, [2]),
            ({"amount": 50000}, [2]),
            ({"amount": 1000}, [4, 1]),
            ({"amount": 1000, "load": 1}, [1]),
            ({"incident": self.incident}, [2]),
            ({"code": "card_in_excess"}, [2]),
            ({"person": "p99"}, []),
            ({"until": "2020-01-01T00:00:00Z"}, []),
        ):
            self.assertEqual(self.rounds(**asked), expected, asked)

    def test_what_is_told(self):
        (found,) = self.find(table="PB-01", round=2)
        self.assertEqual([found[key] for key in ("load", "outcome", "staked", "due")],
                         [1, "banca", 50000, -50000])
        log = read_log(self.client.database, "PB-01")
        self.assertEqual(log[found["n"]]["ev"], "bet")
        self.assertEqual(log[found["end_n"]]["ev"], "result")

    def test_page_by_page(self):
        found, before = [], None
        while before is None or before:
            page = self.client.ok("find", table="PB-01", limit=1, **{"before": before or 0})
            found += [row["round"] for row in page["found"]]
            before = page.get("next", 0)
        self.assertEqual(found, [4, 3, 2, 1])

    def test_a_card_is_not_looked_for_in_a_shoe(self):
        for cards in ({"card": "QC"}, {"card": "QC", "at": "aside"}):
            page = self.client.ok("find", **cards)
            self.assertEqual([page["found"], page["veiled"]], [[], True])
        self.assertNotIn("veiled", self.client.ok("find", table="PB-01"))

    def test_wrong_questions(self):
        for asked in ({"card": "11"}, {"at": "17"}, {"since": "yesterday"}, {"round": 1},
                      {"load": "1"}, {"person": "p" * 100}, {"amount": []}):
            self.refused("find", **asked)
        self.refused("find", "unknown_table", table="PB-09")
        self.assertIn("no log yet", self.refused("find", table="PB-03", round=1))

    def test_what_has_just_been_dealt(self):
        before = len(self.rounds(load=2))
        self.play(PUNTO)
        self.assertEqual(len(self.rounds(load=2)), before + 1)


class Told(Lookup):
    def story(self, **arguments):
        lines, start = [], 0
        while start is not None:
            page = self.client.ok("story", table="PB-01", **{"from": start}, **arguments)
            lines += page["lines"]
            start = page.get("next")
        return page, lines

    def test_a_page_of_a_story_beyond_its_ends(self):
        first = self.client.ok("story", table="PB-01", round=1)["lines"]
        for start, expected in ((-1, first), (len(first), []), (2**32, [])):
            page = self.client.ok("story", table="PB-01", round=1, **{"from": start})
            self.assertEqual(page["lines"], expected, start)

    def test_a_story_is_that_of_the_file(self):
        for number in (1, 2):
            head, lines = self.story(round=number)
            told = subprocess.run([SABOTCTL, "log", self.client.database, "--table", "PB-01",
                                   "--round", str(number), "--story", "--json"], check=True,
                                  capture_output=True, text=True, timeout=300)
            expected = json.loads(told.stdout)
            self.assertEqual(lines, expected.pop("lines"))
            self.assertEqual({key: head[key] for key in expected}, expected)
        self.assertEqual(self.story(incident=self.incident)[0]["round"], 2)

    def test_of_a_load_in_the_shoe_only_what_was_shown(self):
        """Without hashes, by which cards could be tried."""
        lines = [line for line in self.story(round=4)[1] if line["kind"] == "event"]
        self.assertEqual({line["hash"] for line in lines}, {None})
        self.assertNotIn(None, [line["hash"] for line in self.story(round=1)[1]
                                if line["kind"] == "event"])

    def test_a_burned_card_is_as_it_was_shown(self):
        shown = [self.client.ok("replay", table="PB-02", n=n) for n in (1, 2, 3, 4)]
        self.assertEqual([seen["event"].get("card") for seen in shown], [None, "2H", "##", "##"])
        self.assertNotIn("QC", json.dumps(shown))

    def test_replay_is_what_was_pushed(self):
        watcher = Client(self.daemon.socket)
        self.addCleanup(watcher.close)
        watcher.ok("watch")
        self.play(BANCA, box=3, on="punto", amount=1000)
        watcher.ok("ping")
        steps = [push for push in watcher.pushes if push.get("push") == "step"]
        self.assertGreater(len(steps), 5)
        for step in steps:
            seen = self.client.ok("replay", table="PB-01", n=step["n"])
            self.assertEqual(seen["event"], step["event"])
            for key in ("phase", "round", "load", "punto", "banca", "winner", "prompt", "boxes",
                        "payouts", "shoe", "at", "n"):
                self.assertEqual(seen["view"].get(key), step["view"].get(key), key)

    def test_backwards_and_to_an_incident(self):
        at = self.client.ok("replay", table="PB-01", incident=self.incident)
        self.assertEqual(at["event"]["card"], "5C")
        self.assertEqual([line["code"] for line in at["out"]], ["card_in_excess"])
        before = self.client.ok("replay", table="PB-01", n=at["n"] - 1)
        self.assertEqual(before["event"]["card"], "TD")
        first = self.client.ok("replay", table="PB-01", n=1)
        self.assertEqual(first["next_incident_n"], at["n"])
        self.assertEqual(before["next_incident_n"], at["n"])
        self.assertGreater(at.get("next_incident_n", at["last_n"] + 1), at["n"])
        last = self.client.ok("replay", table="PB-01", n=at["last_n"])
        self.assertNotIn("next_incident_n", last)
        self.assertEqual(self.client.ok("replay", table="PB-01", round=2)["event"]["ev"], "bet")

    def test_a_load_from_its_first_event_to_its_last(self):
        first = self.client.ok("replay", table="PB-01", load=1)
        self.assertEqual((first["n"], first["load_n"], first["event"]["ev"]), (1, 1, "load"))
        last = self.client.ok("replay", table="PB-01", n=first["load_end_n"])
        self.assertEqual((last["event"]["ev"], last["load_end_n"]), ("unload", last["n"]))
        after = self.client.ok("replay", table="PB-01", n=last["n"] + 1)
        self.assertEqual((after["event"]["ev"], after["load_n"], after["load_end_n"]),
                         ("load", after["n"], after["last_n"]))
        self.refused("replay", table="PB-01", load=3)

    def test_nothing_that_is_not_there(self):
        for verb in ("replay", "story", "verify", "what_if"):
            self.refused(verb, table="PB-01", round=99)
            self.refused(verb, table="PB-01", incident=99)
            self.refused(verb, table="PB-01")
            self.refused(verb)
        self.refused("replay", table="PB-01", n=9999)
        self.refused("replay", table="PB-01", n=-1)

    def test_today_comes_to_what_was_recorded(self):
        check = self.client.ok("verify", table="PB-01", round=2)
        self.assertEqual([check[key] for key in ("load", "rulings", "differ", "faults")],
                         [1, 1, 0, []])
        self.refused("verify", "not_allowed", table="PB-01", load=2)

    def test_what_if(self):
        round_two = {"table": "PB-01", "round": 2}
        same = self.client.ok("what_if", **round_two)
        self.assertEqual([same["rounds"], same["changed"], same["due"]], [3, 0, same["due_before"]])
        other = self.client.ok("what_if", **round_two,
                               rulings={str(self.incident): "void_round"})
        (change,) = other["changes"]
        self.assertEqual([change["round"], change["delta"]], [2, 50000])
        self.assertEqual([(stake["before"], stake["after"]) for stake in change["stakes"]],
                         [(-50000, 0)])
        card = [line["seq"] for line in self.story(round=2)[1]
                if line.get("event", {}).get("card") == "2S"]
        read = self.client.ok("what_if", **round_two, readings={str(card[0]): "KS"})
        self.assertGreater(read["changed"], 0)
        self.assertEqual(self.client.ok("what_if", **round_two)["changed"], 0)
        dearer = self.client.ok("what_if", table="PB-01", since="2020-01-01T00:00:00Z",
                                until="2100-01-01T00:00:00Z", set={"commission": "4"})
        self.assertEqual([dearer["load"], dearer["to_load"]], [1, 1])

    def test_what_if_of_nonsense(self):
        for asked in ({"rulings": {"1": "shout"}}, {"rulings": []}, {"readings": {"x": "7H"}},
                      {"set": {"a\nb": "1"}}, {"set": {"flow": "x\ny"}}, {"profile": "../house"},
                      {"rulings": {"77": "void_round"}}):
            self.refused("what_if", table="PB-01", round=2, **asked)
        self.refused("what_if", "not_allowed", table="PB-01", load=2)


class Commands(Lookup):
    """sabotctl asks the daemon in a file's place, and says the same."""

    def both(self, verb, *args, status=0):
        said = []
        for place in (["--socket", self.daemon.socket], [str(self.client.database)]):
            run = subprocess.run([SABOTCTL, verb, *place, *args], capture_output=True, text=True,
                                 check=False, timeout=300)
            self.assertEqual(run.returncode, status, (verb, place, args, run.stderr))
            said.append(run.stdout)
        return said

    def test_as_from_the_file(self):
        for verb, status, args in (
                ("log", 0, ("--table", "PB-01", "--round", "2")),
                ("log", 0, ("--table", "PB-01", "--round", "2", "--json")),
                ("log", 0, ("--table", "PB-01", "--load", "1", "--limit", "2")),
                ("log", 0, ("--amount", "500.00", "--since", "2020-01")),
                ("log", 1, ("--table", "PB-01", "--until", "2020-01-01")),
                ("replay", 0, ("--table", "PB-01", "--round", "2")),
                ("replay", 0, ("--table", "PB-01", "--round", "2", "--json")),
                ("replay", 0, ("--table", "PB-01", "--load", "1")),
                ("what-if", 0, ("--table", "PB-01", "--round", "2")),
                ("what-if", 1, ("--table", "PB-01", "--round", "2", "--ruling",
                                f"{self.incident}:void_round")),
                ("what-if", 1, ("--table", "PB-01", "--round", "2", "--set", "min=2000",
                                "--json"))):
            with self.subTest(verb=verb, args=args):
                asked, read = self.both(verb, *args, status=status)
                self.assertEqual(asked, read)

    def test_a_story(self):
        asked, read = self.both("log", "--table", "PB-01", "--round", "2", "--story")
        self.assertEqual(asked.splitlines()[2:], read.splitlines()[2:])

    def test_what_is_not_there(self):
        for verb, args in (("log", ("--table", "PB-09")), ("what-if", ("--table", "PB-01",
                           "--round", "99")), ("replay", ("--table", "PB-01", "--round", "99"))):
            run = subprocess.run([SABOTCTL, verb, "--socket", self.daemon.socket, *args],
                                 capture_output=True, text=True, check=False, timeout=300)
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            self.assertIn(f"sabotctl {verb}", run.stderr)


class Beside(Lookup):
    def test_no_table_waits(self):
        """Somebody holds the index: what is asked of it waits, what happens at a table does not."""
        self.find(table="PB-01")
        self.play(PUNTO)
        asker = Client(self.daemon.socket)
        self.addCleanup(asker.close)
        with contextlib.closing(sqlite3.connect(f"{self.client.database}.index",
                                                isolation_level=None)) as index:
            index.execute("BEGIN IMMEDIATE")
            asker.send({"id": 1, "do": "find", "table": "PB-01"})
            asker.send({"id": 2, "do": "ping"})
            self.assertEqual(asker.read()["id"], 2)
            for _ in range(3):
                self.play(PUNTO)
            index.execute("ROLLBACK")
        self.assertEqual(asker.read()["id"], 1)

    def test_many_at_once_are_refused(self):
        asker = Client(self.daemon.socket)
        self.addCleanup(asker.close)
        for number in range(60):
            asker.send({"id": number, "do": "find"})
        replies = [asker.read() for _ in range(60)]
        self.assertTrue(any("ok" in reply for reply in replies))
        self.assertEqual({reply["error"]["class"] for reply in replies if "error" in reply}
                         - {"too_large"}, set())

    def test_who_asks_and_goes(self):
        for _ in range(5):
            client = Client(self.daemon.socket)
            client.send({"id": 1, "do": "find"})
            client.close()
        self.assertEqual(self.rounds(round=1), [1])

    def test_it_is_kept_up_though_nobody_asks(self):
        daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(daemon.close)
        client = daemon.start()
        client.event("PB-01", ev="load", decks=6)
        index = f"{client.database}.index"

        def has_all():
            if not os.path.exists(index):
                return False
            with contextlib.closing(sqlite3.connect(f"file:{index}?mode=ro", uri=True)) as db:
                try:
                    return db.execute("SELECT count(*) FROM load").fetchone() == (1,)
                except sqlite3.OperationalError:
                    return False  # it is being made
        wait_for(has_all, "an index without a request")

    def test_a_clean_stop_leaves_the_database_whole_in_one_file(self):
        """Who copies it, or puts another in its place, has no rest of a log beside it."""
        daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(daemon.close)
        client = daemon.start()
        client.event("PB-01", ev="load", decks=6)
        client.ok("find", table="PB-01")
        self.assertEqual(daemon.stop(), 0)
        self.assertEqual([name for name in ("-wal", "-shm")
                          if os.path.exists(str(client.database) + name)], [])

    def test_an_index_that_is_taken_away_is_made_anew(self):
        self.assertEqual(self.rounds(round=1), [1])
        self.assertEqual(self.daemon.stop(), 0)
        index = f"{self.client.database}.index"
        os.unlink(index)
        type(self).client = self.daemon.start()
        self.assertEqual(self.rounds(round=1), [1])


    def test_an_index_that_somebody_wrote_into_is_built_again(self):
        """A row that is gone hides no round; one bad value does not end all looking up."""
        everything = self.rounds()
        for change in ("DELETE FROM round WHERE round = 1",
                       "UPDATE round SET at_us = -9223372036854775808"):
            self.assertEqual(self.daemon.stop(), 0)
            with contextlib.closing(sqlite3.connect(f"{self.client.database}.index")) as index:
                self.assertGreater(index.execute(change).rowcount, 0)
                index.commit()
            type(self).client = self.daemon.start()
            self.assertEqual(self.rounds(), everything)
            self.assertIn("the index is built again", self.daemon.read_log())


class FoundLater(unittest.TestCase):
    def test_an_incident_is_of_its_own_round(self):
        """A payment that was too low is known as wrong when the round after it ends."""
        daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(daemon.close)
        client = daemon.start()
        incidents = []

        def say(**event):
            out = client.event("PB-01", **event)["out"]
            incidents.extend(line for line in out if line["out"] == "incident")

        def play(stake, cards):
            say(ev="bet", box=3, on="punto", amount=stake)
            say(ev="no_more_bets")
            for card in cards:
                say(ev="card", card=card)
            say(ev="result")

        say(ev="load", decks=6)
        play(1000, PUNTO)
        say(ev="paid", box=3, on="punto", amount=1000)
        play(2000, PUNTO)
        say(ev="paid", box=3, on="punto", amount=500)
        self.assertEqual(incidents, [])
        play(1000, BANCA)
        say(ev="unload", left=300)
        [incident] = [one for one in incidents if one["code"] == "payout_wrong"]
        own = client.ok("story", table="PB-01", round=2)["lines"]
        self.assertEqual(client.ok("story", table="PB-01", incident=incident["id"])["lines"], own)


class Who(unittest.TestCase):
    def test_roles(self):
        daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(daemon.close)
        client = daemon.start()
        code = client.ok("person_code")["code"]
        client.ok("person_create", name="Ada", role="admin", pin=PINS["Ada"], code=code)
        client.ok("login", name="Ada", pin=PINS["Ada"])
        for name in ("Dan", "Eye"):
            client.person(name, ROLES[name], PINS[name])
        client.ok("logout")
        for name, expected in ((None, "login_wanted"), ("Dan", "not_allowed"), ("Eye", None)):
            if name:
                client.ok("login", name=name, pin=PINS[name])
            for verb in ("find", "story", "replay", "verify", "what_if"):
                reply = client.ask(verb, table="PB-01")
                self.assertEqual(reply.get("error", {}).get("class"),
                                 expected or "bad_request", (name, verb, reply))
        self.assertEqual(client.ok("find")["found"], [])


if __name__ == "__main__":
    del sys.argv[1:3]
    unittest.main()
