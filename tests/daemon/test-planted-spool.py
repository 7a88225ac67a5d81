#!/usr/bin/env python3
"""What waits outside the database is the house's own, or it is set aside and is a finding: a spool
that was planted, changed, cut out of, put together from others, or that others may write to."""

import json
import os
import resource
import sqlite3
import subprocess
import sys
import unittest

from fixture import Daemon, wait_for

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
TABLES = """
create_key = yes
[table PB-01]
rules = punto-banco-es
[table PB-02]
rules = punto-banco-es
"""
CARD = rb'\"card\":\"4S\"'
FOUND = ("log_replaced", "log_restored", "chain_broken")


def record(seq, table, n, event):
    event = {**event, "at": "2023-11-14T22:13:20Z"}
    return json.dumps({"seq": seq, "table": table, "n": n, "at_us": 1700000000000000,
                       "ev": event["ev"], "line": json.dumps(event)}) + "\n"


class PlantedSpool(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.state, self.spools = (self.daemon.directory / name for name in ("state", "spool"))
        self.spool = self.spools / "sabotd-spool.ndjson"
        self.outage = self.spools / "sabotd-outage.ndjson"
        self.database = self.state / "sabot.db"
        self.client = self.daemon.start()
        self.client.event("PB-01", ev="load", decks=6)
        self.draw("AS", "2D")

    def draw(self, *cards):
        for card in cards:
            self.client.event("PB-01", ev="card", card=card)

    def restart(self):
        self.client = self.daemon.start()
        self.daemon.wait_checked()

    def findings(self):
        return [(line["code"], line["detail"]) for line in self.client.export("house")
                if line.get("code") in FOUND]

    def cards(self):
        return [line["card"] for line in self.client.export("PB-01") if line.get("ev") == "card"]

    def story(self):
        """The cards of PB-01, and "lost" where events are missing."""
        return [line.get("card", line.get("state")) for line in self.client.export("PB-01")
                if line.get("ev") == "card" or line.get("code") == "log"]

    def found_aside(self, name, content, line=1):
        """One finding more, which names the file; and the file is there, as it was."""
        code, detail = self.findings()[-1]
        self.assertEqual((code, detail["why"], detail["line"]), ("log_replaced", "spool", line))
        self.assertTrue(detail["file"].startswith(name + "."), detail)
        self.assertEqual((self.spools / detail["file"]).read_bytes(), content)
        self.assertIs(self.client.ok("status").get("saved", True), True)
        self.assertFalse((self.spools / name).exists())

    def limit_files(self, size):
        hard = resource.prlimit(self.daemon.process.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.daemon.process.pid, resource.RLIMIT_FSIZE, (size, hard))

    def fill_a_spool(self):
        """Three cards that only the spool has, each under a seal of its own."""
        self.limit_files((self.state / "sabot.db-wal").stat().st_size)
        self.draw("3S", "4S", "5S")
        self.assertFalse(self.client.ok("status").get("saved", True))
        self.daemon.kill()
        return self.spool.read_bytes()

    def place_of(self, lines):
        (place,) = (i for i, line in enumerate(lines) if CARD in line)
        return place

    def last_seq(self):
        return self.client.ok("status")["seq"]

    def test_planted(self):
        """Back-dated events and a new administrator, in a spool and in an outage's file."""
        self.assertEqual(self.daemon.stop(), 0)
        admin = {"id": 1, "name": "Eve", "pin_hash": "$argon2id$x", "role": "admin",
                 "must_change": False, "failures": 0, "locked_until_us": 0, "disabled_us": 0,
                 "created_us": 1}
        event = {"ev": "person", "person": "p1", "role": "admin", "change": "create"}
        made = json.loads(record(500, "house", 100, event))
        planted = (record(499, "PB-01", 4, {"ev": "card", "card": "9S"})
                   + json.dumps({**made, "person": admin}) + "\n").encode()
        for file in (self.spool, self.outage):
            file.write_bytes(planted)
            file.chmod(0o600)
            self.restart()
            self.assertEqual(self.cards(), ["AS", "2D"])
            self.assertEqual(self.client.ok("status")["persons"], "off")
            self.found_aside(file.name, planted)
            self.assertEqual(self.daemon.stop(), 0)
        self.restart()
        self.assertEqual(len(self.findings()), 2)

    def test_the_houses_own_comes_in_unseen(self):
        self.fill_a_spool()
        self.restart()
        self.assertEqual(self.cards(), ["AS", "2D", "3S", "4S", "5S"])
        self.assertFalse(self.spool.exists())
        self.assertEqual(self.findings(), [])

    def test_a_line_that_was_changed(self):
        """What is before it and behind it is taken in; the line is named, the place in doubt."""
        kept = self.fill_a_spool()
        changed = kept.replace(CARD, CARD.replace(b"4S", b"9S"))
        self.spool.write_bytes(changed)
        line = self.place_of(kept.split(b"\n")) + 1
        self.restart()
        self.assertEqual(self.story(), ["AS", "2D", "3S", "lost", "5S"])
        self.found_aside(self.spool.name, changed, line + 1)  # the seal under it
        self.draw("6S")
        self.assertEqual(self.cards()[-1], "6S")

    def test_a_line_that_is_garbage(self):
        kept = self.fill_a_spool().split(b"\n")
        place = self.place_of(kept)
        kept[place] = b"\xff\x00garbage"
        self.spool.write_bytes(b"\n".join(kept))
        self.restart()
        self.assertEqual(self.cards(), ["AS", "2D", "3S", "5S"])
        self.found_aside(self.spool.name, b"\n".join(kept), place + 2)

    def test_what_was_cut_out_or_moved(self):
        kept = self.fill_a_spool().split(b"\n")
        place = self.place_of(kept)
        cut = kept[:place] + kept[place + 2:]
        self.spool.write_bytes(b"\n".join(cut))
        self.restart()
        self.assertEqual(self.cards(), ["AS", "2D", "3S", "5S"])
        self.found_aside(self.spool.name, b"\n".join(cut), place + 2)
        # All of it once more, in another order.
        self.assertEqual(self.daemon.stop(), 0)
        moved = kept[:place] + kept[place + 2:place + 4] + kept[place:place + 2] + [b""]
        self.spool.write_bytes(b"\n".join(moved))
        n = len(self.cards_stored())
        self.restart()
        self.assertEqual(self.findings()[-1][1]["why"], "spool")
        self.assertEqual(len(self.cards()), n)

    def gone(self, first, last):
        return [("log_replaced", {"why": "spool_gone", "from": first, "to": last})]

    def test_the_file_was_removed(self):
        """While the daemon does not run: the first start names the events, and no other does."""
        self.fill_a_spool()
        self.spool.unlink()
        self.restart()
        self.assertEqual(self.cards(), ["AS", "2D"])
        (code, detail), = self.findings()
        self.assertEqual((code, detail["why"]), ("log_replaced", "spool_gone"))
        self.assertGreaterEqual(detail["to"] - detail["from"], 2)
        self.assertEqual(self.daemon.stop(), 0)
        self.restart()
        self.assertEqual(len(self.findings()), 1)

    def test_the_last_batches_were_removed(self):
        kept = self.fill_a_spool()
        lines = kept.split(b"\n")
        place = self.place_of(lines)
        last = max(json.loads(line)["seq"] for line in lines if line.startswith(b'{"seq"'))
        self.spool.write_bytes(b"\n".join(lines[:place]) + b"\n")
        self.restart()
        self.assertEqual(self.cards(), ["AS", "2D", "3S"])
        first = json.loads(lines[place])["seq"]
        self.assertEqual(self.findings(), self.gone(first, last))

    def rename_spool(self):
        self.spool.rename(self.spools / "elsewhere")

    def wait_replaced(self, n):
        wait_for(lambda: self.codes().count("log_replaced") == n, "the finding")

    def test_cut_short_while_the_daemon_works(self):
        """What was in it is lost, and is named; what comes next is not."""
        self.limit_files((self.state / "sabot.db-wal").stat().st_size)
        self.draw("3S", "4S")
        last = self.last_seq()
        self.spool.write_bytes(b"")
        self.wait_replaced(1)
        self.draw("5S")
        self.daemon.kill()
        self.restart()
        self.assertEqual(self.cards(), ["AS", "2D", "5S"])
        (code, detail), = self.findings()
        self.assertEqual((code, detail["why"], detail["to"]), ("log_replaced", "spool_gone", last))
        self.assertLess(detail["from"], last)

    def test_taken_away_while_the_daemon_works(self):
        """It is seen at once, and what was in the file is in the next one."""
        self.limit_files((self.state / "sabot.db-wal").stat().st_size)
        self.draw("3S", "4S")
        for number, take_away in enumerate((self.spool.unlink, self.rename_spool), 1):
            take_away()
            self.wait_replaced(number)
            self.draw("5S")
        self.daemon.kill()
        self.restart()
        self.assertEqual(self.cards(), ["AS", "2D", "3S", "4S", "5S", "5S"])
        details = [detail for _, detail in self.findings()]
        self.assertEqual([detail["why"] for detail in details], ["spool_rescued"] * 2)

    def down_again(self, change):
        """The spool is changed while the database is down, which then can be written again."""
        self.limit_files((self.state / "sabot.db-wal").stat().st_size)
        self.draw("3S", "4S", "5S")
        change()
        self.draw("6S")
        self.limit_files(resource.RLIM_INFINITY)

    def test_given_away_while_the_daemon_works(self):
        """Its mode says nothing about what is in it: all of it is taken in."""
        self.down_again(lambda: self.spool.chmod(0o666))
        wait_for(lambda: self.client.ok("status").get("saved", True), "the database")
        self.assertEqual(self.cards(), ["AS", "2D", "3S", "4S", "5S", "6S"])
        self.assertEqual([detail["why"] for _, detail in self.findings()], ["spool_rescued"])
        self.assertEqual(self.daemon.stop(), 0)

    def change_a_card(self):
        changed = self.spool.read_bytes().replace(CARD, CARD.replace(b"4S", b"9S"))
        with self.spool.open("r+b") as file:
            file.write(changed)

    def test_changed_while_the_daemon_works(self):
        """The event is named at once, and lost; the end says so, and the next start."""
        self.down_again(self.change_a_card)
        self.wait_replaced(1)
        self.draw("7S")
        self.assertEqual(self.daemon.stop(), 1)
        self.restart()
        self.assertEqual(self.story(), ["AS", "2D", "3S", "lost", "5S", "6S", "7S"])
        (_, detail), = self.findings()
        self.assertEqual((detail["why"], detail["from"]), ("spool_gone", detail["to"]))
        self.assertIs(self.client.ok("status").get("saved", True), True)

    def test_an_outages_file_was_removed(self):
        self.assertEqual(self.daemon.stop(), 0)
        good = self.database.read_bytes()
        self.database.write_bytes(b"no database")
        self.client = self.daemon.start()
        self.client.event("PB-01", ev="load", decks=6)
        self.draw("3S")
        self.daemon.kill()
        self.database.write_bytes(good)
        self.outage.unlink()
        for _ in range(2):
            self.restart()
            self.assertEqual(self.findings(), [("log_replaced", {"why": "spool_gone"})])
            self.assertEqual(self.daemon.stop(), 0)

    def cards_stored(self):
        self.restart()
        cards = self.cards()
        self.assertEqual(self.daemon.stop(), 0)
        return cards

    def test_changed_while_the_database_is_still_down(self):
        """What is before the change goes on being spooled, and is taken in once it can be."""
        kept = self.fill_a_spool()
        changed = kept.replace(CARD, CARD.replace(b"4S", b"9S"))
        self.spool.write_bytes(changed)
        size = (self.state / "sabot.db-wal").stat().st_size
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))  # the new daemon's, too
        try:
            self.client = self.daemon.start()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        self.assertEqual(self.client.view("PB-01")["shoe"]["seen"], 3)
        self.draw("6S")
        self.limit_files(resource.RLIM_INFINITY)
        wait_for(lambda: self.client.ok("status").get("saved", True), "the import")
        self.assertEqual(self.cards(), ["AS", "2D", "3S", "6S"])
        self.found_aside(self.spool.name, changed, self.place_of(kept.split(b"\n")) + 2)

    def codes(self):
        return [one["code"] for one in self.client.ok("incidents")["incidents"]]

    def plant(self):
        """Another event in the number that the next one of the table will have."""
        with sqlite3.connect(self.database) as db:
            (log,) = db.execute("SELECT id FROM log WHERE name = 'PB-01'").fetchone()
            line = '{"ev":"card","card":"9S","at":"2023-11-14T22:13:20Z"}'
            db.execute("INSERT INTO event (seq, log_id, n, at_us, ev, line, hash)"
                       " SELECT max(seq) + 1, ?, (SELECT max(n) + 1 FROM event WHERE log_id = ?),"
                       " 1700000000000000, 'card', ?, zeroblob(32) FROM event", (log, log, line))
        db.close()

    def test_a_number_that_is_used(self):
        """Who writes an event where the daemon's next one belongs does not take its place."""
        self.plant()
        self.draw("3S")
        self.assertIs(self.client.ok("status").get("saved", True), False)
        wait_for(lambda: "log_replaced" in self.codes(), "the finding")
        self.draw("4S")
        self.daemon.kill()
        self.restart()
        self.assertIs(self.client.ok("status").get("saved", True), True)
        self.assertEqual(self.cards(), ["AS", "2D", "9S", "3S", "4S"])
        self.assertEqual([detail for code, detail in self.findings() if code == "log_replaced"],
                         [{"why": "used"}])
        wait_for(lambda: "chain_broken" in [code for code, _ in self.findings()], "the chain")
        self.assertFalse(self.spool.exists())

    def test_another_daemon_on_the_same_file(self):
        """By a symbolic link, a hard link, and by sabotctl without a daemon."""
        other = Daemon(SABOTD, TABLES)
        self.addCleanup(other.close)
        state = other.directory / "state"
        state.mkdir()
        for link in (os.link, os.symlink):
            link(self.database, state / "sabot.db")
            other.launch()
            self.assertEqual(other.process.wait(60), 1)
            self.assertIn("another sabotd works on this file", other.read_log())
            done = subprocess.run([SABOTCTL, "table", "export", state / "sabot.db", "--table",
                                   "PB-01", "--out", other.directory / "out", "--spool", state],
                                  capture_output=True, text=True, check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("another sabotd works on this file", done.stderr)
            (state / "sabot.db").unlink()
        self.draw("3S")
        self.assertIs(self.client.ok("status").get("saved", True), True)

    def test_the_key_cannot_be_read(self):
        """An unreadable key turns off signing: that is a finding, and in the status."""
        self.assertEqual(self.daemon.stop(), 0)
        key = self.state / "signing.key"
        public = subprocess.run([SABOTCTL, "key", "show", "--state", self.state], check=True,
                                capture_output=True, text=True).stdout.strip()
        key.chmod(0o444)
        for _ in range(2):
            self.restart()
            lost = [line["detail"] for line in self.client.export("house")
                    if line.get("code") == "key_lost"]
            self.assertEqual(len(lost), 1)
            self.assertEqual(lost[0]["key"], public)
            self.assertEqual(lost[0]["why"], "exposed")
            self.assertIn("others can read this key", lost[0]["text"])
            self.assertIn(("key_lost", "critical"),
                          [(one["code"], one["severity"])
                           for one in self.client.ok("incidents")["incidents"]])
            self.assertIs(self.client.ok("status")["signed"], False)
            self.assertEqual(self.daemon.stop(), 0)

    def test_others_may_write_to_it(self):
        kept = self.fill_a_spool()
        self.spool.chmod(0o620)
        self.restart()
        self.assertEqual(self.cards(), ["AS", "2D"])
        self.found_aside(self.spool.name, kept, 0)

    @unittest.skipIf(os.geteuid() != 0, "only root can give a file away")
    def test_it_belongs_to_somebody_else(self):
        kept = self.fill_a_spool()
        os.chown(self.spool, 65534, 65534)
        self.restart()
        self.assertEqual(self.cards(), ["AS", "2D"])
        self.found_aside(self.spool.name, kept, 0)

    def test_an_outage_comes_in_once(self):
        """Not even when its end was cut off since."""
        self.assertEqual(self.daemon.stop(), 0)
        good = self.database.read_bytes()
        self.database.write_bytes(b"no database")
        self.client = self.daemon.start()
        self.client.event("PB-01", ev="load", decks=6)
        self.draw("3S", "4S")
        self.assertEqual(self.daemon.stop(), 0)
        kept = self.outage.read_bytes()
        self.database.write_bytes(good)
        lines = kept.split(b"\n")
        for content in (kept, kept, b"\n".join(lines[:len(lines) // 2]), kept):
            self.outage.write_bytes(content)
            self.outage.chmod(0o600)
            self.restart()
            self.assertEqual(self.cards(), ["AS", "2D", "3S", "4S"])
            self.assertEqual(self.findings(), [])
            self.assertEqual(self.daemon.stop(), 0)

    def test_another_houses(self):
        other = Daemon(SABOTD, TABLES)
        self.addCleanup(other.close)
        kept = self.fill_a_spool()
        other.start()
        self.assertEqual(other.stop(), 0)
        theirs = other.directory / "spool" / self.spool.name
        theirs.write_bytes(kept)
        theirs.chmod(0o600)
        client = other.start()
        details = [line["detail"] for line in client.export("house")
                   if line.get("code") == "log_replaced"]
        self.assertEqual([detail["why"] for detail in details], ["spool"])
        self.restart()
        self.assertEqual(self.cards(), ["AS", "2D", "3S", "4S", "5S"])

    def test_another_key_in_between(self):
        """The key before it has signed the spool, by the house log."""
        self.fill_a_spool()
        (self.state / "signing.key").rename(self.state / "signing.key.old")
        self.daemon.write_config(TABLES.replace("create_key = yes", "create_key = no"))
        subprocess.run([SABOTCTL, "key", "create", "--state", self.state], check=True,
                       stdout=subprocess.DEVNULL)
        self.restart()
        self.assertEqual(self.cards(), ["AS", "2D", "3S", "4S", "5S"])
        self.assertEqual(self.findings(), [])

    def test_a_house_without_a_key(self):
        """Nobody signs there; what is no record is set aside all the same."""
        self.assertEqual(self.daemon.stop(), 0)
        self.daemon = Daemon(SABOTD, TABLES.replace("create_key = yes", "create_key = no"))
        self.addCleanup(self.daemon.close)
        self.state, self.spools = (self.daemon.directory / name for name in ("state", "spool"))
        self.spool, self.database = self.spools / self.spool.name, self.state / "sabot.db"
        self.client = self.daemon.start()
        self.client.event("PB-01", ev="load", decks=6)
        self.draw("AS", "2D")
        self.fill_a_spool()
        self.restart()
        self.assertEqual(self.cards(), ["AS", "2D", "3S", "4S", "5S"])
        self.assertEqual(self.findings(), [])
        # An earlier program's, without seals.
        n, seq = len(self.client.export("PB-01")), self.last_seq()
        self.assertEqual(self.daemon.stop(), 0)
        seq += 1  # that it was stopped
        old = (record(seq + 1, "PB-01", n, {"ev": "card", "card": "6S"}) + "nonsense\n"
               + record(seq + 2, "PB-01", n + 1, {"ev": "card", "card": "7S"})).encode()
        self.spool.write_bytes(old)
        self.spool.chmod(0o600)
        self.restart()
        self.assertEqual(self.cards(), ["AS", "2D", "3S", "4S", "5S", "6S", "7S"])
        self.found_aside(self.spool.name, old, 2)


if __name__ == "__main__":
    unittest.main()
