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

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "daemon"))

from edge import DAYS, TABLES, Edge  # noqa: E402
from fixture import wait_for  # noqa: E402
from link import Link  # noqa: E402
from postgres import BIN, Postgres, need_postgres  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
SABOTCTL, FORWARD, VERIFY_LOG, MAKE_YEAR = (str(pathlib.Path(path).absolute())
                                            for path in sys.argv[2:6])
Edge.sabotd, Edge.sabotctl, Edge.sabot_forward = sys.argv[1], SABOTCTL, FORWARD
del sys.argv[1:6]
# As who runs the test, who is otherwise the daemon's own user and may do all.
MACHINE = f"[machine forwarder]\nuid = {os.getuid()}\nrole = pit\nforwards = yes\n"


def setUpModule():
    """One server for all."""
    Floor.server = Postgres()
    unittest.addModuleCleanup(Floor.server.close)
    Floor.server.start()
    for role in ("edge", "other", "clerk", "reader"):
        Floor.server.sql(f"CREATE ROLE {role} LOGIN")


class Floor(Edge, unittest.TestCase):
    """Each test has a database of its own at the server, and a house."""

    server = None

    def setUp(self):
        self.database = self._testMethodName.removeprefix("test_")
        self.server.sql(f"CREATE DATABASE {self.database}")
        self.url = self.server.url("owner", self.database)
        self.reader = self.server.url("reader", self.database)
        self.assertEqual(self.ctl("floor", "init", self.url)[0], 0)
        self.sql("GRANT sabot_append TO edge, other; GRANT sabot_bi TO clerk; "
                 "GRANT sabot_read TO reader")
        self.make_edge(self.server.url("edge", self.database))
        self.addCleanup(self.daemon.close)
        self.addCleanup(self.stop_forwarding)

    def sql(self, text):
        return self.server.sql(text, self.database)

    def heads(self):
        return {log: int(n) for log, n in self.sql("SELECT log, last_n FROM sabot.head")}

    def refusals(self):
        return [(log, why) for log, why in
                self.sql("SELECT log, why FROM sabot.refusal ORDER BY id")]

    def wait_until_there(self):
        self.seal()
        wait_for(lambda: self.heads() == self.house(), "all to be at the core")

    def check(self):
        """What the core's own data prove: exit status and the JSON object."""
        status, out, err = self.ctl("floor", "check", self.reader, "--json", "--key", self.key)
        return status, json.loads(out) if out else err

    def prove_without_sabot(self, **changed):
        """Likewise by psql and Python alone; `changed` in a segment of what psql wrote."""
        file = self.daemon.directory / "core.ndjson"
        with open(file, "w", encoding="utf-8") as out:
            subprocess.run([BIN / "psql", "-XAtq", "-f", ROOT / "schema/postgresql/export.sql",
                            self.reader], stdout=out, check=True)
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        next((row for row in rows if row["log"] == "PB-01"), {}).update(changed)
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
        done = subprocess.run([sys.executable, "-B", ROOT / "tools/verify-core.py", file, "--key",
                               self.key], capture_output=True, text=True, timeout=60)
        return done.returncode, json.loads(done.stdout) if done.stdout else done.stderr

    def assert_all_there(self):
        """Each event once, in order, with the house's hashes; and the core proves it."""
        self.assertEqual(self.heads(), self.house())
        counts = {log: (int(n), int(events)) for log, n, events in self.sql(
            "SELECT log, min(first_n), sum(last_n - first_n + 1) FROM sabot.segment GROUP BY log")}
        self.assertEqual(counts, {log: (1, n) for log, n in self.house().items()})
        status, found = self.check()
        self.assertEqual((status, found["verdict"], found["after"]), (0, "intact", 0), found)
        self.assertEqual(found["events"], sum(self.house().values()) - found["checkpoints"])


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
                self.server.sql("DELETE FROM sabot.segment", self.database, user)
        with self.assertRaisesRegex(RuntimeError, "append-only"):
            self.sql("UPDATE sabot.segment SET last_n = last_n")
        # Another login does not append for this house, though it may for its own.
        origin = self.sql("SELECT origin FROM sabot.origin")[0][0]
        with self.assertRaisesRegex(RuntimeError, "belongs to another login"):
            self.server.sql(f"SELECT sabot.sabot_claim('{origin}', 0, 'x')", self.database, "other")

    def export(self):
        """One file from the core's data alone, which both verifiers prove."""
        file = self.daemon.directory / "from-core.db"
        status, out, err = self.ctl("floor", "export", self.reader, "--out", file)
        self.assertEqual(status, 0, out + err)
        for command in ([SABOTCTL, "verify", file, "--key", self.key],
                        [sys.executable, "-B", VERIFY_LOG, file, "--key", self.key]):
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        own = self.ctl("log", self.state / "sabot.db", "--table", "PB-01")
        self.assertEqual(self.ctl("log", file, "--table", "PB-01"), own)
        self.assertEqual(self.ctl("log", "--from", self.reader, "--table", "PB-01"), own)
        status, out, err = self.ctl("verify", f"--from={self.reader}", "--origin", "Test", "--key",
                                    self.key)
        self.assertEqual(status, 0, out + err)
        report = ("report", "statistical", "--made", "2026-04-01T00:00:00Z")
        own = self.ctl(*report, self.state / "sabot.db")
        self.assertEqual(own[0], 0, own)
        self.assertEqual(self.ctl(*report, "--from", self.reader), own)
        case = self.daemon.directory / "from-core.case"
        status, out, err = self.ctl("case", "create", "--table", "PB-01", "--round", "1", "--out",
                                    case, "--state", self.state, "--from", self.reader)
        self.assertEqual(status, 0, out + err)
        self.assertEqual(self.ctl("verify", case, "--key", self.key)[0], 0)

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
            self.sql("TRUNCATE sabot.head, sabot.segment")
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
        # It goes on under the numbers that are taken: that is another past.
        self.start_house()
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

    def at_the_pit(self, why, n):
        """An incident that is open there."""
        begin = time.monotonic()
        wait_for(lambda: ("PB-01", why, n) in self.findings(), "the incident")
        print(f"at the pit after {time.monotonic() - begin:.1f} s")
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
        self.sql("ALTER TABLE sabot.segment DISABLE TRIGGER ALL")
        self.sql("UPDATE sabot.segment SET lines = set_bit(lines, 1000, 1 - get_bit(lines, 1000)) "
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
        self.sql("ALTER TABLE sabot.segment DISABLE TRIGGER ALL")
        last, = self.sql("SELECT first_n, encode(prev_hash, 'hex') FROM sabot.segment "
                         "WHERE log = 'PB-01' ORDER BY first_n DESC LIMIT 1")
        self.sql(f"DELETE FROM sabot.segment WHERE log = 'PB-01' AND first_n = {last[0]}")
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
    need_postgres()
    unittest.main(argv=sys.argv[:1] + sys.argv[1:], verbosity=2)
