#!/usr/bin/env python3
"""A hub beside whose real daemon another one is slow, or sends what no daemon may send: answers of
another form, lists and files without an end, other daemons' names, pushes without a pause. It is
named and left out, and the floor goes on."""

import base64
import itertools
import json
import os
import pathlib
import re
import socket
import tempfile
import threading
import time
import unittest

from fixture import Client, Daemon, wait_for
from hub_floor import SABOTD, fetch_report, find_all, tables


class Fake(threading.Thread):
    """What says that it is a daemon: `answer(request)` is what it replies, or None."""

    def __init__(self, path, answer, delay_s=0, flood=None):
        super().__init__(daemon=True)
        self.answer, self.delay_s, self.flood = answer, delay_s, flood
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        self.open = []
        self.start()

    def run(self):
        while True:
            try:
                end, _ = self.listener.accept()
            except OSError:
                return
            self.open.append(end)
            threading.Thread(target=self.serve, args=(end,), daemon=True).start()

    @staticmethod
    def put(end, message):
        end.sendall(message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n")

    def serve(self, end):
        try:
            self.put(end, {"sabot": {"version": "0.1.0", "protocol": 1, "site": "fake",
                                     "role": "pit", "seq": 7, "beat_ms": 1000}})
            lines = end.makefile()
            for line in lines:
                request = json.loads(line)
                threading.Timer(0 if request["do"] in ("watch", "ping") else self.delay_s,
                                self.reply, (end, request)).start()
        except OSError:
            pass

    def reply(self, end, request):
        try:
            if request["do"] == "watch":
                self.put(end, {"id": request["id"], "ok": {
                    "seq": 7, "resumed": False, "tables": [], "incidents": []}})
                self.put(end, {"push": "beat", "seq": 7, "at": "2026-11-29T20:00:00Z"})
                while self.flood:
                    self.put(end, self.flood())
                return
            ok = self.answer(request)
            if ok is not None:
                self.put(end, ok if isinstance(ok, bytes) else {"id": request["id"], "ok": ok})
        except OSError:
            pass

    def close(self):
        self.listener.close()
        for end in self.open:
            end.close()


class Hostile(unittest.TestCase):
    """Beside a real daemon another one that is slow, or sends what it must not."""

    def make(self, answer, **more):
        directory = tempfile.TemporaryDirectory(prefix="sabot-fake-")
        self.addCleanup(directory.cleanup)
        path = str(pathlib.Path(directory.name) / "fake.sock")
        fake = Fake(path, answer, **more)
        self.addCleanup(fake.close)
        self.real = Daemon(SABOTD, "create_key = yes\n" + tables("RE-01") +
                           f"[machine hub]\nuid = {os.getuid()}\nrole = pit\n")
        self.addCleanup(self.real.close)
        self.own = self.real.start()
        self.hub = Daemon(SABOTD, f"[upstream fake]\nconnect = {path}\n"
                                  f"[upstream real]\nconnect = {self.real.socket}\n")
        self.addCleanup(self.hub.close)
        client = self.hub.start()
        wait_for(lambda: len(client.ok("tables")["tables"]) >= 1, "the real one's table")
        wait_for(lambda: "fake is followed" in self.hub.read_log(), "the other one")
        return client

    def connect(self):
        client = Client(self.hub.socket)
        self.hub.clients.append(client)
        return client

    def missing(self, client, verb, **args):
        told = client.ok(verb, **args)
        self.assertEqual(told["upstreams"], ["real"], told)
        return [(one["upstream"], one["class"], one["why"]) for one in told["missing"]][0]

    def test_slow(self):
        """5 s for each answer: it is waited for, and nobody else is delayed by it."""
        empty = {"codes": [], "devices": [], "hours": [], "from": "2026-11-29T00:00:00Z"}
        client = self.make(lambda request: empty, delay_s=5)
        other = self.connect()
        answers = []
        began = time.monotonic()
        waiting = threading.Thread(target=lambda: answers.append(client.ok("statistics")))
        waiting.start()
        took = []
        while waiting.is_alive():
            one = time.monotonic()
            other.event("RE-01", ev="table", state="open")
            other.ok("rules", table="RE-01")
            other.ok("tables")
            took.append(time.monotonic() - one)
        self.assertGreater(time.monotonic() - began, 4)
        self.assertEqual(answers[0]["upstreams"], ["fake", "real"])
        # Each of these is a round trip of three requests; they do not wait for the slow one.
        self.assertGreater(len(took), 10)
        self.assertLess(sorted(took)[len(took) // 2], 2)
        # What every daemon has at hand is waited for 2 s, and then the status says what it knows.
        status = client.ok("status")
        self.assertEqual(status["tables"], 1)

    def test_no_answer(self):
        client = self.make(lambda request: None)
        upstream, error_class, why = self.missing(client, "statistics")
        self.assertEqual((upstream, error_class), ("fake", "away"))
        self.assertIn("did not answer within 8 s", why)
        # It is asked no more when it leaves too much unanswered.
        others = [self.connect() for _ in range(6)]
        for other in others:
            for _ in range(60):
                other.send({"id": 1, "do": "shift", "upstream": "fake"})
        wait_for(lambda: "unanswered" in self.connect_and_ask(), "that it is asked no more")
        self.own.ok("ping")
        client.event("RE-01", ev="table", state="open")

    def connect_and_ask(self):
        client = self.connect()
        client.socket.settimeout(1)
        try:
            return client.ask("shift", upstream="fake")["error"]["text"]
        except OSError:
            return ""
        finally:
            self.hub.clients.remove(client)
            client.close()

    def test_wrong_types(self):
        wrong = iter([{}, {"tables": 7}, {"tables": [7]}, {"tables": [{"table": 3}]},
                      {"tables": {}}, {"tables": [{"table": "X", "rounds": "many"}]}, [], "no",
                      None and {}])
        given = []

        def answer(request):
            if request["do"] != "shift_tables":
                return {}
            given.append(next(wrong, {}))
            return given[-1]

        client = self.make(answer)
        for _ in range(6):
            upstream, error_class, why = self.missing(client, "shift_tables")
            self.assertEqual((upstream, error_class), ("fake", "internal"))
            self.assertIn("sent something else than was requested", why)
        for verb in ("find", "statistics", "shift", "bank", "slips", "documents", "reviews"):
            self.assertEqual(self.missing(client, verb)[0], "fake", verb)
        first, text = fetch_report(client, name="exceptions")
        self.assertIn("NOT IN THIS REPORT: fake", text)
        self.assertEqual(first["upstreams"], ["real"])

    def test_endless(self):
        """Lists, searches and files that do not end, and answers longer than a line may be."""
        row = {"table": "ZZ", "rounds": 1, "note": "x" * 2000}

        def answer(request):
            first = request.get("from", 0)
            if request["do"] == "shift_tables":
                return {"tables": [row] * 20, "next": first + 1}
            if request["do"] == "card_sets":
                return {"sets": [], "next": 5}
            if request["do"] == "find":
                return {"found": [], "next": 9}
            if request["do"] == "report":
                return {"file": "ab" * 32, "bytes": 1 << 40, "from": first,
                        "base64": base64.b64encode(b"y" * 30000).decode(), "next": first + 30000}
            return {}

        client = self.make(answer)
        for verb in ("shift_tables", "card_sets"):
            # On a busy machine its time is over before the list is too long.
            self.assertRegex(self.missing(client, verb)[2],
                             "a list that does not end|did not answer within 8 s")
        found, _ = find_all(client, limit=50)
        self.assertTrue(all(one["upstream"] == "real" for one in found))
        first, text = fetch_report(client, name="exceptions")
        self.assertIn("NOT IN THIS REPORT: fake (fake sent something else than the file)", text)
        status = pathlib.Path(f"/proc/{self.hub.process.pid}/status").read_text()
        self.assertLess(int(re.search(r"VmRSS:\s+(\d+)", status)[1]), 200 * 1024)

    def test_too_long(self):
        client = self.make(lambda request: b'{"id":1,"ok":{"x":"' + b"x" * 200000 + b'"}}\n')
        told = client.ok("statistics")
        self.assertEqual([one["upstream"] for one in told["missing"]], ["fake"])
        client.event("RE-01", ev="table", state="open")

    def test_names_of_others(self):
        """What it says of another daemon's table is not shown as that table's."""
        found = {"table": "RE-01", "at": "2026-11-29T20:00:00Z", "seq": 9, "n": 1, "end_n": 1,
                 "ev": "table"}

        def answer(request):
            return {"found": [found], "tables": [{"table": "RE-01", "rounds": 99}],
                    "persons": [], "devices": []}

        client = self.make(answer)
        listed = client.ok("find")["found"]
        self.assertEqual([one["table"] for one in listed if one["upstream"] == "fake"],
                         ["RE-01@fake"])
        rows = client.ok("shift_tables")["tables"]
        self.assertEqual({one["table"] for one in rows if one["upstream"] == "fake"},
                         {"RE-01@fake"})

    def test_flood(self):
        """It pushes views of ever new tables as fast as it can: it is left, the floor goes on."""
        numbers = itertools.count()
        model = Daemon(SABOTD, tables("RE-01"))
        self.addCleanup(model.close)
        view = model.start().view("RE-01")

        def flood():
            names = [f"F-{next(numbers)}" for _ in range(50)]
            return b"".join(json.dumps({"push": "view", "table": name,
                                        "view": {**view, "table": name}}).encode() + b"\n"
                            for name in names)

        client = self.make(lambda request: {}, flood=flood)
        wait_for(lambda: "more than" in str(client.ok("status")["upstreams"]), "that it is left")
        client.event("RE-01", ev="table", state="open")
        self.assertLess(client.ok("status")["tables"], 3000)
        status = pathlib.Path(f"/proc/{self.hub.process.pid}/status").read_text()
        self.assertLess(int(re.search(r"VmRSS:\s+(\d+)", status)[1]), 200 * 1024)


if __name__ == "__main__":
    unittest.main()
