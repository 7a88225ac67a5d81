#!/usr/bin/env python3
"""A daemon that only shows records: what a core has of a house, looked up as at the house itself.

usage: test-records.py SABOTD SABOTCTL SABOT_FORWARD VERIFY_LOG MAKE_YEAR
"""
import base64
import contextlib
import json
import sqlite3

from floor import Floor, run, start_server
from edge import DAYS, TABLES, Edge
from every_request import requests_for
from fixture import Daemon, wait_for
from records import SAME, Records, own_machine, plain


def setUpModule():
    start_server()


def content(file):
    with contextlib.closing(sqlite3.connect(file)) as db:
        return [db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
                for table in ("log", "event", "part", "load", "checkpoint")]


class Updating(Floor):
    def update(self, *options):
        self.file = self.daemon.directory / "copy.db"
        return self.ctl("floor", "export", self.reader, "--update", "--out", self.file, "--key",
                        self.key, *options)

    def more(self, **dealt):
        self.deal(**dealt)
        self.seal()
        self.forward()

    def test_update(self):
        """A file that grows with the core is the file that is exported at once."""
        self.start_house()
        self.forward()
        for day in DAYS:
            self.more(day=day, rounds=7)
            self.more(table="PB-02", day=day, rounds=70)
            self.join(*(("--all",) if day == DAYS[2] else ()))
            self.assertEqual(self.update()[0], 0)
            self.assertEqual(self.update()[0], 0)
        whole = self.daemon.directory / "whole.db"
        self.assertEqual(self.ctl("floor", "export", self.reader, "--out", whole)[0], 0)
        self.assertEqual(content(self.file), content(whole))
        self.assertEqual(self.ctl("verify", self.file, "--key", self.key)[0], 0)
        self.refuse()

    def refuse(self):
        """What is not the continuation is refused, and the file stays as it is."""
        before = content(self.file)
        self.more(rounds=5)
        last = max(int(n) for n, in self.sql("SELECT first_n FROM sabot.segment "
                                             "WHERE log = 'PB-01'"))
        flip = ("UPDATE {} SET lines = set_bit(lines, 99, 1 - get_bit(lines, 99)) "
                f"WHERE first_n = {last} AND log = 'PB-01'")
        self.tamper(flip)
        status, _, err = self.update()
        self.assertEqual(status, 1, err)
        self.assertIn("PB-01", err)
        self.assertEqual(content(self.file), before)
        self.tamper(flip)
        other = self.ctl("key", "create", "--state", self.daemon.directory / "other", "--name", "x")
        self.assertEqual(other[0], 0, other)
        self.key, own = self.ctl("key", "show", "--state",
                                 self.daemon.directory / "other")[1].strip(), self.key
        status, _, err = self.update()
        self.assertEqual(status, 1, err)
        self.assertEqual(content(self.file), before)
        self.key = own
        self.assertEqual(self.update()[0], 0)
        # The core has lost its end.
        before = content(self.file)
        self.sql("UPDATE sabot.head SET last_n = last_n - 1 WHERE log = 'PB-01'")
        status, _, err = self.update()
        self.assertEqual(status, 1, err)
        self.assertIn("less than was read before", err)
        self.sql("UPDATE sabot.head SET last_n = last_n + 1 WHERE log = 'PB-01'")
        with contextlib.closing(sqlite3.connect(self.file)) as db:
            db.execute("DROP TRIGGER event_no_update")
            db.execute("UPDATE event SET hash = zeroblob(32) WHERE n = (SELECT max(n) FROM event "
                       "WHERE log_id = 1) AND log_id = 1")
            db.commit()
        status, _, err = self.update()
        self.assertEqual(status, 1, err)
        self.assertIn("other events", err)


