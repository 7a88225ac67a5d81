#!/usr/bin/env python3
"""Slips of the hand, many of them: what has to be called to the pit, and whether the log is what
lay on the table.

usage: test-slips.py SABOTD SABOTCTL
"""
import sys
import unittest

from slips import SLIPS, Robot

PROGRAMS = sys.argv[1:3]
ROUNDS, PERCENT = 60, 10


class Slips(unittest.TestCase):
    def deal(self, may_mend, noticed=100):
        robot = Robot(PROGRAMS, may_mend, 3, noticed)
        self.addCleanup(robot.close)
        left = robot.run(ROUNDS, PERCENT)
        self.assertEqual(robot.check(), [])
        self.assertEqual(len(robot.rounds), ROUNDS)
        self.assertEqual(sum(robot.made.values()) + len(left), ROUNDS * PERCENT // 100 * len(SLIPS))
        for slip in SLIPS:
            self.assertGreaterEqual(robot.made[slip], ROUNDS * PERCENT // 100 - 1)
        return robot

    def test_before(self):
        """Each slip is a call."""
        robot = self.deal(may_mend=False)
        self.assertEqual(robot.calls, robot.made)
        self.assertEqual(robot.mended, 0)

    def test_after(self):
        """None is, and each is mended; no round is void."""
        robot = self.deal(may_mend=True)
        self.assertEqual(dict(robot.calls), {})
        self.assertEqual(robot.mended, sum(robot.made.values()))
        self.assertNotIn(None, robot.rounds)

    def test_noticed_late(self):
        """What is noticed too late is for the pit, and nothing else is."""
        robot = self.deal(may_mend=True, noticed=50)
        self.assertEqual(sum(robot.calls.values()) + robot.mended, sum(robot.made.values()))
        self.assertGreater(sum(robot.calls.values()), 0)
        self.assertGreater(robot.mended, robot.made["early"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
