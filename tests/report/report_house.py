"""Logs of two nights that make_logs.py deals, and reports of them."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import make_logs

NAMES = ["shoe", "coups", "exceptions", "device-faults", "table-shift", "master-games",
         "fill-credit", "slips", "inventory", "inventory-slips", "cash", "commission",
         "dealer-performance", "game-protection", "pace", "statistical", "cards",
         "user-activity", "surveillance", "monthly-exceptions"]
LANGUAGES = ["en", "es", "it"]

CONFIG = """[daemon]
site=Casino Señorío
[house]
shifts=day 06:00, night 20:00
[privacy]
people=on
[table PB-01]
camera=PTZ-14
[device shoe-1]
driver=angeleye2
[device shoe-2]
driver=ref
"""


class ReportHouse(unittest.TestCase):
    """SABOTCTL and LOG_TO_DB, the programs, and WORTHS, the simulated worths of bets,
    are set by the test's file."""
    SABOTCTL = LOG_TO_DB = WORTHS = ""
    made = {}

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.sums = make_logs.make(cls.folder)
        cls.logs = sorted(str(path) for path in cls.folder.glob("*.ndjson"))
        cls.config = cls.folder / "sabotd.conf"
        cls.config.write_text(CONFIG, encoding="utf-8")
        if cls.WORTHS:
            cls.keep_worths(cls.folder / "kept")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def report(self, name, *options, language="en", files=None, status=0):
        """The bytes of a report; of the logs as they are it is made once."""
        key = (name, options, language)
        if files is not None or status != 0:
            return self.make_report(name, *options, language=language, files=files, status=status)
        if key not in self.made:
            self.made[key] = self.make_report(name, *options, language=language)
        return self.made[key]

    def rows(self, name, section, **options):
        report = json.loads(self.report(name, "--format", "json", **options))
        found = [part for part in report["sections"] if part["id"] == section]
        return [row for row in found[0]["rows"] if row["role"] == "row"]

    def make_report(self, name, *options, language="en", files=None, status=0):
        environment = {key: value for key, value in os.environ.items()
                       if not key.startswith(("LC_", "LANG"))}
        environment.update(LANG="C.UTF-8", LANGUAGE=language)
        run = subprocess.run(
            [self.SABOTCTL, "report", name, *(files or self.logs), "--zone", "Europe/Madrid",
             "--made", "2026-11-22T05:00:00Z", "--config", str(self.config), *options,
             *([] if files else ["--digest", str(self.folder / "kept")])],
            env=environment, capture_output=True, check=False)
        self.assertEqual(run.returncode, status, run.stderr.decode())
        return run.stdout if status == 0 else run.stderr

    def make_database(self, *options, logs=None):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        subprocess.run([self.LOG_TO_DB, str(folder), *(logs or self.logs), *options], check=True)
        return folder

    @classmethod
    def keep_worths(cls, folder):
        """As if the worths of bets had been simulated for what is kept in this folder."""
        folder.mkdir(0o700)
        shutil.copy(cls.WORTHS, folder)
