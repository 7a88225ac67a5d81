#!/usr/bin/env python3
"""What each fuzz target begins with: some inputs, and a dictionary that libFuzzer takes. It ends
where a line of one is not printable ASCII in quotes, so a wrong line stops the whole target.

usage: test-inputs.py FUZZ_DIR TARGET…
"""
import pathlib
import re
import sys
import unittest

FUZZ, TARGETS = pathlib.Path(sys.argv[1]), sys.argv[2:]
WORD = re.compile(rb'"((?:[ !#-\[\]-~]|\\["\\]|\\x[0-9a-f]{2})+)"')


def wrong_lines(text):
    """The lines that libFuzzer would refuse, and those that are there twice."""
    lines = [line for line in text.splitlines() if line and not line.startswith(b"#")]
    twice = [line for line in set(lines) if lines.count(line) > 1]
    return [line for line in lines if not WORD.fullmatch(line)] + twice


class Inputs(unittest.TestCase):
    def test_each_target_has_some(self):
        self.assertGreater(len(TARGETS), 20)
        for target in TARGETS:
            self.assertTrue(any((FUZZ / "corpus" / target).iterdir()), target)

    def test_each_target_has_its_words(self):
        self.assertEqual(sorted(path.stem for path in (FUZZ / "dictionaries").iterdir()),
                         sorted(TARGETS))
        for path in (FUZZ / "dictionaries").iterdir():
            self.assertEqual(wrong_lines(path.read_bytes()), [], path.name)

    def test_a_wrong_line_is_noticed(self):
        for line in (b'"\xe2\x80\x94"', b'"a', b"a", b'"\\q"', b'"\x01"', b'""', b'"a"\n"a"'):
            self.assertNotEqual(wrong_lines(line), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