class Showing(Floor):
    def wrong_round(self, table="PB-01", client=None):
        """A load in the shoe, with a round whose result is wrong."""
        client = client or self.client
        client.event(table, ev="load", decks=8)
        for winner in ("banca", "punto"):
            client.event(table, ev="bet", box=1, on="punto", amount=1000)
            client.event(table, ev="no_more_bets")
            for card in ("9D", "2C", "9H", "KS"):
                client.event(table, ev="card", card=card)
            client.event(table, ev="result", winner=winner)

    def show(self, **options):
        records = Records(self.reader, self.key, **options)
        self.addCleanup(records.close)
        records.start()
        return records

    def test_shown(self):
        self.start_house()
        self.deal(day=None, rounds=3)
        self.deal("PB-02", day=None, rounds=3)
        self.wrong_round()
        self.seal()
        self.forward()
        records = self.show()
        records.wait_for_all(self.house())
        self.assertEqual(records.client.greeting["sabot"]["site"], "test")
        self.compare(records)
        self.reports(records)
        self.refusals_of(records)
        self.goes_on(records)
        # Other rules begin another part of each log, from which both go on.
        self.daemon.stop()
        self.daemon.write_config(TABLES.replace("punto-banco-es", "punto-banco-es\nset.burn = 0"))
        self.start_house()
        self.deal("PB-02", day=None, rounds=2)
        self.client.event("PB-01", ev="unload")
        self.wrong_round()
        self.seal()
        self.forward()
        records.wait_for_all(self.house())
        self.compare(records)
        # After a restart both know what the last parts say; here with the core away.
        self.daemon.stop()
        self.start_house()
        self.seal()
        self.forward()
        wait_for(lambda: records.client.ok("status")["seq"] == self.client.ok("status")["seq"],
                 "the start")
        records.daemon.stop()
        records.write_config(core="postgresql://nobody@127.0.0.1:1/none")
        records.start()
        records.wait_for_all(self.house())
        self.compare(records)
        self.is_stale(records, "refused")

    def reports(self, records):
        """Each report that is made of a log, as the house makes it."""
        for name in ("statistical", "exceptions", "coups", "shift", "incidents"):
            for wanted in ("text", "csv"):
                asked = {"name": name, "format": wanted, "made": "2026-12-24T00:00:00Z",
                         "zone": "UTC"}
                replies = [client.ask("report", **asked)
                           for client in (self.client, records.client)]
                for reply in replies:
                    del reply["id"]
                self.assertEqual(replies[1], replies[0], name)

    def refusals_of(self, records):
        """Nothing can be done, and it is said why."""
        before = content(records.daemon.directory / "state" / "records.db")
        refused = []
        for verb, asked in requests_for("PB-01", 1, 1, 1).items():
            for arguments in asked:
                reply = records.client.ask(verb, **arguments)
                text = reply.get("error", {}).get("text", "")
                if "only shows records" in text:
                    self.assertEqual(reply["error"]["class"], "not_allowed")
                    refused.append(verb)
        for verb in ("event", "acknowledge", "shelve", "comment", "mend", "redress_order",
                     "rules_change", "place", "document", "sign_off", "unveil", "case",
                     "review_request", "review_answer", "command", "archive", "give", "take",
                     "login", "person_create", "person_change", "machine_allow",
                     "machine_revoke", "forward_refused"):
            self.assertIn(verb, refused)
        for verb in ("status", "find", "story", "replay", "log", "report", "statistics", "rounds",
                     "verify", "watch", "metrics"):
            self.assertNotIn(verb, refused)
        self.assertEqual(content(records.daemon.directory / "state" / "records.db"), before)

    def is_stale(self, records, why):
        wait_for(lambda: why in (records.state().get("why") or ""), "the copy to be stale")
        state = records.state()
        view = records.client.view("PB-01")
        self.assertEqual((view["away"]["daemon"], view["away"]["until"]), ("test", state["until"]))
        self.assertIn(why, view["away"]["why"])
        missing, = records.client.ok("find")["missing"]
        self.assertEqual((missing["class"], missing["since"]), ("stale", state["until"]))
        self.assertIn(why, missing["why"])
        status, out, _ = self.ctl("status", "--connect", records.daemon.socket)
        self.assertEqual(status, 1)
        self.assertIn("THEY DO NOT GO ON", out)

    def goes_on(self, records):
        """What is recorded later comes, once, to who watches; what is wrong is refused."""
        watcher = records.daemon.try_connect()
        watcher.ok("watch")
        seq = watcher.greeting["sabot"]["seq"]
        self.deal("PB-02", day=None, rounds=5)
        self.client.event("PB-01", ev="unload")
        self.wrong_round()
        self.seal()
        self.forward()
        records.wait_for_all(self.house())
        watcher.ok("ping")
        steps = [push["seq"] for push in watcher.pushes if push["push"] == "step"]
        self.assertEqual(steps, list(range(seq + 1, records.client.ok("status")["seq"] + 1)))
        self.compare(records)
        self.assertNotIn("why", records.state())
        self.assertNotIn("missing", records.client.ok("find"))
        # A bit that is flipped at the core: what was shown before is shown still.
        before = self.house()
        self.deal("PB-02", day=None, rounds=5)
        self.seal()
        self.forward()
        flip = ("UPDATE {} SET lines = set_bit(lines, 99, 1 - get_bit(lines, 99)) "
                "WHERE log = 'PB-02' AND first_n = (SELECT max(first_n) FROM sabot.segment "
                "WHERE log = 'PB-02')")
        records.daemon.stop()
        self.tamper(flip)
        records.start()
        self.is_stale(records, "PB-02")
        self.assertEqual(records.client.view("PB-02")["n"], before["PB-02"])
        self.tamper(flip)
        records.wait_for_all(self.house())
        self.assertNotIn("why", records.state())
        self.compare(records)

    def test_veil(self):
        """The hole card of a round that is open at the house is in no answer, for no role."""
        self.daemon.write_config(TABLES + "[table BJ-01]\nrules = blackjack-house\n"
                                 "set.burn = 0\n")
        self.start_house()
        self.client.event("BJ-01", ev="load", decks=6)
        self.client.event("BJ-01", ev="bet", box=1, on="main", amount=1000)
        self.client.event("BJ-01", ev="no_more_bets")
        for card in ("9D", "6C", "9H", "7S"):
            self.client.event("BJ-01", ev="card", card=card)
        self.seal()
        self.forward()
        for role in ("dealer", "pit", "shift", "surveillance", "audit"):
            records = self.show(more=own_machine(role))
            records.wait_for_all(self.house())
            self.assertEqual(records.client.greeting["sabot"]["role"], role)
            n = records.client.view("BJ-01")["n"]
            for verb, asked in requests_for("BJ-01", 1, 1, 1, n).items():
                for arguments in asked:
                    if "7S" not in str(arguments):
                        self.assertNotIn("7S", str(records.client.ask(verb, **arguments)), verb)
            self.assertIn("9D", str(records.client.view("BJ-01")))
            self.assertNotIn("7S", str(records.client.pushes))
            records.daemon.stop()
        # When the load is out, it is in the log.
        self.client.event("BJ-01", ev="unload")
        self.seal()
        self.forward()
        records.start()
        records.wait_for_all(self.house())
        self.assertIn("7S", str(records.client.ok("log", table="BJ-01", load=1)))

    def other_house(self):
        """Another house, which forwards to the same core."""
        other = Edge()
        other.site = "Norte"
        other.make_edge(self.server.url("other", self.database))
        self.addCleanup(other.daemon.close)
        other.start_house()
        return other

    def test_two_sites(self):
        """Behind a hub: one floor of all houses, each round with the name of its house; one of
        them does not go on, which is said."""
        self.start_house()
        other = self.other_house()
        self.deal(day=None, rounds=3)
        other.deal("PB-01", day=None, rounds=4)
        for house in (self, other):
            house.seal()
            house.forward()
        machine = own_machine("audit")
        shown = {"mar": self.show(more=machine),
                 "norte": Records(self.reader, other.key, origin="Norte", more=machine)}
        self.addCleanup(shown["norte"].close)
        # An exported file can be the beginning of a copy.
        state = shown["norte"].daemon.directory / "state"
        state.mkdir(0o700)
        self.assertEqual(self.ctl("floor", "export", self.reader, "--origin", "Norte", "--out",
                                  state / "records.db")[0], 0)
        shown["norte"].start()
        hub = Daemon(Edge.sabotd, "".join(f"[upstream {name}]\nconnect = {one.daemon.socket}\n"
                                          "rename_tables = yes\n"
                                          for name, one in shown.items()))
        self.addCleanup(hub.close)
        client = hub.start()
        wait_for(lambda: {view["table"] for view in client.ok("tables")["tables"]} ==
                 {"PB-01@mar", "PB-01@norte"}, "both houses")
        for view in client.ok("tables")["tables"]:
            self.assertIn("until", view["away"])
        found = client.ok("find")
        self.assertEqual({(one["table"], one["upstream"]) for one in found["found"]},
                         {("PB-01@mar", "mar"), ("PB-01@norte", "norte")})
        self.assertEqual(len(found["found"]), 7)
        self.assertNotIn("missing", found)
        for house, name in ((self, "mar"), (other, "norte")):
            for verb in ("story", "replay", "find", "rounds"):
                asked = {"round": 2} if verb in ("story", "replay") else {}
                told = json.dumps(client.ok(verb, table=f"PB-01@{name}", **asked))
                own = json.dumps(house.client.ok(verb, table="PB-01", **asked))
                self.assertEqual(told.replace(f"@{name}", ""), own, verb)
        report = client.ok("report", name="coups", format="csv")
        text = base64.b64decode(report["base64"]).decode()
        for row in ("mar,PB-01", "norte,PB-01"):
            self.assertIn(row, text)
        refused = client.ask("event", table="PB-01@mar", event={"ev": "load", "decks": 6})
        self.assertIn("only shows records", refused["error"]["text"])
        # The core is gone: what is there stays, and it is said up to when it goes.
        self.server.kill()
        wait_for(lambda: len(client.ok("find").get("missing", ())) == 2, "both to be stale")
        told = client.ok("find")
        self.assertEqual([(one["upstream"], one["class"]) for one in told["missing"]],
                         [("mar", "stale"), ("norte", "stale")])
        self.assertEqual(told["found"], found["found"])
        self.server.start()
        other.deal("PB-01", day=None, rounds=2)
        other.seal()
        other.forward()
        wait_for(lambda: "missing" not in client.ok("find"), "both to go on")
        wait_for(lambda: len(client.ok("find")["found"]) == 9, "the rounds that came since")

    def compare(self, records):
        for verb, arguments in SAME:
            with self.subTest(verb=verb, **arguments):
                own, shown = (plain(verb, client.ask(verb, **arguments))
                              for client in (self.client, records.client))
                # The load in the shoe is veiled, also here.
                if (verb, arguments) == ("log", {"table": "PB-01"}):
                    self.assertEqual(own["error"]["class"], "not_allowed")
                elif verb != "history":  # after a start, only of the last part's incidents
                    self.assertIn("ok", own)
                self.assertEqual(shown, own)


if __name__ == "__main__":
    run()
