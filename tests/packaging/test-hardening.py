#!/usr/bin/env python3
"""What makes a fault in the code hard to use, looked up in the programs as they were built: they
are loaded anywhere, what the loader has written cannot be written again, the stack cannot be run,
and the compiler's guards are in them.

usage: test-hardening.py IS_OPTIMISED ARCHITECTURE PROGRAM…
"""
import re
import subprocess
import sys
import unittest

ENDBR64, MARKS_MIN = bytes.fromhex("f30f1efa"), 50
IS_OPTIMISED, ARCHITECTURE, PROGRAMS = sys.argv[1] == "yes", sys.argv[2], sys.argv[3:]


def readelf(*options):
    return subprocess.run(["readelf", "-W", *options], capture_output=True, text=True,
                          check=True).stdout


class Hardening(unittest.TestCase):
    def test_loaded_anywhere(self):
        for program in PROGRAMS:
            self.assertRegex(readelf("-h", program), r"Type:\s+DYN")
            self.assertRegex(readelf("-d", program), r"FLAGS_1.*\bPIE\b")

    def test_tables_are_read_only(self):
        """Full RELRO: everything is resolved at the start, and then write-protected."""
        for program in PROGRAMS:
            self.assertIn("GNU_RELRO", readelf("-l", program))
            self.assertRegex(readelf("-d", program), r"BIND_NOW|FLAGS_1.*\bNOW\b")

    def test_stack_is_no_code(self):
        for program in PROGRAMS:
            stack = re.search(r"GNU_STACK.*", readelf("-l", program))[0]
            self.assertNotIn("RWE", stack)

    def test_guards(self):
        for program in PROGRAMS:
            symbols = readelf("-s", "--dyn-syms", program)
            self.assertIn("__stack_chk_fail", symbols)
            if IS_OPTIMISED:
                self.assertRegex(symbols, r"__(memcpy|printf|fprintf|vsnprintf|snprintf)_chk")

    def test_flow(self):
        """Where jumps may land is marked. (That the file says so takes a libc that is, too.)"""
        if ARCHITECTURE != "x86_64":
            self.skipTest(f"not on {ARCHITECTURE}")
        for program in PROGRAMS:
            with open(program, "rb") as file:
                self.assertGreater(file.read().count(ENDBR64), MARKS_MIN)


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
