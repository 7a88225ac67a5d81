#!/usr/bin/env python3
"""What a core's administrator does: small segments are joined, months that are kept elsewhere go,
and the core is of another version than what sends to it. All that is left is proven as before.

usage: test-core.py SABOTD SABOTCTL SABOT_FORWARD VERIFY_LOG MAKE_YEAR
"""
import contextlib
import json
import shutil
import sqlite3
import subprocess
import sys

from floor import ROOT, SABOTCTL, VERIFY_LOG, Floor, run, start_server
from edge import DAYS


def setUpModule():
    start_server()


class Joining(Floor):
    def test_joined(self):
        """Small segments become large ones; what is proven is the same."""
        self.start_house()
        for _ in range(20):
            self.deal(rounds=3)
            self.seal()
            self.forward()
        self.deal("PB-02", rounds=70)
        self.seal()
        self.forward()
        before, proven = self.count_segments(), self.check()
        self.assertGreater(self.count_segments("fresh"), before - 4)
        self.assertIn("wait for more", self.join())
        self.assertLess(self.count_segments(), before - 10)
        self.assertGreater(self.count_segments("fresh"), 1)
        self.join("--all")
        self.assertLess(self.count_segments(), 9)
        self.assertEqual(self.count_segments("fresh"), 0)
        status, found = self.check()
        for key in ("verdict", "proven", "events", "checkpoints", "after"):
            self.assertEqual(found[key], proven[1][key])
        self.assert_all_there()
        self.assertEqual(self.prove_without_sabot()[0], 0)
        self.export()
        # A replay changes nothing, and what comes next follows.
        self.forward()
        self.assertEqual(self.sql("SELECT count(*) FROM sabot.fresh"), [["0"]])
        self.deal(day=DAYS[1], rounds=3)
        self.seal()
        self.forward()
        self.assert_all_there()
        self.refuse_to_join()

    def refuse_to_join(self):
        """Neither other ends than those that are there, nor less; and nobody removes one."""
        origin, first, last, before, after = self.sql(
            "SELECT origin, first_n, last_n, prev_hash, last_hash FROM sabot.fresh "
            "WHERE log = 'PB-01'")[0]
        for changed in ((int(first), int(last), "'\\x00'", f"'{after}'"),
                        (int(first), int(last) + 1, f"'{before}'", f"'{after}'"),
                        (int(first), int(last) - 1, f"'{before}'", f"'{after}'")):
            values = ", ".join(map(str, changed))
            self.assertEqual(self.server.sql(
                f"SELECT sabot.sabot_join('{origin}', 1, 'PB-01', {values}, 2, 'x')",
                self.database, "joiner"), [["f"]])
        for user, wrong in (("joiner", "permission denied"), ("owner", "append-only")):
            with self.assertRaisesRegex(RuntimeError, wrong):
                self.server.sql("DELETE FROM sabot.fresh", self.database, user)
        self.tamper("UPDATE {} SET lines = set_bit(lines, 99, 1 - get_bit(lines, 99)) "
                    f"WHERE first_n = {first} AND log = 'PB-01'")
        # What is broken stays as it is, for the check to name.
        self.assertEqual(self.ctl("floor", "join", self.url, "--all")[0], 1)
        self.assertEqual(self.check()[1]["verdict"], "segment")


