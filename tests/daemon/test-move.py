#!/usr/bin/env python3
"""A table moves to another machine by its log, in mid-round: there are two daemons, a shoe that is
plugged over, and a control run that nobody moved. Nothing is written of a file that is not proven,
and no two daemons ever take events of one table.

usage: test-move.py SABOTD SABOTCTL VERIFY_LOG
"""
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import unittest

from fixture import Shoe, audit, full_shoe, wait_for
from houses import SABOTCTL, TABLES, VERIFY_LOG, Case, House, run

SHOE_TABLES = """
create_key = yes
[device shoe]
transport = pty:@DIR@/line
seq_first = 0
seq_last = 9
[table PB-01]
rules = punto-banco-es
device = shoe
simulated = yes
"""
ROUNDS = 6
GIVEN = "the table was given away: it goes on at another machine"


class Live(Case):
    def test_the_round_goes_on(self):
        one, other = House(self), House(self)
        file = self.path("PB-01.table")
        self.begin_round(one)
        self.begin_round(one, "PB-02")
        before = self.state(one)
        self.assertEqual(len(before[1]), 1)
        self.give(one, file)
        for verifier in ([SABOTCTL, "verify"], [sys.executable, "-B", VERIFY_LOG]):
            self.assertEqual(run(*verifier, file, "--key", one.key)[0], 0)
        self.take(other, file, one.key)
        self.assertEqual(self.state(other), before)
        self.refuses_events(one)
        one.restart()
        self.refuses_events(one)
        other.restart()
        self.assertEqual(self.state(other), before)
        self.end_round(other)
        self.end_round(one, "PB-02")
        self.say(other, {"ev": "unload"})
        given, = one.house_log()
        taking, taken = other.house_log()
        self.assertEqual((given["ev"], taking["ev"], taken["ev"]), ("given", "taking", "taken"))
        self.assertEqual({event["digest"] for event in (given, taking, taken)},
                         {given["digest"]})
        self.assertEqual((given["n"], given["head"].upper()), one.head("PB-01"))
        self.assertEqual((taking["head"], taking["begins"]), (given["head"], True))
        one.assert_proven()
        other.assert_proven()

    def refuses_events(self, house):
        reply = house.client.ask("event", table="PB-01", event={"ev": "card", "card": "2C"})
        self.assertEqual(reply["error"]["text"], GIVEN)
        self.assertEqual(house.view()["fault"], GIVEN)

    def test_watchers_are_told(self):
        one, other = House(self), House(self)
        file = self.path("PB-01.table")
        self.begin_round(one)
        one.client.ok("watch")
        other.client.ok("watch")
        self.give(one, file)
        self.take(other, file, one.key)
        one.client.ok("ping")
        other.client.ok("ping")
        told = [push["view"].get("fault") for push in one.client.pushes
                if push.get("push") == "view" and push["table"] == "PB-01"]
        self.assertEqual(told[-1], GIVEN)
        for verb, expected in (("status", 1), ("tables", 0)):
            status, said = run(SABOTCTL, verb, "--socket", one.daemon.socket)
            self.assertEqual((status, said.count(f"FAULT: {GIVEN}")), (expected, 1), said)
        views = [push["view"] for push in other.client.pushes
                 if push.get("push") == "view" and push["table"] == "PB-01"]
        self.assertEqual((views[-1].get("fault"), views[-1]["round"]), (None, 1))
        incidents = [push["incidents"][0]["code"] for push in other.client.pushes
                     if push.get("push") == "incidents"]
        self.assertEqual(incidents, ["bet_after_no_more_bets"])

    def test_there_and_back(self):
        one, other = House(self), House(self)
        keys = one.key, other.key
        houses = [one, other]
        self.begin_round(one)
        for turn in range(4):
            file = self.path(f"{turn}.table")
            self.give(houses[0], file)
            self.take(houses[1], file, keys[turn % 2])
            houses.reverse()
            self.say(houses[0], {"ev": "card", "card": "2C"})
        lines = audit(SABOTCTL, one.client.export("PB-01"))
        self.assertEqual([line["id"] for line in lines if line["out"] == "incident"],
                         [i["id"] for i in reversed(self.incidents(one))])
        self.refuses_events(other)
        one.restart()
        self.assertEqual(one.view().get("fault"), None)
        self.assert_refuses(one, self.path("1.table"), keys[1], "older than what is here")
        one.assert_proven()
        other.assert_proven()

    def test_a_given_table_can_be_fetched_back(self):
        """The other machine never came: the file is taken by the house that gave it."""
        one = House(self)
        file = self.path("PB-01.table")
        self.begin_round(one)
        before = self.state(one)
        self.give(one, file)
        again = self.path("again.table")
        self.give(one, again)
        self.assertEqual(file.read_bytes(), again.read_bytes())
        self.take(one, file, one.key)
        self.assertEqual(self.state(one), before)
        self.end_round(one)
        one.assert_proven()

    def test_what_is_refused(self):
        one, other = House(self), House(self)
        file, bad = self.path("PB-01.table"), self.path("bad")
        self.begin_round(one)
        self.assertIn("already", one.give(self.make_file(file))[1])
        file.unlink()
        self.assertIn("there is no table PB-09", one.give(file, "PB-09")[1])
        self.assertIn("nothing was recorded", one.give(file, "PB-02")[1])
        self.give(one, file)
        self.assert_refuses(other, file, other.key, "signature")
        lines = file.read_text().splitlines(keepends=True)
        broken = {
            "cut": lines[:-1], "cut in the middle": lines[:4], "no lines": lines[:1],
            "a row is gone": lines[:3] + lines[4:],
            "its first event is gone": lines[:1] + lines[2:],
            "twice": lines[:3] + lines[2:],
            "altered": [line.replace("1000", "9000") for line in lines],
            "no header": lines[1:], "another's note": lines[:-1] + [self.note_of(other)],
            "another beginning": [self.forge_beginning(lines[0])] + lines[1:],
        }
        for what, text in broken.items():
            with self.subTest(what):
                bad.write_text("".join(text))
                self.assert_refuses(other, bad, one.key, str(bad))
        proof = run(SABOTCTL, "proof", "PB-01", "--state", one.database.parent)[1]
        bad.write_text(proof)
        self.assert_refuses(other, bad, one.key, "no table that was given")
        self.take(other, file, one.key)
        self.assert_refuses(other, file, one.key, "here already")
        self.say(other, {"ev": "card", "card": "2C"})
        self.assert_refuses(other, file, one.key, "older than what is here")

    def test_a_table_at_work_is_not_overwritten(self):
        one, other = House(self), House(self)
        file = self.path("PB-01.table")
        self.begin_round(one)
        self.begin_round(other)
        self.give(one, file)
        self.assert_refuses(other, file, one.key, "it was not given away")

    def test_who_may(self):
        one = House(self, TABLES + f"[machine here]\nuid = {os.getuid()}\nrole = pit\n")
        self.begin_round(one)
        self.assertIn("only the daemon's own user", one.give(self.path("PB-01.table"))[1])
        reply = one.client.ask("take", file="/x", keys=[one.key])
        self.assertIn("only the daemon's own user", reply["error"]["text"])

    def make_file(self, path):
        path.write_text("")
        return path

    def note_of(self, house):
        self.begin_round(house, "PB-02")
        last = house.client.ok("status")["seq"]
        wait_for(lambda: house.sealed() >= last, "a checkpoint")
        note = run(SABOTCTL, "checkpoint", "--state", house.database.parent)[1]
        return json.dumps({"note": note}) + "\n"

    def forge_beginning(self, line):
        header = json.loads(line)
        header["from"]["previous"] = "00" * 32
        return json.dumps(header) + "\n"


