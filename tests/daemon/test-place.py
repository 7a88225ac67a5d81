#!/usr/bin/env python3
"""The floor plan: who may say where a table stands, what is refused, who sees it, and what a
restart makes of it.

usage: test-place.py SABOTD SABOTCTL
"""
import sys
import unittest

from fixture import audit, wait_for
from house_case import House

SABOTCTL = sys.argv[2]
TABLE = "PB-02"


class Place(House):
    def put(self, client=None, **where):
        return (client or self.client).ok("place", table=TABLE, **where)

    def place(self, table=TABLE):
        return self.client.view(table).get("place")

    def test_is_kept_and_given_up(self):
        self.assertIsNone(self.place())
        self.put(x=160, y=0, by="Pia")
        self.assertEqual(self.place(), {"x": 160, "y": 0})
        self.assertIsNone(self.place("PB-01"))
        self.put(x=1472, y=928)
        self.client.event(TABLE, ev="load", decks=6)
        self.assertEqual(self.place(), {"x": 1472, "y": 928})
        self.daemon.kill()
        self.client = self.daemon.start()
        self.assertEqual(self.place(), {"x": 1472, "y": 928})
        self.put()
        self.assertIsNone(self.place())
        self.daemon.stop()
        self.client = self.daemon.start()
        self.assertIsNone(self.place())
        self.assertEqual(self.house("place"),
                         [{"ev": "place", "table": TABLE, "by": "Pia", "x": 160, "y": 0},
                          {"ev": "place", "table": TABLE, "x": 1472, "y": 928},
                          {"ev": "place", "table": TABLE}])
        self.assertEqual(audit(SABOTCTL, self.client.export("house"))[-1]["incidents"], {})

    def test_every_client_is_told(self):
        other = self.connect()
        other.ok("watch")
        self.put(x=8, y=16)

        def came():
            pushed = other.read()
            return (pushed.get("view") or {}).get("place") == {"x": 8, "y": 16}
        wait_for(came, "the push to the other client")

    def test_what_makes_no_sense_is_refused(self):
        for where, word in (({"x": 7, "y": 8}, "x: is a multiple of 8 from 0 to 1472"),
                            ({"x": 8, "y": 936}, "y: is a multiple of 8 from 0 to 928"),
                            ({"x": -8, "y": 8}, "x:"), ({"x": 1480, "y": 8}, "x:"),
                            ({"x": 8}, "both are wanted, or none"), ({"y": 8}, "both"),
                            ({"x": "8", "y": 8}, "x"), ({"x": 8.0, "y": 8}, "x"),
                            ({"x": 8, "y": None}, "y"), ({"x": 8, "y": 8, "by": 3}, "by")):
            self.assertIn(word, self.refused(self.client, "place", "bad_request", table=TABLE,
                                             **where))
        self.refused(self.client, "place", "unknown_table", table="PB-09", x=8, y=8)
        self.refused(self.client, "place", "bad_request", x=8, y=8)
        self.assertEqual(self.house("place"), [])
        self.assertIsNone(self.place())

    def test_who_may(self):
        admin = self.populate("Pia", "Sol", "Dan", "Eye")
        self.refused(self.client, "place", "login_wanted", table=TABLE, x=8, y=8)
        for name in ("Dan", "Eye"):
            self.refused(self.login(name), "place", "not_allowed", table=TABLE, x=8, y=8)
        self.put(self.login("Pia"), x=8, y=8)
        self.put(self.login("Sol"), x=16, y=8)
        self.put(admin, x=24, y=8)
        self.assertEqual([line["by"] for line in self.house("place")], ["p2", "p3", "p1"])
        self.assertEqual([line["do"] for line in self.house("refused")], ["arrange"] * 2)
        self.assertEqual(self.place(), {"x": 24, "y": 8})


if __name__ == "__main__":
    del sys.argv[1:3]
    unittest.main()
