#!/usr/bin/env python3
"""What sabotd says to a service manager and takes from it: the test is the manager.

usage: test-systemd.py SABOTD
"""
import os
import socket
import sqlite3
import sys
import unittest

from fixture import DEADLINE_S, Daemon

SABOTD = sys.argv[1]
TABLES = "[table PB-01]\nrules = punto-banco-es\n"
WATCHDOG_US = 400000
# Becomes the daemon, with descriptors from 3 on and the variables that say so, as systemd does.
PASS_ON = """
import os, sys
n = int(sys.argv[1])
for i in range(n):
    os.dup2(int(sys.argv[2 + i]), 3 + i)
os.environ.update(LISTEN_FDS=str(n), LISTEN_PID=str(os.getpid()))
os.execv(sys.argv[2 + n], sys.argv[2 + n:])
"""


class Manager:
    """The manager's end: datagrams, each with lines."""

    def __init__(self, address):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.settimeout(DEADLINE_S)
        self.socket.bind(address)

    def read(self):
        return dict(line.split("=", 1) for line in self.socket.recv(4096).decode().splitlines())

    def read_until(self, key, word=""):
        """All messages up to the first that has `word` in `key`."""
        messages = [self.read()]
        while word not in messages[-1].get(key, "") or key not in messages[-1]:
            messages.append(self.read())
        return messages


class Systemd(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.directory = self.daemon.directory

    def manage(self, address=None, **environment):
        address = address or str(self.directory / "notify")
        manager = Manager(address)
        self.addCleanup(manager.socket.close)
        self.daemon.environment.update(environment, NOTIFY_SOCKET=address.replace("\0", "@"))
        return manager

    def pass_on(self, *sockets):
        fds = [some.fileno() for some in sockets]
        self.daemon.passed_fds = fds
        self.daemon.command = [sys.executable, "-c", PASS_ON, str(len(fds)),
                               *(str(fd) for fd in fds), SABOTD]

    def listen(self, kind=socket.SOCK_STREAM):
        some = socket.socket(socket.AF_UNIX, kind)
        self.addCleanup(some.close)
        return some

    def test_ready_and_stopping(self):
        manager = self.manage()
        self.daemon.start()
        self.assertEqual(manager.read(), {"READY": "1", "STATUS": "1 tables, saved, not signed"})
        self.assertEqual(self.daemon.stop(), 0)
        last = manager.read()
        self.assertEqual(last["STOPPING"], "1")
        self.assertNotIn("WATCHDOG", last)  # nobody asked for it

    def test_an_abstract_address(self):
        manager = self.manage(f"\0sabot-test-{os.getpid()}")
        self.daemon.start()
        self.assertEqual(manager.read()["READY"], "1")

    def test_nobody_is_there_to_be_told(self):
        self.daemon.environment["NOTIFY_SOCKET"] = str(self.directory / "gone")
        client = self.daemon.start()
        self.assertEqual(client.ok("status")["tables"], 1)

    def test_the_watchdog_wants_the_writer_alive_too(self):
        manager = self.manage(WATCHDOG_USEC=str(WATCHDOG_US))
        client = self.daemon.start()
        for _ in range(3):
            manager.read_until("WATCHDOG")
        # Another program holds the database: the writer waits for it, the main loop goes on.
        other = sqlite3.connect(self.directory / "state" / "sabot.db", isolation_level=None)
        self.addCleanup(other.close)
        other.execute("BEGIN IMMEDIATE")
        client.send({"id": "held", "do": "event", "table": "PB-01",
                     "event": {"ev": "load", "decks": 6}})
        self.assertEqual(client.ok("ping"), {})
        held = manager.read_until("STATUS", "NOT SAVED")
        # Of some fifty: what was sent before the event, one on its way, one as it gives up.
        self.assertLess(sum("WATCHDOG" in message for message in held), 5)
        # To the spool it goes; the writer lives, and what it says is fed on.
        manager.read_until("WATCHDOG")
        other.execute("ROLLBACK")
        manager.read_until("STATUS", "1 tables, saved")

    def test_a_watchdog_of_another_process(self):
        manager = self.manage(WATCHDOG_USEC="1000", WATCHDOG_PID=str(os.getpid()))
        self.daemon.start()
        manager.read()
        self.daemon.stop()
        self.assertIn("STOPPING", manager.read())

    def test_a_socket_is_passed(self):
        passed = self.listen()
        path = str(self.directory / "passed.sock")
        passed.bind(path)
        passed.listen()
        configured, self.daemon.socket = self.daemon.socket, path
        early = socket.socket(socket.AF_UNIX)  # waits, and is not refused
        self.addCleanup(early.close)
        early.connect(path)
        self.pass_on(passed)
        client = self.daemon.start()
        self.assertEqual(client.ok("status")["clients"], 2)
        self.assertFalse(os.path.exists(configured))
        self.assertEqual(self.daemon.stop(), 0)
        self.assertTrue(os.path.exists(path))  # the manager's, who listens on
        again = socket.socket(socket.AF_UNIX)
        self.addCleanup(again.close)
        again.connect(path)

    def refuse(self, *sockets):
        log = self.directory / "log"
        before = log.stat().st_size
        self.pass_on(*sockets)
        with self.assertRaises(AssertionError):
            self.daemon.start()
        self.assertEqual(self.daemon.process.wait(DEADLINE_S), 1)
        self.assertIn("one listening unix stream socket", log.read_text()[before:])

    def test_what_cannot_be_taken_is_said(self):
        self.refuse(self.listen())  # does not listen
        self.refuse(self.listen(socket.SOCK_DGRAM))
        good = self.listen()
        good.bind(str(self.directory / "passed.sock"))
        good.listen()
        self.refuse(good, good)

    def test_what_is_meant_for_another_is_left(self):
        self.daemon.environment.update(LISTEN_FDS="1", LISTEN_PID="1")
        client = self.daemon.start()
        self.assertEqual(client.ok("status")["clients"], 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
