#!/usr/bin/env python3
"""sabotctl setup on a machine that systemd runs, where Sabot was installed: inside the virtual
machine of tests/vm/run.py, as root.

usage: test_service.py [TEST…]
"""
import pathlib
import pwd
import subprocess
import unittest

PIN = "271828"
CONFIG = pathlib.Path("/etc/sabot/sabotd.conf")
STATE = pathlib.Path("/var/lib/sabot")
ANSWERS = """[daemon]
site = Casino Norte
[table PB-01]
rules = punto-banco-es
[table BJ-01]
rules = blackjack-es
[setup]
admin = Ada
"""


def run(*command, status=0, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=600, **options)
    assert done.returncode == status, f"{command}: {done.returncode}: {done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def show(name):
    return run("systemctl", "show", "--value", "--property", name, "sabotd.service").strip()


class Service(unittest.TestCase):
    """In the order of their names, on one machine."""

    def set_up(self, status=0):
        answers = pathlib.Path("/run/answers")
        answers.write_text(ANSWERS)
        return run("sabotctl", "setup", "--answers", answers, input=PIN + "\n", status=status)

    def test_1_it_starts_the_service(self):
        said = self.set_up()
        self.assertIn("The daemon runs as the service sabotd.", said)
        self.assertIn("Ada is the first administrator", said)
        self.assertEqual(show("ActiveState"), "active")
        for unit in ("sabotd.service", "sabotd.socket"):
            self.assertEqual(run("systemctl", "is-enabled", unit).strip(), "enabled")
        owner = pwd.getpwnam("sabot").pw_uid
        self.assertEqual(pathlib.Path(f"/proc/{show('MainPID')}").stat().st_uid, owner)
        for path in [STATE, *STATE.iterdir()]:
            self.assertEqual(path.stat().st_uid, owner, path)
            self.assertEqual(path.stat().st_mode & 0o077, 0, path)
        self.assertEqual(CONFIG.stat().st_uid, 0)
        self.assertIn("PB-01", run("sabotctl", "status"))

    def test_2_a_second_time_it_keeps_all(self):
        before = CONFIG.read_bytes(), (STATE / "signing.key").read_bytes(), show("MainPID")
        said = self.set_up()
        for words in ("is not changed", "is kept", "goes on as it is", "There is an administrator"):
            self.assertIn(words, said)
        after = CONFIG.read_bytes(), (STATE / "signing.key").read_bytes(), show("MainPID")
        self.assertEqual(before, after)

    def test_3_the_person_is_there_after_a_restart(self):
        run("systemctl", "restart", "sabotd.service")
        self.assertIn("Ada", run("sabotctl", "user", "list", "--as", "Ada", input=PIN + "\n"))

    def test_4_a_service_that_does_not_start(self):
        run("systemctl", "stop", "sabotd.service", "sabotd.socket")
        drop_in = pathlib.Path("/run/systemd/system/sabotd.service.d/broken.conf")
        drop_in.parent.mkdir(parents=True)
        drop_in.write_text("[Service]\nExecStart=\nExecStart=/bin/false\nRestart=no\n")
        run("systemctl", "daemon-reload")
        said = self.set_up(status=2)
        self.assertIn("the service sabotd did not start", said)
        self.assertIn("control process exited with error code", said)  # systemctl's own words
        # Mended, the same command goes on from there.
        drop_in.unlink()
        run("systemctl", "daemon-reload")
        run("systemctl", "reset-failed", "sabotd.service")
        self.assertIn("The daemon runs as the service sabotd.", self.set_up())


if __name__ == "__main__":
    program = unittest.main(verbosity=2, exit=False)
    failed = len(program.result.failures) + len(program.result.errors)
    print(f"\nguest: {program.result.testsRun - failed} passed, {failed} failed", flush=True)
