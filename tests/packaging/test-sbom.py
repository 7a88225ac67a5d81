#!/usr/bin/env python3
"""What Sabot is made of (tools/make-sbom.py), and the guards' check (tools/check-flags.py).

usage: test-sbom.py SOURCE_DIR BUILD_DIR
"""
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


def run(tool, *words):
    return subprocess.run([sys.executable, "-B", SOURCE / "tools" / tool, *map(str, words)],
                          capture_output=True, text=True, check=False)


class Sbom(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        done = run("make-sbom.py", BUILD, "0.1.0")
        assert done.returncode == 0, done.stderr
        cls.text, cls.document = done.stdout, json.loads(done.stdout)
        cls.files = {one["fileName"]: one for one in cls.document["files"]}

    def test_the_same_again(self):
        self.assertEqual(run("make-sbom.py", BUILD, "0.1.0").stdout, self.text)

    def test_form(self):
        ids = [one["SPDXID"] for kind in ("packages", "files") for one in self.document[kind]]
        self.assertEqual(len(ids), len(set(ids)))
        known = {*ids, "SPDXRef-DOCUMENT"}
        for relation in self.document["relationships"]:
            self.assertLessEqual({relation["spdxElementId"], relation["relatedSpdxElement"]},
                                 known)
        self.assertEqual(self.document["spdxVersion"], "SPDX-2.3")
        self.assertRegex(self.document["creationInfo"]["created"], r"^\d{4}-\d\d-\d\dT[\d:]+Z$")

    def test_each_program_and_what_it_is_made_of(self):
        installed = json.loads((BUILD / "meson-info/intro-installed.json").read_text())
        for path in map(pathlib.Path, installed):
            if BUILD in path.parents and path.is_file() and path.read_bytes()[:4] == b"\x7fELF":
                self.assertIn(f"./build/{path.relative_to(BUILD)}", self.files)
        for path in ("engine/table/step.c", "store/db/db.c", "gui/console/floor/table-tile.c",
                     "cli/sabotctl/main.c", "report/output/sabot-print.c", "daemon/main.c"):
            if (SOURCE / path).exists():
                self.assertIn(f"./{path}", self.files)
        self.assertFalse([name for name in self.files if name.startswith("./tests/")])
        for name, one in self.files.items():
            path = (BUILD / name[8:]) if name.startswith("./build/") else SOURCE / name
            digests = {part["algorithm"]: part["checksumValue"] for part in one["checksums"]}
            self.assertEqual(digests["SHA256"], hashlib.sha256(path.read_bytes()).hexdigest())

    def test_libraries_with_their_versions(self):
        versions = {one["name"]: one["versionInfo"] for one in self.document["packages"]}
        for name in ("glib-2.0", "sqlite3", "libsodium", "gnutls", "jansson", "gtk+-3.0"):
            self.assertRegex(versions[name], r"^\d")
        self.assertNotIn("cmocka", versions)


class Flags(unittest.TestCase):
    GOOD = ("cc -fstack-protector-strong -fstack-clash-protection -fPIE -Wformat=2"
            " -D_FORTIFY_SOURCE=2 -fcf-protection=full -c a.c")

    def check(self, command):
        with tempfile.NamedTemporaryFile("w") as file:
            json.dump([{"file": "a.c", "command": command}] if command else [], file)
            file.flush()
            return run("check-flags.py", file.name, "yes", "x86_64")

    def test_each_guard_is_missed(self):
        self.assertEqual(self.check(self.GOOD).returncode, 0)
        for flag in self.GOOD.split()[1:-2]:
            done = self.check(self.GOOD.replace(flag, ""))
            self.assertEqual(done.returncode, 1, flag)
            self.assertEqual(self.check(self.GOOD + " -fno-stack-protector").returncode, 1)
        self.assertEqual(self.check("").returncode, 2)


class Notice(unittest.TestCase):
    def test_names_are_those_that_occur(self):
        notice = (SOURCE / "NOTICE").read_text()
        table = notice.split("a game or a bet:")[1].split("Patents")[0]
        everywhere = "".join(path.read_text() for path in
                             [*SOURCE.glob("docs/*.md"), *SOURCE.glob("profiles/*.conf")]).lower()
        for line in table.splitlines():
            for name in line[23:].split(",") if line.startswith("  ") else []:
                if name.strip():
                    self.assertIn(name.strip().lower(), everywhere, name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
