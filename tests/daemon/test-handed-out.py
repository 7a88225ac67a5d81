#!/usr/bin/env python3
"""Files of many pages, over TLS and by persons: each comes whole over one log-in, its pages in
their order and to nobody else, and the log records a case as handed out only when all of it was.

usage: test-handed-out.py SABOTD SABOTCTL
"""
import base64
import hashlib
import json
import os
import subprocess
import sys
import unittest

from fixture import wait_for
from house_case import PINS
from verbs_house import VerbsHouse

VerbsHouse.PROGRAMS = SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
PAGE_BYTES, LARGE_BYTES, EVENTS = 36 * 1024, 1024 * 1024, 4000
CALLS = 200  # each is an incident, and a line of a report


class HandedOut(VerbsHouse):
    """The second load has so many events that its case has dozens of pages."""
    DOOR = "tls"

    @classmethod
    def play_loads(cls):
        super().play_loads()
        cls.say("load", decks=6)
        cls.pit.pipeline("PB-01", [{"ev": "limits", "min": 500, "max": 100000 + number}
                                   for number in range(EVENTS)])
        cls.play(("9S", "KH", "7S", "KD"), box=3, on="punto", amount=1000)
        cls.pit.pipeline("PB-01", [{"ev": "call", "box": 3}] * CALLS)
        cls.say("unload", left=308)

    def setUp(self):
        self.before = self.cases()

    def house(self, kind):
        return [line for line in self.client.export("house")[1:] if line["ev"] == kind]

    def cases(self):
        return self.house("case")

    def new_cases(self):
        return self.cases()[len(self.before):]

    def first_page(self, name="Pia", **asked):
        """One who has logged in over TLS, and the first page that he got."""
        client = self.connect(name, is_remote=True)
        return client, client.ok("case", **{"table": "PB-01", "round": 4, **asked})

    def test_whole_over_one_log_in(self):
        out = self.daemon.directory / "large.case"
        log_ins = len(self.house("login"))
        done = self.sabotctl("case", "create", "--table", "PB-01", "--round", "4", "--key",
                             self.key(), "--out", out, "--as", "Pia", pins=PINS["Pia"] + "\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(len(self.house("login")), log_ins + 1)
        self.assertGreater(out.stat().st_size, LARGE_BYTES)
        checked = self.call("verify", out, "--key", self.key(), "--json")
        self.assertEqual(json.loads(checked.stdout)["verdict"], "intact", checked.stderr)
        taken, = self.new_cases()
        self.assertEqual((taken["digest"], taken["by"], taken["round"]),
                         (hashlib.sha256(out.read_bytes()).hexdigest(), "p3", 4))

    def test_a_connection_that_is_cut(self):
        client, page = self.first_page()
        for _ in range(2):
            page = client.ok("case", file=page["file"], **{"from": page["next"]})
        log_outs = len(self.house("logout"))
        client.close()
        wait_for(lambda: len(self.house("logout")) > log_outs, "that he is gone")
        self.assertEqual(self.new_cases(), [])

    def test_a_client_that_is_killed(self):
        """While its pages come: it prints nothing and nothing is recorded."""
        out = self.daemon.directory / "killed.case"
        log_outs = len(self.house("logout"))
        asking = subprocess.Popen(
            [SABOTCTL, "case", "create", "--table", "PB-01", "--round", "4", "--out", out,
             "--as", "Pia"], stdin=subprocess.PIPE, text=True,
            env=dict(os.environ, SABOT_SOCKET=str(self.address),
                     SABOT_IDENTITY=str(self.identity)))
        log_ins = len(self.house("login"))
        asking.stdin.write(PINS["Pia"] + "\n")
        asking.stdin.close()
        wait_for(lambda: len(self.house("login")) > log_ins, "his log-in")
        asking.kill()
        asking.wait()
        wait_for(lambda: len(self.house("logout")) > log_outs, "that he is gone")
        self.assertEqual((self.new_cases(), out.exists()), ([], False))

    def test_who_goes_before_it_is_made(self):
        client = self.connect("Pia", is_remote=True)
        client.send({"id": 9, "do": "case", "table": "PB-01", "round": 4})
        client.send({"id": 10, "do": "case", "table": "PB-01", "round": 1})
        client.close()
        self.whole(self.connect("Sol", is_remote=True), round=2)  # made after those
        self.assertEqual([(case["by"], case["round"]) for case in self.new_cases()], [("p4", 2)])

    def whole(self, client, verb="case", **asked):
        page = client.ok(verb, **({"table": "PB-01"} if verb == "case" else {}), **asked)
        return self.rest(client, verb, page)

    def rest(self, client, verb, page):
        """The file that this page begins."""
        data = base64.b64decode(page["base64"])
        while "next" in page:
            page = client.ok(verb, file=page["file"], **{"from": page["next"]})
            data += base64.b64decode(page["base64"])
        self.assertEqual(hashlib.sha256(data).hexdigest(), page["file"])
        return data

    def refused(self, client, error_class, page, verb="case", **asked):
        reply = client.ask(verb, file=page["file"], **{"from": page["next"], **asked})
        self.assertEqual(reply.get("error", reply).get("class"), error_class)

    def test_the_last_page_alone_is_no_hand_over(self):
        client, page = self.first_page()
        last = (page["bytes"] - 1) // PAGE_BYTES * PAGE_BYTES
        self.refused(client, "bad_request", page, **{"from": last})
        self.refused(client, "bad_request", page, **{"from": page["bytes"]})
        self.refused(client, "bad_request", page, **{"from": -1})
        self.assertEqual(self.new_cases(), [])

    def test_pages_are_for_who_asked(self):
        _, page = self.first_page()
        sol = self.connect("Sol", is_remote=True)
        self.refused(sol, "not_allowed", page)
        self.refused(self.connect(), "login_wanted", page)
        self.refused(self.connect("Dan"), "not_allowed", page)
        self.refused(sol, "bad_request", page, verb="report")
        # He himself may go on over another connection.
        self.assertIn("base64", self.connect("Pia").ok("case", file=page["file"],
                                                       **{"from": page["next"]}))
        self.assertEqual(self.new_cases(), [])

    def test_reports_of_many_pages(self):
        sol = self.connect("Sol", is_remote=True)
        page = sol.ok("report", name="exceptions", format="json")
        self.assertGreater(page["bytes"], PAGE_BYTES)
        self.refused(self.connect("Pia"), "not_allowed", page, verb="report")
        self.assertTrue(self.whole(sol, "report", name="exceptions", format="json")
                        .startswith(b"{"))
        self.assertEqual(self.new_cases(), [])

    def test_one_report_for_two(self):
        """The same bytes for both: each has his own pages."""
        asked = {"name": "exceptions", "format": "json", "made": "2026-11-22T05:00:00Z"}
        clients = [self.connect(name, is_remote=True) for name in ("Sol", "Aud")]

        def same_file():
            """It names the last checkpoint: a new one between the two makes two files."""
            pages = [client.ok("report", **asked) for client in clients]
            return pages if pages[0]["file"] == pages[1]["file"] else None
        first = wait_for(same_file, "the same file for both")
        wholes = [self.rest(client, "report", page) for client, page in zip(clients, first)]
        self.assertEqual(wholes[0], wholes[1])
        for client, page in zip(clients, first):
            self.assertIn("base64", client.ok("report", file=page["file"],
                                              **{"from": page["next"]}))

    def test_a_file_that_cannot_be_written(self):
        """Nothing is asked of the daemon for a file that has no place."""
        for out in (self.daemon.directory / "no" / "where.case", self.daemon.directory):
            done = self.sabotctl("case", "create", "--table", "PB-01", "--round", "4", "--out",
                                 out, "--as", "Pia", pins=PINS["Pia"] + "\n")
            self.assertEqual(done.returncode, 2)
            self.assertIn(str(out), done.stderr)
        self.assertEqual(self.new_cases(), [])


if __name__ == "__main__":
    unittest.main()
