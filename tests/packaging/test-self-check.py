#!/usr/bin/env python3
"""What is installed against its manifest: by sabotctl self-check, with a seed and a signature, and
by the daemon, whose house log says what is installed and accuses where a file was changed.

usage: test-self-check.py SABOTD SABOTCTL SABOTCTL_HOUSE SOURCE
"""
import hashlib
import hmac
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from fixture import Daemon, wait_for

SABOTD, SABOTCTL, HOUSE, SOURCE = sys.argv[1:5]
MAKE_MANIFEST = pathlib.Path(SOURCE) / "tools/make-manifest.py"
SEED = "00112233445566778899aabbccddeeff"


class SelfCheck(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for program, place in ((SABOTD, "sbin"), (SABOTCTL, "bin"), (HOUSE, "libexec/sabot")):
            (self.root / "usr" / place).mkdir(parents=True)
            shutil.copy(program, self.root / "usr" / place)
        self.data = self.root / "usr/share/sabot/words"
        self.data.parent.mkdir(parents=True)
        self.data.write_text("as built\n")
        self.list()

    def enterContext(self, context):
        self.addCleanup(context.__exit__, None, None, None)
        return context.__enter__()

    def list(self, version="0.1.0"):
        subprocess.run([sys.executable, MAKE_MANIFEST, self.root, "sabotd", version, "c0ffee"],
                       check=True)

    def run_check(self, *options):
        done = subprocess.run([self.root / "usr/bin/sabotctl", "self-check", *options],
                              capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout, done.stderr

    def test_on_request(self):
        status, said, _ = self.run_check()
        self.assertEqual((status, said.splitlines()[-1]), (0, "4 files, 0 changed, 0 missing"))
        self.data.write_text("another\n")
        status, said, _ = self.run_check()
        self.assertEqual(status, 1)
        self.assertIn("changed: usr/share/sabot/words\n", said)
        self.data.unlink()
        self.assertIn("missing: usr/share/sabot/words\n", self.run_check()[1])

    def test_with_a_seed(self):
        status, said, _ = self.run_check("--seed", SEED, "--json")
        self.assertEqual(status, 0)
        lines = [json.loads(line) for line in said.splitlines()]
        whole = ""
        for line in lines[:-1]:
            own = hmac.new(bytes.fromhex(SEED), (self.root / line["path"]).read_bytes(),
                           hashlib.sha256).hexdigest()
            self.assertEqual((line["hmac"], line["state"]), (own, "as_built"))
            whole += f"{own}  {line['path']}\n"
        self.assertEqual(len(lines), 5)
        self.assertEqual(lines[-1]["hmac"], hmac.new(bytes.fromhex(SEED), whole.encode(),
                                                     hashlib.sha256).hexdigest())
        for wrong in ("", "0", "xy", "00" * 65):
            self.assertEqual(self.run_check("--seed", wrong)[0], 2)

    def test_signed(self):
        keys = []
        for name in ("one", "other"):
            done = subprocess.run([SABOTCTL, "key", "create", "--name", "maker", "--state",
                                   self.root / name], capture_output=True, text=True, check=True)
            keys.append(done.stdout.strip())
        status, said, _ = self.run_check("--key", keys[0])
        self.assertEqual(status, 1)
        self.assertIn("not signed by that key: the manifest of sabotd", said)
        manifest = self.root / "usr/share/sabot/manifest.d/sabotd"
        self.assertEqual(self.run_check("--sign", manifest, "--state", self.root / "one")[0], 0)
        self.assertEqual(self.run_check("--key", keys[0])[0], 0)
        self.assertEqual(self.run_check("--key", keys[1])[0], 1)
        manifest.write_text(manifest.read_text().replace("c0ffee", "c0ffef"))
        self.assertEqual(self.run_check("--key", keys[0])[0], 1)

    def test_nothing_to_compare_with(self):
        manifest = self.root / "usr/share/sabot/manifest.d/sabotd"
        manifest.write_text("nonsense")
        status, _, said = self.run_check()
        self.assertEqual(status, 2)
        self.assertIn("line 1 is not one of a manifest", said)
        shutil.rmtree(manifest.parent)
        status, _, said = self.run_check()
        self.assertEqual(status, 2)
        self.assertIn("was built and not installed", said)

    def says(self, event, files, differing):
        """What a client gets that asks for the status."""
        said = self.client.ok("status")["software"]
        self.assertEqual({key: said[key] for key in ("version", "commit", "digest")},
                         {key: event[key] for key in ("version", "commit", "digest")})
        self.assertEqual((said["files"], said["differing"]), (files, differing))

    def test_the_daemon(self):
        daemon = Daemon(str(self.root / "usr/sbin/sabotd"),
                        "[table PB-01]\nrules=punto-banco-es\n")
        self.addCleanup(daemon.close)

        def find(ev, count=1):
            found = [line for line in self.client.export("house") if line.get("ev") == ev]
            return found if len(found) >= count else None

        self.client = daemon.start()
        first = wait_for(lambda: find("software"), "what is installed")[0]
        self.assertEqual((first["version"], first["commit"], first["packages"], first["files"]),
                         ("0.1.0", "c0ffee", "sabotd", 4))
        whole = "".join(f"{hashlib.sha256((self.root / path).read_bytes()).hexdigest()}  {path}\n"
                        for path in sorted(["usr/sbin/sabotd", "usr/bin/sabotctl",
                                            "usr/libexec/sabot/sabotctl-house",
                                            "usr/share/sabot/words"]))
        self.assertEqual(first["digest"], hashlib.sha256(whole.encode()).hexdigest())
        self.assertFalse(find("finding"))
        self.says(first, 4, 0)
        # Another version is no finding; a file that was changed is one.
        daemon.stop()
        self.data.write_text("of the next version\n")
        self.list("0.2.0")
        self.client = daemon.start()
        self.assertEqual(wait_for(lambda: find("software", 2), "the upgrade")[1]["version"],
                         "0.2.0")
        self.assertFalse(find("finding"))
        daemon.stop()
        self.data.write_text("changed\n")
        self.client = daemon.start()
        found = wait_for(lambda: find("finding"), "the finding")
        self.assertEqual([(one["code"], one["detail"]) for one in found], [(
            "software_changed", {"why": "changed", "file": "usr/share/sabot/words",
                                 "version": "0.2.0", "files": 1})])
        changed = wait_for(lambda: find("software", 3), "the change")
        self.assertEqual(len(changed), 3)
        self.says(changed[2], 4, 1)
        # Who changes the manifest, too, has the same name for other software.
        daemon.stop()
        self.data.write_text("changed again\n")
        self.list("0.2.0")
        self.client = daemon.start()
        found = wait_for(lambda: find("finding", 2), "the other software")
        self.assertEqual(found[1]["detail"]["why"], "other")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
