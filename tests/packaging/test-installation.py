#!/usr/bin/env python3
"""What docs/daemon.md says to do after an installation, done in a root of its own: from
`meson install` to a daemon that runs as its user with the example configuration.

usage: test-installation.py MESON BUILD_DIR PREFIX SOURCE_DIR

Exit status 77, skipped, without systemd's tools or for somebody who is not root.
"""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

MESON, BUILD, PREFIX, SOURCE = sys.argv[1:5]
DEADLINE_S = 180
PLACES = r"/(?:var/lib|var/spool|run|etc)/sabot"


class Installation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = pathlib.Path(tempfile.mkdtemp(prefix="sabot-root-"))
        cls.root.chmod(0o755)
        (cls.root / "etc").mkdir()
        cls.do([MESON, "install", "-C", BUILD, "--no-rebuild", "--destdir", str(cls.root)])
        cls.docs = cls.root / PREFIX[1:] / "share/doc/sabot"

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.root)

    @staticmethod
    def do(command, **more):
        done = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE_S, **more)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout

    def program(self, name):
        return str(next((self.root / PREFIX[1:]).glob(f"*bin/{name}")))

    def as_sabot(self, *command):
        """Its user is known in this root alone."""
        passwd = (self.root / "etc/passwd").read_text()
        uid, gid = re.search(r"^sabot:x?:(\d+):(\d+):", passwd, re.M).groups()
        return ["setpriv", f"--reuid={uid}", f"--regid={gid}", "--clear-groups", *command]

    def in_root(self, text):
        return re.sub(PLACES, lambda place: f"{self.root}{place[0]}", text)

    def test_the_documents_are_where_the_units_say(self):
        units = list((self.root / PREFIX[1:] / "lib/systemd/system").glob("*.service"))
        self.assertTrue(units)
        for unit in units:
            named = re.search(r"^Documentation=file://(\S+)$", unit.read_text(), re.M)[1]
            self.assertTrue((self.root / named[1:]).is_file(), named)
        for page in (pathlib.Path(SOURCE) / "docs").glob("*.md"):
            self.assertTrue((self.docs / page.name).is_file(), page.name)

    def test_tables_go_before_what_can_wait(self):
        """Each service is a group of its own: its weight counts among the others, and no Nice."""
        weights = {}
        for unit in (self.root / PREFIX[1:] / "lib/systemd/system").glob("*.service"):
            text = unit.read_text()
            self.assertNotRegex(text, "(?m)^Nice=", unit.name)
            found = re.search(r"^CPUWeight=(\w+)$", text, re.M)
            weights[unit.stem] = found and found[1]
        self.assertGreater(int(weights.pop("sabotd")), 100)  # 100: who says nothing
        self.assertLess(int(weights.pop("sabot-forward")), 100)
        self.assertIsNone(weights.pop("sabot-records@"))  # nothing is dealt there
        self.assertIsNone(weights.pop("sabot-witness"))  # on a machine of its own
        self.assertEqual(weights, dict.fromkeys(
            ("sabot-backup", "sabot-checkpoint", "sabot-verify"), "idle"))

    def test_the_steps_in_their_order(self):
        steps = re.search(r"After an\s+installation, once:\n\n((?: {4}.*\n)+)",
                          (self.docs / "daemon.md").read_text())[1]
        order = ["systemd-sysusers", "systemd-tmpfiles --create", "install -D", "--check-config",
                 "key create", "systemctl enable --now sabotd"]
        places = [steps.index(step) for step in order]
        self.assertEqual(places, sorted(places))
        self.do(["systemd-sysusers", f"--root={self.root}"])
        self.do(["systemd-tmpfiles", f"--root={self.root}", "--create"])
        copy = re.search(r"^ {4}(install .*)$", steps, re.M)[1].split()
        self.do([*copy[:-2], *(str(self.root) + path for path in copy[-2:])])
        config = self.root / "etc/sabot/sabotd.conf"
        config.write_text(self.in_root(config.read_text()))
        self.do([self.program("sabotd"), "--config", str(config), "--check-config"])
        create = re.search(r"sudo -u sabot (sabotctl key create .*)$", steps, re.M)[1].split()
        state = self.in_root(create[-1])
        line = self.do(self.as_sabot(self.program("sabotctl"), *create[1:-1], state))
        self.assertRegex(line, r"^sabot\+[0-9a-f]{8}\+\S+\n$")
        self.check_daemon(config)

    def check_daemon(self, config):
        """It runs as its user, and answers."""
        socket = self.root / "run/sabot/sabotd.sock"
        log = (self.root / "log").open("w+")
        self.addCleanup(log.close)
        daemon = subprocess.Popen(
            self.as_sabot(self.program("sabotd"), "--config", str(config)), stderr=log)
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.kill)
        deadline = time.monotonic() + DEADLINE_S
        while not socket.exists():
            self.assertIsNone(daemon.poll(), (self.root / "log").read_text())
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
        status = self.do([self.program("sabotctl"), "status", "--json", "--socket", str(socket)])
        self.assertIn("Casino Example", status)
        self.assertNotIn("\"signed\"", status)  # told only when it is not
        daemon.send_signal(signal.SIGTERM)
        self.assertEqual(daemon.wait(DEADLINE_S), 0)

    def test_a_key_without_a_directory_says_which(self):
        place = self.root / "closed"
        place.mkdir(exist_ok=True)
        done = subprocess.run(
            ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
             self.program("sabotctl"), "key", "create", "--state", str(place / "state")],
            capture_output=True, text=True, timeout=DEADLINE_S)
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"{place}/state: the directory cannot be created: Permission denied",
                      done.stderr)


if __name__ == "__main__":
    if os.geteuid() != 0 or not shutil.which("systemd-tmpfiles") or not shutil.which("setpriv"):
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
