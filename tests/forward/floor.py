"""A house, the real forwarder and a real PostgreSQL 15 for a test. The programs are the first five
arguments of the test's command line: SABOTD SABOTCTL SABOT_FORWARD VERIFY_LOG MAKE_YEAR."""
import json
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "daemon"))

from edge import Edge  # noqa: E402
from fixture import wait_for  # noqa: E402
from postgres import BIN, Postgres, need_postgres  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
SABOTCTL, FORWARD, VERIFY_LOG, MAKE_YEAR = (str(pathlib.Path(path).absolute())
                                            for path in sys.argv[2:6])
Edge.sabotd, Edge.sabotctl, Edge.sabot_forward = sys.argv[1], SABOTCTL, FORWARD
del sys.argv[1:6]


def start_server():
    """One for all tests of a file; for its setUpModule()."""
    Floor.server = Postgres()
    unittest.addModuleCleanup(Floor.server.close)
    Floor.server.start()
    for role in ("edge", "other", "clerk", "reader", "joiner"):
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
                 "GRANT sabot_read TO reader; GRANT sabot_join TO joiner")
        self.make_edge(self.server.url("edge", self.database))
        self.addCleanup(self.daemon.close)
        self.addCleanup(self.stop_forwarding)

    def sql(self, text):
        return self.server.sql(text, self.database)

    def tamper(self, text):
        """As somebody with all of the server's rights, in both tables of segments."""
        for table in ("sabot.sealed", "sabot.fresh"):
            self.sql(f"ALTER TABLE {table} DISABLE TRIGGER ALL; " + text.format(table))

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

    def join(self, *options):
        status, out, err = self.ctl("floor", "join", self.server.url("joiner", self.database),
                                    *options)
        self.assertEqual((status, err), (0, ""), out)
        return out

    def count_segments(self, table="segment"):
        return int(self.sql(f"SELECT count(*) FROM sabot.{table}")[0][0])


def run():
    need_postgres()
    unittest.main(argv=sys.argv[:1] + sys.argv[1:], verbosity=2)
