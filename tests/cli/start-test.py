#!/usr/bin/env python3
"""What a program loads at its start: sabotctl nothing for a house, no program but sabot-print
anything that draws, and `sabotctl audit` begins its work after few instructions.

usage: start-test.py SABOTCTL SABOTCTL_HOUSE SABOT_PRINT SABOTD LOG
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SABOTCTL, HOUSE, PRINT, SABOTD, LOG = sys.argv[1:6]
DRAWS = re.compile(r"lib(pango|cairo|harfbuzz|freetype|fontconfig|pixman|X11|Xext|xcb|gtk|gdk)")
OF_A_HOUSE = re.compile(r"lib(sqlite3|sodium|gnutls|usb|serialport|gudev|udev)")
# Measured: 28 times the instructions of true(1); 140 before it was two programs.
TIMES_TRUE = 40
# meson lets each allocation be filled, and that would be counted.
PLAIN = {name: value for name, value in os.environ.items() if name != "MALLOC_PERTURB_"}


def needed(program):
    """Those that it names itself, and all that they bring along."""
    text = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^\s*(lib\S+)", text, re.M)


def count_relocations(*command):
    """What the loader looks up before the program begins: always the same number."""
    with tempfile.TemporaryDirectory() as place:
        done = subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=PLAIN | {"LD_DEBUG": "statistics", "LD_DEBUG_OUTPUT": f"{place}/loader"})
        assert done.returncode >= 0, command
        name, = os.listdir(place)
        with open(f"{place}/{name}", encoding="utf-8") as report:
            text = report.read()
    return int(re.search(r"number of relocations: (\d+)", text)[1])


def count_instructions(*command):
    done = subprocess.run(
        ["valgrind", "--tool=callgrind",
         "--callgrind-out-file=/dev/null", *command], capture_output=True, text=True, env=PLAIN)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


class Start(unittest.TestCase):
    def test_sabotctl_loads_nothing_for_a_house(self):
        for library in needed(SABOTCTL):
            self.assertNotRegex(library, DRAWS)
            self.assertNotRegex(library, OF_A_HOUSE)

    def test_only_the_printer_draws(self):
        for program in (HOUSE, SABOTD):
            self.assertEqual([each for each in needed(program) if DRAWS.match(each)], [])
        self.assertTrue(any(DRAWS.match(each) for each in needed(PRINT)))

    def test_audit_looks_up_few_names(self):
        own = count_relocations(SABOTCTL, "audit", LOG)
        self.assertLess(own * 2, count_relocations(HOUSE))

    @unittest.skipUnless(shutil.which("valgrind"), "valgrind counts, and is not there")
    def test_audit_begins_soon(self):
        least = count_instructions("true")
        self.assertLess(count_instructions(SABOTCTL, "audit", LOG), TIMES_TRUE * least)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