class Dropping(Floor):
    def age(self):
        """As if all that is there had arrived more than a month ago; that month."""
        self.join("--all")
        self.sql("SELECT sabot.make_partition('sealed', 'month', '_YYYYMM', "
                 "now() - interval '62 days')")
        self.tamper("UPDATE {} SET arrived = arrived - interval '62 days'")
        self.sql("ALTER TABLE sabot.sealed ENABLE TRIGGER ALL")
        return self.sql("SELECT to_char(max(arrived) AT TIME ZONE 'UTC', 'YYYY-MM') "
                        "FROM sabot.sealed")[0][0]

    def export_to(self, name, *options):
        file = self.daemon.directory / name
        status, out, err = self.ctl("floor", "export", self.url, "--out", file, *options)
        return file if status == 0 else out + err

    def drop(self, month, *options):
        return self.ctl("floor", "drop-month", self.url, "--month", month, "--reason",
                        "kept on two tapes", *options)

    def refuse_to_drop(self, month, short, whole, keys):
        before = self.count_segments()
        for options, wrong in (
                ((month, *keys), "no file that was given has all of it"),
                ((month, *keys, "--file", short), "no file that was given has all of it"),
                ((month, "--key", self.admin, *keys[2:], "--file", whole), "not proven"),
                (("2999-01", *keys, "--file", whole), "the month is not over"),
                (("2001-01", *keys, "--file", whole), "there is nothing of that month"),
                ((month, "--file", whole), "are wanted")):
            status, out, err = self.drop(*options)
            self.assertNotEqual(status, 0, out)
            self.assertIn(wrong, out + err)
        self.assertEqual(self.count_segments(), before)
        self.assertEqual(self.sql("SELECT count(*) FROM sabot.dropped"), [["0"]])

    def test_dropped_month(self):
        """A month that is kept in a file goes; who dropped it is said, and all else is proven."""
        place = self.daemon.directory / "admin"
        self.admin = self.ctl("key", "create", "--state", place, "--name", "core-admin")[1].strip()
        self.start_house()
        keys = ("--key", self.key, "--sign", place / "signing.key")
        self.deal(rounds=5)
        self.seal()
        self.forward()
        short = self.export_to("short.db")
        self.deal()
        self.seal()
        self.forward()
        month = self.age()
        self.deal("PB-02", day=DAYS[1])
        self.deal(day=DAYS[1], rounds=5)
        self.seal()
        self.forward()
        whole = self.export_to("whole.db")
        self.refuse_to_drop(month, short, whole, keys)
        status, out, err = self.drop(month, *keys, "--file", whole)
        self.assertEqual(status, 0, out + err)
        # The house goes on, and sends nothing of what is gone.
        self.deal(day=DAYS[2], rounds=5)
        self.seal()
        self.forward()
        self.assertEqual(self.heads(), self.house())
        self.assertGreater(int(self.sql("SELECT min(first_n) FROM sabot.segment "
                                        "WHERE log = 'PB-01'")[0][0]), 200)
        self.prove_what_is_left(month)
        self.export_with_what_is_gone(whole)

    def prove_what_is_left(self, month):
        both = ("floor", "check", self.reader, "--key", self.key, "--key", self.admin)
        status, out, err = self.ctl(*both, "--json")
        found = json.loads(out)
        self.assertEqual((status, found["verdict"], found["proven"]), (0, "intact", True), out)
        self.assertGreater(found["dropped_events"], 200)
        dropped, = found["dropped"]
        self.assertEqual((dropped["month"], dropped["by"], dropped["reason"], dropped["signed_by"]),
                         (month + "-01", "owner", "kept on two tapes", "core-admin"))
        self.assertRegex(self.ctl(*both)[1], "dropped on .* by owner: kept on two tapes\n"
                         " +signed by core-admin")
        # Without that key nobody has signed for it.
        status, found = self.check()
        self.assertEqual((status, found["verdict"], found["proven"]), (1, "intact", False))
        # What is left is proven as before.
        self.tamper("UPDATE {} SET last_hash = set_bit(last_hash, 3, 1 - get_bit(last_hash, 3)) "
                    "WHERE log = 'PB-02'")
        self.assertEqual(self.check()[1]["verdict"], "segment")
        self.tamper("UPDATE {} SET last_hash = set_bit(last_hash, 3, 1 - get_bit(last_hash, 3)) "
                    "WHERE log = 'PB-02'")
        self.sql("ALTER TABLE sabot.dropped_range DISABLE TRIGGER ALL; "
                 "UPDATE sabot.dropped_range SET first_n = first_n + 1 WHERE log = 'PB-01'")
        status, out, err = self.ctl(*both)
        self.assertEqual(status, 1)
        self.assertIn("BROKEN: its note is not what the core has of it", out)
        self.sql("UPDATE sabot.dropped_range SET first_n = first_n - 1 WHERE log = 'PB-01'")

    def export_with_what_is_gone(self, whole):
        self.assertIn("what was exported then is wanted, as --before FILE",
                      self.export_to("alone.db"))
        self.refuse_of_another_database(whole)
        file = self.export_to("again.db", "--before", whole)
        for command in ([SABOTCTL, "verify", file, "--key", self.key],
                        [sys.executable, "-B", VERIFY_LOG, file, "--key", self.key]):
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        own = self.ctl("log", self.state / "sabot.db", "--table", "PB-01")
        self.assertEqual(self.ctl("log", file, "--table", "PB-01"), own)
        # A file that has what is gone is brought up to date; another is not.
        update = ("floor", "export", self.reader, "--update", "--key", self.key, "--out")
        self.assertEqual(self.ctl(*update, whole)[0], 0)
        self.assertEqual(self.ctl("log", whole, "--table", "PB-01"), own)
        self.assertEqual(self.ctl("verify", whole, "--key", self.key)[0], 0)
        status, _, err = self.ctl(*update, whole.parent / "short.db")
        self.assertEqual(status, 1)
        self.assertIn("this was dropped, and was not read before", err)

    def refuse_of_another_database(self, whole):
        """Each option's file is named as what it is."""
        other = shutil.copy(whole, whole.parent / "other.db")
        with contextlib.closing(sqlite3.connect(other)) as db, db:
            db.execute("DROP TRIGGER origin_no_update")
            db.execute("UPDATE origin SET database = zeroblob(16)")
        said = f"{other}: is of another database"
        self.assertIn(said, self.export_to("of-other.db", "--before", other))
        status, out, err = self.ctl("floor", "export", self.reader, "--update", "--key", self.key,
                                    "--out", other)
        self.assertEqual((status, out), (2, ""))
        self.assertIn(said, err)
        self.assertNotIn("--before", err)


