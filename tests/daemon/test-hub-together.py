#!/usr/bin/env python3
"""Questions that a hub answers for all its daemons together: what was found, counts, the shift, the
bank and reports; each answer names the daemon that is not in it. Three real daemons, one of them
killed and revived in the middle. Then the hub itself is killed, and goes on where it was."""

import json
import os
import signal
import subprocess
import threading
import unittest

from fixture import DEADLINE_S, Client, Daemon, wait_for
from hub_floor import PINS, SABOTCTL, SABOTD, Floor, Watcher, fetch_report, find_all, populate

HOMES = {"EA-01": "east", "EA-02": "east", "SO-01": "south", "WE-01": "west", "WE-02": "west"}


def play(client, table, rounds):
    """Rounds of punto banco with a result that is not the cards'. The first table's load stays."""
    client.event(table, ev="load", decks=6)
    for _ in range(rounds):
        client.event(table, ev="bet", box=1, on="punto", amount=1000)
        client.event(table, ev="no_more_bets")
        for card in ("2S", "3H", "5D", "4C"):
            client.event(table, ev="card", card=card, src="manual")
        client.event(table, ev="card", card="KD", src="manual")
        client.event(table, ev="card", card="QD", src="manual")
        client.event(table, ev="result", winner="punto")
    if not table.endswith("1"):
        client.event(table, ev="unload")


