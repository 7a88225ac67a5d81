#!/usr/bin/env python3
"""Another key by the book, and the database lost before the next start, or while it changes: the
persons of the house log in all the same, a stranger's do not, and what the notes beside the
database say is still believed.

usage: test-key-change.py SABOTD SABOTCTL KILL_AT_LIBRARY
"""
import contextlib
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import unittest

from fixture import Daemon, wait_for
from house_case import PINS, TABLES, House

SABOTD, SABOTCTL, KILL_AT = sys.argv[1:4]
STEPS_MIN, STEPS_MAX = 5, 40
STARTS = 10  # steps of a start that are tried
ROOM_BYTES = 16384  # of a file, on a disk that is full
TRIES = 20
SMALL = """
create_key = yes
[table PB-01]
rules = punto-banco-es
"""


def run(*command, **environment):
    done = subprocess.run([SABOTCTL, *map(str, command)], capture_output=True, text=True,
                          timeout=300, env=os.environ | environment)
    return done.returncode, done.stdout + done.stderr


class Persons(House):
    def setUp(self):
        super().setUp()
        self.state = self.daemon.directory / "state"
        self.key, self.database = self.state / "signing.key", self.state / "sabot.db"
        self.folders = self.daemon.directory / "spool", self.state
        self.copies = [folder / "sabotd-persons.json" for folder in self.folders]
        self.daemon.stop()
        self.make_key()
        self.client = self.daemon.start()
        self.populate("Dan")
        self.daemon.stop()

    def make_key(self):
        status, said = run("key", "create", "--state", self.state)
        self.assertEqual(status, 0, said)

    def start_without_database(self):
        good = self.database.read_bytes()
        self.database.write_bytes(b"not a database" * 100)
        self.client = self.daemon.start()
        return good

    def details(self):
        return [one.get("detail", {}).get("why")
                for one in self.client.ok("incidents")["incidents"]]

    def assert_known(self, what):
        """Those of the house may log in, and nobody is accused."""
        self.start_without_database()
        self.assertEqual(self.client.ok("status")["persons"], "required")
        self.login("Dan").event("PB-02", ev="load", decks=6)
        self.assertNotIn("persons", self.details(), what)
        self.daemon.stop()

    def test_at_each_moment(self):
        self.key.unlink()
        self.keep()
        for step in range(1, STEPS_MAX):
            status, said = run("key", "create", "--state", self.state, LD_PRELOAD=KILL_AT,
                               KILL_AT=str(step))
            self.assertIn(status, (0, -signal.SIGKILL), said)
            self.assert_known(step)
            self.put_back()
            if status == 0:
                break
        self.assertGreater(step, STEPS_MIN)

    def keep(self):
        for folder in self.folders:
            shutil.copytree(folder, self.daemon.directory / "kept" / folder.name)

    def put_back(self):
        for folder in self.folders:
            shutil.rmtree(folder)
            shutil.copytree(self.daemon.directory / "kept" / folder.name, folder)

    def test_twice_without_a_start(self):
        for _ in range(2):
            self.key.unlink()
            self.make_key()
        self.assert_known("twice")

    def test_behind_a_start_that_was_killed(self):
        """At each of its steps, with the new key; then there is another new one."""
        self.key.unlink()
        self.make_key()
        self.keep()
        preloaded = self.daemon.environment.get("LD_PRELOAD", "")
        for step in range(1, STARTS + 1):
            self.daemon.environment |= {"LD_PRELOAD": f"{preloaded}:{KILL_AT}",
                                        "KILL_AT": str(step)}
            self.daemon.launch()
            self.assertEqual(self.daemon.process.wait(60), -signal.SIGKILL, step)
            self.daemon.environment["LD_PRELOAD"] = preloaded
            self.key.unlink()
            self.make_key()
            self.assert_known(step)
            self.put_back()

    def test_made_at_a_start(self):
        self.key.unlink()
        text = self.daemon.config.read_text()
        self.daemon.config.write_text(text.replace("[daemon]\n", "[daemon]\ncreate_key = yes\n"))
        self.daemon.start()
        self.daemon.stop()
        self.assert_known("create_key")

    def test_the_key_was_away(self):
        """A start without it leaves the copies as they were signed."""
        self.key.rename(self.state / "away")
        self.daemon.start()
        self.daemon.stop()
        (self.state / "away").rename(self.key)
        self.assert_known("away")

    def test_a_strangers_copy(self):
        """Before another key is made, or when it is: its persons are nobody here."""
        other = Daemon(SABOTD, "create_key = yes\n" + TABLES.replace("@DIR@", "/nonexistent"))
        self.addCleanup(other.close)
        mine, self.client = self.daemon, other.start()
        self.daemon = other
        self.populate("Sol")
        other.stop()
        self.daemon = mine
        planted = (other.directory / "state" / "sabotd-persons.json").read_text()
        for is_before in (True, False):
            self.key.unlink()
            if not is_before:
                self.make_key()
            for copy in self.copies:
                copy.write_text(planted)
            if is_before:
                self.make_key()
            good = self.start_without_database()
            for name in ("Sol", "Dan"):
                self.refused(self.connect(), "login", "not_allowed", name=name, pin=PINS[name])
            self.assertIn("persons", self.details())
            self.daemon.stop()
            self.database.write_bytes(good)
            self.client = self.daemon.start()
            self.login("Dan")
            self.daemon.stop()


