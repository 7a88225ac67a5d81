#!/usr/bin/env python3
"""A core of each earlier version of the schema, with content, is upgraded by the program.

usage: test-versions.py SABOTD SABOTCTL SABOT_FORWARD VERIFY_LOG MAKE_YEAR
"""
import re
import subprocess

from floor import ROOT, Floor, run, start_server
from postgres import BIN

MIGRATIONS = sorted((ROOT / "schema/postgresql").glob("0*.sql"))


def setUpModule():
    start_server()


class Versions(Floor):
    maxDiff = None

    def begin_with(self, migrations):
        self.sql("DROP SCHEMA sabot CASCADE")
        for path in migrations:
            self.sql(path.read_text("utf-8"))
        self.sql(f"UPDATE sabot.version SET version = {len(migrations)}")
        self.sql("GRANT sabot_append TO edge, other; GRANT sabot_read TO reader")

    def layout(self):
        """The schema of the core as PostgreSQL prints it, sorted. A month that came before the
        second version was called segment_MONTH then, and the names of its indices say so still."""
        done = subprocess.run([BIN / "pg_dump", "--schema-only", "--schema=sabot", "--no-owner",
                               "--no-privileges", self.url],
                              capture_output=True, text=True, check=True)
        lines = re.sub(r"\bsegment_(?=\d{6}_)", "sealed_", done.stdout).splitlines()
        return "\n".join(sorted(line for line in lines
                                if line and not line.startswith(("\\", "--"))))

    def test_each(self):
        """It keeps what it has, and its schema becomes that of a new core with the same content."""
        self.start_house()
        self.deal(rounds=3)
        self.seal()
        self.forward()
        of_new = self.layout()
        self.assertGreater(len(MIGRATIONS), 1)
        for version in range(1, len(MIGRATIONS)):
            with self.subTest(version=version):
                self.begin_with(MIGRATIONS[:version])
                self.forward()
                self.assertEqual(self.heads(), self.house())
                status, out, err = self.ctl("floor", "upgrade", self.url)
                self.assertEqual(status, 0, out + err)
                self.assertEqual(self.sql("SELECT version FROM sabot.version"),
                                 [[str(len(MIGRATIONS))]])
                self.assert_all_there()
                self.assertEqual(self.refusals(), [])
                self.assertEqual(self.layout(), of_new)


if __name__ == "__main__":
    run()