class Alone(Case):
    def test_without_daemons(self):
        one, other = House(self), House(self)
        file = self.path("PB-01.table")
        self.begin_round(one)
        before = self.state(one)
        status, said = one.alone("export", "--table", "PB-01", "--out", file)
        self.assertNotEqual(status, 0)
        self.assertIn("another sabotd", said)
        one.daemon.stop()
        other.daemon.stop()
        for name in (file, self.path("again.table")):
            status, said = one.alone("export", "--table", "PB-01", "--out", name)
            self.assertEqual(status, 0, said)
        self.assertEqual(file.read_bytes(), name.read_bytes())
        status, said = other.alone("import", file, "--key", other.key)
        self.assertNotEqual(status, 0)
        status, said = other.alone("import", file, "--key", one.key)
        self.assertEqual(status, 0, said)
        self.assertNotEqual(other.alone("import", file, "--key", one.key)[0], 0)
        one.start()
        other.start()
        self.assertEqual(one.view()["fault"], GIVEN)
        self.assertEqual(self.state(other), before)
        self.end_round(other)
        one.assert_proven()
        other.assert_proven()

    def check(self, *databases):
        return run(SABOTCTL, "table", "check", *databases)

    def test_carried_to_two_machines(self):
        """Neither can know; side by side their databases tell."""
        one, other, third = House(self), House(self), House(self)
        file, before = self.path("PB-01.table"), self.path("before.db")
        self.begin_round(one)
        for house in (one, other, third):
            house.daemon.stop()
        shutil.copy(one.database, before)
        self.assertEqual(one.alone("export", "--table", "PB-01", "--out", file)[0], 0)
        self.assertEqual(other.alone("import", file, "--key", one.key)[0], 0)
        self.assertEqual(self.check(one.database, other.database, third.database)[0], 0)
        # A copy of the same database is no second one.
        copy = self.path("copy.db")
        shutil.copy(other.database, copy)
        self.assertEqual(self.check(other.database, copy, one.database)[0], 0)
        status, said = self.check(other.database, before)
        self.assertEqual(status, 1)
        self.assertIn(f"from {before}, which does not know", said)
        self.assertEqual(third.alone("import", file, "--key", one.key)[0], 0)
        status, said = self.check(one.database, other.database, third.database)
        self.assertEqual((status, said.count("\n")), (1, 1))
        self.assertIn(f"PB-01: both {other.database} and {third.database}", said)
        self.assertNotIn(self.check(one.database, file)[0], (0, 1))

    def test_behind_an_archive(self):
        """What is archived stays; the proof begins behind it, and a table at rest has the
        archive's note."""
        one, other = House(self), House(self)
        for day in ("2026-03-01", "2026-03-20"):
            for event in ({"ev": "load", "decks": 6}, {"ev": "card", "card": "2C"}):
                one.client.event("PB-01", at=day + "T20:00:00Z", **event)
            self.seal(one)
        self.begin_round(one, "PB-02")
        self.seal(one)
        self.assertTrue(one.client.ok("archive", before="2100-01-01T00:00:00Z")["file"])
        self.swept(one)
        before = self.state(one)
        file = self.path("PB-01.table")
        self.give(one, file)
        self.assertEqual(run(SABOTCTL, "verify", file, "--key", one.key)[0], 0)
        self.take(other, file, one.key)
        self.assertEqual(self.state(other), before)
        status, said = run(SABOTCTL, "archive", "verify", "--state", one.database.parent, "--key",
                           one.key)
        self.assertEqual(status, 0, said)
        # an archive of the house that took it, too, and the proof of that log alone
        self.seal(other)
        self.assertTrue(other.client.ok("archive", before="2100-01-01T00:00:00Z")["file"])
        self.end_archived(other)

    def seal(self, house):
        last = house.client.ok("status")["seq"]
        wait_for(lambda: house.sealed() >= last, "a checkpoint")

    def swept(self, house):
        def count():
            db = sqlite3.connect(house.database)
            try:
                return db.execute("SELECT min(number) FROM checkpoint").fetchone()[0]
            finally:
                db.close()
        wait_for(lambda: count() > 2, "rows to go")

    def end_archived(self, house):
        self.say(house, {"ev": "card", "card": "3C"})
        house.restart()
        status, said = run(SABOTCTL, "archive", "verify", "--state", house.database.parent,
                           "--key", house.key)
        self.assertEqual(status, 0, said)
        proof = self.path("proof")
        proof.write_text(run(SABOTCTL, "proof", "PB-01", "--state", house.database.parent)[1])
        status, said = run(SABOTCTL, "verify", proof, "--key", house.key)
        self.assertEqual(status, 0, said)

    def test_the_proof_of_a_log_that_came(self):
        one, other = House(self), House(self)
        file, proof = self.path("PB-01.table"), self.path("proof")
        self.begin_round(one)
        self.give(one, file)
        self.take(other, file, one.key)
        self.end_round(other)
        other.daemon.stop()
        proof.write_text(run(SABOTCTL, "proof", "PB-01", "--state", other.database.parent)[1])
        for verifier in ([SABOTCTL, "verify"], [sys.executable, "-B", VERIFY_LOG]):
            status, said = run(*verifier, proof, "--key", other.key)
            self.assertEqual(status, 0, said)
        self.assertEqual(json.loads(proof.read_text().splitlines()[0])["from"]["previous"],
                         json.loads(self.taking(other))["head"])


    def taking(self, house):
        db = sqlite3.connect(house.database)
        try:
            return db.execute("SELECT line FROM event WHERE ev = 'taking'").fetchone()[0]
        finally:
            db.close()


