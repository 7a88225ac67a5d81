#!/usr/bin/env python3
"""A house run by the book: killed and stopped at any moment, restored from backups new and old, its
key changed, its spool's disk, its state's disk and its mirror's disk replaced, archived with a
daemon and without one; with persons and a mirror, and with neither. Nothing of it is a critical
finding but the one that the book names, each time that it names it and no oftener, and the log is
proven at the end.

usage: test-by-the-book.py SABOTD SABOTCTL [STOPS [SEED]]
"""
import base64
import contextlib
import datetime
import hashlib
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import time
import unittest

from fixture import Client, Daemon, wait_for

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
STOPS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 24
SEED = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 20261128
TABLES = """{more}
client_time = date
create_key = yes
[archive]
[table PB-01]
rules = punto-banco-es
[table PB-02]
rules = punto-banco-es
"""
CRITICAL = ("log_replaced", "chain_broken", "store_down")


def run(*command):
    done = subprocess.run([SABOTCTL, *map(str, command)], capture_output=True, text=True,
                          timeout=300)
    return done.returncode, done.stdout + done.stderr


class ByTheBook(unittest.TestCase):
    more = ""  # of the configuration
    is_away = False  # the database

    def setUp(self):
        self.chance = random.Random(SEED)
        self.daemon = Daemon(SABOTD, TABLES.format(more=self.more))
        self.addCleanup(self.daemon.close)
        self.state = self.daemon.directory / "state"
        self.spool = self.daemon.directory / "spool"
        self.backups = []
        self.keys = []
        self.expected = []  # the critical findings of the house log, as it is now
        self.is_other_keys = False  # what is in place is from before a change of key
        self.day = datetime.date(2020, 1, 1)
        self.done = []
        self.begin()
        self.note_key()

    def begin(self):
        self.start()

    def sign_in(self, client):
        """Who deals and has archives made."""
        self.client = self.admin = client

    def start(self):
        for client in self.daemon.clients:
            client.close()
        self.daemon.clients.clear()
        owed = None
        if not self.is_away:
            owed = self.is_other_keys and self.other_keys_finding()
            self.is_other_keys = bool(owed)
        self.sign_in(self.daemon.start())
        if owed:
            if owed not in self.expected:  # nobody has ruled the same one of an earlier start
                self.expected.append(owed)
            wait_for(lambda: len(self.found()) >= len(self.expected), "the finding")
            self.daemon.wait_checked()

    def stop(self):
        self.assertEqual(self.daemon.stop(), 0, self.done[-5:])

    def query(self, sql):
        with contextlib.closing(sqlite3.connect(self.state / "sabot.db")) as db:
            return db.execute(sql).fetchall()

    def has_signed_last(self):
        (note,), = self.query("SELECT note FROM checkpoint ORDER BY number DESC LIMIT 1")
        signature = base64.b64decode(note.strip().rsplit(" ", 1)[1])
        return signature[:4].hex() == self.keys[-1].split("+")[1]

    def other_keys_finding(self):
        """The book names it: the key of now cannot prove whose the checkpoints of then are, until
        it has signed one itself."""
        if self.has_signed_last():
            return None
        (archive,), = self.query("SELECT max(number) FROM archive")
        (first,), = self.query("SELECT min(number) FROM checkpoint")
        found = {"archive": archive} if archive else {"checkpoint": first}
        return {"code": "chain_broken", "detail": {"why": "signature", **found}}

    def must(self, *command):
        status, out = run(*command)
        self.assertEqual(status, 0, (command, out, self.done[-5:]))
        return out

    def note_key(self):
        self.keys.append(self.must("key", "show", "--state", self.state).strip())

    def deal(self):
        """A load with some cards; with the first one after a week the table begins a new part."""
        table = self.chance.choice(("PB-01", "PB-02"))
        self.day += datetime.timedelta(days=self.chance.choice((0, 1, 8)))
        at = f"{self.day}T20:00:00Z"
        for event in ({"ev": "load", "decks": 6}, {"ev": "no_more_bets", "boxes": [1]},
                      {"ev": "card", "card": "3S"}, {"ev": "card", "card": "7H"},
                      {"ev": "unload"}):
            self.client.event(table, at=at, **event)

    def wait_sealed(self):
        """Until a checkpoint has all that there is."""
        last = self.client.ok("status")["seq"]

        def is_sealed():
            status, note = run("checkpoint", "--state", self.state)
            seqs = [int(line[4:]) for line in note.splitlines() if line.startswith("seq ")]
            return status == 0 and seqs and seqs[0] >= last

        wait_for(is_sealed, "a checkpoint")

    def verify_keys(self):
        return [word for key in self.keys for word in ("--key", key)]

    def back_up(self):
        self.wait_sealed()
        file = self.daemon.directory / f"backup-{len(self.backups)}.db"
        self.must("backup", file, "--state", self.state, *self.verify_keys())
        self.backups.append((file, self.keys[-1], list(self.expected)))

    # What the book has for each; all leave the daemon at work.

    def kill_it(self):
        time.sleep(self.chance.random() * self.chance.choice((0.02, 0.5)))  # any moment will do
        self.daemon.kill()
        self.start()

    def kill_it_while_it_spools(self):
        """The database takes nothing: what is in the spool is the house's own, and comes in."""
        wal = self.state / "sabot.db-wal"
        size = wal.stat().st_size if wal.exists() else 0
        hard = resource.prlimit(self.daemon.process.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.daemon.process.pid, resource.RLIMIT_FSIZE, (max(size, 65536), hard))
        for _ in range(20):
            self.deal()
            if not self.client.ok("status").get("saved", True):
                break
        else:
            self.fail("the database takes everything")
        self.daemon.kill()
        # That the store was down is true, and high.
        self.expected.append({"code": "store_down", "detail": {
            "why": "before_start",
            "text": "the store was down before the start: events were only in the spool"}})
        self.start()

    def stop_it(self):
        self.stop()
        self.start()

    def restore(self, file, key, expected):
        self.stop()
        self.is_other_keys = key != self.keys[-1]
        self.expected = list(expected)
        for path in self.state.glob("sabot.db*"):
            path.unlink()
        self.must("restore", file, "--state", self.state, *self.verify_keys())
        self.start()

    def restore_the_last(self):
        self.back_up()
        for _ in range(self.chance.randrange(3)):
            self.deal()
        self.restore(*self.backups[-1])

    def restore_an_old_one(self):
        self.back_up()
        self.restore(*self.chance.choice(self.backups[-4:]))

    def change_key(self):
        self.stop()
        self.assertTrue(self.has_signed_last())
        self.is_other_keys = False
        (self.state / "signing.key").rename(self.state / f"old-{len(self.keys)}.key")
        self.must("key", "create", "--state", self.state)
        self.note_key()
        self.start()

    def restore_one_of_another_key(self):
        self.back_up()
        self.change_key()
        self.restore(*self.backups[-1])

    def replace_the_spools_disk(self):
        self.stop()
        shutil.rmtree(self.spool)
        self.must("restore", "--new-spool", "--state", self.state)
        self.start()

    def replace_the_states_disk(self):
        """What is kept elsewhere comes back: a backup, the key, the archives."""
        self.back_up()
        self.stop()
        lost = self.daemon.directory / "lost"
        self.state.rename(lost)
        self.state.mkdir(0o700)
        shutil.copy(lost / "signing.key", self.state)
        if (lost / "archive").exists():
            shutil.copytree(lost / "archive", self.state / "archive")
        shutil.rmtree(lost)
        self.must("restore", self.backups[-1][0], "--state", self.state, *self.verify_keys())
        self.start()

    def more_ways(self):
        return ()

    def archive(self):
        self.wait_sealed()
        self.admin.ok("archive", before="2100-01-01T00:00:00Z")
        self.chance.choice((self.kill_it, self.stop_it))()

    def archive_without_a_daemon(self):
        self.wait_sealed()
        self.stop()
        self.must("archive", "create", "--config", self.daemon.config, "--before",
                  "2100-01-01T00:00:00Z")
        self.start()

    def found(self):
        """The critical findings of the house log."""
        return [{"code": line["code"], "detail": line.get("detail")}
                for line in self.client.export("house") if line.get("code") in CRITICAL]

    def incidents(self):
        page = {"next": 0}
        while "next" in page:
            page = self.client.ok("incidents", **({"from": page["next"]} if page["next"] else {}))
            yield from page["incidents"]

    def assert_only_expected(self):
        self.assertEqual(self.found(), self.expected, self.done)
        is_open = [{"code": one["code"], "detail": one.get("detail")}
                   for one in self.incidents()
                   if one["severity"] == "critical" or one["code"] == "store_down"]
        self.assertEqual(sorted(map(str, is_open)), sorted(map(str, self.expected)), self.done)

    def archive_file(self, name, note):
        files = [file for file in (self.state / "archive").glob(f"{name}*")
                 if f"file {hashlib.sha256(file.read_bytes()).hexdigest()}\n" in note]
        self.assertEqual(len(files), 1, (name, note))
        return files[0]

    def test_no_critical_finding(self):
        ways = ((self.kill_it, 8), (self.stop_it, 3),
                (self.kill_it_while_it_spools, 2), (self.restore_the_last, 2),
                (self.restore_an_old_one, 1), (self.change_key, 2),
                (self.restore_one_of_another_key, 1),
                (self.replace_the_spools_disk, 1), (self.replace_the_states_disk, 1),
                (self.archive, 2), (self.archive_without_a_daemon, 1), *self.more_ways())
        # Each at least once, then by chance.
        order = [way for way, _ in ways]
        self.chance.shuffle(order)
        while len(order) < STOPS:
            order += self.chance.choices([way for way, _ in ways], [n for _, n in ways])
        for way in order[:STOPS]:
            for _ in range(self.chance.randrange(4)):
                self.deal()
            self.done.append(way.__name__)
            way()
            self.assert_only_expected()
        self.daemon.wait_checked()
        self.assert_only_expected()
        self.stop()
        # A restore brings back the database of then: later archives are not of its log, and one
        # that it has may have been set aside since. The note says which file it is.
        with sqlite3.connect(self.state / "sabot.db") as db:
            rows = db.execute("SELECT file, note FROM archive ORDER BY number").fetchall()
        db.close()
        archives = [self.archive_file(name, note) for name, note in rows]
        self.must("verify", *archives, self.state / "sabot.db", *self.verify_keys())


