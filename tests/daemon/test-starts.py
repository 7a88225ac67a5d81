#!/usr/bin/env python3
"""What the house log has of who does what: starts, stops, changes of the configuration.

usage: test-starts.py SABOTD SABOTCTL
"""
import sys
import unittest

from fixture import audit, wait_for
from house_case import TABLES, House

SABOTCTL = sys.argv[2]


class Events(House):
    """Each of log-in, refusal, ruling, override and change of the configuration is an event."""

    def wait_starts(self, count):
        """So many are recorded, and what was changed with them."""
        wait_for(lambda: len(self.house("started")) == count, f"{count} starts in the house log")
        self.client.ok("ping")
        return self.house("started")

    def test_each_is_one(self):
        admin = self.populate("Pia", "Dan")
        pia, dan = self.login("Pia"), self.login("Dan")
        self.refused(self.connect(), "login", "not_allowed", name="Pia", pin="1")
        self.refused(dan, "event", "not_allowed", table="PB-02",
                     event={"ev": "limits", "min": 1, "max": 2})
        pia.event("PB-02", ev="limits", min=1000, max=2000)
        pia.event("PB-02", ev="call")
        pia.event("PB-02", ev="ruling", incident=1, remedy="let_stand")
        admin.ok("person_change", person="Dan", change="disable")
        self.daemon.stop()
        self.daemon.write_config("idle_logout_s = 60\n" + TABLES)
        self.client = self.daemon.start()
        self.wait_starts(2)
        self.assertLessEqual({"started", "stopped", "config", "code", "person", "login", "logout",
                              "login_refused", "refused"}, {line["ev"] for line in self.house()})
        self.assertEqual([(line["ev"], line["by"]) for line in self.client.export("PB-02")[1:]],
                         [("limits", "p2"), ("call", "p2"), ("ruling", "p2")])

    def test_starts_and_stops(self):
        self.assertEqual(self.daemon.stop(), 0)
        self.client = self.daemon.start()
        self.daemon.kill()
        self.daemon.write_config(
            "idle_logout_s = 60\n" + TABLES.replace("[table PB-02]", "[table PB-03]\nmin = 700"))
        self.client = self.daemon.start()
        starts = self.wait_starts(3)
        changes = wait_for(lambda: len(self.house("config")) == 4 and self.house("config"),
                           "the changes in the house log")
        events = self.house("started", "stopped", "config")
        self.assertEqual([line["ev"] for line in events[:4]],
                         ["started", "stopped", "started", "started"])
        self.assertEqual([line["changes"] for line in starts], ["first", "listed", "listed"])
        self.assertEqual([line["saved"] for line in starts], [True] * 3)
        self.assertEqual(starts[0]["config"], starts[1]["config"])
        self.assertNotEqual(starts[1]["config"], starts[2]["config"])
        changes = [(line["group"], line["key"], line.get("from"), line.get("to"))
                   for line in changes]
        self.assertEqual(changes, [
            ("daemon", "idle_logout_s", None, "60"),
            ("table PB-03", "min", None, "700"),
            ("table PB-03", "rules", None, "punto-banco-es"),
            ("table PB-02", "rules", "punto-banco-es", None),
        ])
        self.assertEqual(audit(SABOTCTL, self.client.export("house"))[-1]["incidents"], {})

    def test_settings_that_were_tampered_with_are_not_believed(self):
        self.daemon.stop()
        kept = self.daemon.directory / "state" / "started.conf"
        self.assertEqual(kept.stat().st_mode & 0o777, 0o600)
        kept.write_text(kept.read_text().replace("punto-banco-es", "punto-banco"))
        self.client = self.daemon.start()
        self.assertEqual(self.wait_starts(2)[1]["changes"], "unknown")
        self.assertEqual(self.house("config"), [])


if __name__ == "__main__":
    del sys.argv[1:]
    unittest.main()
