#!/usr/bin/env python3
"""No descriptor is left for another connection: that is said once, the daemon does not spin, and
who knocked meanwhile is let in as soon as there is one.

usage: test-descriptors.py SABOTD
"""
import os
import resource
import socket
import sys
import time
import unittest

from fixture import Daemon, wait_for

SABOTD = sys.argv.pop(1)
TABLES = """
[table PB-01]
rules = punto-banco-es
"""
KNOCKS, WATCHED_S, LINES_MAX = 20, 3, 20


def processor_s(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Descriptors(unittest.TestCase):
    def test_none_is_left(self):
        daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(daemon.close)
        client = daemon.start()
        pid = daemon.process.pid
        daemon.wait_checked()
        highest = max(map(int, os.listdir(f"/proc/{pid}/fd")))
        before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (highest + 2, before[1]))
        knocks = []
        for _ in range(KNOCKS):
            knocks.append(socket.socket(socket.AF_UNIX))
            self.addCleanup(knocks[-1].close)
            knocks[-1].connect(daemon.socket)
        wait_for(lambda: "no connection can be accepted" in daemon.read_log(), "the line")
        before_s = processor_s(pid)
        time.sleep(WATCHED_S)
        self.assertLess(len(daemon.read_log().splitlines()), LINES_MAX)
        self.assertLess(processor_s(pid) - before_s, WATCHED_S / 3)
        self.assertTrue(client.ok("status"))
        for knock in knocks:
            knock.close()
        resource.prlimit(pid, resource.RLIMIT_NOFILE, before)
        wait_for(lambda: daemon.try_connect().ok("ping") is not None, "an answer")


if __name__ == "__main__":
    unittest.main()
