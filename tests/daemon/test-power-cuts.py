#!/usr/bin/env python3
"""The power is cut, or the program killed, at many moments of what writes more than events: a
house's first start, an archive, a migration with content, another key, a key in a TPM, a backup, a
restore, a mirror's copy, a table's file. Started again from what is left, nothing that was
acknowledged is missing, nothing is found that the book does not name, and the log is proven.

usage: test-power-cuts.py SABOTD SABOTCTL SABOTD_NEXT SABOTCTL_HOUSE_NEXT RECORD_DISK_LIBRARY
           [CUTS [SEED]]     of each; prints how many there were
"""
import contextlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import unittest

from fixture import Daemon, wait_for
from power_cuts import Recording
from tpm import Tpm, is_here

SABOTD, SABOTCTL, SABOTD_NEXT, SABOTCTL_HOUSE_NEXT, RECORD_DISK = (
    os.path.abspath(sys.argv.pop(1)) for _ in range(5))
CUTS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 6
SEED = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 20261128
TABLES = """
client_time = date
create_key = yes
{more}[archive]
[table PB-01]
rules = punto-banco-es
[table PB-02]
rules = punto-banco-es
"""
KEPT = ("state", "spool", "mirror", "kept", "tpm")
FUTURE = "2100-01-01T00:00:00Z"


def run(*command, **environment):
    done = subprocess.run([SABOTCTL, *map(str, command)], capture_output=True, text=True,
                          timeout=300, env=os.environ | environment)
    return done.returncode, done.stdout + done.stderr


def read(path, sql):
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        return db.execute(sql).fetchall()


