#!/usr/bin/env python3
"""The forwarder between a real sabotd and a real PostgreSQL: everything arrives once and in order,
whatever is killed; and what is another past is refused, and says so.

usage: test-forward.py SABOTD SABOTCTL SABOT_FORWARD VERIFY_LOG MAKE_YEAR
"""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

from floor import FORWARD, MAKE_YEAR, Floor, run, start_server
from edge import DAYS, TABLES
from fixture import wait_for
from link import Link

# As who runs the test, who is otherwise the daemon's own user and may do all.
MACHINE = f"[machine forwarder]\nuid = {os.getuid()}\nrole = pit\nforwards = yes\n"


def setUpModule():
    start_server()


class Forwarding(Floor):
    def test_everything_once(self):
        self.start_house()
        self.start_forwarding()
        self.deal()
        self.deal("PB-02")
        self.wait_until_there()
        self.deal(day=DAYS[1])
        self.wait_until_there()
        self.assert_all_there()
        status, out, err = self.status()
        self.assertEqual(status, 0, out + err)
        self.assertIn("connected to 127.0.0.1", out)
        self.stop_forwarding()
        # A whole replay changes nothing.
        rows = self.sql("SELECT count(*) FROM sabot.segment")
        self.forward()
        self.assertEqual(self.sql("SELECT count(*) FROM sabot.segment"), rows)
        # Questions: rows beside the segments, without a card's line.
        tips = dict(self.sql("SELECT ev, count(line) FROM sabot.tip WHERE log = 'PB-01' "
                             "GROUP BY ev"))
        self.assertEqual((tips["card"], tips["no_more_bets"]), ("0", "80"))
        self.roles()
        self.export()
        status, found = self.prove_without_sabot()
        self.assertEqual((status, found["verdict"], found["after"]), (0, "intact", 0), found)
        self.assertEqual(found["events"] + found["checkpoints"], sum(self.house().values()))
        for changed, verdict in (({"last_hash": "00" * 32}, "changed"), ({"format": 9}, "segment"),
                                 ({"prev_hash": "00" * 32}, "rewritten"),
                                 ({"last_n": 9}, "changed")):
            status, found = self.prove_without_sabot(**changed)
            self.assertEqual((status, found["verdict"], found["log"]), (1, verdict, "PB-01"))

    def roles(self):
        for user in ("edge", "clerk"):
            with self.assertRaisesRegex(RuntimeError, "permission denied"):
                self.server.sql("SELECT lines FROM sabot.segment", self.database, user)
        self.server.sql("SELECT line FROM sabot.tip LIMIT 1", self.database, "clerk")
        for user in ("edge", "clerk", "reader"):
            with self.assertRaisesRegex(RuntimeError, "permission denied"):
                self.server.sql("DELETE FROM sabot.sealed", self.database, user)
        with self.assertRaisesRegex(RuntimeError, "append-only"):
            self.sql("UPDATE sabot.sealed SET last_n = last_n")
        # Another login does not append for this house, though it may for its own.
        origin = self.sql("SELECT origin FROM sabot.origin")[0][0]
        with self.assertRaisesRegex(RuntimeError, "belongs to another login"):
            self.server.sql(f"SELECT sabot.sabot_claim('{origin}', 0, 'x')", self.database, "other")

    def forget_commits(self):
        """The server acknowledges what it has not written yet, and does not write it."""
        for setting in ("synchronous_commit = off", "wal_writer_delay = '10s'"):
            self.server.sql(f"ALTER SYSTEM SET {setting}")
        self.server.sql("SELECT pg_reload_conf()")
        self.server.hold_wal_writer()
        self.addCleanup(self.server.sql, "SELECT pg_reload_conf()")
        self.addCleanup(self.server.sql, "ALTER SYSTEM RESET ALL")

    def test_killed_server(self):
        """Acknowledged commits are lost: who asks sends them again."""
        self.start_house()
        self.forget_commits()
        self.start_forwarding()
        self.deal(rounds=60)
        wait_for(lambda: self.heads().get("PB-01"), "something to arrive")
        before = self.heads()["PB-01"]
        self.server.kill()
        self.server.start()
        lost = before - self.heads().get("PB-01", 0)
        self.assertGreater(lost, 0)
        self.deal("PB-02")
        self.wait_until_there()
        self.assert_all_there()
        self.assertEqual(self.refusals(), [])

    def test_control_that_does_not_ask(self):
        """As the test before it, with a forwarder that takes for kept what was acknowledged: it
        loses what the server has lost."""
        self.daemon.write_config(TABLES + MACHINE)
        self.start_house()
        self.forget_commits()
        self.start_forwarding("--trust-acknowledgements")
        self.deal(rounds=60)
        wait_for(lambda: self.heads().get("PB-01"), "something to arrive")
        before = self.heads()["PB-01"]
        self.server.kill()
        self.server.start()
        self.assertLess(self.heads().get("PB-01", 0), before)
        self.deal(day=DAYS[1])
        self.seal()
        wait_for(lambda: ("PB-01", "gap") in self.refusals(), "the core to refuse")
        self.at_the_pit("gap")
        self.assertLess(self.heads().get("PB-01", 0), self.house()["PB-01"])
        self.stop_forwarding()
        # Who asks mends it.
        self.seal()
        self.forward()
        self.assert_all_there()

    def test_killed_forwarder(self):
        self.start_house()
        for day in DAYS:
            self.start_forwarding()
            self.deal(day=day, rounds=100)
            wait_for(lambda: self.heads().get("PB-01"), "something to arrive")
            self.stop_forwarding(signal.SIGKILL)
        self.start_forwarding()
        self.wait_until_there()
        self.assert_all_there()

    def first_n(self):
        """The first event of the first table that the database still has."""
        with contextlib.closing(sqlite3.connect(self.state / "sabot.db")) as db:
            return db.execute("SELECT min(n) FROM event WHERE log_id = (SELECT id FROM log "
                              "WHERE name = 'PB-01')").fetchone()[0]

    def test_three_weeks_away(self):
        """The forwarder was away for 21 days, and the database gave up what it had not sent."""
        self.start_house()
        self.forward()
        for day in range(1, 23):
            self.deal(day=f"2026-03-{day:02}", rounds=20)
            if day % 7 != 1 or day == 1:
                continue
            # A week's part of the log has ended.
            self.seal()
            before = self.first_n()
            self.client.ok("archive", before="2100-01-01T00:00:00Z")
            wait_for(lambda: self.first_n() > before, "the rows to go")
        self.assertEqual(len(list((self.state / "archive").glob("*.db"))), 3)
        self.seal()
        self.forward()
        self.assert_all_there()
        # The first hour is there, from the first event on.
        self.assertEqual(self.sql("SELECT min(first_n), min(first_at)::date FROM sabot.segment "
                                  "WHERE log = 'PB-01'"), [["1", "2026-03-01"]])

    def test_bad_link(self):
        """300 ms there and back, 256 kbit/s, and cuts in the middle of what is sent."""
        link = Link(self.server.port, delay_s=0.15, bytes_per_s=32000)
        self.addCleanup(link.close)
        self.start_house()
        self.start_forwarding(core=self.core.replace(str(self.server.port), str(link.port)))
        for day in DAYS[:3]:
            self.deal(day=day)
            before = self.heads().get("PB-01", 0)
            wait_for(lambda: self.heads().get("PB-01", 0) > before, "something to arrive")
            self.deal("PB-02", day=day)
            link.cut()
            wait_for(lambda: self.status()[0] == 1, "the status to say that the core is away")
            link.mend()
        self.wait_until_there()
        self.assert_all_there()
        self.assertEqual(self.refusals(), [])
        self.assertGreaterEqual(link.n_connections, 4)

    def test_memory(self):
        """A week of twelve tables at once takes no more than what is sent at a time."""
        with tempfile.TemporaryDirectory(prefix="sabot-week-") as made:
            subprocess.run([MAKE_YEAR, made, "--weeks", "1"], check=True, capture_output=True)
            self.start_forwarding(database=f"{made}/sabot.db", rows_days=1)
            house = self.house(f"{made}/sabot.db")
            wait_for(lambda: self.heads() == house, "all to be at the core")
            now, peak = self.resident_bytes()
            self.stop_forwarding()
        # Old events have no rows.
        self.assertEqual(self.sql("SELECT count(*) FROM sabot.tip"), [["0"]])
        print(f"{sum(house.values())} events: {now / 1e6:.1f} MB, {peak / 1e6:.1f} MB at most")
        if b"__asan" not in pathlib.Path(FORWARD).read_bytes():
            self.assertLess(peak, 30e6)

    @unittest.skipUnless(os.getuid() == 0, "only root can give a capability")
    def test_as_a_user_who_may_only_read(self):
        """As the unit runs it: the daemon's files are the daemon's alone, and are not written."""
        self.start_house()
        self.deal()
        self.seal()
        place = self.daemon.directory
        with tempfile.TemporaryDirectory(prefix="sabot-forward-", dir="/tmp") as made:
            os.chmod(made, 0o777)
            config, program = pathlib.Path(made, "conf"), shutil.copy(FORWARD, made)
            config.write_text(self.write_config().read_text().replace(f"{place}/forward.json",
                                                                      f"{made}/status"))
            reader = "dac_read_search"
            command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
                       f"--bounding-set=-all,+{reader}", f"--inh-caps=-all,+{reader}",
                       f"--ambient-caps=-all,+{reader}", program, "--once", "--config", config]
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assert_all_there()
            # What it wants of the archives, too, while the daemon writes.
            self.sql("TRUNCATE sabot.head, sabot.sealed, sabot.fresh")
            self.client.ok("archive", before="2100-01-01T00:00:00Z")
            self.deal(day=DAYS[1])
            self.seal()
            subprocess.run(command, check=True, capture_output=True, timeout=60)
            self.assert_all_there()

    def test_two_forwarders(self):
        """The second takes over, the first waits; nobody is accused."""
        self.start_house()
        self.start_forwarding()
        self.deal()
        self.wait_until_there()
        first = self.forwarder
        self.addCleanup(first.kill)
        self.start_forwarding()
        self.deal("PB-02")
        self.wait_until_there()
        self.assert_all_there()
        self.assertEqual(self.refusals(), [])
        first.kill()
        first.wait()

    def keep(self):
        """A copy of the database, as a backup."""
        copy = self.daemon.directory / "kept.db"
        self.assertEqual(self.ctl("backup", copy, "--state", self.state)[0], 0)
        return copy

    def put_back(self, copy):
        """A backup in its place, and the daemon goes on with it."""
        self.daemon.stop()
        for name in ("sabot.db", "sabot.db-wal", "sabot.db-shm"):
            (self.state / name).unlink(missing_ok=True)
        self.assertEqual(self.ctl("restore", copy, "--state", self.state)[0], 0)

    def test_rewound(self):
        """The house has less than the core: a backup was put back."""
        self.daemon.write_config(TABLES + MACHINE)
        self.start_house()
        self.deal(rounds=5)
        copy = self.keep()
        self.deal(day=DAYS[1])
        self.seal()
        self.forward()
        before = self.heads()
        self.put_back(copy)
        self.forward()
        self.assertIn(("PB-01", "rewound"), self.refusals())
        self.assertNotIn(("PB-02", "rewound"), self.refusals())
        self.start_house()
        self.start_forwarding()
        self.at_the_pit("rewound", before["PB-01"])
        self.stop_forwarding()
        # It goes on under the numbers that are taken: that is another past.
        self.deal(day=DAYS[2], rounds=80)
        self.seal()
        self.forward()
        self.assertIn(("PB-01", "forked"), self.refusals())
        # What the core has is what it had: nothing of the other past is there.
        self.assertEqual(self.heads(), before)
        self.assertEqual(self.check()[0], 0)
        # People who know why let it go on: both pasts are kept.
        status, out, err = self.ctl("floor", "accept", self.url, "--reason",
                                    "the disk was replaced")
        self.assertEqual(status, 0, out + err)
        self.forward()
        self.assertEqual(self.check()[0], 0)
        self.assertEqual(self.sql("SELECT last_n FROM sabot.head WHERE log = 'PB-01' "
                                  "ORDER BY past"),
                         [[str(before["PB-01"])], [str(self.house()["PB-01"])]])

    def test_forked(self):
        """Two houses go on with copies of one database, and with one key."""
        self.daemon.write_config(TABLES + MACHINE)
        self.start_house()
        self.deal(rounds=5)
        copy = self.keep()
        self.deal(day=DAYS[1])
        self.seal()
        self.forward()
        before = self.heads()
        self.put_back(copy)
        self.start_house()
        self.deal(day=DAYS[2])
        self.seal()
        self.assertGreaterEqual(self.house()["PB-01"], before["PB-01"])
        self.start_forwarding()
        self.at_the_pit("forked", before["PB-01"])
        self.assertIn(("PB-01", "forked"), self.refusals())
        self.assertEqual(self.heads(), before)
        # It is said once, also by the next forwarder.
        self.stop_forwarding()
        self.start_forwarding()
        wait_for(lambda: self.status()[0] == 1 and "REFUSED: forked" in self.status()[1],
                 "the status")
        self.client.ok("ping")
        self.assertEqual(self.findings().count(("PB-01", "forked", before["PB-01"])), 1)
        self.seal()
        # Who is not the forwarder may not say so.
        self.daemon.stop()
        self.daemon.write_config(TABLES + MACHINE.replace("yes", "no"))
        self.start_house()
        reply = self.client.ask("forward_refused", log="PB-01", why="gap", n=1)
        self.assertEqual(reply["error"]["class"], "not_allowed")

    def findings(self):
        return [(found["detail"]["log"], found["detail"]["why"], found["detail"]["n"])
                for found in self.client.export("house") if found.get("code") == "forward_refused"]

    def at_the_pit(self, why, n=None):
        """An incident that is open there, of event `n` if that is known; says after how long."""
        begin = time.monotonic()
        wait_for(lambda: [found for found in self.findings() if found[:2] == ("PB-01", why) and
                          n in (None, found[2])], "the incident")
        print(f"{why}: at the pit after {time.monotonic() - begin:.1f} s")
        self.assertIn("forward_refused",
                      {found["code"] for found in self.client.ok("incidents")["incidents"]})

    def test_gap(self):
        """The core lost more than a segment's end: nothing is put behind a hole."""
        self.start_house()
        self.deal()
        self.seal()
        self.forward()
        head = self.heads()["PB-01"]
        origin, epoch = self.sql("SELECT origin, epoch FROM sabot.origin")[0]
        nobody = "decode(repeat('00', 32), 'hex')"
        verdict = self.server.sql(
            f"SELECT verdict FROM sabot.sabot_append('{origin}', 'PB-01', {epoch}, {head + 2}, "
            f"{head + 2}, {nobody}, {nobody}, 0, 0, 1, 'x', NULL)", self.database, "edge")
        self.assertEqual(verdict, [["gap"]])
        self.assertEqual(self.heads()["PB-01"], head)

    def test_flipped_bit(self):
        """A segment that somebody changed at the core, with all of the server's rights."""
        self.start_house()
        self.deal()
        self.seal()
        self.forward()
        self.assertEqual(self.check()[0], 0)
        self.tamper("UPDATE {} SET lines = set_bit(lines, 1000, 1 - get_bit(lines, 1000)) "
                    "WHERE log = 'PB-01' AND first_n = 1")
        status, found = self.check()
        self.assertEqual((status, found["verdict"], found["proven"]), (1, "segment", False))
        self.assertIn("PB-01", found["why"])
        status, found = self.prove_without_sabot()
        self.assertEqual((status, found["proven"], found["log"]), (1, False, "PB-01"))
        status, out, err = self.ctl("verify", "--from", self.url, "--key", self.key)
        self.assertEqual((status, out), (1, ""), err)

    def test_shortened(self):
        """A table's end is cut off at the core, segments and head; the checkpoints name it."""
        self.start_house()
        self.deal()
        self.seal()
        self.forward()
        last, = self.sql("SELECT first_n, encode(prev_hash, 'hex') FROM sabot.segment "
                         "WHERE log = 'PB-01' ORDER BY first_n DESC LIMIT 1")
        self.tamper(f"DELETE FROM {{}} WHERE log = 'PB-01' AND first_n = {last[0]}")
        status, found = self.check()
        self.assertEqual((status, found["verdict"]), (1, "segment"))
        status, found = self.prove_without_sabot()
        self.assertEqual((status, found["verdict"], found["log"]), (1, "missing", "PB-01"))
        self.sql(f"UPDATE sabot.head SET last_n = {last[0]} - 1, last_hash = decode('{last[1]}', "
                 "'hex') WHERE log = 'PB-01'")
        status, found = self.check()
        self.assertEqual((status, found["verdict"], found["log"]), (1, "missing", "PB-01"))
        # The house still has it, and the core lets itself be filled up again.
        self.forward()
        self.assert_all_there()


if __name__ == "__main__":
    run()
