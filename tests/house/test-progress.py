#!/usr/bin/env python3
"""`./sabot demo` compiles what it shows and nothing else, and whoever waits for a compilation is
shown how far it is: on a terminal by ninja itself, without one by a line every few seconds.
Usage: test-progress.py SABOT BUILD-DIRECTORY

Packages, meson and ninja are stand-ins, in a copy of the script beside empty catalogues."""
import os
import pty
import shutil
import subprocess
import sys
import tempfile
import unittest

SABOT, BUILD = sys.argv[1:3]
# Longer than two lines are apart.
SLOW_S = 11


class Progress(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.root = holder.name
        self.calls = os.path.join(self.root, "calls")
        shutil.copy(SABOT, os.path.join(self.root, "sabot"))
        for folder in ("tools", "po", "build", "bin"):
            os.mkdir(os.path.join(self.root, folder))
        self.write("po/LINGUAS", "# languages\nes\n")
        self.write("tools/packages.txt", "build ninja-build\n")
        self.write("build/build.ninja", "")
        self.stand_in("dpkg-query", "echo installed")
        self.stand_in("install-packages.sh", 'exec apt-get install "$@"', "tools")

    def write(self, name, text):
        with open(os.path.join(self.root, name), "w", encoding="utf-8") as file:
            file.write(text)

    def stand_in(self, name, commands, folder="bin"):
        self.write(f"{folder}/{name}", f"#!/bin/sh\n{commands}\n")
        os.chmod(os.path.join(self.root, folder, name), 0o755)

    def environment(self, **more):
        plain = {key: value for key, value in os.environ.items()
                 if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        path = os.pathsep.join((os.path.join(self.root, "bin"), "/usr/bin", "/bin", plain["PATH"]))
        return dict(plain, PATH=path, TMPDIR=self.root, **more)

    def sabot(self, *words, **more):
        return subprocess.run([os.path.join(self.root, "sabot"), *words], text=True,
                              env=self.environment(**more), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)

    def targets(self, **more):
        self.stand_in("ninja", f"echo \"$@\" >{self.calls}; echo no compiler here; exit 1")
        done = self.sabot("demo", **more)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no compiler here", done.stdout)
        with open(self.calls, encoding="utf-8") as calls:
            return calls.read().split()

    def test_the_demo_builds_what_it_shows(self):
        shown = ["daemon/sabotd", "cli/sabot-shoe", "cli/sabotctl"]
        catalogue = ["po/es/LC_MESSAGES/sabot.mo"]
        self.assertEqual(self.targets(), ["-C", "build", *shown, *catalogue])
        self.assertEqual(self.targets(DISPLAY=":7"),
                         ["-C", "build", *shown, "gui/sabot-pit", *catalogue])

    def test_ninja_knows_these_targets(self):
        known = subprocess.run(["ninja", "-C", BUILD, "-t", "targets", "all"], text=True,
                               stdout=subprocess.PIPE, check=True).stdout
        for target in self.targets(DISPLAY=":7")[2:]:
            self.assertIn(f"\n{target}: ", "\n" + known)

    def test_a_line_every_few_seconds_without_a_terminal(self):
        self.stand_in("ninja", f"echo '[1/2] first'; sleep {SLOW_S}; echo '[2/2] second'")
        done = self.sabot("build")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertGreaterEqual(done.stdout.count(" s: [1/2] first\n"), 2, done.stdout)

    def test_packages_and_setting_up_say_how_far_they_are(self):
        os.remove(os.path.join(self.root, "build/build.ninja"))
        self.stand_in("dpkg-query", "echo missing")
        self.stand_in("id", "echo 0")
        self.stand_in("ninja", ":")
        for name, word in (("apt-get", "Unpacking"), ("meson", "Checking")):
            self.stand_in(name, f"echo {word}; [ $2 = update ] || sleep {SLOW_S}")
        done = self.sabot("build")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn(" s: Unpacking\n", done.stdout)
        self.assertIn(" s: Checking\n", done.stdout)

    def test_ninja_itself_on_a_terminal(self):
        self.stand_in("ninja", "[ ! -t 1 ] || echo ninja sees a terminal")
        master, slave = pty.openpty()
        with subprocess.Popen([os.path.join(self.root, "sabot"), "build"], env=self.environment(),
                              stdin=slave, stdout=slave, stderr=slave):
            os.close(slave)
            said = b""
            while chunk := self.read(master):
                said += chunk
        os.close(master)
        self.assertIn(b"ninja sees a terminal", said)

    @staticmethod
    def read(terminal):
        try:
            return os.read(terminal, 4096)
        except OSError:
            return b""  # nobody writes to it any more


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