class Unsaved(unittest.TestCase):
    """What the last run could not save is known though another key was made since."""

    def test_the_spool_was_removed(self):
        daemon = Daemon(SABOTD, SMALL)
        self.addCleanup(daemon.close)
        state, spool = daemon.directory / "state", daemon.directory / "spool"
        client = daemon.start()
        client.event("PB-01", ev="load", decks=6)
        size = (state / "sabot.db-wal").stat().st_size
        hard = resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, (size, hard))
        client.event("PB-01", ev="card", card="AS")
        self.assertFalse(client.ok("status").get("saved", True))
        daemon.kill()
        (spool / "sabotd-spool.ndjson").unlink()
        (state / "signing.key").unlink()
        status, said = run("key", "create", "--state", state)
        self.assertEqual(status, 0, said)
        # Nor is the note in the state directory needed for that, which has the new signature.
        (state / "sabotd-unsaved.note").unlink()
        client = daemon.start()
        found = wait_for(lambda: [line["detail"]["why"] for line in client.export("house")
                                  if line.get("code") == "log_replaced"], "the finding")
        self.assertEqual(found, ["spool_gone"])


class Chain(unittest.TestCase):
    """Another key, starts that are in no database, and yet another key: what the middle one has
    signed is the house's, and what a stranger has signed is not."""

    def setUp(self):
        self.daemon = Daemon(SABOTD, SMALL)
        self.addCleanup(self.daemon.close)
        self.state, self.spool = (self.daemon.directory / name for name in ("state", "spool"))
        self.database = self.state / "sabot.db"
        self.client = self.daemon.start()
        self.deal("AS")
        wait_for(lambda: (self.state / "sabotd-progress.note").exists(), "the notes")
        code = self.client.ok("person_code")["code"]
        self.client.ok("person_create", name="Ada", role="admin", pin=PINS["Ada"], code=code)
        self.login("Ada")
        self.client.person("Sol", "shift", PINS["Sol"])
        self.daemon.stop()
        self.make_key()

    def make_key(self):
        (self.state / "signing.key").unlink()
        status, said = run("key", "create", "--state", self.state)
        self.assertEqual(status, 0, said)

    def copies(self):
        found = [folder / "sabotd-persons.json" for folder in (self.state, self.spool)]
        self.assertTrue(all(copy.exists() for copy in found))
        return found

    def deal(self, card):
        self.client.event("PB-01", ev="load", decks=6)
        self.client.event("PB-01", ev="card", card=card)

    def login(self, name):
        self.client.ok("login", name=name, pin=PINS[name])

    def start_without_database(self):
        self.kept = self.database.read_bytes()
        self.database.write_bytes(b"not a database" * 100)
        self.client = self.daemon.start()
        self.login("Sol")

    def put_back(self):
        self.daemon.stop()
        self.database.write_bytes(self.kept)

    def start_without_room(self):
        """The database cannot be written, so that the start itself is in the spool only."""
        command, self.daemon.command = self.daemon.command, [
            "prlimit", f"--fsize={ROOM_BYTES}", *self.daemon.command]
        self.client = self.daemon.start()
        self.daemon.command = command
        self.login("Sol")
        self.assertFalse(self.client.ok("status").get("saved", True))

    def found(self):
        """At a start with everything in its place: cards of the table, and what is found."""
        self.client = self.daemon.start()
        self.login("Ada")
        self.daemon.wait_checked()
        cards = [line["card"] for line in self.client.export("PB-01") if line.get("ev") == "card"]
        return cards, [line["detail"]["why"] for line in self.client.export("house")
                       if line.get("code") in ("log_replaced", "chain_broken")]

    def test_an_outage(self):
        self.start_without_database()
        self.deal("2S")
        self.put_back()
        self.make_key()
        self.assertEqual(self.found(), (["AS", "2S"], []))

    def test_an_outage_that_continues(self):
        for card in ("2S", "3S"):
            self.start_without_database()
            self.deal(card)
            self.put_back()
            self.make_key()
        self.assertEqual(self.found(), (["AS", "2S", "3S"], []))

    def test_the_spool(self):
        """With a person who was made meanwhile, and logs in without the database, too."""
        self.start_without_room()
        self.deal("2S")
        self.login("Ada")
        self.client.person("Pia", "pit", PINS["Pia"])
        wait_for(lambda: all(b"Pia" in copy.read_bytes() for copy in self.copies()),
                 "the copies of the persons")
        self.daemon.kill()
        self.make_key()
        self.start_without_database()
        self.login("Pia")
        self.assertNotIn("log_replaced",
                         [one["code"] for one in self.client.ok("incidents")["incidents"]])
        self.put_back()
        self.assertEqual(self.found(), (["AS", "2S"], []))

    def test_a_removed_spool_is_noticed(self):
        self.start_without_room()
        self.deal("2S")
        self.daemon.kill()
        self.make_key()
        (self.spool / "sabotd-spool.ndjson").unlink()
        (self.state / "sabotd-unsaved.note").unlink()
        self.assertEqual(self.found(), (["AS"], ["spool_gone"]))

    def make_stranger(self):
        """Another house, with two keys by the book, and an outage's file of its second one."""
        other = Daemon(SABOTD, SMALL)
        self.addCleanup(other.close)
        state = other.directory / "state"
        other.start()
        other.stop()
        (state / "signing.key").unlink()
        status, said = run("key", "create", "--state", state)
        self.assertEqual(status, 0, said)
        (state / "sabot.db").write_bytes(b"not a database" * 100)
        client = other.start()
        client.event("PB-01", ev="load", decks=6)
        client.event("PB-01", ev="card", card="KH")
        other.stop()
        return other.directory

    def test_a_strangers_file(self):
        """Nothing of it comes in, with his list in the place of the house's, or with his key in
        it, before another key is made and behind that."""
        stranger = self.make_stranger()
        theirs, mine = (folder / "signing.keys" for folder in (stranger / "state", self.state))
        planted = {"theirs": theirs.read_text()}
        for is_before in (True, False):
            self.start_without_database()
            self.put_back()
            self.make_key()
            name = mine.read_text().split("\n")[0].split(" ")[1]
            planted["named"] = mine.read_text().replace(name, planted["theirs"].split(" ")[1]
                                                        .split("\n")[0])
            self.assertNotEqual(planted["named"], mine.read_text())
            for how, text in planted.items():
                for path in self.spool.glob("sabotd-outage.ndjson*"):
                    path.unlink()
                shutil.copy(stranger / "spool" / "sabotd-outage.ndjson", self.spool)
                mine.write_text(text)
                if is_before:
                    self.make_key()
                cards, why = self.found()
                self.assertEqual((cards, why[-1:]), (["AS"], ["spool"]), (how, is_before))
                self.daemon.stop()
                self.make_key()