class PowerCuts(unittest.TestCase):
    more = ""

    def setUp(self):
        self.chance = random.Random(SEED)
        self.daemon = Daemon(SABOTD, TABLES.format(more=self.more))
        self.addCleanup(self.daemon.close)
        self.state = self.daemon.directory / "state"
        self.keys = []
        self.promises = []  # (size of the recording, line by seq)
        self.recording = None
        self.day = 0

    def start(self):
        for client in self.daemon.clients:
            client.close()
        self.daemon.clients.clear()
        self.client = self.daemon.start()
        self.note_key()

    def note_key(self):
        key = run("key", "show", "--state", self.state)[1].strip()
        if key not in self.keys:
            self.keys.append(key)

    def must(self, *command):
        status, out = run(*command, **(self.recording.environment if self.recording else {}))
        self.assertEqual(status, 0, (command, out))

    def record(self):
        """From now on."""
        self.recording = Recording(self.daemon.directory, RECORD_DISK, KEPT,
                                   self.daemon.directory / "recorded", chips=("tpm",))
        preloaded = self.daemon.environment.get("LD_PRELOAD")
        self.daemon.environment |= self.recording.environment
        if preloaded:
            self.daemon.environment["LD_PRELOAD"] += ":" + preloaded

    def say(self, table, **event):
        self.promise(self.client.event(table, **event)["seq"])

    def promise(self, seq):
        if self.recording:
            self.promises.append((self.recording.now(), seq))

    def deal(self, n=1, tables=("PB-01", "PB-02")):
        for _ in range(n):
            self.day += 1
            at = f"2026-03-{self.day:02}T20:00:00Z"
            for table in tables:
                for event in ({"ev": "load", "decks": 6}, {"ev": "no_more_bets", "boxes": [1]},
                              {"ev": "card", "card": "3S"}, {"ev": "card", "card": "7H"},
                              {"ev": "unload"}):
                    self.say(table, at=at, **event)

    def wait_sealed(self):
        last = self.client.ok("status")["seq"]
        wait_for(lambda: (read(self.state / "sabot.db", "SELECT max(seq) FROM checkpoint")
                          [0][0] or 0) >= last, "a checkpoint")

    def lines(self, *paths):
        return dict(row for path in paths
                    for row in read(path, "SELECT seq, line FROM event"))

    def files(self, state):
        return [*sorted((state / "archive").glob("*.db")), state / "sabot.db"]

    # What is left, and what must hold.

    def moments(self):
        """By turns behind what a cut can tell apart, and anywhere."""
        steps = sorted(set(self.recording.steps))
        moments = [step for step in steps if step > 0]
        if len(moments) > CUTS:
            moments = self.chance.sample(moments, CUTS - CUTS // 4)
        while len(moments) < CUTS:
            moments.append(self.chance.randint(1, len(self.recording.ends)))
        return sorted(moments)

    def cut(self):
        """The recording is over: all that was promised is in the database, or in an archive."""
        self.recorded = self.lines(*self.files(self.state))
        self.recording.parse()
        moments = self.moments()
        for moment in moments:
            for is_kill in (False, True):
                with self.subTest(moment=moment, of=len(self.recording.ends), kill=is_kill):
                    self.look_at(moment, is_kill)
        print(f"{self.id().rsplit('.')[-1]}: {len(moments)} cuts and {len(moments)} kills"
              f" at {len(self.recording.ends)} moments")

    def findings(self, client):
        return [line["code"] for line in client.export("house") if line.get("code")]

    def promised(self, moment):
        return {seq for size, seq in self.promises if self.recording.moment(size) <= moment}

    def look_at(self, moment, is_kill):
        left = Daemon(self.program(), TABLES.format(more=self.more))
        try:
            self.recording.leave(self.chance, moment, is_kill, left.directory)
            self.begin(left, moment)
            client = left.start()
            left.wait_checked()
            self.wait_more(client)
            self.assertEqual([code for code in self.findings(client)
                              if code not in self.allowed()], [], left.read_log())
            self.assertEqual(left.stop(), 0)
            self.assert_kept(left, moment)
        finally:
            left.close()

    def assert_kept(self, left, moment):
        state = left.directory / "state"
        there = self.lines(*self.files(state))
        for seq in self.promised(moment):
            self.assertEqual(there.get(seq), self.recorded[seq], (seq, moment))
        key = run("key", "show", "--state", state)[1].strip()
        keys = [word for one in {*self.keys, key} for word in ("--key", one)]
        status, said = run("archive", "verify", "--state", state, *keys)
        self.assertEqual(status, 0, said)

    # What an operation has of its own.

    def wait_more(self, client):
        """Until what is compared after the stop is there."""

    def program(self):
        return SABOTD

    def begin(self, left, moment):
        """Before the start."""

    def allowed(self):
        return ()


class FirstStart(PowerCuts):
    def test_first_start(self):
        self.record()
        self.start()
        self.deal(2)
        self.wait_sealed()
        self.deal(1)
        self.daemon.stop()
        self.cut()


class Archive(PowerCuts):
    def test_archive_while_tables_go_on(self):
        self.start()
        self.deal(4)
        self.wait_sealed()
        self.daemon.stop()
        self.record()
        self.start()
        self.deal(1)
        self.wait_sealed()
        self.assertTrue(self.client.ok("archive", before=FUTURE)["file"])
        self.deal(1)
        wait_for(lambda: read(self.state / "sabot.db", "SELECT min(number) FROM checkpoint")
                 [0][0] > 1, "the rows to go")
        self.daemon.stop()
        self.cut()

    def test_archive_without_a_daemon(self):
        self.start()
        self.deal(5)
        self.wait_sealed()
        self.daemon.stop()
        last = max(self.lines(*self.files(self.state)))
        self.record()
        for seq in range(1, last + 1):
            self.promise(seq)
        self.must("archive", "create", "--config", self.daemon.config, "--before", FUTURE)
        self.cut()


class Migration(PowerCuts):
    def program(self):
        return SABOTD_NEXT

    def test_migration(self):
        self.start()
        self.deal(5)
        self.wait_sealed()
        self.daemon.stop()
        self.last = max(self.lines(*self.files(self.state)))
        self.record()
        for seq in range(1, self.last + 1):
            self.promise(seq)
        self.daemon.command = [SABOTD_NEXT]
        self.start()
        self.deal(1)
        self.daemon.stop()
        self.cut()

    def assert_kept(self, left, moment):
        """It is proven by the later version's sabotctl: it finds its program beside itself."""
        place = left.directory / "next"
        place.mkdir()
        shutil.copy(SABOTCTL, place / "sabotctl")
        (place / "sabotctl-house").symlink_to(SABOTCTL_HOUSE_NEXT)
        database = left.directory / "state" / "sabot.db"
        there = self.lines(database)
        for seq in self.promised(moment):
            self.assertEqual(there.get(seq), self.recorded[seq], (seq, moment))
        done = subprocess.run([place / "sabotctl", "verify", database, "--key", self.keys[0]],
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual([row for row, in read(database, "SELECT id FROM next ORDER BY id")],
                         list(range(1, self.last + 1)))


class Key(PowerCuts):
    def test_another_key(self):
        self.start()
        self.deal(2)
        self.wait_sealed()
        self.daemon.stop()
        (self.state / "signing.key").unlink()
        last = max(self.lines(*self.files(self.state)))
        self.record()
        for seq in range(1, last + 1):
            self.promise(seq)
        self.must("key", "create", "--state", self.state)
        self.start()
        self.deal(1)
        self.wait_sealed()
        self.deal(1)
        self.daemon.stop()
        self.cut()

    def begin(self, left, moment):
        """What the technician does who finds that there is no key yet."""
        state = left.directory / "state"
        if not (state / "signing.key").exists():
            status, out = run("key", "create", "--state", state)
            self.assertEqual(status, 0, out)


@unittest.skipUnless(is_here(), "swtpm or tpm2-tools is not installed")
class KeyInATpm(PowerCuts):
    """Its counter is never ahead of the checkpoint that it is advanced for."""

    def use_tpm(self, daemon, environment):
        self.tpm = Tpm(daemon.directory / "tpm", **environment)
        self.addCleanup(self.tpm.close)
        daemon.environment["SABOT_TPM"] = os.environ["SABOT_TPM"] = self.tpm.name
        self.addCleanup(os.environ.pop, "SABOT_TPM", None)

    def test_counter(self):
        self.use_tpm(self.daemon, {})
        status, said = run("key", "create", "--state", self.state, "--tpm")
        if "built without tpm2-tss" in said:
            self.skipTest(said)
        self.assertEqual(status, 0, said)
        self.tpm.close()
        self.record()
        self.use_tpm(self.daemon, self.recording.environment)
        for _ in range(3):  # each run advances it
            self.start()
            self.deal(1, ("PB-01",))
            self.wait_sealed()
            self.daemon.stop()
        self.tpm.close()
        self.cut()

    def begin(self, left, moment):
        self.use_tpm(left, {})

    def assert_kept(self, left, moment):
        super().assert_kept(left, moment)
        self.tpm.close()


class Backup(PowerCuts):
    def test_backup(self):
        self.start()
        self.deal(2)
        self.wait_sealed()
        (self.daemon.directory / "kept").mkdir()
        self.daemon.stop()
        self.record()
        for seq in self.lines(self.state / "sabot.db"):
            self.promise(seq)
        self.must("backup", self.daemon.directory / "kept" / "backup.db", "--state", self.state,
                  "--key", self.keys[0])
        self.made = self.recording.now()
        self.cut()

    def begin(self, left, moment):
        """What has its name is all of it, and where none has, it is made again."""
        backup, state = left.directory / "kept" / "backup.db", left.directory / "state"
        if self.recording.moment(self.made) <= moment:
            self.assertTrue(backup.exists())
        if not backup.exists():
            status, said = run("backup", backup, "--state", state, "--key", self.keys[0])
            self.assertEqual(status, 0, said)
        status, said = run("verify", backup, "--key", self.keys[0])
        self.assertEqual(status, 0, said)
        self.assertEqual(self.lines(backup), self.recorded)


class Restore(PowerCuts):
    def test_restore(self):
        self.start()
        self.deal(2)
        self.wait_sealed()
        kept = self.daemon.directory / "kept"
        kept.mkdir()
        self.must("backup", kept / "backup.db", "--state", self.state, "--key", self.keys[0])
        self.daemon.stop()
        last = max(self.lines(kept / "backup.db"))
        for path in self.state.glob("sabot.db*"):
            path.unlink()
        self.record()
        for seq in range(1, last + 1):
            self.promise(seq)
        self.must("restore", kept / "backup.db", "--state", self.state, "--key", self.keys[0])
        self.start()
        self.deal(1)
        self.daemon.stop()
        self.cut()

    def begin(self, left, moment):
        """Where it is not there yet, he does it again."""
        state = left.directory / "state"
        if not (state / "sabot.db").exists():
            status, out = run("restore", left.directory / "kept" / "backup.db", "--state", state,
                              "--key", self.keys[0])
            self.assertEqual(status, 0, out)

    def allowed(self):
        return ("log_restored",)


class Mirror(PowerCuts):
    more = "mirror = @DIR@/mirror\n"

    def test_mirror(self):
        self.start()
        self.deal(2)
        self.daemon.stop()
        shutil.rmtree(self.daemon.directory / "mirror")
        (self.daemon.directory / "state" / "sabotd-mirror.note").unlink()  # a new one on purpose
        self.record()
        self.current = []  # what was acknowledged while it was current
        self.start()
        self.deal(1)
        wait_for(lambda: self.client.ok("status")["mirror"] == "current", "the mirror")
        n = len(self.promises)
        self.deal(1)
        self.wait_sealed()
        self.deal(1)
        self.assertEqual(self.client.ok("status")["mirror"], "current")
        self.current = self.promises[n:]
        self.assertTrue(self.client.ok("archive", before=FUTURE)["file"])
        self.daemon.stop()
        self.cut()

    def begin(self, left, moment):
        """The database's disk is lost with it: what a person would restore has it all."""
        mirror = left.directory / "mirror"
        seqs = {seq for size, seq in self.current if self.recording.moment(size) <= moment}
        if not (mirror / "sabot.db").exists():
            self.assertEqual(seqs, set())
            return
        copy, restored = left.directory / "copy", left.directory / "restored"
        shutil.copytree(mirror, copy)
        restored.mkdir()
        status, said = run("restore", copy / "sabot.db", "--state", restored, "--key",
                           self.keys[0])
        self.assertEqual(status, 0, said)
        archives = sorted((left.directory / "state" / "archive").glob("*.db"))
        there = self.lines(*archives, restored / "sabot.db")
        for seq in seqs:
            self.assertEqual(there.get(seq), self.recorded[seq], (seq, moment))

    def wait_more(self, client):
        wait_for(lambda: client.ok("status")["mirror"] == "current", "the mirror")

    def assert_kept(self, left, moment):
        super().assert_kept(left, moment)
        mirror = self.lines(*self.files(left.directory / "state")[:-1],
                            left.directory / "mirror" / "sabot.db")
        self.assertEqual(mirror, self.lines(*self.files(left.directory / "state")))


class Table(PowerCuts):
    def test_table_goes(self):
        self.start()
        self.deal(2)
        self.wait_sealed()
        kept = self.daemon.directory / "kept"
        kept.mkdir()
        self.daemon.stop()
        last = max(self.lines(*self.files(self.state)))
        self.record()
        for seq in range(1, last + 1):
            self.promise(seq)
        self.must("table", "export", self.state / "sabot.db", "--table", "PB-01", "--out",
                  kept / "PB-01.table", "--spool", self.daemon.directory / "spool")
        self.given = self.recording.now()
        self.start()
        self.deal(1, tables=("PB-02",))
        self.daemon.stop()
        self.cut()

    def assert_kept(self, left, moment):
        super().assert_kept(left, moment)
        file = left.directory / "kept" / "PB-01.table"
        if file.exists() or self.recording.moment(self.given) <= moment:
            status, said = run("verify", file, "--key", self.keys[0])
            self.assertEqual(status, 0, said)


if __name__ == "__main__":
    unittest.main()
