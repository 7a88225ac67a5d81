#!/usr/bin/env python3
"""Other rules, chips and limits for a table while the daemon runs: who may order them, from when on
they hold, what the logs say of it, and what a restart makes of it.

usage: test-rules.py SABOTD SABOTCTL
"""
import sys
import unittest

from fixture import audit, wait_for
from house_case import PINS, TABLES, House

SABOTCTL = sys.argv[2]
TABLE = "PB-02"


class Rules(House):
    def change(self, client=None, **what):
        return (client or self.client).ok("rules_change", table=TABLE, **what)

    def rules(self):
        return self.client.ok("rules", table=TABLE)

    def say(self, ev, **fields):
        return self.client.event(TABLE, ev=ev, **fields)

    def wait_for_limits(self, low, high):
        def is_so():
            view = self.client.view(TABLE)
            return (view["min"], view["max"]) == (low, high)
        wait_for(is_so, f"limits {low} to {high}")

    def restart(self, kill=False):
        if kill:
            self.daemon.kill()
        else:
            self.daemon.stop()
        self.client = self.daemon.start()

    def limits_told(self):
        return [{key: line.get(key) for key in ("min", "max", "src", "by")}
                for line in self.client.export(TABLE)[1:] if line["ev"] == "limits"]


class Orders(Rules):
    def test_limits_hold_from_the_next_round_on(self):
        self.say("load", decks=6)
        self.say("bet", box=3, on="punto", amount=600)
        self.change(set={"min": 1000, "max": 20000}, by="Sol")
        self.say("no_more_bets")
        self.assertEqual(self.client.view(TABLE)["min"], 500)
        self.assertEqual(self.limits_told(), [])
        self.say("unload", left=312)
        self.wait_for_limits(1000, 20000)
        self.assertEqual(self.limits_told(),
                         [{"min": 1000, "max": 20000, "src": "inferred", "by": "Sol"}])

    def test_limits_between_rounds_at_once(self):
        self.say("load", decks=6)
        self.change(set={"min": 1000})
        self.wait_for_limits(1000, 50000)
        # What somebody says later of limits stands, through a restart, too.
        self.say("limits", min=700, max=9000)
        self.restart(kill=True)
        self.say("staff", who="p9", post="dealer")
        self.wait_for_limits(700, 9000)
        self.assertEqual(len(self.limits_told()), 2)

    def test_the_configurations_limits_come_back(self):
        self.say("load", decks=6)
        self.change(set={"min": 1000, "max": 20000})
        self.wait_for_limits(1000, 20000)
        self.say("bet", box=3, on="punto", amount=2000)
        self.change(configured=True)
        self.restart(kill=True)
        self.assertEqual(self.client.view(TABLE)["min"], 1000)
        self.say("no_more_bets", boxes=[3])
        self.say("unload", left=312)
        self.wait_for_limits(500, 50000)
        self.say("load", decks=6)
        self.wait_for_limits(500, 50000)

    def test_a_restart_forgets_no_limits(self):
        self.say("load", decks=6)
        self.say("bet", box=3, on="punto", amount=600)
        self.change(set={"max": 20000})
        self.restart(kill=True)
        self.assertEqual(self.client.view(TABLE)["max"], 50000)
        self.say("no_more_bets", boxes=[3])
        self.say("unload", left=312)
        self.wait_for_limits(500, 20000)

    def test_rules_hold_from_the_next_load_on(self):
        before = self.rules()
        self.assertEqual((before["set"], before["configured"], "next" in before), ({}, True, False))
        self.assertEqual(before["last_rounds"], "PB-03")
        self.say("load", decks=6)
        self.change(set={"bets": {"tie": [9, 1]}, "chips": [100, 500, 2500]})
        self.change(set={"commission": 4})
        now = self.rules()
        wanted = {"bets": {"tie": [9, 1]}, "chips": [100, 500, 2500], "commission": 4}
        self.assertEqual((now["set"], now["next"]["set"], now["chips"]),
                         ({}, wanted, before["chips"]))
        self.restart()
        self.assertEqual(self.rules()["next"]["set"], wanted)
        self.say("unload")
        self.say("load", decks=6)
        now = self.rules()
        self.assertEqual((now["set"], now["chips"], now["configured"], "next" in now),
                         (wanted, [100, 500, 2500], False, False))
        header = self.client.export(TABLE)[0]
        self.assertEqual((header["rules"], header["set"]["commission"]), ("punto-banco-es", 4))
        # null: as the profile has it; then all as the configuration has it
        self.change(set={"chips": None})
        self.assertNotIn("chips", self.rules()["next"]["set"])
        self.change(configured=True)
        self.assertEqual((self.rules()["next"]["set"], self.rules()["configured"]), ({}, True))
        self.assertEqual([line["do"] for line in self.house("rules")],
                         ["change"] * 3 + ["configured"])
        self.assertEqual(audit(SABOTCTL, self.client.export("house"))[-1]["incidents"], {})

    def test_another_profile(self):
        names = {profile["name"]: profile["game"] for profile in
                 self.client.ok("profiles")["profiles"]}
        other = next(name for name, game in sorted(names.items())
                     if game == "punto_banco" and name != "punto-banco-es")
        self.change(set={"commission": 4})
        self.change(rules=other)
        self.say("load", decks=6)
        self.assertEqual((self.rules()["rules"], self.rules()["set"]), (other, {}))

    def test_the_configuration_takes_the_table_back(self):
        self.change(set={"commission": 4})
        self.daemon.stop()
        self.daemon.write_config(TABLES.replace("[table PB-02]", "[table PB-02]\nmax = 80000"))
        self.client = self.daemon.start()
        self.assertIn("goes by the configuration's rules", self.daemon.read_log())
        self.say("load", decks=6)
        self.assertEqual(self.rules()["set"], {"max": 80000})

    def test_what_makes_no_sense_is_refused(self):
        for what, word in (({"set": {"min": 90000}}, "least stake"),
                           ({"set": {"colour": 1}}, "colour"),
                           ({"set": {"chips": "many"}}, "chips"), ({"rules": "none"}, "none"),
                           ({"rules": "blackjack-es"}, "game"), ({"set": 3}, "object"),
                           ({}, "wanted"), ({"configured": True, "set": {}}, "alone")):
            self.assertIn(word, self.refused(self.client, "rules_change", "bad_request",
                                             table=TABLE, **what))
        self.refused(self.client, "rules_change", "too_large", table=TABLE,
                     set={"colour": "x" * 20000})
        self.refused(self.client, "rules_change", "unknown_table", table="PB-09",
                     set={"commission": 4})
        self.assertEqual(self.house("rules"), [])


