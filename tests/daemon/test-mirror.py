#!/usr/bin/env python3
"""A mirror on a second disk has each event before it is acknowledged: killed at any moment,
stopped, archived, its disk failing, full, hanging or exchanged, the database lost. What is
acknowledged while it is current is in it, and proven; what it lags behind with is said.

usage: test-mirror.py SABOTD SABOTCTL FAULTS_LIBRARY [KILLS]
       test-mirror.py SABOTD SABOTCTL FAULTS_LIBRARY cost       prints what it costs
"""
import contextlib
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
import unittest

from fixture import Client, Daemon, wait_for

SABOTD, SABOTCTL, FAULTS = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
KILLS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 6
TABLES = """client_time = date
create_key = yes
{mirror}[archive]
[table PB-01]
rules = punto-banco-es
[table PB-02]
rules = punto-banco-es
"""
MIRROR = "mirror = @DIR@/mirror\n"
EIO, ENOSPC = 5, 28


def run(*command):
    done = subprocess.run([SABOTCTL, *map(str, command)], capture_output=True, text=True,
                          timeout=300)
    return done.returncode, done.stdout + done.stderr


class Mirror(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES.format(mirror=MIRROR))
        self.addCleanup(self.daemon.close)
        self.state = self.daemon.directory / "state"
        self.mirror = self.daemon.directory / "mirror" / "sabot.db"
        self.rules = self.daemon.directory / "faults"
        self.rules.write_text("")
        self.daemon.environment |= {"LD_PRELOAD": FAULTS, "SABOT_FAULTS": str(self.rules)}
        self.start()
        self.key = run("key", "show", "--state", self.state)[1].strip()

    def start(self):
        for client in self.daemon.clients:
            client.close()
        self.daemon.clients.clear()
        self.client = self.daemon.start()

    def is_current(self):
        return self.client.ok("status")["mirror"] == "current"

    def wait_current(self):
        wait_for(self.is_current, "the mirror")

    def faults(self, *rules):
        self.rules.write_text("".join(rule + "\n" for rule in rules))

    def deal(self, n=1, table="PB-01"):
        for _ in range(n):
            self.client.event(table, ev="load", decks=6)

    def wait_sealed(self):
        """Until a checkpoint of the mirror has all that there is."""
        last = self.client.ok("status")["seq"]

        def is_sealed():
            with contextlib.closing(sqlite3.connect(f"file:{self.mirror}?mode=ro",
                                                    uri=True)) as db:
                return (db.execute("SELECT max(seq) FROM checkpoint").fetchone()[0] or 0) >= last
        wait_for(is_sealed, "a checkpoint in the mirror")

    def lines(self, path):
        """All events of a database, by seq."""
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            return db.execute("SELECT seq, line, hash FROM event ORDER BY seq").fetchall()

    def findings(self, key="why"):
        """Why the mirror lagged behind, each time."""
        found = [line["detail"] for line in self.client.export("house")
                 if line.get("code") == "store_down"]
        for detail in found:
            self.assertEqual(detail["mirror"], str(self.mirror.parent))
        return [detail[key] for detail in found]

    def replaced(self):
        return [line["detail"] for line in self.client.export("house")
                if line.get("code") == "log_replaced"]

    def assert_same(self):
        """Stopped cleanly, it is the database."""
        self.assertEqual(self.daemon.stop(), 0)
        self.assertEqual(self.lines(self.mirror), self.lines(self.state / "sabot.db"))
        for path in (self.mirror, self.state / "sabot.db"):
            status, said = run("verify", path, "--key", self.key)
            self.assertEqual(status, 0, said)
        with contextlib.closing(sqlite3.connect(self.mirror)) as mirror, \
                contextlib.closing(sqlite3.connect(self.state / "sabot.db")) as database:
            for table in ("checkpoint", "person", "person_name", "archive", "anchor", "part",
                          "load", "log"):
                rows = [sorted(db.execute(f"SELECT * FROM {table}").fetchall(), key=str)
                        for db in (mirror, database)]
                self.assertEqual(rows[0], rows[1], table)

    def test_it_is_the_database(self):
        self.wait_current()
        code = self.client.ok("person_code")["code"]
        self.client.ok("person_create", name="Ada", role="admin", pin="481516", code=code)
        self.client.ok("login", name="Ada", pin="481516")
        self.client.person("Pia", "pit", "5150")
        self.client.ok("login", name="Pia", pin="5150")
        self.deal(5)
        self.deal(3, "PB-02")
        self.assertTrue(self.is_current())
        self.assert_same()
        # It is gone on with, though the database has got more before it is opened: not copied.
        number = self.mirror.stat().st_ino
        self.faults("open 700~700 /mirror/sabot.db$")
        self.start()
        self.client.ok("login", name="Pia", pin="5150")
        self.deal(2)
        self.wait_current()
        self.faults()
        self.assertEqual(self.findings(), [])
        self.assert_same()
        self.assertEqual(self.mirror.stat().st_ino, number)

    def test_what_is_acknowledged_is_in_both(self):
        """Killed at any moment, while somebody deals. Its disk is slow, but not too slow."""
        chance = random.Random(33)
        self.faults("sync 0~100 /mirror/")
        for kill in range(KILLS):
            self.wait_current()
            acknowledged = []

            def deal():
                with contextlib.suppress(Exception):  # until it is killed
                    with contextlib.closing(Client(self.daemon.socket)) as client:
                        while True:
                            reply = client.ask("event", table="PB-01",
                                               event={"ev": "load", "decks": 6})
                            acknowledged.append(reply["ok"]["seq"])
            dealer = threading.Thread(target=deal)
            dealer.start()
            time.sleep(0.05 + chance.random())  # any moment will do
            self.daemon.kill()
            dealer.join()
            copy = self.daemon.directory / f"kill-{kill}"
            shutil.copytree(self.mirror.parent, copy)
            have = {seq for seq, _, _ in self.lines(copy / "sabot.db")}
            self.assertEqual(set(acknowledged) - have, set())
            self.assertTrue(acknowledged)
            self.start()
        self.wait_current()
        self.assertEqual(self.findings(), [])
        self.assert_same()

    def test_a_disk_that_fails(self):
        for error, call in ((EIO, "sync"), (ENOSPC, "write"), (EIO, "write")):
            with self.subTest(call=call, error=error):
                self.wait_current()
                known = len(self.findings())
                self.faults(f"{call} {error} /mirror/")
                self.deal(3)  # dealing goes on
                wait_for(lambda: not self.is_current(), "the mirror to lag behind")
                self.assertTrue(self.client.ok("status").get("saved", True))
                status, said = run("status", "--socket", self.daemon.socket)
                self.assertEqual((status, "NOT IN THE MIRROR" in said), (1, True), said)
                wait_for(lambda: len(self.findings()) == known + 1, "the finding")
                self.assertTrue(self.findings()[-1])
                self.deal(2)
                self.faults()
                self.wait_current()
                self.deal(1)
                self.assertEqual(len(self.findings()), known + 1)
        self.assert_same()

    def test_a_disk_that_hangs(self):
        """Who waits for an answer waits a second, once; then nobody does. It catches up by
        itself."""
        self.wait_current()
        self.faults("sync 4000~4000 /mirror/")
        begun = time.monotonic()
        self.deal(4)
        self.assertLess(time.monotonic() - begun, 3.5)
        self.assertFalse(self.is_current())
        wait_for(self.findings, "the finding")
        self.assertEqual(self.findings()[0], "slow")
        number = self.mirror.stat().st_ino
        self.faults()
        if not os.environ.get("SABOT_LONG"):
            return
        self.wait_current()  # half a minute later, and not copied
        self.deal(2)
        self.assertEqual(len(self.findings()), 1)
        self.assert_same()
        self.assertEqual(self.mirror.stat().st_ino, number)

    def test_it_hangs_at_the_end(self):
        self.wait_current()
        self.faults("sync 60000~60000 /mirror/")
        self.deal(1)
        begun = time.monotonic()
        self.assertEqual(self.daemon.stop(), 0)
        self.assertLess(time.monotonic() - begun, 20)
        self.faults()
        self.start()
        self.wait_current()
        self.assert_same()

    def test_another_disk(self):
        """It is taken away while nobody looks, and it comes back old."""
        self.deal(2)
        self.wait_current()
        self.assertEqual(self.daemon.stop(), 0)
        old = self.daemon.directory / "old"
        self.mirror.parent.rename(old)
        self.assertEqual(run("restore", "--new-mirror", "--state", self.state)[0], 0)
        self.start()
        self.wait_current()
        self.deal(2)
        self.assertEqual(self.daemon.stop(), 0)
        shutil.rmtree(self.mirror.parent)
        shutil.copytree(old, self.mirror.parent)
        self.start()
        self.wait_current()
        self.deal(1)
        wait_for(lambda: "is no longer needed" in self.daemon.read_log(), "the proof")
        self.assertEqual(self.findings(), [])
        self.assert_same()
        self.assertEqual(list(self.mirror.parent.glob("sabot.db*")), [self.mirror])

    def test_removed_while_it_is_written(self):
        """Its file is gone, or another's: what is acknowledged is not in it, and that is said."""
        old = self.daemon.directory / "old"
        self.wait_current()
        shutil.copytree(self.mirror.parent, old)

        def replace():
            self.mirror.unlink()
            shutil.copy(old / "sabot.db", self.mirror)

        def remove_directory():
            shutil.rmtree(self.mirror.parent)

        ways = (self.mirror.unlink, replace, remove_directory)
        for n, take_away in enumerate(ways if os.environ.get("SABOT_LONG") else ways[:1], 1):
            self.wait_current()
            take_away()
            if n < 3:  # nobody has to deal for it to be seen
                self.deal()
            wait_for(lambda: len(self.findings()) == n, "the finding")
            self.assertEqual(self.findings()[-1], "removed")
        if os.environ.get("SABOT_LONG"):
            self.wait_current()
            self.deal()
            self.assert_same()

    def damage(self, path=None):
        """One digit of an event in the mirror's file, or another; its structure stays sound."""
        path = path or self.mirror
        content = path.read_bytes()
        place = content.index(b'"decks":6') + 8
        with open(path, "r+b") as file:
            file.seek(place)
            file.write(b"7")

    def connect_again(self):
        """Who has not said anything for a day is no longer connected."""
        with contextlib.suppress(OSError):
            self.client = Client(self.daemon.socket)
            self.daemon.clients.append(self.client)
            return self.client.ok("status")
        return None

    def test_damaged_in_place(self):
        """A byte of its file: seen soon after the next start, and within a day, though nobody
        needs it yet; and it is copied again."""
        tomorrow = self.daemon.directory / "tomorrow"
        self.daemon.environment["SABOT_NEXT_DAY"] = str(tomorrow)
        self.wait_current()
        self.deal(2)
        self.assertEqual(self.daemon.stop(), 0)
        self.damage()
        self.start()
        for n in (1, 2):
            wait_for(lambda n=n: len(self.findings()) == n, "the finding")
            self.assertRegex(self.findings("text")[-1], 'damaged.*"changed".*"PB-01"')
            self.wait_current()
            self.assertEqual(self.lines(self.mirror), self.lines(self.state / "sabot.db"))
            # Each is kept: the second beside the first.
            kept = self.mirror.with_name("sabot.db.damaged" if n == 1 else "sabot.db.damaged.2")
            self.assertIn(b'"decks":7', kept.read_bytes())
            if n == 1:
                self.damage()
                tomorrow.touch()
                wait_for(self.connect_again, "the daemon")
        self.assert_same()

    def restart_with(self, change):
        """Stopped, `change` is done to the mirror's file; and a new one is made."""
        self.assertEqual(self.daemon.stop(), 0)
        content = self.mirror.read_bytes()
        change(content)
        self.start()
        self.wait_current()
        kept = [path for path in self.mirror.parent.glob("sabot.db.*")
                if path.suffix[1:].isdigit() or path.suffix == ".damaged"]
        self.assertEqual(len(kept), 1, kept)
        self.assertEqual(self.lines(self.mirror), self.lines(self.state / "sabot.db"))
        kept[0].unlink()
        return self.findings()[-1]

    def page_of_events(self):
        with contextlib.closing(sqlite3.connect(f"file:{self.mirror}?mode=ro", uri=True)) as db:
            root, = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'event'").fetchone()
            return (root - 1) * db.execute("PRAGMA page_size").fetchone()[0]

    def test_what_is_there_at_the_start_is_no_mirror(self):
        """Its disk fails, or another file is there: nobody is accused of a rewind."""
        self.wait_current()
        older = self.daemon.directory / "older.db"
        shutil.copy(self.mirror, older)
        self.deal(200)

        def zero_page_of_events(content):
            place = self.page_of_events()
            return content[:place] + bytes(4096) + content[place + 4096:]

        for n, change in enumerate((
                zero_page_of_events, lambda content: content[:-8192],
                lambda content: os.urandom(len(content)),
                lambda content: older.read_bytes()[:20480] + content[20480:]), 1):
            found = self.restart_with(lambda content: self.mirror.write_bytes(change(content)))
            self.assertEqual((found, len(self.findings()), self.replaced()), ("damaged", n, []))
        other = Daemon(SABOTD, TABLES.format(mirror=""))
        self.addCleanup(other.close)
        other.start()
        self.assertEqual(other.stop(), 0)
        self.assertEqual(self.restart_with(lambda content: shutil.copy(
            other.directory / "state" / "sabot.db", self.mirror)), "other_database")
        self.assertEqual(self.replaced(), [])

    def test_damaged_like_the_database(self):
        """Which of the two is the better record cannot be said: neither is written over. It is
        one finding, however often it is seen."""
        tomorrow = self.daemon.directory / "tomorrow"
        self.daemon.environment["SABOT_NEXT_DAY"] = str(tomorrow)
        self.wait_current()
        self.deal(2)
        self.assertEqual(self.daemon.stop(), 0)
        number = self.mirror.stat().st_ino
        for path in (self.mirror, self.state / "sabot.db"):
            self.damage(path)
        self.start()
        seen = "the mirror is left as it is"
        wait_for(lambda: self.daemon.read_log().count(seen) == 1, "the first check")
        tomorrow.touch()
        wait_for(lambda: self.daemon.read_log().count(seen) == 2, "the next day's")
        wait_for(self.connect_again, "the daemon")
        broken = [(line["detail"]["why"], line["detail"]["log"])
                  for line in self.client.export("house") if line.get("code") == "chain_broken"]
        self.assertEqual(broken, [("changed", "PB-01")])
        self.assertEqual(self.findings(), [])
        self.assertTrue(self.is_current())
        self.assertEqual(self.mirror.stat().st_ino, number)
        self.assertIn(b'"decks":7', self.mirror.read_bytes())
        self.assertEqual([path.name for path in self.mirror.parent.glob("sabot.db.*")], [])

    def test_a_database_that_cannot_be_read_is_not_accused(self):
        """Its disk fails while both are checked: what is in it is not known."""
        tomorrow = self.daemon.directory / "tomorrow"
        self.daemon.environment |= {"SABOT_NEXT_DAY": str(tomorrow),
                                    "SABOT_READER": "sabot-mirrored"}
        self.wait_current()
        self.assertEqual(self.daemon.stop(), 0)
        self.start()
        self.wait_current()
        self.faults(f"read {EIO} sabot.db")
        tomorrow.touch()
        wait_for(lambda: "could not be checked" in self.daemon.read_log(), "the check")
        self.faults()
        tomorrow.unlink()
        wait_for(self.connect_again, "the daemon")
        self.deal(1)
        self.wait_current()
        self.assertEqual([line["code"] for line in self.client.export("house")
                          if line.get("code") in ("chain_broken", "log_replaced")], [])

    def test_the_database_by_another_name(self):
        """It would protect nothing: it is never said to be current."""
        self.assertEqual(self.daemon.stop(), 0)

        directory, database = self.mirror.parent, self.state / "sabot.db"
        aside = self.daemon.directory / "aside"
        ways = ((os.symlink, self.state, directory), (os.symlink, database, self.mirror),
                (os.link, database, self.mirror))
        ways = ways if os.environ.get("SABOT_LONG") else ways[:1]
        for n, (link, source, name) in enumerate(ways, 1):
            directory.rename(aside)
            if name != directory:
                directory.mkdir()
            link(source, name)
            self.start()
            self.deal()
            wait_for(lambda: self.findings().count("itself") == n, "the finding")
            self.assertFalse(self.is_current())
            self.assertEqual(self.daemon.stop(), 0)
            if directory.is_symlink():
                directory.unlink()
            else:
                shutil.rmtree(directory)
            aside.rename(directory)
            self.start()
            self.wait_current()  # else the next one is the same fault, and no new finding
            self.assertEqual(self.daemon.stop(), 0)

    def test_the_database_is_lost(self):
        """Its disk dies: the mirror goes in its place, by the book, and nothing is missing."""
        self.wait_current()
        self.deal(5)
        before = self.client.export("PB-01")
        self.wait_sealed()
        self.daemon.kill()
        for path in self.state.glob("sabot.db*"):
            path.unlink()
        status, said = run("restore", self.mirror, "--state", self.state, "--key", self.key)
        self.assertEqual(status, 0, said)
        self.start()
        self.assertEqual(self.client.export("PB-01"), before)
        restored = [line["detail"] for line in self.client.export("house")
                    if line.get("code") == "log_restored"]
        self.assertEqual(len(restored), 1)
        self.assertNotIn("logs", restored[0])  # nothing is missing
        self.wait_current()
        self.deal(2)
        self.assert_same()

    def test_an_older_database_in_its_place(self):
        """What the mirror has more is not written over."""
        self.wait_current()
        self.deal(1)
        self.assertEqual(self.daemon.stop(), 0)
        kept = self.daemon.directory / "kept.db"
        shutil.copy(self.state / "sabot.db", kept)
        self.start()
        self.wait_current()
        self.deal(5)
        self.assertEqual(self.daemon.stop(), 0)
        whole = self.lines(self.mirror)
        shutil.copy(kept, self.state / "sabot.db")
        # Even where both notes of how far the logs were are gone with what is missing.
        for note in (self.state, self.daemon.directory / "spool"):
            (note / "sabotd-progress.note").unlink()
        self.start()
        self.wait_current()
        wait_for(lambda: len(self.replaced()) == 2, "the findings")
        aside = [path for path in self.mirror.parent.glob("sabot.db.*")
                 if path.suffix[1:].isdigit()]
        self.assertEqual(len(aside), 1)
        self.assertEqual(self.lines(aside[0]), whole)
        first, found = self.replaced()
        self.assertEqual(first, {"why": "no_note"})
        self.assertEqual((found["why"], found["file"]), ("mirror", aside[0].name))
        status, said = run("verify", aside[0], "--key", self.key)
        self.assertEqual(status, 0, said)
        self.deal(1)
        self.assert_same()

    def test_a_write_ahead_log_that_is_cut(self):
        """The note of how far the logs were is older than the mirror: the finding names all that
        is missing."""
        self.wait_current()
        self.deal(2)
        note = self.daemon.directory / "spool" / "sabotd-progress.note"
        wait_for(lambda: note.exists() and "log PB-01 2 " in note.read_text(), "the note")
        self.faults(f"open {EIO} sabotd-progress.note")
        self.deal(10)
        last = self.client.ok("status")["seq"]
        self.daemon.kill()
        self.faults()
        wal = self.state / "sabot.db-wal"
        content = bytearray(wal.read_bytes())
        content[len(content) // 4] ^= 1
        wal.write_bytes(content)
        self.start()
        wait_for(lambda: len(self.replaced()) == 2, "the findings")
        behind, = (found for found in self.replaced() if found["why"] == "behind")
        self.assertEqual(behind["to"], last)
        self.assertRegex(behind["logs"], "PB-01 [12]-12")

    def test_a_backup_put_back_by_the_book(self):
        """That the mirror has more is then no finding; nor does a new house begin beside it."""
        self.wait_current()
        self.deal(1)
        self.wait_sealed()
        backup = self.daemon.directory / "backup.db"
        self.assertEqual(run("backup", backup, "--state", self.state, "--key", self.key)[0], 0)
        self.deal(2)
        self.assertEqual(self.daemon.stop(), 0)
        for folder in (self.state, self.daemon.directory / "spool"):
            for path in [*folder.glob("sabot.db*"), *folder.glob("sabotd-*")]:
                path.unlink()
        self.daemon.launch()
        self.assertEqual(self.daemon.process.wait(60), 1)
        self.assertIn(f"{self.mirror} says that there was a house", self.daemon.read_log())
        self.assertEqual(run("restore", backup, "--state", self.state, "--key", self.key)[0], 0)
        self.start()
        self.wait_current()
        self.assertEqual(self.replaced(), [])
        self.assertEqual(len(list(self.mirror.parent.glob("sabot.db.*[0-9]"))), 1)

    def test_archived(self):
        self.wait_current()
        for day in ("2026-03-01", "2026-03-20"):
            for event in ({"ev": "load", "decks": 6}, {"ev": "card", "card": "2C"}):
                self.client.event("PB-01", at=day + "T20:00:00Z", **event)
            self.wait_sealed()
        self.wait_current()
        self.assertTrue(self.client.ok("archive", before="2100-01-01T00:00:00Z")["file"])
        self.deal(2)
        self.assertTrue(self.is_current())
        # Rows go from both, a few at a time.
        def first(path):
            with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
                return db.execute("SELECT min(number) FROM checkpoint").fetchone()[0]
        for path in (self.state / "sabot.db", self.mirror):
            wait_for(lambda path=path: first(path) > 1, f"rows to go from {path}")
        self.assertEqual(self.daemon.stop(), 0)
        archive = next((self.state / "archive").iterdir())
        status, said = run("verify", archive, self.mirror, "--key", self.key)
        self.assertEqual(status, 0, said)
        self.assertEqual(self.lines(self.mirror), self.lines(self.state / "sabot.db"))

    def test_the_store_goes_down_and_comes_back(self):
        self.wait_current()
        self.faults(f"sync {EIO} /state/sabot.db")
        self.deal(3)
        self.assertFalse(self.client.ok("status").get("saved", True))
        self.faults()
        wait_for(lambda: self.client.ok("status").get("saved", True), "the store")
        self.wait_current()
        self.deal(1)
        self.assert_same()

    def test_none(self):
        other = Daemon(SABOTD, TABLES.format(mirror=""))
        self.addCleanup(other.close)
        self.assertNotIn("mirror", other.start().ok("status"))

    def test_the_configuration(self):
        self.daemon.stop()
        text = self.daemon.config.read_text()
        for path, why in ((self.state, "is the database itself"), ("here", "absolute path")):
            self.daemon.config.write_text(
                text.replace(f"mirror = {self.mirror.parent}", f"mirror = {path}"))
            done = subprocess.run([SABOTD, "--config", self.daemon.config, "--check-config"],
                                  capture_output=True, text=True, check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(why, done.stderr)


def cost():
    """By turns: an event's acknowledgement, without a mirror and with one on the same disk."""
    took = {"without": [], "with": []}
    for _ in range(5):
        for name, mirror in (("without", ""), ("with", MIRROR)):
            daemon = Daemon(SABOTD, TABLES.format(mirror=mirror))
            client = daemon.start()
            if mirror:
                wait_for(lambda: client.ok("status")["mirror"] == "current", "the mirror")
            for _ in range(400):
                begun = time.monotonic()
                client.event("PB-01", ev="load", decks=6)
                took[name].append(time.monotonic() - begun)
            daemon.stop()
            daemon.close()
    for name, times in took.items():
        times.sort()
        print(f"{name:8} p50 {statistics.median(times) * 1000:.2f} ms, "
              f"p99 {times[len(times) * 99 // 100] * 1000:.2f} ms")


if __name__ == "__main__":
    if sys.argv[1:] == ["cost"]:
        cost()
    else:
        unittest.main()
