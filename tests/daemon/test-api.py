#!/usr/bin/env python3
"""The wire's server side on the real socket: greeting, requests, refusals, pushes, limits."""

import contextlib
import json
import os
import pathlib
import socket
import sqlite3
import stat
import subprocess
import sys
import unittest

from fixture import Client, Daemon, audit, wait_for

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
TABLES = """
client_time = date
[device shoe]
transport = pty:@DIR@/nothing-there
[table PB-01]
rules = punto-banco-es
min = 1000
[table PB-02]
rules = punto-banco-es
device = shoe
[table BJ-01]
rules = blackjack-es
set.decks = 4
set.boxes = 5
"""


class Api(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.client = self.daemon.start()

    def tearDown(self):
        self.daemon.close()

    def connect(self):
        client = Client(self.daemon.socket)
        self.daemon.clients.append(client)
        return client

    def error_of(self, verb, **arguments):
        reply = self.client.ask(verb, **arguments)
        self.assertIn("error", reply)
        return reply["error"]

    def load(self, table="PB-01"):
        self.client.event(table, ev="load", decks=6)
        self.client.event(table, ev="card", card="AS", src="manual")
        self.client.event(table, ev="card", card="9D", src="manual")

    def test_greeting(self):
        greeting = self.client.greeting["sabot"]
        self.assertEqual(greeting["protocol"], 1)
        self.assertEqual(greeting["site"], "test")
        self.assertEqual(greeting["role"], "admin")
        # The shoe's line may come up meanwhile, and that is an event.
        status = self.client.ok("status")["seq"]
        self.assertLessEqual(greeting["seq"], status)
        self.assertLessEqual(status, self.connect().greeting["sabot"]["seq"])

    def test_socket_is_not_for_everybody(self):
        directory = pathlib.Path(self.daemon.socket).parent
        self.assertEqual(stat.S_IMODE(directory.stat().st_mode) & 0o007, 0)

    def test_refusals(self):
        for verb, arguments, error_class, words in (
            ("nonsense", {}, "unknown_request", "nonsense"),
            ("event", {"table": "XX", "event": {"ev": "load"}}, "unknown_table", "XX"),
            ("event", {"table": "PB-01"}, "bad_request", "event"),
            ("event", {"event": {"ev": "load"}}, "bad_request", "table"),
            ("event", {"table": "PB-01", "event": {"ev": "load"}}, "bad_request", "decks"),
            ("event", {"table": "PB-01", "event": {"ev": "dance"}}, "bad_request", "ev"),
            ("event", {"table": "PB-01", "event": {"ev": "load", "decks": 6, "sim": True}},
             "not_allowed", "simulated"),
            ("event", {"table": "PB-02", "event": {"ev": "card", "card": "AS"}},
             "not_allowed", "manual"),
            ("event", {"table": "PB-01", "event": {"ev": "undo", "note": "x" * 20000}},
             "too_large", "longer"),
            ("tables", {"from": -1}, "bad_request", "from"),
            ("incidents", {"table": "XX"}, "unknown_table", "XX"),
            ("incidents", {"open": "yes"}, "bad_request", "open"),
            ("watch", {"since": "now"}, "bad_request", "since"),
            ("log", {"table": "PB-01"}, "bad_request", "no log yet"),
        ):
            error = self.error_of(verb, **arguments)
            self.assertEqual(error["class"], error_class, (verb, arguments, error))
            self.assertIn(words, error["text"])
        self.assertEqual(self.client.view("PB-01")["n"], 0)

    def test_garbage_gets_an_answer(self):
        for line in (b"hello\n", b'{"do":7}\n', b'{"do":"ping","do":"ping"}\n', b"[]\n"):
            self.client.socket.sendall(line)
            self.assertEqual(self.client.read()["error"]["class"], "bad_request")
        self.assertEqual(self.client.ok("ping"), {})

    def test_too_deep_and_too_long_are_dropped(self):
        for line in (b'{"do":' + b"[" * 17 + b"]" * 17 + b"}\n", b"x" * 70000):
            client = self.connect()
            client.socket.sendall(line)
            self.assertEqual(client.read()["error"]["class"], "too_large")
            self.assertTrue(self.is_closed(client))
        self.assertEqual(self.client.ok("ping"), {})

    @staticmethod
    def is_closed(client):
        try:
            return client.file.read() == b""
        except ConnectionResetError:  # it was closed on bytes that nobody will read
            return True

    def test_step_is_pushed_with_view(self):
        watcher = self.connect()
        snapshot = watcher.ok("watch")
        self.assertEqual(watcher.read()["push"], "beat")
        reply = self.client.event("PB-01", ev="load", decks=6)
        while (step := watcher.read())["push"] != "step" or step["table"] != "PB-01":
            pass
        self.assertEqual(step["seq"], reply["seq"])
        self.assertGreater(step["seq"], snapshot["seq"])
        self.assertEqual((step["n"], step["event"]["ev"]), (1, "load"))
        self.assertEqual(step["view"]["phase"], "burn")
        self.assertRegex(step["event"]["at"], r"^\d{4}-.*Z$")

    def test_burned_cards_are_veiled(self):
        watcher = self.connect()
        watcher.ok("watch")
        for card in ("3S", "9D", "KH"):
            self.client.event("PB-01", ev="load", decks=6) if card == "3S" else None
            self.client.event("PB-01", ev="card", card=card)
        cards = []
        while len(cards) < 3:
            push = watcher.read()
            if push["push"] == "step" and push["event"]["ev"] == "card":
                cards.append(push["event"]["card"])
        self.assertEqual(cards, ["3S", "##", "##"])

    def test_resume(self):
        self.load()
        since = self.client.ok("status")["seq"]
        self.client.event("PB-01", ev="bet", box=1, on="punto", amount=2000)
        self.client.event("PB-01", ev="no_more_bets")
        watcher = self.connect()
        snapshot = watcher.ok("watch", since=since)
        self.assertIs(snapshot["resumed"], True)
        missed = []
        while (push := watcher.read())["push"] != "beat":
            self.assertIs(push["missed"], True)
            self.assertNotIn("view", push)
            missed.append(push)
        self.assertEqual([push["event"]["ev"] for push in missed if push["table"] == "PB-01"],
                         ["bet", "no_more_bets"])
        self.assertEqual([push["seq"] for push in missed],
                         list(range(since + 1, snapshot["seq"] + 1)))

    def test_resume_after_restart(self):
        """What was recorded before a stop, or a death, is missed like anything else: as it was."""
        since = self.client.ok("status")["seq"]
        self.client.ok("watch")
        self.load()
        out = self.client.event("PB-01", ev="card", card="4C")["out"]
        incident = next(line["id"] for line in out if line["out"] == "incident")
        self.client.ok("acknowledge", table="PB-01", incident=incident, by="Pia")
        self.client.ok("ping")
        before = [push for push in self.client.pushes if push["push"] == "step"]
        self.assertGreater(len(before), 4)
        self.daemon.kill()
        client = self.daemon.start()
        self.assertTrue(client.ok("watch", since=since)["resumed"])
        missed = []
        while (push := client.read())["push"] != "beat":
            missed.append(push)
        self.assertEqual([push["seq"] for push in missed],
                         list(range(since + 1, since + 1 + len(missed))))
        for push, again in zip(before, missed):
            self.assertEqual({**push, "missed": True, "view": None}, {**again, "view": None})
        self.assertFalse(self.connect().ok("watch", since=since + 1000)["resumed"])
        self.assertEqual(client.view("PB-01")["phase"], "betting")

    def test_incident_is_told_and_ruled(self):
        self.load()
        reply = self.client.event("PB-01", ev="card", card="4C")
        incident = [line for line in reply["out"] if line["out"] == "incident"][0]
        self.assertEqual((incident["code"], incident["state"]),
                         ("card_before_no_more_bets", "open"))
        self.assertEqual(self.client.view("PB-01")["incidents"]["open"], 1)
        reply = self.client.event("PB-01", ev="ruling", incident=incident["id"], remedy="let_stand")
        state = [line for line in reply["out"] if line["out"] == "incident_state"][0]
        self.assertEqual((state["id"], state["state"], state["ruled"]["remedy"]),
                         (incident["id"], "ruled", "let_stand"))
        self.assertEqual(self.client.ok("incidents", table="PB-01", open=True)["incidents"], [])
        told = self.client.ok("incidents", table="PB-01")["incidents"][0]
        self.assertEqual((told["id"], told["state"]), (incident["id"], "ruled"))

    def deal_round(self):
        self.client.event("PB-01", ev="no_more_bets")
        for card in ("7H", "2S", "KD", "6C"):
            self.client.event("PB-01", ev="card", card=card)
        self.client.event("PB-01", ev="result")

    def exposure(self):
        return self.client.view("PB-01")["exposure"]

    def proven_metric(self):
        told = {m["table"]: m for m in self.client.ok("metrics")["tables"]}["PB-01"]
        return told["exposure"].get("since_us")

    def test_exposure_ends_with_a_proof(self):
        self.load()
        self.deal_round()
        self.assertEqual(self.exposure(), {"rounds": 1})  # and was never proven
        self.assertIsNone(self.proven_metric())
        self.client.event("PB-01", ev="unload", left=312 - 6, at="2031-01-01T00:00:00Z")
        self.assertEqual(self.exposure(), {"rounds": 0, "since": "2031-01-01T00:00:00Z"})
        self.assertEqual(self.proven_metric(), 1924992000000000)

    def test_only_a_proof_ends_exposure(self):
        """Neither a load with a card too many, nor other rules, nor what a client says."""
        self.client.event("PB-01", ev="load", decks=6, exposure={"rounds": 0, "since": "2020"})
        for _ in range(2):
            self.client.event("PB-01", ev="card", card="AS")
        self.deal_round()
        out = self.client.event("PB-01", ev="unload", left=312 - 5)["out"]
        self.assertEqual([line["verdict"] for line in out if line["out"] == "load"], ["extra"])
        self.assertEqual(self.exposure(), {"rounds": 1})
        for step in range(2):
            self.client.ok("rules_change", table="PB-01", set={"boxes": 10 - step})
            self.load()
            expected = {"rounds": 1} if step == 0 else {"rounds": 0,
                                                        "since": "2031-01-01T00:00:00Z"}
            self.assertEqual(self.exposure(), expected)
            self.daemon.kill()
            self.client = self.daemon.start()
            self.assertEqual(self.exposure(), expected)
            self.deal_round()
            self.assertEqual(self.exposure(), dict(expected, rounds=expected["rounds"] + 1))
            self.client.event("PB-01", ev="unload", left=312 - 6, at="2031-01-01T00:00:00Z")
        parts = [e["exposure"] for e in self.client.export("PB-01") if "exposure" in e]
        self.assertEqual(parts, [{"rounds": 0, "since": "2031-01-01T00:00:00Z"}])

    def test_export_of_one_load(self):
        for left in (310, None):
            self.load()
            self.client.event("PB-01", ev="card", card="4C")
            if left:
                self.client.event("PB-01", ev="unload", left=309)
        log = self.client.export("PB-01", load=2)
        self.assertEqual(log[0]["from"], {"load": 1, "round": 0, "incident": 1})
        self.assertEqual(log[0]["set"], {"min": 1000})
        self.assertEqual(log[1]["ev"], "load")
        self.assertEqual(len(log), 5)
        incidents = [line for line in audit(SABOTCTL, log) if line["out"] == "incident"]
        self.assertEqual([one["id"] for one in incidents], [2])
        self.assertIn("no such load", self.error_of("log", table="PB-01", load=3)["text"])

    def test_export_in_pages_is_the_whole(self):
        self.load()
        for amount in range(1000, 2200, 2):
            self.client.event("PB-01", ev="bet", box=1, on="punto", amount=amount)
        self.client.event("PB-01", ev="unload", left=52)
        page = self.client.ok("log", table="PB-01", limit=2)
        self.assertEqual((len(page["events"]), page["next_n"]), (2, 3))
        self.assertEqual(len(self.client.export("PB-01")), 1 + 3 + 600 + 1)

    def test_new_rules_from_the_next_load_on(self):
        self.load()
        self.client.event("PB-01", ev="card", card="4C")
        self.daemon.stop()
        self.daemon.write_config(TABLES.replace("min = 1000", "min = 2000"))
        self.client = self.daemon.start()
        self.assertEqual(self.client.view("PB-01")["min"], 1000)
        self.load()
        self.assertEqual(self.client.view("PB-01")["min"], 2000)
        self.assertEqual(self.client.view("PB-01")["load"], 2)
        self.assertEqual(self.client.export("PB-01")[0]["from"],
                         {"load": 1, "round": 0, "incident": 1})
        self.assertEqual(self.client.ok("log", table="PB-01", part=1)["parts"], 2)
        self.daemon.stop()
        self.client = self.daemon.start()
        self.assertEqual(self.client.view("PB-01")["min"], 2000)
        first = self.client.export("PB-01", part=1)
        self.assertEqual(first[0]["set"], {"min": 1000})
        self.assertEqual(len(first), 5)

    def test_silent_reader_is_dropped_and_delays_nobody(self):
        lagging = self.connect()
        lagging.send({"do": "watch"})
        self.load()
        note = "x" * 9000
        for _ in range(180):
            self.client.event("PB-01", ev="correction", round=1, amount=0, note=note)
        wait_for(lambda: self.client.ok("status")["clients"] == 1, "the drop")
        self.assertIn("does not read", self.daemon.read_log())

    def test_long_answer_is_not_lagging(self):
        """More than the unread limit is missed; the client that reads gets all of it."""
        since = self.client.ok("status")["seq"]
        note = {"ev": "correction", "round": 1, "amount": 0, "note": "x" * 600}
        replies = self.client.pipeline("PB-01", [note] * 2000)
        self.assertTrue(all("ok" in reply for reply in replies), replies[0])
        watcher = self.connect()
        watcher.send({"id": 1, "do": "watch", "since": since})
        self.client.event("PB-01", **note)  # answered, and pushed, when all that is queued
        snapshot = watcher.read()
        self.assertIs(snapshot["ok"]["resumed"], True)
        seen = [watcher.read() for _ in range(2000)]
        self.assertTrue(all(push.get("missed") for push in seen), seen[-1])

    def test_clean_stop_answers_what_it_took(self):
        line = json.dumps({"id": 1, "do": "event", "table": "PB-01",
                           "event": {"ev": "correction", "round": 1, "amount": 0}}) + "\n"
        # No more answers than the socket of a client that does not read yet can hold.
        self.client.socket.sendall(line.encode() * 200)
        answers = [self.client.read()]
        self.assertEqual(self.daemon.stop(), 0)
        try:
            while True:
                answers.append(self.client.read())
        except ConnectionError:
            pass
        with contextlib.closing(sqlite3.connect(self.daemon.directory / "state/sabot.db")) as db:
            taken = db.execute("SELECT count(*) FROM event WHERE ev = 'correction'").fetchone()[0]
        self.assertEqual([answer["ok"]["n"] for answer in answers], list(range(1, taken + 1)))

    def test_second_daemon_is_refused(self):
        second = subprocess.run([SABOTD, "--config", self.daemon.config], capture_output=True,
                                text=True)
        self.assertEqual(second.returncode, 1)
        self.assertIn("another sabotd", second.stderr)
        self.assertEqual(self.client.ok("ping"), {})

    def test_living_socket_is_refused_and_a_dead_one_replaced(self):
        other = Daemon(SABOTD, TABLES)
        own = other.socket
        other.socket = self.daemon.socket
        other.write_config(TABLES)
        second = subprocess.run([SABOTD, "--config", other.config], capture_output=True, text=True)
        self.assertEqual(second.returncode, 1)
        self.assertIn("another sabotd answers", second.stderr)
        other.socket = own
        other.write_config(TABLES)
        os.makedirs(os.path.dirname(own))
        with socket.socket(socket.AF_UNIX) as dead:
            dead.bind(own)
        self.assertEqual(other.start().ok("ping"), {})
        other.close()

    def test_a_socket_that_is_removed_is_made_again(self):
        """Nobody is locked out, and who is connected stays so."""
        os.unlink(self.daemon.socket)
        wait_for(lambda: os.path.exists(self.daemon.socket), "the socket")
        self.assertEqual(wait_for(self.daemon.try_connect, "the socket").ok("ping"), {})
        self.assertEqual(self.client.ok("ping"), {})

    def test_anothers_socket_in_its_place_is_left_alone(self):
        """It is said, and the other one's is still there when this daemon has stopped."""
        os.unlink(self.daemon.socket)
        with socket.socket(socket.AF_UNIX) as other:
            other.bind(self.daemon.socket)
            wait_for(lambda: "is another program's now" in self.daemon.read_log(), "the message")
            self.assertEqual(self.daemon.stop(), 0)
            self.assertTrue(os.path.exists(self.daemon.socket))

    def test_long_socket_path_is_refused(self):
        other = Daemon(SABOTD, TABLES)
        other.socket = f"{other.directory}/{'x' * 100}/sabotd.sock"
        other.write_config(TABLES)
        done = subprocess.run([SABOTD, "--config", other.config], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("[daemon] socket: a socket's path has at most 107 bytes", done.stderr)
        other.close()

    def test_open_incidents_stay_when_there_are_many(self):
        self.load()
        first = self.client.event("PB-01", ev="card", card="4C")["out"][0]
        self.assertEqual(first["code"], "card_before_no_more_bets")
        flaps = [{"ev": "device", "state": state} for state in ("offline", "online")] * 600
        self.client.pipeline("PB-01", flaps)
        view = self.client.view("PB-01")
        self.assertEqual((view["incidents"]["open"], view["incidents"]["worst"]["id"]),
                         (1, first["id"]))

    def test_many_idle_clients(self):
        # 64, and four that are kept for the daemon's own user.
        idle = [self.connect() for _ in range(67)]
        refused = self.connect_refused()
        self.assertEqual(refused["error"]["class"], "not_allowed")
        self.assertEqual(self.client.ok("ping"), {})
        self.assertEqual(idle[-1].ok("ping"), {})

    def connect_refused(self):
        with socket.socket(socket.AF_UNIX) as one:
            one.connect(self.daemon.socket)
            with one.makefile("rb") as file:
                return json.loads(file.readline())


if __name__ == "__main__":
    unittest.main()
