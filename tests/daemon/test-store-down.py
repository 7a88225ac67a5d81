#!/usr/bin/env python3
"""A disk that is full: every screen is told, dealing goes on, and what was spooled is imported.

The disk is full for the daemon alone: its files may not grow beyond a limit set from outside."""

import json
import pathlib
import resource
import sqlite3
import subprocess
import sys
import unittest

from fixture import Daemon, Shoe, audit, unguarded, wait_for

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
SCHEMA_1 = pathlib.Path(__file__).parents[2] / "schema" / "0001-event-log.sql"
TABLES = """
create_key = yes
[device shoe]
transport = pty:@DIR@/line
[table PB-03]
rules = punto-banco-es
device = shoe
[table PB-01]
rules = punto-banco-es
[table PB-02]
rules = punto-banco-es
"""
COUP = ["2S", "KD", "7H", "2C"]  # punto 2, banca 9: a natural


class StoreDown(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.client = self.daemon.start()
        self.watcher = self.daemon.try_connect()
        self.watcher.ok("watch")
        self.events = 0
        for event in ({"ev": "load", "decks": 6}, {"ev": "card", "card": "AS"},
                      {"ev": "card", "card": "2D"}):
            self.say(**event)

    def tearDown(self):
        self.daemon.close()

    def say(self, table="PB-01", **event):
        if table == "PB-01":
            self.events += 1
        return self.client.event(table, **event)

    def play_round(self):
        self.say(ev="bet", box=1, on="punto", amount=1000)
        self.say(ev="no_more_bets")
        for card in COUP:
            self.say(ev="card", card=card)
        self.say(ev="result")

    def limit_files(self, size):
        hard = resource.prlimit(self.daemon.process.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.daemon.process.pid, resource.RLIMIT_FSIZE, (size, hard))

    def fill_disk(self):
        """The database's log cannot grow; smaller files can."""
        size = (self.daemon.directory / "state" / "sabot.db-wal").stat().st_size
        self.limit_files(size)

    def is_saved(self):
        return self.client.ok("status").get("saved", True)

    def check_all_there(self):
        log = self.client.export("PB-01")
        self.assertEqual(len(log) - 1, self.events)
        cards = [event["card"] for event in log if event.get("ev") == "card"]
        self.assertEqual(cards[2:], COUP * ((len(cards) - 2) // 4))
        rounds = [line for line in audit(SABOTCTL, log) if line["out"] == "round"]
        self.assertEqual([one["winner"] for one in rounds], ["banca"] * len(rounds))
        self.assertEqual(self.client.view("PB-01")["results"], ["banca"] * len(rounds))

    def test_full_disk(self):
        self.play_round()
        self.fill_disk()
        self.play_round()
        self.assertFalse(self.is_saved())
        self.assertIs(self.client.view("PB-01")["saved"], False)
        self.assertIs(self.client.view("PB-02")["saved"], False)
        self.say("PB-02", ev="load", decks=6)
        self.assertTrue((self.daemon.directory / "spool" / "sabotd-spool.ndjson").exists())
        self.assertIn("the store is down", self.daemon.read_log())
        self.limit_files(resource.RLIM_INFINITY)
        wait_for(self.is_saved, "the import")
        self.assertNotIn("saved", self.client.view("PB-02"))
        self.assertFalse((self.daemon.directory / "spool" / "sabotd-spool.ndjson").exists())
        self.play_round()
        self.check_all_there()

    def test_spool_fails_too(self):
        in_the_way = self.daemon.directory / "spool" / "sabotd-spool.ndjson"
        in_the_way.mkdir()
        self.fill_disk()
        self.play_round()
        self.assertFalse(self.is_saved())
        wait_for(lambda: "in memory only" in self.daemon.read_log(), "the warning")
        in_the_way.rmdir()
        self.limit_files(resource.RLIM_INFINITY)
        wait_for(self.is_saved, "the import")
        self.check_all_there()
        self.daemon.kill()
        self.client = self.daemon.start()
        self.assertEqual([line for line in self.client.export("house")
                          if line.get("code") == "log_replaced"], [])

    def test_killed_while_in_memory_only(self):
        """What was acknowledged and is nowhere is said at the next start, once."""
        in_the_way = self.daemon.directory / "spool" / "sabotd-spool.ndjson"
        in_the_way.mkdir()
        self.fill_disk()
        first = self.client.ok("status")["seq"] + 1
        self.play_round()
        wait_for(lambda: "in memory only" in self.daemon.read_log(), "the warning")
        self.daemon.kill()
        in_the_way.rmdir()
        for _ in range(2):
            self.client = self.daemon.start()
            lost = [line["detail"] for line in self.client.export("house")
                    if line.get("code") == "log_replaced"]
            self.assertEqual(lost, [{"why": "memory", "from": first}])
            note = self.daemon.directory / "run" / "sabotd-unsaved.note"
            wait_for(lambda: "seq 0" in note.read_text(), "the note")
            self.daemon.kill()

    def test_killed_while_down(self):
        self.play_round()
        self.fill_disk()
        self.play_round()
        self.assertFalse(self.is_saved())
        self.daemon.kill()
        self.client = self.daemon.start()
        self.assertTrue(self.is_saved())
        self.assertIn("events were imported", self.daemon.read_log())
        self.play_round()
        self.check_all_there()

    def test_log_does_not_seem_to_end(self):
        self.fill_disk()
        self.play_round()
        self.client.event("PB-01", ev="unload", left=300)
        page = self.client.ok("log", table="PB-01")
        self.assertEqual(page["next_n"], 4)
        error = self.client.ask("log", table="PB-01", from_n=4)["error"]
        self.assertIn("the store is down", error["text"])

    def test_long_spool_comes_in_pieces(self):
        self.play_round()
        self.fill_disk()
        note = {"ev": "correction", "round": 1, "amount": 0}
        self.client.pipeline("PB-01", [note] * 5000)
        self.events += 5000
        self.assertFalse(self.is_saved())
        self.limit_files(resource.RLIM_INFINITY)
        wait_for(self.is_saved, "the import")
        self.check_all_there()

    def test_killed_while_down_and_still_down(self):
        """The last frame is in the spool only: what the shoe sends again is a repeat."""
        shoe = Shoe(self.daemon.directory / "line")
        self.addCleanup(shoe.close)
        wait_for(lambda: self.shoe_state() == "online", "the shoe")
        self.say("PB-03", ev="load", decks=6)
        self.fill_disk()
        shoe.send_card("AS")
        wait_for(lambda: self.client.view("PB-03")["shoe"]["seen"] == 1, "the card")
        self.assertFalse(self.is_saved())
        # While somebody reads the write-ahead log does not begin again: no commit fits behind it.
        reader = sqlite3.connect(self.daemon.directory / "state" / "sabot.db")
        self.addCleanup(reader.close)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM event").fetchone()
        self.daemon.kill()
        size = (self.daemon.directory / "state" / "sabot.db-wal").stat().st_size
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))  # the new daemon's, too
        try:
            self.client = self.daemon.start()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        self.assertFalse(self.is_saved())
        wait_for(lambda: self.shoe_state() == "online", "the shoe again")
        shoe.repeat()
        wait_for(lambda: self.client.ok("status")["devices"][0]["repeats"] == 3, "three repeats")
        self.assertEqual(self.client.view("PB-03")["shoe"]["seen"], 1)

    def shoe_state(self):
        return self.client.view("PB-03").get("device", {}).get("state")

    def test_the_house_log_says_so(self):
        self.fill_disk()
        self.play_round()
        self.limit_files(resource.RLIM_INFINITY)
        wait_for(self.findings, "the finding")
        detail = self.findings()[0]["detail"]
        self.assertIn(detail["why"], ("full", "io"))  # a file that may not grow: EFBIG
        self.assertIn("events go to the spool", detail["text"])
        self.assertNotIn("signed", self.client.ok("status"))
        self.assertEqual(self.daemon.stop(), 0)
        state = str(self.daemon.directory / "state")
        done = subprocess.run([SABOTCTL, "key", "show", "--state", state], capture_output=True)
        done = subprocess.run([SABOTCTL, "verify", "--json", state + "/sabot.db", "--key",
                               done.stdout.decode().strip()], capture_output=True)
        verdict = json.loads(done.stdout)
        self.assertEqual((verdict["verdict"], verdict["unprotected"]), ("intact", 0))

    def findings(self):
        log = self.client.export("house")
        return [line for line in log if line.get("code") == "store_down"]

    def test_watchers_are_told(self):
        self.fill_disk()
        self.play_round()
        seen = []
        while not any(push.get("view", {}).get("saved") is False for push in seen):
            seen.append(self.watcher.read())
        steps = [push["seq"] for push in seen if push["push"] == "step"]
        self.assertEqual(steps, sorted(steps))


class NoDatabase(unittest.TestCase):
    """There is no database at the start: the game goes on, and nothing of it is lost."""

    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.state = self.daemon.directory / "state"
        self.database = self.state / "sabot.db"
        self.outage = self.daemon.directory / "spool" / "sabotd-outage.ndjson"
        self.client = self.daemon.start()
        self.play_load()
        self.assertEqual(self.daemon.stop(), 0)
        self.good = self.database.read_bytes()

    def play_load(self):
        say = self.client.event
        say("PB-01", ev="load", decks=6)
        for card in ["AS", "2D"]:
            say("PB-01", ev="card", card=card)
        say("PB-01", ev="bet", box=1, on="punto", amount=1000)
        say("PB-01", ev="no_more_bets")
        for card in COUP:
            say("PB-01", ev="card", card=card)
        say("PB-01", ev="result")

    def break_with(self, content):
        self.database.write_bytes(content)
        self.client = self.daemon.start()
        self.assertFalse(self.client.ok("status").get("saved", True))
        self.assertIs(self.client.view("PB-02")["saved"], False)
        wait_for(lambda: self.client.ok("status")["seq"] > 0, "the finding")

    def codes(self):
        return [one["code"] for one in self.client.ok("incidents")["incidents"]]

    def check_after(self, n_loads):
        """All is there, in one log, as if there had been no outage."""
        self.client = self.daemon.start()
        self.assertTrue(self.client.ok("status").get("saved", True))
        self.assertFalse(self.outage.exists())
        log = self.client.export("PB-01")
        self.assertEqual([line.get("ev") for line in log].count("load"), n_loads)
        lines = audit(SABOTCTL, log)
        rounds = [line for line in lines if line["out"] == "round"]
        self.assertEqual([(one["load"], one["winner"]) for one in rounds],
                         [(load, "banca") for load in range(1, n_loads + 1)])

    def test_damaged(self):
        for n_loads in (2, 3):
            self.break_with(b"this is no database" * 1000)
            self.assertIn("store_down", self.codes())
            self.play_load()
            self.assertEqual(self.client.view("PB-01")["results"], ["banca"])
            self.assertIn("error", self.client.ask("log", table="PB-01"))
            self.assertEqual(self.daemon.stop(), 0)
            self.assertEqual(self.database.read_bytes(), b"this is no database" * 1000)
            self.database.write_bytes(self.good)
            self.check_after(n_loads)
            self.assertIn("store_down", self.codes())
            self.assertEqual(self.daemon.stop(), 0)
            self.good = self.database.read_bytes()

    def test_killed_and_still_damaged(self):
        self.break_with(b"no database")
        self.client.event("PB-01", ev="load", decks=6)
        for card in ["AS", "2D"]:
            self.client.event("PB-01", ev="card", card=card)
        self.daemon.kill()
        self.client = self.daemon.start()
        self.assertEqual(self.client.view("PB-01")["shoe"]["seen"], 2)
        self.client.event("PB-01", ev="bet", box=1, on="punto", amount=1000)
        self.client.event("PB-01", ev="no_more_bets")
        for card in COUP:
            self.client.event("PB-01", ev="card", card=card)
        self.client.event("PB-01", ev="result")
        self.daemon.kill()
        self.database.write_bytes(self.good)
        self.check_after(2)

    def test_taken_in_once(self):
        """A crash after the commit and before the file was removed."""
        self.break_with(b"no database")
        self.play_load()
        self.daemon.stop()
        left_over = self.outage.read_bytes()
        self.database.write_bytes(self.good)
        self.check_after(2)
        self.daemon.stop()
        self.outage.write_bytes(left_over)
        self.check_after(2)

    def test_newer(self):
        self.break_with(self.good[:60] + (9999).to_bytes(4, "big") + self.good[64:])
        self.assertIn("newer", self.daemon.read_log())
        self.play_load()

    def test_migration_fails(self):
        """The old database has what the step wants to make: it stays as it was, to the row."""
        self.database.unlink()
        with sqlite3.connect(self.database) as db:
            db.executescript("PRAGMA journal_mode = WAL;" + SCHEMA_1.read_text())
            db.execute("CREATE TABLE checkpoint (in_the_way)")
        db.close()
        before = self.dump()
        self.break_with(self.database.read_bytes())
        self.assertIn("migration to schema 2", self.daemon.read_log())
        self.play_load()
        self.daemon.stop()
        self.assertEqual(self.dump(), before)

    def dump(self):
        with sqlite3.connect(self.database) as db:
            content = (list(db.iterdump()), db.execute("PRAGMA user_version").fetchone())
        db.close()
        return content

    def test_disk_is_gone(self):
        """Not even the directory can be made."""
        text = self.daemon.config.read_text()
        (self.daemon.directory / "no-directory").write_text("")
        self.daemon.config.write_text(text.replace("/state", "/no-directory/state"))
        self.client = self.daemon.start()
        self.play_load()
        self.assertFalse(self.client.ok("status").get("saved", True))
        self.assertEqual(self.daemon.stop(), 0)
        self.daemon.config.write_text(text)
        # The key was gone, too: nobody has signed what happened. It is there once somebody says so.
        kept = self.outage.read_bytes()
        self.check_after(1)
        (aside,) = self.outage.parent.glob("sabotd-outage.ndjson.*")
        self.assertEqual(aside.read_bytes(), kept)
        self.assertIn("log_replaced", self.codes())
        accept = [SABOTCTL, "restore", "--spool", aside, "--state", self.state]
        self.assertNotEqual(subprocess.run(accept, capture_output=True).returncode, 0)
        self.assertEqual(self.daemon.stop(), 0)
        subprocess.run(accept, check=True)
        self.check_after(2)
        self.assertEqual(self.daemon.stop(), 0)
        self.assertNotEqual(subprocess.run(accept[:-1] + [self.state / "none"],
                                           capture_output=True).returncode, 0)

    def test_unreadable_outage_is_set_aside(self):
        self.outage.write_text("nonsense\n")
        self.break_with(b"no database")
        self.play_load()
        aside = list(self.outage.parent.glob("sabotd-outage.ndjson.*"))
        self.assertEqual([one.read_text() for one in aside], ["nonsense\n"])


class ChainBroken(unittest.TestCase):
    """The check after the start finds what was done to the file, and the game goes on."""

    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.client = self.daemon.start()
        for event in ({"ev": "load", "decks": 6}, {"ev": "card", "card": "AS"}):
            self.client.event("PB-01", **event)
        self.daemon.stop()

    def restart(self, statement):
        with sqlite3.connect(self.daemon.directory / "state" / "sabot.db") as db, unguarded(db):
            db.execute(statement)
        db.close()
        self.client = self.daemon.start()

    def findings(self):
        return [one for one in self.client.ok("incidents")["incidents"]
                if one["code"] == "chain_broken"]

    def test_changed_row(self):
        self.restart("UPDATE event SET line = replace(line, 'AS', '9S') WHERE ev = 'card'")
        wait_for(self.findings, "the finding")
        finding = self.findings()[0]
        self.assertEqual(finding["severity"], "critical")
        log = [line for line in self.client.export("house") if line.get("code") == "chain_broken"]
        self.assertEqual(log[0]["detail"], {"log": "PB-01", "n": 2, "why": "changed"})
        self.client.event("PB-01", ev="card", card="2D")

    def test_signed(self):
        self.assertTrue(self.client and "signed" not in self.status_after_restart())

    def status_after_restart(self):
        self.client = self.daemon.start()
        status = self.client.ok("status")
        self.assertEqual(self.findings(), [])
        return status


if __name__ == "__main__":
    unittest.main()
