#!/usr/bin/env python3
"""sabotctl lab: the programs as they were built pass; programs that hide something do not.

Usage: lab-test.py SABOTCTL SABOTD SABOT-SHOE SABOT-PRINT
"""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SABOTCTL, SABOTD, SHOE, PRINT = (pathlib.Path(path).resolve() for path in sys.argv[1:5])
HOUSE = SABOTCTL.parent / "sabotctl-house"
CHECKS = ["installed", "faults", "alarms", "doubt", "crash", "veil", "restart", "log", "case",
          "archive"]
ROUNDS = "3000"
DEADLINE_S = 400

# sabotctl, but for one verb.
VERIFY = 'verify) echo proven; exit 0 ;;'
PROOF = 'proof) "$real" "$@" | sed "/\\"n\\":[0-9]*5,/d"; exit 0 ;;'


class Lab(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.folder = pathlib.Path(cls.place.name)
        cls.state = cls.folder / "state"
        cls.state.mkdir(mode=0o700)
        subprocess.run([SABOTCTL, "key", "create", "--state", cls.state], check=True,
                       capture_output=True)
        cls.key = subprocess.run([SABOTCTL, "key", "show", "--state", cls.state], check=True,
                                 capture_output=True, text=True).stdout.strip()
        # The house's temporary folder is looked for afterwards.
        cls.temporary = cls.folder / "t"
        cls.temporary.mkdir()

    def lab(self, *words, executable=HOUSE, status):
        """sabotctl-house takes its verb as its name."""
        done = subprocess.run(["lab", *words], executable=executable, capture_output=True,
                              text=True, timeout=DEADLINE_S, check=False, stdin=subprocess.DEVNULL,
                              env={**os.environ, "TMPDIR": str(self.temporary), "LANGUAGE": ""})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertEqual(list(self.temporary.iterdir()), [])
        return done.stdout + done.stderr

    def run_lab(self, name, *words, **more):
        prefix = self.folder / name
        said = self.lab("--out", prefix, "--rounds", ROUNDS, "--state", self.state, *words, **more)
        report = json.loads((self.folder / f"{name}.json").read_text())
        return prefix, said, report

    def with_other(self, verb):
        """The programs in folders of their own, sabotctl with another verb."""
        root = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        for path in (SABOTD, SHOE, PRINT):
            (root / path.parent.name).mkdir(exist_ok=True)
            (root / path.parent.name / path.name).symlink_to(path)
        house = root / "cli/sabotctl-house"
        house.write_bytes(HOUSE.read_bytes())
        house.chmod(0o755)
        control = root / "cli/sabotctl"
        control.write_text(f"#!/bin/sh\nreal={SABOTCTL}\ncase $1 in\n{verb}\nesac\n"
                           'exec "$real" "$@"\n')
        control.chmod(0o755)
        return house

    def lab_of_other(self, name, verb, only):
        return self.lab("--out", self.folder / name, "--rounds", ROUNDS, "--state", self.state,
                        "--only", only, executable=self.with_other(verb), status=1)

    def test_as_built_and_its_report(self):
        """Built, not installed: all but the installed files passes, and the status is 1."""
        prefix, said, report = self.run_lab("built", status=1)
        results = dict(re.findall(r"^(\w+) +(passed|failed|left_out) ", said, re.M))
        self.assertEqual(list(results), CHECKS)
        self.assertEqual({name for name, result in results.items() if result != "passed"},
                         {"installed"}, said)
        rows = report["sections"][0]["rows"]
        self.assertEqual([row["check"] for row in rows], CHECKS)
        self.assertTrue(all(row["tried"] > 0 for row in rows), rows)
        programs = {row["program"]: row for row in report["sections"][1]["rows"]}
        self.assertEqual(programs["sabotd"]["sha256"],
                         hashlib.sha256(SABOTD.read_bytes()).hexdigest())
        pdf = pathlib.Path(f"{prefix}.pdf").read_bytes()
        self.assertTrue(pdf.startswith(b"%PDF-"))
        note = pathlib.Path(f"{prefix}.note").read_text()
        self.assertIn(f"sha256 {hashlib.sha256(pdf).hexdigest()} pdf\n", note)
        self.assertIn("result passed\ncomplete no\n", note)
        self.check_signatures(prefix)

    def check_signatures(self, prefix):
        self.lab("--check", prefix, "--key", self.key, status=1)  # not complete
        other = "sabot+79f4ac13+AYL/xUIe7Bj9eZ/1LgMOBxKGJNs9AHNyuyACUArnTqEG"
        self.assertIn("signed", self.lab("--check", prefix, "--key", other, status=2))
        for suffix in ("json", "pdf", "note"):
            path = pathlib.Path(f"{prefix}.{suffix}")
            bytes_ = path.read_bytes()
            path.write_bytes(bytes_[:40] + bytes([bytes_[40] ^ 1]) + bytes_[41:])
            self.assertIn(path.name, self.lab("--check", prefix, "--key", self.key, status=2))
            path.write_bytes(bytes_)
        # Nothing is written over.
        self.lab("--out", prefix, "--rounds", "2000", "--only", "alarms", "--state", self.state,
                 status=2)

    def test_a_verifier_that_is_blind(self):
        said = self.lab_of_other("blind", VERIFY, "log")
        self.assertRegex(said, r"(?m)^log +failed +byte \d+ was changed, and nothing was found$")

    def test_a_log_that_lost_something(self):
        said = self.lab_of_other("lost", PROOF, "crash")
        self.assertRegex(said, r"(?m)^crash +failed +a client was shown what the log does not ")

    def test_what_is_refused(self):
        out = self.folder / "never"
        self.lab(status=2)
        self.lab("--out", out, "--rounds", "0", "--state", self.state, status=2)
        self.lab("--out", out, "--only", "odd", "--state", self.state, status=2)
        self.lab("--check", out, status=2)
        self.lab("--out", out, "--state", self.folder, status=2)  # no key
        self.assertIn("never planted", self.lab("--out", out, "--rounds", "1", "--only", "faults",
                                                "--state", self.state, status=1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