class Together(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.floor = Floor(is_all_tls=True)
        cls.addClassCleanup(cls.floor.close)
        cls.floor.wait_live("east", "west", "south")
        populate(cls.floor, {"east": ("Pia", "Sol"), "south": ("Pia", "Sol"), "west": ("Pia",)})
        for name in ("east", "west", "south"):
            cls.floor.clients[name].ok("login", name="Pia", pin=PINS["Pia"])
        for table, home in HOMES.items():
            play(cls.floor.clients[home], table, 3)
        for client in cls.floor.clients.values():
            client.ok("ping")

    def login(self, name="Pia"):
        client = self.floor.connect()
        client.ok("login", name=name, pin=PINS[name])
        return client

    def wait_index(self, client):
        wait_for(lambda: len(client.ok("find")["upstreams"]) == 3, "each index")

    def test_find(self):
        hub = self.login()
        self.wait_index(hub)
        own = {}
        for name in ("east", "west", "south"):
            found, _ = find_all(self.floor.clients[name])
            own[name] = [(one["seq"], one["n"]) for one in found if one["table"] != "house"]
        for limit in (3, 7, 200):
            found, said = find_all(hub, limit=limit)
            self.assertFalse(any(said), said)
            times = [one["at"] for one in found]
            self.assertEqual(times, sorted(times, reverse=True))
            for name, wanted in own.items():
                here = [one for one in found if one["upstream"] == name]
                self.assertEqual([(one["seq"], one["n"]) for one in here
                                  if not one["table"].startswith("house")], wanted)
                self.assertEqual({one["table"] for one in here if "house" in one["table"]} -
                                 {f"house@{name}"}, set())
        # Of a person that one daemon has, that one alone is asked.
        pia = [one["person"] for one in hub.ok("persons")["persons"]
               if one.get("name") == "Pia" and one["person"].endswith("@south")][0]
        page = hub.ok("find", person=pia)
        self.assertEqual(page["upstreams"], ["south"])
        # A number alone is some table's.
        self.assertEqual(hub.ask("find", round=1)["error"]["class"], "bad_request")
        self.assertIn("begin it again", hub.ask("find", before=12345)["error"]["text"])

    def test_find_keeps_the_veil(self):
        """No card of a load that is in a shoe leads to anything, and that is said."""
        page = self.login().ok("find", card="2S")
        self.assertTrue(page["veiled"])
        self.assertEqual({one["table"] for one in page["found"]}, {"EA-02", "WE-02"})

    def test_statistics(self):
        hub = self.login()
        sums = {}
        for name in ("east", "west", "south"):
            for count in self.floor.clients[name].ok("statistics")["codes"]:
                sums[count["name"]] = sums.get(count["name"], 0) + count["raised"]
        told = hub.ok("statistics")
        self.assertEqual({count["name"]: count["raised"] for count in told["codes"]}, sums)
        self.assertIn("wrong_result", sums)
        self.assertEqual(told["upstreams"], sorted(self.floor.daemons))
        self.assertEqual(sum(count["raised"] for count in told["hours"]), sum(sums.values()))

    def test_shift_and_bank(self):
        hub = self.login()
        for verb in ("shift", "bank"):
            each = {one["upstream"]: one["ok"] for one in hub.ok(verb)["each"]}
            for name in ("east", "west", "south"):
                self.assertEqual(each[name], self.floor.clients[name].ok(verb), verb)
                self.assertEqual(hub.ok(verb, upstream=name), each[name])
        listed = hub.ok("shift_tables")["tables"]
        self.assertEqual({one["table"]: one["upstream"] for one in listed}, HOMES)
        for table, home in HOMES.items():
            there = self.floor.clients[home].ok("shift_tables")["tables"]
            self.assertIn(next(one for one in there if one["table"] == table),
                          [{key: value for key, value in one.items() if key != "upstream"}
                           for one in listed])
        # A table's own panel names it: its daemon alone is asked.
        self.assertEqual(hub.ok("shift_tables", table="SO-01"),
                         self.floor.clients["south"].ok("shift_tables"))
        for verb, name in (("shift_open", "open"), ("shifts", "shifts"), ("slips", "slips"),
                           ("markers", "markers"), ("card_sets", "sets"),
                           ("documents", "documents"), ("reviews", "reviews")):
            self.assertEqual(len(hub.ok(verb)[name]),
                             sum(len(self.floor.clients[home].ok(verb)[name])
                                 for home in ("east", "west", "south")), verb)
        # A document of a table goes to its daemon; one of no table must say whose it is.
        opener = {"ev": "count", "do": "opener", "table": "EA-01",
                  "chips": [{"chip": 10000, "count": 5}]}
        hub.ok("document", event=opener, second={"name": "Sol", "pin": PINS["Sol"]})
        sheet = hub.ok("documents", table="EA-01")["documents"]
        self.assertEqual([one["do"] for one in sheet], ["opener"])
        self.assertTrue(all(one["by"].endswith("@east") for one in sheet))
        error = hub.ask("document", event={"ev": "paper", "forms": 2})["error"]
        self.assertEqual(error["class"], "bad_request")
        self.assertIn("east (tls:", error["text"])
        hub.ok("document", upstream="south", event={"ev": "paper", "forms": 2})
        self.assertEqual(hub.ask("sign_off", shift="2026-01-01/1")["error"]["class"],
                         "bad_request")

    def test_report(self):
        hub = self.login()
        first, text = fetch_report(hub, name="exceptions", simulated=True)
        self.assertEqual(first["upstreams"], sorted(self.floor.daemons))
        for name in self.floor.daemons:
            self.assertIn(f"=== {name}: test ===", text)
        for table in HOMES:
            self.assertIn(table, text)
        _, text = fetch_report(hub, name="exceptions", simulated=True, format="csv",
                               section="tables")
        lines = text.split("\r\n")
        self.assertTrue(lines[0].startswith("upstream,"), lines[0])
        # SO-01 has only a load that is veiled.
        self.assertEqual({line.split(",")[0] for line in lines[1:] if line}, {"east", "west"})
        self.assertEqual(sum(line == lines[0] for line in lines), 1)
        _, text = fetch_report(hub, name="exceptions", simulated=True, format="json")
        parts = json.loads(text)
        self.assertEqual([part["upstream"] for part in parts["reports"]],
                         sorted(self.floor.daemons))
        self.assertEqual(parts["missing"], [])
        # Some tables: their daemons alone.
        first, text = fetch_report(hub, name="exceptions", simulated=True, tables=["SO-01"])
        self.assertEqual(first["upstreams"], ["south"])
        self.assertIn("name it with \"upstream\"", hub.ask(
            "report", name="exceptions", format="pdf")["error"]["text"])
        # Whose it is not, does not get it.
        other = self.login()
        self.assertEqual(other.ask("report", file=first["file"], **{"from": 0})["error"]["class"],
                         "not_allowed")

    def test_who_is_known_at_two_of_three(self):
        """West asks Sol to log in; what he may see elsewhere he sees, and west is named."""
        told = self.login("Sol").ok("find")
        self.assertEqual(told["upstreams"], ["east", "south"])
        self.assertEqual([(one["upstream"], one["class"]) for one in told["missing"]],
                         [("west", "login_wanted")])
        # Who has not logged in anywhere is answered as a daemon answers.
        self.assertEqual(self.floor.connect().ask("find")["error"]["class"], "login_wanted")

    def test_metrics(self):
        told = self.floor.clients["hub"].ok("metrics")["daemon"]["upstreams"]
        self.assertEqual([one["upstream"] for one in told], sorted(self.floor.daemons))
        for one in told:
            self.assertTrue(one["heard"])
            self.assertEqual(one["tables"], list(HOMES.values()).count(one["upstream"]))
            self.assertGreater(one["steps"], 20)
        text = self.control("metrics")
        self.assertIn('sabot_hub_upstream_heard{upstream="west"} 1\n', text.stdout)

    def control(self, *arguments, **environment):
        return subprocess.run([SABOTCTL, *arguments, "--socket", self.floor.hub.socket],
                              capture_output=True, text=True, timeout=DEADLINE_S,
                              env=dict(os.environ, LC_ALL="C.UTF-8", **environment))

    def test_sabotctl(self):
        shown = self.control("shift", "show")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        for name in self.floor.daemons:
            self.assertRegex(shown.stdout, f"(?m)^{name}: 20")
        own = self.control("shift", "show", "--upstream", "west")
        self.assertNotIn("east", own.stdout)
        self.assertEqual(own.stdout, self.control("shift", "show", SABOT_UPSTREAM="west").stdout)
        listed = self.control("shift", "tables").stdout.splitlines()
        self.assertTrue(listed[0].endswith("daemon"), listed[0])
        self.assertEqual({line.split()[0]: line.split()[-1] for line in listed[1:]}, HOMES)

    def test_z_killed_in_the_middle(self):
        """Between two pages a daemon is killed, and it is revived between two others: what was
        missing is said on each page that lacks it, and nothing is lost or there twice."""
        hub = self.login()
        self.wait_index(hub)
        whole, _ = find_all(hub, limit=200)
        west, found, said = self.floor.daemons["west"], [], []
        page = hub.ok("find", limit=4)
        found += page["found"]
        west.kill()
        wait_for(lambda: self.floor.upstreams()["west"]["state"] == "offline", "that it is away")
        page = hub.ok("find", limit=4, before=page["next"])
        found += page["found"]
        said += page["missing"]
        self.assertEqual([(one["upstream"], one["class"]) for one in said], [("west", "away")])
        self.assertRegex(said[0]["since"], "^20.*Z$")
        for verb, args in (("statistics", {}), ("shift", {}), ("bank", {}), ("shift_tables", {}),
                           ("persons", {}), ("report", {"name": "exceptions"})):
            told = hub.ok(verb, **args)
            self.assertEqual([one["upstream"] for one in told["missing"]], ["west"], verb)
        _, text = fetch_report(hub, name="exceptions", simulated=True)
        self.assertIn("NOT IN THIS REPORT: west (west is away: ", text)
        _, text = fetch_report(hub, name="exceptions", simulated=True, format="csv",
                               section="tables")
        self.assertRegex(text, 'west,"NOT IN THIS REPORT: west is away')
        shown = self.control("shift", "tables")
        self.assertRegex(shown.stderr, r"west is away since \d\d:\d\d: it is not in it")
        self.assertNotIn("WE-01", shown.stdout)
        self.floor.clients["west"] = west.start()
        self.floor.wait_live("west")
        hub.ok("login", name="Pia", pin=PINS["Pia"])
        wait_for(lambda: "west" in hub.ok("find", limit=1)["upstreams"], "its index")
        while "next" in page:
            page = hub.ok("find", limit=4, before=page["next"])
            found += page["found"]
        ids = [(one["upstream"], one["seq"]) for one in found]
        self.assertEqual(len(set(ids)), len(ids))
        self.assertLessEqual({(one["upstream"], one["seq"]) for one in whole}, set(ids))

    def test_z_killed_while_it_answers(self):
        """It dies with the question in its hands: the others' answers come at once."""
        hub = self.login()
        south = self.floor.daemons["south"]
        os.kill(south.process.pid, signal.SIGSTOP)
        threading.Timer(0.5, south.kill).start()
        told = hub.ok("statistics")
        self.assertEqual([one["upstream"] for one in told["missing"]], ["south"])
        self.floor.clients["south"] = south.start()
        self.floor.wait_live("south")
        self.assertNotIn("missing", hub.ok("statistics"))


class Restarted(unittest.TestCase):
    """A hub that is killed and started again goes on where it was."""

    def setUp(self):
        self.floor = Floor(is_all_tls=True)
        self.addCleanup(self.floor.close)
        self.floor.wait_live("east", "west", "south")
        populate(self.floor, {name: ("Pia",) for name in self.floor.daemons})
        for client in self.floor.clients.values():
            client.ok("login", name="Pia", pin=PINS["Pia"])
        self.watcher = Watcher(self.floor)

    def restart(self):
        self.floor.clients["hub"] = self.floor.hub.start()

    def kept(self):
        return self.floor.hub.directory / "state" / "hub-steps"

    def log_in(self):
        self.floor.wait_live("east", "west", "south")
        self.floor.clients["hub"].ok("login", name="Pia", pin=PINS["Pia"])

    def check(self, n):
        steps = [(step["table"], step["n"]) for step in self.watcher.steps
                 if not step["table"].startswith("house")]
        self.assertEqual(len(set(steps)), len(steps))
        for table in ("EA-01", "WE-01"):
            self.assertEqual([step for step in steps if step[0] == table],
                             [(table, i) for i in range(1, n + 1)])

    def commands(self, n):
        """Through the hub: each is recorded once."""
        for table in ("EA-01", "WE-01"):
            self.floor.clients["hub"].event(table, ev="table", state="open" if n % 2 else "paused")

    def test_killed(self):
        n = 0
        for _ in range(4):
            for _ in range(3):
                n += 1
                self.commands(n)
            self.watcher.wait_n("WE-01", n)
            seq = self.watcher.seq
            wait_for(lambda: str(seq) in self.kept().read_text(), "that the last step is written")
            self.floor.hub.kill()
            # What happens meanwhile is missed, and comes.
            for name, table in (("east", "EA-01"), ("west", "WE-01")):
                self.floor.clients[name].event(table, ev="table", state="open")
            n += 1
            self.restart()
            self.watcher.connect()
            self.assertTrue(self.watcher.snapshot["resumed"])
            self.log_in()
            self.watcher.wait_n("EA-01", n)
            self.watcher.wait_n("WE-01", n)
            self.assertGreater(self.watcher.seq, seq)
        self.check(n)

    def test_shown_and_not_written(self):
        """A hub dies between showing its last steps and writing them. Who has seen them is shown
        the present state, and none of them again; who has not gets each of them once."""
        early = Watcher(self.floor)
        self.commands(1)
        for table in ("EA-01", "WE-01"):
            early.wait_n(table, 1)
            self.watcher.wait_n(table, 1)
        early.client.close()
        self.commands(2)
        self.commands(3)
        for table in ("EA-01", "WE-01"):
            self.watcher.wait_n(table, 3)
        seq = self.watcher.seq
        wait_for(lambda: str(seq) in self.kept().read_text(), "that the last step is written")
        self.floor.hub.kill()
        lines = self.kept().read_text().splitlines(keepends=True)
        self.kept().write_text("".join(
            line for line in lines if json.loads(line).get("seq", 0) <= early.seq))
        self.restart()
        self.watcher.connect()
        self.assertFalse(self.watcher.snapshot["resumed"])
        self.log_in()
        early.connect()
        self.assertTrue(early.snapshot["resumed"])
        self.commands(4)
        for watcher in (self.watcher, early):
            for table in ("EA-01", "WE-01"):
                watcher.wait_n(table, 4)
        self.check(4)
        self.watcher = early
        self.check(4)

    def test_a_client_that_missed_all_of_it(self):
        """He was away before the hub was killed, and comes after its second start."""
        self.watcher.client.close()
        for n in range(1, 4):
            self.commands(n)
            late = Watcher(self.floor)
            while late.views["WE-01"]["n"] < n:
                late.read_until(lambda message: "view" in message)
            self.floor.hub.stop()
            self.restart()
            self.log_in()
        self.watcher.connect()
        self.assertTrue(self.watcher.snapshot["resumed"])
        self.check(3)

    def test_a_damaged_file(self):
        """Nothing is guessed: who comes back is shown the present state."""
        self.commands(1)
        self.watcher.wait_n("WE-01", 1)
        self.floor.hub.kill()
        kept = self.kept()
        self.assertEqual(kept.stat().st_mode & 0o777, 0o600)
        lines = kept.read_bytes().splitlines(keepends=True)
        kept.write_bytes(lines[0] + b'{"seq":1,"place":7}\n' + b"".join(lines[1:]))
        self.restart()
        self.watcher.connect()
        self.assertFalse(self.watcher.snapshot["resumed"])
        self.assertIn("a line cannot be read", self.floor.hub.read_log())

    def test_two_hubs(self):
        """Two hubs of the same daemons work at once; a client that goes from one to the other is
        shown the present state, since their numbers are not the same."""
        second = Daemon(SABOTD, self.floor.upstream_groups)
        self.addCleanup(second.close)
        client = second.start()
        wait_for(lambda: len(client.ok("tables")["tables"]) == 5, "its tables")
        client.ok("login", name="Pia", pin=PINS["Pia"])
        hubs = (self.floor.clients["hub"], client)
        for n in range(1, 11):
            hubs[n % 2].event("EA-01", ev="table", state="open" if n % 2 else "paused")
        self.watcher.wait_n("EA-01", 10)
        self.assertEqual([step["n"] for step in self.watcher.steps if step["table"] == "EA-01"],
                         list(range(1, 11)))
        own = [Client(hub.socket) for hub in (self.floor.hub, second)]
        for one in own:
            self.addCleanup(one.close)
        self.assertNotEqual(own[0].greeting["sabot"]["origin"], own[1].greeting["sabot"]["origin"])
        views = [hub.view("EA-01") for hub in hubs]
        self.assertEqual(views[0], views[1])
        # A console that has both goes to the other one when the first is lost.
        watch = subprocess.Popen(
            [SABOTCTL, "watch", "--json", "--socket", f"{second.socket},{self.floor.hub.socket}"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=dict(os.environ, LC_ALL="C.UTF-8"))
        self.addCleanup(watch.wait)
        self.addCleanup(watch.stdout.close)
        self.addCleanup(watch.kill)
        seen = []

        def read():
            for line in watch.stdout:
                seen.append(line)

        threading.Thread(target=read, daemon=True).start()
        wait_for(lambda: any('"EA-01"' in line for line in seen), "the first hub's tables")
        second.kill()
        n_seen = len(seen)
        wait_for(lambda: any('"snapshot"' in line or '"tables"' in line
                             for line in seen[n_seen:]), "the other hub's tables")
        self.floor.clients["east"].event("EA-02", ev="table", state="open")
        wait_for(lambda: any('"EA-02"' in line and '"n":1,' in line for line in seen[n_seen:]),
                 "what happens then")


if __name__ == "__main__":
    unittest.main()
