#!/usr/bin/env python3
"""The files for systemd, judged by systemd's own tools, which need no running systemd.

usage: test-systemd-files.py SOURCE_DIR SERVICE SABOTD FORWARD_SERVICE SABOT_FORWARD
           WITNESS_SERVICE SABOT_WITNESS RECORDS_SERVICE UNIT…

Exit status 77, skipped, where the tools are not installed.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PACKAGING = pathlib.Path(sys.argv[1]) / "packaging" / "systemd"
SERVICE, SABOTD = pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]).resolve()
KEPT = [pathlib.Path(path) for path in sys.argv[9:]]
FORWARD_SERVICE, FORWARD = pathlib.Path(sys.argv[4]), pathlib.Path(sys.argv[5]).resolve()
WITNESS_SERVICE, WITNESS = pathlib.Path(sys.argv[6]), pathlib.Path(sys.argv[7]).resolve()
RECORDS_SERVICE = pathlib.Path(sys.argv[8])
EXPOSURE = 20  # tenths: a service above 2.0 fails


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


class Files(unittest.TestCase):
    def setUp(self):
        self.directory = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.service = self.directory / "sabotd.service"
        # As installed, but for the program, which is where it was built.
        self.write(re.sub(r"^ExecStart=\S+", f"ExecStart={SABOTD}", SERVICE.read_text(),
                          flags=re.M))
        self.socket = shutil.copy(PACKAGING / "sabotd.socket", self.directory)

    def enterContext(self, context):
        self.addCleanup(context.__exit__, None, None, None)
        return context.__enter__()

    def write(self, text):
        self.service.write_text(text)

    def verify(self):
        return run("systemd-analyze", "verify", "--man=no", str(self.service), str(self.socket))

    def rate(self):
        return run("systemd-analyze", "security", "--offline=yes", f"--threshold={EXPOSURE}",
                   str(self.service))

    def test_units_are_right(self):
        done = self.verify()
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_wrong_unit_is_noticed(self):
        self.write(self.service.read_text().replace("Type=notify", "Type=notifies"))
        self.assertNotEqual(self.verify().stderr, "")

    def test_the_service_is_shut_in(self):
        done = self.rate()
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_so_are_backup_proof_and_checkpoint(self):
        """Each with its timer; what they start is a program that is there anyway."""
        self.assertEqual(len(KEPT), 3)
        for path in KEPT:
            unit = self.directory / path.name
            text = re.sub(r"^ExecStart=\S+ ", "ExecStart=/bin/true ", path.read_text(), flags=re.M)
            unit.write_text(re.sub(r"^(User|Group)=.*\n", "", text, flags=re.M))
            timer = shutil.copy(PACKAGING / path.with_suffix(".timer").name, self.directory)
            done = run("systemd-analyze", "verify", "--man=no", str(unit), timer)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            unit.write_text(text)
            done = run("systemd-analyze", "security", "--offline=yes", f"--threshold={EXPOSURE}",
                       str(unit))
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertIn("User=sabot\n", text)

    def test_an_open_one_is_noticed(self):
        self.write(f"[Service]\nExecStart={SABOTD}\n")
        self.assertNotEqual(self.rate().returncode, 0)

    def test_the_forwarder_is_shut_in(self):
        service = self.directory / "sabot-forward.service"
        service.write_text(re.sub(r"^ExecStart=\S+", f"ExecStart={FORWARD}",
                                  FORWARD_SERVICE.read_text(), flags=re.M))
        done = run("systemd-analyze", "verify", "--man=no", str(service))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        done = run("systemd-analyze", "security", "--offline=yes", f"--threshold={EXPOSURE}",
                   str(service))
        self.assertEqual(done.returncode, 0, done.stdout)
        # It reads the daemon's files, and writes none.
        self.assertNotIn("ReadWritePaths", service.read_text())
        self.assertIn("-/var/lib/sabot/signing.key", service.read_text())

    def test_the_witness_is_shut_in(self):
        service = self.directory / "sabot-witness.service"
        service.write_text(re.sub(r"^ExecStart=\S+", f"ExecStart={WITNESS}",
                                  WITNESS_SERVICE.read_text(), flags=re.M))
        done = run("systemd-analyze", "verify", "--man=no", str(service))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        done = run("systemd-analyze", "security", "--offline=yes", f"--threshold={EXPOSURE}",
                   str(service))
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_daemon_of_records_is_shut_in(self):
        """One for each house; it has no shoe, and not the keys of a house on the same machine."""
        service = self.directory / "sabot-records@mar.service"
        service.write_text(re.sub(r"^ExecStart=\S+", f"ExecStart={SABOTD}",
                                  RECORDS_SERVICE.read_text(), flags=re.M))
        done = run("systemd-analyze", "verify", "--man=no", str(service))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        done = run("systemd-analyze", "security", "--offline=yes", f"--threshold={EXPOSURE}",
                   str(service))
        self.assertEqual(done.returncode, 0, done.stdout)
        for line in ("PrivateDevices=yes", "StateDirectory=sabot/%i", "-/etc/credstore"):
            self.assertIn(line, service.read_text())

    def test_user_and_group(self):
        # In a root of its own, where nobody is known yet.
        (self.directory / "etc").mkdir()
        done = run("systemd-sysusers", f"--root={self.directory}", "--dry-run",
                   str(PACKAGING / "sabot.sysusers"))
        self.assertEqual(done.returncode, 0, done.stderr)
        for made in ("Creating group 'sabot'", "Creating user 'sabot'"):
            self.assertIn(made, done.stderr)

    def test_units_and_files_name_the_same_places(self):
        unit, socket_unit = self.service.read_text(), pathlib.Path(self.socket).read_text()
        made = re.findall(r"^d (\S+) \d+ sabot sabot -$",
                          (PACKAGING / "sabot.tmpfiles").read_text(), re.M)
        state = "/var/lib/" + re.search(r"^StateDirectory=(.*)$", unit, re.M)[1]
        writable = re.search(r"^ReadWritePaths=(.*)$", unit, re.M)[1].split()
        self.assertEqual([*writable, state], made)
        path = re.search(r"^ListenStream=(.*)$", socket_unit, re.M)[1]
        self.assertIn(str(pathlib.Path(path).parent), made)


if __name__ == "__main__":
    if not shutil.which("systemd-analyze") or not shutil.which("systemd-sysusers"):
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