class Mirror(unittest.TestCase):
    """The machine is lost when a new key has signed no checkpoint yet: the mirror's house log has
    whom it follows."""

    def setUp(self):
        self.daemon = Daemon(SABOTD, "mirror = @DIR@/mirror\n" + SMALL)
        self.addCleanup(self.daemon.close)
        self.state, self.mirror = (self.daemon.directory / name for name in ("state", "mirror"))
        self.keys = []
        client = self.daemon.start()
        client.event("PB-01", ev="load", decks=6)
        self.daemon.stop()
        self.note_key()
        (self.state / "signing.key").unlink()
        self.assertEqual(run("key", "create", "--state", self.state)[0], 0)
        self.note_key()
        self.lose()

    def note_key(self):
        self.keys += ["--key", run("key", "show", "--state", self.state)[1].strip()]

    def is_recorded(self):
        """The change of keys is in the mirror."""
        return b'"ev":"key"' in b"".join(path.read_bytes() for path in self.mirror.glob("*.db*"))

    def checkpoints(self):
        with contextlib.closing(sqlite3.connect(self.mirror / "sabot.db")) as db:
            return db.execute("SELECT count(*) FROM checkpoint").fetchone()[0]

    def lose(self):
        """Kill the daemon when the change is in the mirror, and no checkpoint is behind it."""
        folders = self.state, self.mirror, self.daemon.directory / "spool"
        for folder in folders:
            shutil.copytree(folder, self.daemon.directory / "kept" / folder.name)
        before = self.checkpoints()
        for _ in range(TRIES):
            self.daemon.launch()
            wait_for(self.is_recorded, "the change of keys")
            self.daemon.kill()
            if self.checkpoints() == before:
                return
            for folder in folders:
                shutil.rmtree(folder)
                shutil.copytree(self.daemon.directory / "kept" / folder.name, folder)
        self.fail("each time there was a checkpoint already")

    def found(self, key):
        """On the other machine, which has this key alone."""
        kept = key.read_bytes()
        shutil.rmtree(self.state)
        self.state.mkdir(0o700)
        (self.state / "signing.key").write_bytes(kept)
        (self.state / "signing.key").chmod(0o400)
        status, said = run("restore", self.mirror / "sabot.db", "--state", self.state, *self.keys)
        self.assertEqual(status, 0, said)
        client = self.daemon.start()
        self.daemon.wait_checked()
        return [(line["code"], line["detail"]["why"]) for line in client.export("house")
                if "code" in line]

    def test_its_key(self):
        self.assertEqual(self.found(self.state / "signing.key"), [("log_restored", "backup")])

    def test_a_strangers_key(self):
        other = self.daemon.directory / "other"
        self.assertEqual(run("key", "create", "--state", other)[0], 0)
        self.assertIn(("chain_broken", "signature"), self.found(other / "signing.key"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
