#!/usr/bin/env python3
"""debian/ beside what meson installs: every file that is installed is in one package, every line
of a package's list names something, and what is built with is what tools/packages.txt has.

usage: test-debian-files.py SOURCE_DIR PREFIX INSTALLED

INSTALLED is meson's list of what it installs (meson-info/intro-installed.json).
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE, PREFIX = pathlib.Path(sys.argv[1]), sys.argv[2]
INSTALLED = json.loads(pathlib.Path(sys.argv[3]).read_text())
DEBIAN = SOURCE / "debian"
# Tools of a build from a checkout that a package's build has by debhelper or by Debian's own rules.
NOT_NEEDED = {"binutils", "fonts-inter", "gcc", "libc6-dev", "libcmocka-dev", "librsvg2-common",
              "ninja-build"}
ADDED = {"debhelper-compat", "dh-apparmor", "dh-python"}
# One directory for meson, a file or more a program here.
OF_MANY = ["usr/share/man", "usr/share/bash-completion/completions"]


def packages():
    return re.findall(r"^Package: (\S+)$", (DEBIAN / "control").read_text(), re.M)


def as_packaged(path):
    """Where debian/rules has the file, below the root, whatever this build's prefix."""
    path = "usr" + path[len(PREFIX):]
    return re.sub(r"^usr/(lib/(?:systemd/system|udev/rules.d))", r"\1", path)


class Files(unittest.TestCase):
    def listed(self):
        """(package, place) of each line of a list, without what is not meson's."""
        for package in packages():
            path = DEBIAN / f"{package}.install"
            for line in path.read_text().splitlines() if path.exists() else []:
                if " " not in line:
                    yield package, re.sub(rf"^({'|'.join(OF_MANY)})/.*", r"\1", line)

    def test_each_file_is_in_one_package(self):
        listed = list(self.listed())
        for path in map(as_packaged, INSTALLED.values()):
            found = {package for package, place in listed
                     if path == place or path.startswith(place + "/")}
            if path in OF_MANY:
                continue
            self.assertEqual(len(found), 1, f"{path}: {found}")

    def test_each_line_names_something(self):
        paths = list(map(as_packaged, INSTALLED.values()))
        for package, place in self.listed():
            self.assertTrue(any(path == place or path.startswith(place + "/") for path in paths)
                            or place == "usr/share/locale", f"{package}: {place}")

    def test_what_it_is_built_with(self):
        control = (DEBIAN / "control").read_text()
        needs = re.search(r"^Build-Depends: ((?:.|\n )*)", control, re.M)[1]
        needs = {re.split(r"[ (]", need.strip())[0] for need in needs.split(",")}
        text = (SOURCE / "tools/packages.txt").read_text()
        listed = set(re.findall(r"^build (\S+)$", text, re.M))
        self.assertEqual(needs - ADDED, listed - NOT_NEEDED)

    def test_purge_knows_the_places_of_the_daemon(self):
        postrm = (DEBIAN / "sabotd.postrm").read_text()
        made = re.findall(r"^d (\S+) ", (SOURCE / "packaging/systemd/sabot.tmpfiles").read_text(),
                          re.M)
        self.assertTrue(made)
        for place in [*made, "/etc/sabot"]:
            self.assertRegex(postrm, rf"rm -rf .*{place}\b")


# In the place of dpkg-buildpackage: what it would have built from, and files of its names.
BUILDS_NOTHING = """#!/bin/sh
grep ^Maintainer debian/control
sed -n 's/^ -- \\(.*\\)  .*/\\1/p' debian/changelog | head -n 1
touch ../sabot_1.deb ../sabot_1.buildinfo ../sabot_1.changes
"""


@unittest.skipUnless((SOURCE / ".git").exists(), "no checkout: packages are made of a commit")
class Maintainer(unittest.TestCase):
    """Who answers for the packages: who says so at the build."""

    def build(self, **environment):
        with tempfile.TemporaryDirectory() as place:
            stub = pathlib.Path(place) / "dpkg-buildpackage"
            stub.write_text(BUILDS_NOTHING)
            stub.chmod(0o755)
            kept = {name: value for name, value in os.environ.items()
                    if name not in ("DEBFULLNAME", "DEBEMAIL")}
            kept["PATH"] = f"{place}:{kept['PATH']}"
            return subprocess.run([SOURCE / "tools/make-debs.sh", f"{place}/out"], text=True,
                                  capture_output=True, check=False, env=kept | environment)

    def test_who_says_so(self):
        done = self.build(DEBFULLNAME="A\\t & B", DEBEMAIL="a.b+c@d.example")
        self.assertEqual(done.returncode, 0, done.stderr)
        who = "A\\t & B <a.b+c@d.example>"
        self.assertIn(f"\nMaintainer: {who}\n{who}\n", done.stdout)

    def test_nobody(self):
        self.assertRegex(self.build().stdout, r"\nMaintainer: .* <nobody@\S+\.invalid>\n")

    def test_what_is_no_address(self):
        for name, address in (("", "a@b"), ("A", ""), ("A", "a"), ("A", "a@b>"), ("A <x@y>", "a@b"),
                              ("A\nB: c", "a@b"), ("A, B", "a@b")):
            done = self.build(DEBFULLNAME=name, DEBEMAIL=address)
            self.assertNotEqual(done.returncode, 0, (name, address))
            self.assertIn("want a name and an address", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
