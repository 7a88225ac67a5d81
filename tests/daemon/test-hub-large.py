#!/usr/bin/env python3
"""A hub over three daemons with 300 tables under load, one of them killed again and again: its
clients lose nothing, and get nothing twice."""

import contextlib
import os
import pathlib
import re
import sqlite3
import sys
import threading
import unittest

from fixture import DEADLINE_S, Client, read_log, wait_for
from hub_floor import Floor, Watcher, as_published, events


class Large(unittest.TestCase):
    """300 tables over three daemons under load, one of them killed again and again."""
    TABLES, EVENTS, KILLS = 100, 60, 4

    def play(self, name):
        """Every table's events, some at each by turns; after a kill it goes on where the log is."""
        left = {table: list(events(self.EVENTS)) for table in self.tables[name]}
        while any(left.values()):
            for table, there in left.items():
                try:
                    for event in there[:3]:
                        reply = self.players[name].ask("event", table=table, event=event)
                        assert "ok" in reply, reply
                        del there[0]
                except OSError:  # killed: whether it took the event does not matter here
                    self.revived.wait(DEADLINE_S)
                    self.players[name].close()
                    self.players[name] = Client(self.floor.daemons[name].socket)
                    self.floor.daemons[name].clients.append(self.players[name])

    def follow(self, watcher):
        """Read on until the whole floor was played and nothing more comes; now and then it leaves
        and comes back."""
        leaves, beats = len(self.watchers) - 1, 0
        while not self.is_over.is_set() or beats < 2:
            message = watcher.read_until(lambda message: True)
            beats = beats + 1 if message.get("push") == "beat" else 0
            if watcher is self.watchers[leaves] and watcher.seq and len(watcher.steps) % 997 == 1:
                watcher.client.close()
                watcher.connect()
                self.assertTrue(watcher.snapshot["resumed"])

    def test_300_tables(self):
        self.tables = {name: [f"{name[:2].upper()}-{i:03}" for i in range(self.TABLES)]
                       for name in ("east", "south", "west")}
        self.floor = Floor(*self.tables.values())
        self.addCleanup(self.floor.close)
        self.floor.wait_live("east", "west", "south")
        wait_for(lambda: self.floor.clients["hub"].ok("status")["tables"] == 3 * self.TABLES,
                 "all tables")
        self.players = {name: self.floor.clients[name] for name in self.tables}
        self.is_over, self.revived = threading.Event(), threading.Event()
        self.watchers = [Watcher(self.floor), Watcher(self.floor)]
        threads = [threading.Thread(target=self.follow, args=(watcher,))
                   for watcher in self.watchers]
        players = [threading.Thread(target=self.play, args=(name,)) for name in self.tables]
        for thread in threads + players:
            thread.start()
        for kill in range(self.KILLS):
            self.revived.clear()
            wait_for(lambda: self.count("west") > (kill + 1) * self.TABLES * self.EVENTS
                     // (self.KILLS + 2), "a part of what is played")
            self.floor.daemons["west"].kill()
            self.floor.daemons["west"].start()
            self.revived.set()
        for thread in players:
            thread.join()
        self.floor.wait_live("west")
        self.is_over.set()
        for thread in threads:
            thread.join()
        self.check()

    def count(self, name):
        path = self.floor.database(name)
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            return db.execute("SELECT count(*) FROM event").fetchone()[0]

    def check(self):
        """Each event of each table came to each client once, in order, as its log has it."""
        for watcher in self.watchers:
            steps = {}
            for step in watcher.steps:
                steps.setdefault(step["table"], []).append(step)
            for name, there in self.tables.items():
                for table in there:
                    log = read_log(self.floor.database(name), table)[1:]
                    self.assertGreaterEqual(len(log), self.EVENTS)
                    self.assertEqual([step["n"] for step in steps[table]],
                                     list(range(1, len(log) + 1)), table)
                    self.assertEqual([as_published(step["event"]) for step in steps[table]],
                                     [as_published(event) for event in log])
        process = pathlib.Path(f"/proc/{self.floor.hub.process.pid}")
        ticks = sum(map(int, (process / "stat").read_text().rpartition(")")[2].split()[11:13]))
        resident = re.search(r"VmRSS:\s*(\d+ kB)", (process / "status").read_text())[1]
        print(f"{len(self.watchers[0].steps)} and {len(self.watchers[1].steps)} steps, "
              f"{self.KILLS} kills, 0 lost, 0 twice; the hub: {ticks / os.sysconf('SC_CLK_TCK')} s "
              f"of processor, {resident}", file=sys.stderr)


if __name__ == "__main__":
    unittest.main()