class Versions(Floor):
    """The core is upgraded before what sends to it; and another core of the chain is not."""

    def begin_with(self, *migrations):
        self.sql("DROP SCHEMA sabot CASCADE")
        for name in migrations:
            self.sql((ROOT / "schema/postgresql" / name).read_text("utf-8"))
        self.sql(f"UPDATE sabot.version SET version = {len(migrations)}")
        self.sql("GRANT sabot_append TO edge, other; GRANT sabot_read TO reader")

    def test_core_of_before(self):
        """It takes one segment at a time, and is proven without Sabot; then it is upgraded."""
        self.begin_with("0001-floor.sql")
        self.start_house()
        self.deal(rounds=150)
        self.deal("PB-02", rounds=3)
        self.seal()
        self.start_forwarding()
        self.wait_until_there()
        self.assertEqual(self.heads(), self.house())
        status, found = self.prove_without_sabot()
        self.assertEqual((status, found["verdict"], found["after"]), (0, "intact", 0), found)
        self.assertIn("floor upgrade", self.check()[1])
        # While the forwarder sends.
        self.deal("PB-02", day=DAYS[1])
        status, out, err = self.ctl("floor", "upgrade", self.url)
        self.assertEqual(status, 0, out + err)
        self.deal(day=DAYS[1])
        self.wait_until_there()
        self.stop_forwarding()
        self.assert_all_there()
        self.assertEqual(self.refusals(), [])
        self.deal(day=DAYS[2], rounds=150)
        self.seal()
        self.forward()
        self.assert_all_there()

    def test_core_of_later(self):
        """It has columns that this program does not know, and keeps what a later house sent."""
        self.sql("ALTER TABLE sabot.sealed ADD COLUMN later text; "
                 "ALTER TABLE sabot.fresh ADD COLUMN later text; "
                 "ALTER TABLE sabot.head ADD COLUMN later text; "
                 "UPDATE sabot.version SET version = version + 1")
        origin, lines = "\\x" + "ab" * 16, "\\x0102030405"
        zeros, ones = "\\x" + "00" * 32, "\\x" + "11" * 32
        self.server.sql(f"SELECT sabot.sabot_claim('{origin}', 0, 'Later')", self.database, "other")
        said = self.server.sql(
            f"SELECT verdict FROM sabot.sabot_append('{origin}', 'PB-01', 1, 1, 200, '{zeros}', "
            f"'{ones}', 0, 0, 9, '{lines}', NULL)", self.database, "other")
        self.assertEqual(said, [["appended"]])
        self.start_house()
        self.deal(rounds=150)
        self.seal()
        self.forward()
        self.assertEqual(self.ctl("floor", "join", self.url, "--all")[0], 0)
        own = ("floor", "check", self.reader, "--key", self.key, "--origin", "Test")
        self.assertEqual(self.ctl(*own)[0], 0, self.ctl(*own))
        status, out, err = self.ctl("floor", "check", self.reader, "--key", self.key)
        self.assertEqual(status, 1, out + err)
        self.assertIn("a later program wrote format 9", out)
        self.assertIn("proven: ", out)
        self.assertEqual(self.sql(f"SELECT lines, format FROM sabot.segment "
                                  f"WHERE origin = '{origin}'"), [[lines, "9"]])


if __name__ == "__main__":
    run()