class Persons(Rules):
    def test_who_may(self):
        self.populate("Pia", "Sol", "Dan")
        pia, sol, dan = (self.login(name) for name in ("Pia", "Sol", "Dan"))
        limits, chips = {"min": 1000}, {"chips": [100, 500]}
        self.refused(self.client, "rules_change", "login_wanted", table=TABLE, set=limits)
        self.refused(dan, "rules_change", "not_allowed", table=TABLE, set=limits)
        self.refused(pia, "rules_change", "not_allowed", table=TABLE, set=chips)
        self.refused(pia, "rules_change", "not_allowed", table=TABLE, set={"min": None})
        self.change(pia, set=limits)
        self.change(sol, set=chips)
        self.assertEqual([line["by"] for line in self.house("rules")], ["p2", "p3"])
        self.assertEqual([line["do"] for line in self.house("refused")],
                         ["run", "change", "change"])

    def test_two_where_the_house_wants_two(self):
        self.daemon.stop()
        self.daemon.write_config("[house]\ntable_changes = two\n" + TABLES)
        self.client = self.daemon.start()
        self.populate("Pia", "Sol")
        sol = self.login("Sol")
        second = {"name": "Pia", "pin": PINS["Pia"]}
        self.refused(sol, "rules_change", "second_wanted", table=TABLE, set={"commission": 4})
        self.refused(sol, "event", "second_wanted", table=TABLE,
                     event={"ev": "limits", "min": 1000, "max": 2000})
        self.change(sol, set={"commission": 4}, second=second)
        sol.ok("event", table=TABLE, event={"ev": "limits", "min": 1000, "max": 2000},
               second=second)
        order, = self.house("rules")
        self.assertEqual((order["by"], order["second"]), ("p3", "p2"))
        self.assertEqual(self.client.export(TABLE)[-1]["second"], "p2")


if __name__ == "__main__":
    del sys.argv[1:3]
    unittest.main()
