#!/usr/bin/env python3
"""The verbs of sabotctl, each in a row: those that read, look up or report ask the real daemon
without and with persons required, over the socket and over TLS.

usage: test-verbs.py SABOTD SABOTCTL
"""
import json
import os
import re
import subprocess
import sys
import unittest

from fixture import DEADLINE_S, Daemon

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
TABLES = "listen = 127.0.0.1:0\npersons = {}\n[table PB-01]\nrules = punto-banco-es\n"
TABLES += "set.decks = 1\nset.burn = 0\n"
PINS = {"Ada": ("admin", "48213"), "Pia": ("pit", "9917"), "Dan": ("dealer", "7391")}
# What needs no right: the machine's own suffices.
READS = {
    "status": [[]], "tables": [[]], "incidents": [[]], "metrics": [[]],
    "review": [["list"]], "shift": [["list"], ["open"], ["reckon"]], "device": [["list"]],
    "log": [["house"], ["PB-01"]], "user": [["roles"]],
}
# What the pit may and a dealer may not; a database without such a round is asked in the same way.
ACTS = {
    "log": ["--table", "PB-01"], "what-if": ["--table", "PB-01", "--round", "1"],
    "replay": ["--table", "PB-01", "--round", "1"], "report": ["coups", "--format", "pdf"],
    "case": ["create", "--table", "PB-01", "--round", "1"],
}
NOTHING_DEALT = {"what-if", "replay", "case"}  # the person passes, the round is not there
# Tested with persons by the named test, or asks no daemon.
ELSEWHERE = {
    "unveil": "unveil", "archive": "archive", "table": "move", "cert": "tls", "watch": "api",
    "count": "shift", "slip": "shift", "marker": "shift", "drop": "shift", "tips": "shift",
    "cash": "shift", "cards": "shift",
}
ALONE = {"verify", "proof", "checkpoint", "key", "backup", "restore", "simulate", "audit",
         "profile", "odds", "setup", "cue"}


def run(*arguments, typed="", **environment):
    return subprocess.run([SABOTCTL, *map(str, arguments)], capture_output=True, text=True,
                          timeout=DEADLINE_S, input=typed,
                          env=dict(os.environ, LC_ALL="C.UTF-8", **environment))


class Verbs(unittest.TestCase):
    def test_each_has_a_row(self):
        verbs = set(re.findall(r"^  ([a-z-]+) ", run("help").stdout, re.M))
        self.assertIn("status", verbs)
        self.assertEqual(verbs - set(READS) - set(ACTS) - set(ELSEWHERE) - ALONE, set())

    def begin(self, persons):
        daemon = Daemon(SABOTD, TABLES.format(persons))
        self.addCleanup(daemon.close)
        made = run("cert", "create", "--state", daemon.directory / "state", "--json")
        self.assertEqual(made.returncode, 0, made.stderr)
        client = daemon.start()
        identity = daemon.directory / "pit-1"
        run("cert", "create", "--name", "pit-1", SABOT_IDENTITY=str(identity))
        if persons == "required":
            client.ok("person_create", name="Ada", role="admin", pin="48213",
                      code=client.ok("person_code")["code"])
            client.ok("login", name="Ada", pin="48213")
            for name in ("Pia", "Dan"):
                role, pin = PINS[name]
                client.ok("person_create", name=name, role=role, pin=pin)
            client.ok("login", name="Pia", pin="9917")
        client.event("PB-01", ev="load", decks=1)
        client.event("PB-01", ev="unload", left=52)
        arguments = ["cert", "allow", "pit-1", identity / "machine.crt", "--role", "pit",
                     "--tables", "all", "--socket", daemon.socket]
        if persons == "required":
            arguments += ["--as", "Ada"]
        allow = run(*arguments, typed="48213\n")
        self.assertEqual(allow.returncode, 0, allow.stderr)
        address = f"tls:127.0.0.1:{daemon.port()}#{json.loads(made.stdout)['fingerprint']}"
        self.out, self.client = daemon.directory / "out", client
        return [({}, daemon.socket), ({"SABOT_IDENTITY": str(identity)}, address)]

    def read_all(self, persons):
        for environment, address in self.begin(persons):
            for verb, rows in READS.items():
                for row in rows:
                    with self.subTest(verb=verb, row=row, address=address):
                        done = run(verb, *row, SABOT_SOCKET=address, **environment)
                        self.assertIn(done.returncode, (0, 1), done.stderr)
                        self.assertEqual(done.stderr, "")

    def test_without_persons(self):
        self.read_all("off")

    def test_with_persons(self):
        self.read_all("required")

    def act(self, verb, address, environment, name=None):
        more = ["--as", name] if name else []
        if verb in ("report", "case"):
            self.out.unlink(missing_ok=True)
            more += ["--out", self.out]
        return run(verb, *ACTS[verb], *more, typed=PINS[name][1] + "\n" if name else "",
                   SABOT_SOCKET=address, **environment)

    def handed_out(self):
        return [line for line in self.client.export("house")[1:]
                if line["ev"] in ("case", "report")]

    def check_done(self, verb, done):
        if verb in NOTHING_DEALT:
            self.assertEqual(done.returncode, 2)
            self.assertNotRegex(done.stderr, "log in|role|may not")
        else:
            status = 1 if verb == "log" else 0  # 1: no round was found
            self.assertEqual((done.returncode, done.stderr), (status, ""))
        if verb == "report":
            self.assertEqual(self.out.read_bytes()[:4], b"%PDF")

    def test_acting_without_persons(self):
        for environment, address in self.begin("off"):
            for verb in ACTS:
                with self.subTest(verb=verb, address=address):
                    self.check_done(verb, self.act(verb, address, environment))

    def test_acting_by_a_person(self):
        for environment, address in self.begin("required"):
            for verb in ACTS:
                with self.subTest(verb=verb, address=address):
                    before = self.handed_out()
                    for name, why in ((None, "log in"), ("Dan", "dealer")):
                        done = self.act(verb, address, environment, name)
                        self.assertEqual(done.returncode, 2)
                        self.assertIn(why, done.stderr)
                        self.assertFalse(self.out.exists())
                    self.assertEqual(self.handed_out(), before)
                    self.check_done(verb, self.act(verb, address, environment, "Pia"))


if __name__ == "__main__":
    unittest.main()
