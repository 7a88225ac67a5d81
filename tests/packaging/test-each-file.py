#!/usr/bin/env python3
"""One byte of each installed file is changed, one file after the other: self-check names it within
ten seconds, and nothing else; a daemon that starts then accuses that file.

usage: test-each-file.py MESON BUILD_DIR PREFIX

Each changed file has an installation of its own, of hard links to one that `meson install` made.
"""
import concurrent.futures
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from fixture import Daemon, wait_for

MESON, BUILD, PREFIX = sys.argv[1:4]
NAMED_WITHIN_S = 10
AT_ONCE = 24  # a daemon looks a second time after ten seconds, and does nothing meanwhile


def flip(path):
    """One bit of one byte, anywhere; of a program the last byte, which is not run."""
    data = bytearray(path.read_bytes())
    is_program = data.startswith(b"\x7fELF")
    data[-1 if is_program else random.Random(path.name).randrange(len(data))] ^= 1
    mode = path.stat().st_mode
    path.unlink()  # the others have the same file
    path.write_bytes(data)
    path.chmod(mode)


class EachFile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = pathlib.Path(tempfile.mkdtemp(prefix="sabot-each-"))
        cls.whole = cls.place / "whole"
        subprocess.run([MESON, "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir",
                        cls.whole], check=True, capture_output=True)
        manifest = cls.whole / PREFIX[1:] / "share/sabot/manifest.d/sabot"
        cls.files = [line.split(" ", 2)[2] for line in manifest.read_text().splitlines()
                     if line.startswith("file ")]
        cls.spent_s = []
        cls.alone = threading.Lock()  # so that each is timed by itself

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.place)

    def program(self, root, name):
        return str(next((root / PREFIX[1:]).glob(f"*bin/{name}")))

    def changed(self, number, name):
        """An installation of which this file is another."""
        root = self.place / str(number)
        shutil.copytree(self.whole, root, copy_function=os.link, symlinks=True)
        flip(root / name)
        return root

    def name_on_request(self, root, name):
        with self.alone:
            began = time.monotonic()
            done = subprocess.run([self.program(root, "sabotctl"), "self-check"], timeout=60,
                                  capture_output=True, text=True)
            self.spent_s.append(time.monotonic() - began)
        said = [line for line in done.stdout.splitlines()
                if line.startswith(("changed: ", "missing: "))]
        self.assertEqual((done.returncode, said), (1, [f"changed: {name}"]))
        self.assertLess(self.spent_s[-1], NAMED_WITHIN_S, name)

    def name_at_the_start(self, root, name):
        daemon = Daemon(self.program(root, "sabotd"), "[table PB-01]\nrules=punto-banco-es\n")
        try:
            client = daemon.start()

            def findings():
                return [line["detail"] for line in client.export("house")
                        if line.get("ev") == "finding"]

            (found,) = wait_for(findings, f"the finding about {name}")
            self.assertEqual((found["why"], found["file"], found["files"]), ("changed", name, 1))
        finally:
            daemon.close()

    def try_one(self, number, name):
        root = self.changed(number, name)
        try:
            self.name_on_request(root, name)
            self.name_at_the_start(root, name)
        finally:
            shutil.rmtree(root)

    def test_each_is_named(self):
        self.assertGreater(len(self.files), 200)
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            jobs = [pool.submit(self.try_one, *one) for one in enumerate(self.files)]
            for job in jobs:
                job.result()
        print(f"{len(self.files)} files; named on request within {max(self.spent_s):.1f} s")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