class Killed(Case):
    KILLS = 4

    def test_a_take_that_was_cut_off(self):
        """Not taken, or taken in part and said so; the same file again brings it."""
        one = House(self)
        file = self.path("PB-01.table")
        self.begin_round(one)
        one.client.pipeline("PB-01", [{"ev": "holder", "box": 1}] * 1500)
        before = self.state(one)
        self.give(one, file)
        chance = random.Random(5)
        for kill in range(self.KILLS):
            other = House(self)
            taking = subprocess.Popen([SABOTCTL, "table", "import", "--socket",
                                       other.daemon.socket, str(file), "--key", one.key],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(0.01 + chance.random() * 0.15)  # any moment will do
            other.daemon.kill()
            taking.wait()
            other.start()
            fault = other.view().get("fault")
            if other.view()["n"] == 0 or fault:
                reply = other.client.ask("event", table="PB-01", event={"ev": "undo"})
                self.assertEqual("error" in reply, bool(fault), reply)
                self.retake(other, file, one.key, bool(fault))
            self.assertEqual(self.state(other), before, kill)
            other.assert_proven()

    def retake(self, house, file, key, is_begun):
        if is_begun:
            self.take(house, file, key)
        else:  # the event above has made the table's own log
            house.daemon.kill()
            for name in ("state", "spool"):  # a new house, which knows of none before
                shutil.rmtree(house.daemon.directory / name)
            house.start()
            house.key = run(SABOTCTL, "key", "show", "--state", house.database.parent)[1].strip()
            self.take(house, file, key)


class WithShoe(Case):
    """Cards come from a shoe; the dealer does what the prompts ask."""

    def setUp(self):
        cards = full_shoe()
        random.Random(21).shuffle(cards)
        self.deck = cards

    def connect(self, house, shoe):
        link = house.daemon.directory / "line"
        os.symlink(os.ttyname(shoe.slave), link)
        self.addCleanup(link.unlink, missing_ok=True)
        wait_for(lambda: house.view().get("device", {}).get("state") == "online", "the shoe")

    def play(self, house, shoe, until):
        """Until `until` says so; whatever the prompt asks is done."""
        while not until(view := house.view()):
            kind = view["prompt"]["kind"]
            if kind == "load":
                self.say(house, {"ev": "load", "decks": 6})
            elif kind == "bets":
                self.say(house, {"ev": "bet", "box": 3, "on": "punto", "amount": 1000},
                         {"ev": "bet", "box": 5, "on": "banca", "amount": 2000},
                         {"ev": "no_more_bets"})
            elif kind == "result":
                self.say(house, {"ev": "result"})
            else:
                seen = view["shoe"]["seen"]
                shoe.send_card(self.deck[seen], view["prompt"].get("who", "burn"))
                wait_for(lambda: house.view()["shoe"]["seen"] == seen + 1, "a card")

    def is_over(self, view):
        return view.get("round", 0) > ROUNDS

    def in_mid_round(self, view):
        return view.get("round") == 3 and view["prompt"].get("who") == "banca"

    def settled(self, house):
        lines = audit(SABOTCTL, house.client.export("PB-01"))
        return [{key: value for key, value in line.items() if key != "line"}
                for line in lines if line["out"] in ("round", "settle")]

    def new_shoe(self, house):
        shoe = Shoe(self.path(f"shoe{len(os.listdir(self.path('.')))}"))
        self.addCleanup(shoe.close)
        self.connect(house, shoe)
        return shoe

    def test_settles_as_if_it_had_not_moved(self):
        control, one, other = (House(self, SHOE_TABLES) for _ in range(3))
        self.play(control, self.new_shoe(control), self.is_over)
        shoe = self.new_shoe(one)
        self.play(one, shoe, self.in_mid_round)
        before = self.state(one)
        file = self.path("PB-01.table")
        self.give(one, file)
        seq = one.client.ok("status")["seq"]
        shoe.repeat()  # nobody reads there any more, or only once it is plugged over
        self.take(other, file, one.key)
        self.connect(other, shoe)
        # Cards may have been dealt meanwhile, for all that is known; somebody says: none was.
        wait_for(lambda: other.view()["device"]["state"] == "online", "the shoe")
        offline = other.client.ok("incidents", table="PB-01")["incidents"][0]
        self.assertEqual(offline["code"], "device_offline")
        self.say(other, {"ev": "ruling", "incident": offline["id"], "remedy": "false_alarm"})
        wait_for(lambda: self.state(other)[0] == before[0], "the same state")
        self.assertEqual(self.state(other)[1][-len(before[1]):], before[1])
        shoe.repeat()
        self.play(other, shoe, self.is_over)
        self.assertEqual(self.settled(other), self.settled(control))
        self.assertEqual(len(self.settled(control)), ROUNDS * 3)
        self.assertEqual(one.client.ok("status")["seq"], seq)
        one.assert_proven()
        other.assert_proven()


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    unittest.main()
