#!/usr/bin/env python3
"""Incidents as alarms: acknowledged, assigned, shelved, commented; children of a shoe's fault.

usage: test-alarms.py SABOTD SABOTCTL
"""
import datetime
import sys
import unittest

from fixture import Client, Daemon, audit, wait_for

SABOTD, SABOTCTL = sys.argv[1:3]
TABLES = ("client_time = date\n[table PB-01]\nrules = punto-banco-es\nset.burn = 0\n"
          "[table PB-02]\nrules = punto-banco-es\nset.burn = 0\n")


def has_pushed(client, condition):
    """Read pushes until one is as wanted, and return it."""
    for push in client.pushes:
        if condition(push):
            return push
    while True:
        push = client.read()
        if condition(push):
            return push


def tells(incident_id, key):
    """A push that tells of an incident with `key` set."""
    return lambda push: any(i["id"] == incident_id and key in i
                            for i in push.get("incidents", []))


class Alarms(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.client = self.daemon.start()

    def tearDown(self):
        self.daemon.close()

    def watcher(self):
        client = Client(self.daemon.socket)
        self.daemon.clients.append(client)
        client.ok("watch")
        client.pushes.clear()
        return client

    def raise_excess(self, table="PB-01"):
        """A card too many (high), in a load without a burn."""
        self.client.event(table, ev="load", decks=6)
        self.client.event(table, ev="bet", box=3, on="punto", amount=1000)
        self.client.event(table, ev="no_more_bets")
        for card in ["9S", "KH", "7S", "KD", "2C"]:
            self.client.event(table, ev="card", card=card)

    def raise_dispute(self, table="PB-01"):
        """One of medium severity."""
        self.client.event(table, ev="call")

    def incident(self, number, table="PB-01"):
        return self.client.ok("history", table=table, incident=number)["incident"]

    def refused(self, verb, error, **arguments):
        reply = self.client.ask(verb, **arguments)
        self.assertEqual(reply["error"]["class"], error, reply)

    def counts(self, table="PB-01"):
        found = self.client.view(table)["incidents"]
        return found["open"], found.get("shelved", 0), found.get("suppressed", 0)

    def test_acknowledged_assigned_and_commented(self):
        watcher = self.watcher()
        self.raise_excess()
        self.client.ok("acknowledge", table="PB-01", incident=1, by="ana")
        push = has_pushed(watcher, tells(1, "acknowledged"))
        self.assertEqual(push["incidents"][0]["acknowledged"]["by"], "ana")
        self.assertEqual(push["incidents"][0]["code"], "card_in_excess")
        self.client.ok("assign", table="PB-01", incident=1, to="bea", by="ana")
        self.client.ok("comment", table="PB-01", incident=1, text="on camera 4", by="bea")
        found = self.incident(1)
        self.assertEqual(found["assigned"]["to"], "bea")
        self.assertEqual((found["comments"], found["state"]), (1, "open"))
        self.client.ok("assign", table="PB-01", incident=1)  # to nobody
        self.assertNotIn("assigned", self.incident(1))
        # It still wants somebody, until it is ruled.
        self.assertEqual(self.counts(), (1, 0, 0))
        self.client.event("PB-01", ev="ruling", incident=1, remedy="burn_card", by="ana")
        found = self.incident(1)
        self.assertEqual((found["state"], found["ruled"]["by"], found["ruled"]["remedy"]),
                         ("ruled", "ana", "burn_card"))
        self.assertIn("acknowledged", found)  # a new state forgets nothing
        notes = self.client.ok("history", table="PB-01", incident=1)["notes"]
        self.assertEqual([note["ev"] for note in notes],
                         ["acknowledge", "assign", "comment", "assign"])
        self.assertEqual(notes[2]["text"], "on camera 4")

    def test_who_was_quicker(self):
        self.raise_excess()
        self.client.ok("acknowledge", table="PB-01", incident=1, by="ana")
        self.assertEqual(self.client.ok("acknowledge", table="PB-01", incident=1, by="bea"), {})
        self.assertEqual(self.incident(1)["acknowledged"]["by"], "ana")

    def test_no_bulk_for_grave_ones(self):
        for table in ["PB-01", "PB-02"]:
            self.raise_dispute(table)
            self.raise_dispute(table)
        self.raise_excess("PB-02")
        every = [{"table": "PB-01", "incident": 1}, {"table": "PB-01", "incident": 2},
                 {"table": "PB-02", "incident": 1}]
        self.refused("acknowledge", "not_allowed",
                     incidents=every + [{"table": "PB-02", "incident": 3}])
        self.assertNotIn("acknowledged", self.incident(1))  # all or none
        self.client.ok("acknowledge", incidents=every, by="ana")
        for item in every:
            self.assertIn("acknowledged", self.incident(item["incident"], item["table"]))
        self.client.ok("acknowledge", incidents=[{"table": "PB-02", "incident": 3}])
        self.refused("acknowledge", "bad_request", incidents=[])
        self.refused("acknowledge", "bad_request", incidents=[{"table": "PB-01"}])

    def test_shelved_for_a_while(self):
        self.raise_dispute()
        self.raise_excess()
        self.assertEqual(self.counts(), (2, 0, 0))
        # That the pit is called is told besides the worst.
        found = self.client.view("PB-01")["incidents"]
        self.assertEqual((found["worst"]["code"], found["called"]),
                         ("card_in_excess", self.incident(1)["at"]))
        self.client.ok("shelve", table="PB-01", incident=1, minutes=5)
        self.assertEqual(self.counts(), (1, 1, 0))
        self.assertNotIn("called", self.client.view("PB-01")["incidents"])
        self.refused("shelve", "not_allowed", table="PB-01", incident=2, minutes=5)
        self.refused("shelve", "bad_request", table="PB-01", incident=2, minutes=61, reason="x")
        self.refused("shelve", "bad_request", table="PB-01", incident=1, minutes=0)
        self.refused("shelve", "bad_request", table="PB-01", incident=1, minutes=481)
        self.client.ok("shelve", table="PB-01", incident=2, minutes=60, reason="cards on tape")
        self.assertEqual(self.counts(), (0, 2, 0))
        self.assertNotIn("worst", self.client.view("PB-01")["incidents"])
        self.assertEqual(self.incident(2)["shelved"]["reason"], "cards on tape")
        self.client.ok("unshelve", table="PB-01", incident=2)
        self.assertEqual(self.counts(), (1, 1, 0))
        self.refused("unshelve", "bad_request", table="PB-01", incident=2)

    def test_what_stops_the_table(self):
        """The incident that the round waits for, or the call, not a graver one that goes on."""
        self.raise_dispute()
        self.assertEqual(self.client.view("PB-01")["incidents"]["stops"]["code"], "dispute")
        self.client.event("PB-01", ev="load", decks=6)
        self.client.event("PB-01", ev="bet", box=3, on="punto", amount=1000)
        self.client.event("PB-01", ev="no_more_bets")
        for card in ["4C", "KC", "9D", "5H"]:  # punto must draw
            self.client.event("PB-01", ev="card", card=card)
        self.client.event("PB-01", ev="result")
        found = self.client.view("PB-01")
        self.assertEqual(found["phase"], "ruling")
        stops = found["incidents"]["stops"]
        self.assertEqual(stops, self.incident(found["prompt"]["incident"]))
        self.client.ok("shelve", table="PB-01", incident=stops["id"], minutes=5, reason="later")
        self.assertEqual(self.client.view("PB-01")["incidents"]["stops"]["id"], stops["id"])
        self.client.event("PB-01", ev="ruling", incident=stops["id"], remedy="let_stand", by="ana")
        found = self.client.view("PB-01")
        self.assertNotEqual(found["phase"], "ruling")
        self.assertEqual(found["incidents"]["stops"]["code"], "dispute")
        self.client.ok("shelve", table="PB-01", incident=1, minutes=5)
        self.assertNotIn("stops", self.client.view("PB-01")["incidents"])
        self.client.ok("unshelve", table="PB-01", incident=1)
        self.client.event("PB-01", ev="ruling", incident=1, remedy="let_stand", by="ana")
        self.assertNotIn("stops", self.client.view("PB-01")["incidents"])

    def test_replayed(self):
        self.raise_dispute()
        self.raise_excess()
        self.client.ok("acknowledge", table="PB-01", incident=2, by="ana")
        self.client.ok("shelve", table="PB-01", incident=1, minutes=5, reason="later", by="ana")
        self.client.ok("comment", table="PB-01", incident=2, text="seen")
        before = [self.client.ok("history", table="PB-01", incident=i) for i in (1, 2)]
        counts = self.counts()
        self.daemon.kill()
        self.client = self.daemon.start()
        self.assertEqual([self.client.ok("history", table="PB-01", incident=i) for i in (1, 2)],
                         before)
        self.assertEqual(self.counts(), counts)
        # It is an ordinary log, and an audit reads it.
        lines = self.client.export("house")
        self.assertEqual([line["ev"] for line in lines[1:]],
                         ["started", "acknowledge", "shelve", "comment", "started"])
        self.assertEqual(audit(SABOTCTL, lines)[-1]["incidents"], {})

    def test_a_fault_suppresses_its_children(self):
        self.raise_excess()  # not one of them
        self.client.event("PB-01", ev="device", state="error", code="jam", src="manual")
        self.client.event("PB-01", ev="device", state="lost", detail=1, src="manual")
        self.client.event("PB-01", ev="card", card="??", src="manual")
        codes = {i["id"]: (i["code"], i.get("parent"))
                 for i in self.client.ok("incidents")["incidents"]}
        self.assertEqual(codes[2], ("device_error", None))
        self.assertEqual(codes[3], ("frames_lost", 2))
        self.assertEqual(codes[4], ("unread_card", 2))
        self.assertEqual(self.counts(), (2, 0, 2))
        # The fault is over: what it left behind wants somebody now.
        self.client.event("PB-01", ev="device", state="cleared", code="jam", src="manual")
        self.assertEqual(self.incident(2)["state"], "cleared")
        self.assertEqual(self.counts(), (3, 0, 0))

    def test_what_is_lost_comes_after_the_line_is_back(self):
        second = datetime.timedelta(seconds=1)
        start = datetime.datetime(2026, 11, 21, 20, 0, 0)
        stamp = lambda n: (start + n * second).isoformat() + "Z"
        for n, state in [(0, "offline"), (5, "online"), (15, "lost"), (16, "lost")]:
            self.client.event("PB-01", ev="device", state=state, at=stamp(n), src="manual")
        self.assertEqual([self.incident(i).get("parent") for i in (1, 2, 3)], [None, 1, None])

    def test_statistics(self):
        self.raise_excess()  # 1: right
        for _ in range(4):
            self.raise_dispute()  # 2 … 5
        self.client.event("PB-01", ev="device", state="error", code="jam", src="manual")  # 6
        self.client.event("PB-01", ev="device", state="cleared", code="jam", src="manual")
        self.raise_dispute("PB-02")
        for number, remedy in [(1, "burn_card"), (2, "false_alarm"), (3, "let_stand"),
                               (4, "let_stand")]:
            self.client.event("PB-01", ev="ruling", incident=number, remedy=remedy)
        found = self.client.ok("statistics")
        self.assertEqual(found["codes"], [
            {"name": "card_in_excess", "raised": 1, "right": 1, "precision": 1000},
            {"name": "device_error", "raised": 1, "cleared": 1},
            {"name": "dispute", "raised": 5, "open": 2, "right": 2, "dismissed": 1,
             "precision": 667}])
        self.assertEqual(found["devices"], [])  # no shoe is configured
        self.assertEqual(sum(hour["raised"] for hour in found["hours"]), 7)
        of_one = self.client.ok("statistics", table="PB-02", hours=1)
        self.assertEqual(of_one["codes"], [{"name": "dispute", "raised": 1, "open": 1}])
        self.refused("statistics", "bad_request", hours=169)
        self.refused("statistics", "unknown_table", table="PB-09")

    def test_statistics_of_a_shoe(self):
        self.daemon.stop()
        self.daemon.write_config(TABLES.replace(
            "[table PB-01]", "[device shoe-1]\ntransport = pty:@DIR@/none\n[table PB-01]").replace(
            "[table PB-02]", "device = shoe-1\n[table PB-02]"))
        self.client = self.daemon.start()
        self.client.event("PB-01", ev="device", state="error", code="jam", src="manual")
        self.raise_dispute()  # has nothing to do with the shoe
        found = self.client.ok("statistics", table="PB-01")
        codes = {count["name"]: count["raised"] for count in found["codes"]}
        self.assertEqual(codes["device_error"], 1)
        # Its line cannot be opened; that may have been told already.
        self.assertEqual([(d["name"], d["raised"]) for d in found["devices"]],
                         [("shoe-1", sum(codes.values()) - codes["dispute"])])

    def test_what_it_refuses(self):
        self.raise_dispute()
        self.refused("acknowledge", "unknown_table", table="PB-09", incident=1)
        self.refused("acknowledge", "bad_request", table="PB-01", incident=7)
        self.refused("acknowledge", "bad_request", table="PB-01", incident="1")
        self.refused("acknowledge", "bad_request", incident=1)
        self.refused("comment", "bad_request", table="PB-01", incident=1, text="")
        self.refused("comment", "bad_request", table="PB-01", incident=1, text="x" * 501)
        self.refused("comment", "bad_request", table="PB-01", incident=1)
        self.refused("assign", "bad_request", table="PB-01", incident=1, to="x" * 64)
        self.refused("history", "bad_request", table="PB-01", incident=0)
        self.client.event("PB-01", ev="ruling", incident=1, remedy="let_stand")
        self.refused("shelve", "bad_request", table="PB-01", incident=1, minutes=5)
        self.assertEqual([one["ev"] for one in self.client.export("house")[1:]], ["started"])

    def login(self, name, pin):
        client = Client(self.daemon.socket)
        self.daemon.clients.append(client)
        if "error" in client.ask("login", name=name, pin=pin):
            client.ok("login", name=name, pin=pin, new=pin[::-1])
        return client

    def test_persons_and_the_findings_of_the_house(self):
        self.raise_dispute()
        code = self.client.ok("person_code")["code"]
        self.client.ok("person_create", name="Ada", role="admin", pin="2907", code=code)
        ada = self.login("Ada", "2907")
        ada.ok("person_create", name="Sue", role="surveillance", pin="3816")
        sue = self.login("Sue", "3816")
        self.refused("acknowledge", "login_wanted", table="PB-01", incident=1)
        error = sue.ask("acknowledge", table="PB-01", incident=1)["error"]
        self.assertEqual(error["class"], "not_allowed")
        sue.ok("comment", table="PB-01", incident=1, text="camera 4, 20:05")
        ada.ok("assign", table="PB-01", incident=1, to="sue")  # by name, in any case
        self.assertEqual(ada.ask("assign", table="PB-01", incident=1, to="Eve")["error"]["class"],
                         "bad_request")
        found = ada.ok("history", table="PB-01", incident=1)
        self.assertEqual(found["incident"]["assigned"]["to"], "p2")
        self.assertEqual([note["by"] for note in found["notes"]], ["p2", "p1"])
        # A finding of the house log is an incident like any other.
        code = self.client.ok("person_code", recover=True)["code"]
        self.client.ok("person_create", name="Bob", role="admin", pin="4725", code=code)
        ada.ok("acknowledge", table="house", incident=1)
        ada.ok("shelve", table="house", incident=1, minutes=30, reason="Bob is known")
        found = ada.ok("history", table="house", incident=1)["incident"]
        self.assertEqual((found["code"], found["acknowledged"]["by"]), ("access_recovered", "p1"))
        ada.event("house", ev="ruling", incident=1, remedy="let_stand")
        found = ada.ok("history", table="house", incident=1)["incident"]
        self.assertEqual((found["state"], found["ruled"]["remedy"]), ("ruled", "let_stand"))
        self.assertIn("shelved", found)


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