class WithPersonsAndMirror(ByTheBook):
    """The mirror catches up, or is ahead of what was restored, and the database is sometimes away
    at a start, in which the persons still come in."""
    more = "mirror = @DIR@/mirror"

    def begin(self):
        client = self.daemon.start()
        code = client.ok("person_code")["code"]
        client.ok("person_create", name="Ada", role="admin", pin="48213", code=code)
        client = self.enter("Ada", "48213")
        client.person("Pia", "pit", "9917")
        self.stop()
        self.start()

    def start(self):
        """What was set aside when a backup was restored is moved away: eight are kept there."""
        for path in (self.daemon.directory / "mirror").glob("sabot.db.*"):
            if path.suffix[1:].isdigit():
                path.unlink()
        super().start()

    def enter(self, name, pin):
        client = Client(self.daemon.socket)
        self.daemon.clients.append(client)
        client.ok("login", name=name, pin=pin)
        return client

    def sign_in(self, client):
        self.client, self.admin = self.enter("Pia", "9917"), self.enter("Ada", "48213")
        if not self.is_away and self.chance.random() < 0.5:
            wait_for(lambda: client.ok("status")["mirror"] == "current", "the mirror")

    def more_ways(self):
        return (self.replace_the_mirrors_disk, 1), (self.start_without_the_database, 2)

    def replace_the_mirrors_disk(self):
        self.stop()
        shutil.rmtree(self.daemon.directory / "mirror")
        self.must("restore", "--new-mirror", "--state", self.state)
        self.start()

    def start_without_the_database(self):
        """Its disk fails, also behind a change of key; what is recorded then is in the spool."""
        self.back_up()
        if self.chance.random() < 0.5:
            self.change_key()
        self.stop()
        files = {path: path.read_bytes() for path in self.state.glob("sabot.db*")
                 if "index" not in path.name}
        for path in files:
            path.write_bytes(bytes(len(files[path])))
        self.is_away = True
        self.start()
        self.assertFalse(self.client.ok("status").get("saved", True))
        self.stop()
        for path, content in files.items():
            path.write_bytes(content)
        self.expected.append({"code": "store_down", "detail": {
            "why": "damaged",
            "text": f"{self.state}/sabot.db: get_version: file is not a database"}})
        self.is_away = False
        self.start()


if __name__ == "__main__":
    unittest.main()
