#!/usr/bin/env python3
"""The desktop's files: a program that there is, an icon that there is, words in each language, and
the application's own id, without which its notifications belong to nobody.

usage: test-desktop-files.py SOURCE_DIR
"""
import configparser
import pathlib
import re
import shutil
import subprocess
import sys
import unittest
import xml.etree.ElementTree

SOURCE = pathlib.Path(sys.argv.pop(1))
FOLDER = SOURCE / "packaging" / "desktop"
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


class Files(unittest.TestCase):
    def setUp(self):
        self.files = sorted(FOLDER.glob("*.desktop"))
        self.assertTrue(self.files)

    def entry(self, path):
        parser = configparser.ConfigParser(interpolation=None)
        parser.optionxform = str
        parser.read_string(path.read_text(encoding="utf-8"))
        return parser["Desktop Entry"]

    def test_programs_and_ids(self):
        built = (SOURCE / "gui" / "meson.build").read_text()
        mains = "".join(p.read_text() for p in (SOURCE / "gui").glob("*/*.c"))
        for path in self.files:
            program = self.entry(path)["Exec"].split()[0]
            self.assertRegex(built, rf"executable\('{re.escape(program)}'.*\n?.*install: true")
            self.assertIn(f'gtk_application_new("{path.stem}"', mains)

    def test_icons(self):
        windows = "".join(p.read_text() for p in (SOURCE / "gui").glob("*/*-window.*"))
        for path in self.files:
            icon = self.entry(path)["Icon"]
            drawn = xml.etree.ElementTree.parse(FOLDER / f"{icon}.svg").getroot()
            self.assertTrue(drawn.tag.endswith("}svg"))
            self.assertRegex(windows, rf'<property name="icon-name">{icon}</property>|'
                                      rf'gtk_window_set_icon_name\([^;]*"{icon}"\);')

    def test_words_in_each_language(self):
        for path in self.files:
            entry = self.entry(path)
            for key in ("Name", "Comment", "Keywords"):
                for language in ("", "[es]", "[it]"):
                    self.assertTrue(entry.get(key + language), f"{path.name}: {key}{language}")

    def test_software_centres(self):
        """Each has its AppStream description, of the same program, in each language."""
        for path in self.files:
            described = path.with_suffix(".metainfo.xml")
            root = xml.etree.ElementTree.parse(described).getroot()
            self.assertEqual(root.findtext("id"), path.stem)
            self.assertEqual(root.findtext("launchable"), path.name)
            self.assertEqual(root.findtext("provides/binary"),
                             self.entry(path)["Exec"].split()[0])
            for tag in ("name", "summary", "description/p"):
                languages = [part.get(LANGUAGE) for part in root.findall(tag)]
                self.assertEqual(languages, [None, "es", "it"], f"{described.name}: {tag}")
            if shutil.which("appstreamcli"):
                done = subprocess.run(["appstreamcli", "validate", "--no-net", str(described)],
                                      capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
