#!/usr/bin/env python3
"""A hub over three daemons: what happens at each of their tables comes to the hub's clients once
and in order, over TLS and over a socket, also around a cut link and a daemon that was killed; what
is done through it is done at the daemon that it is for, by the person whom that daemon knows."""

import json
import os
import shutil
import subprocess
import threading
import unittest

from fixture import DEADLINE_S, Client, Daemon, read_log, wait_for
from hub_floor import SABOTD, SOCKET, Floor, Watcher, as_published, events, tables

# Numbers that are in no file by chance.
PINS = {"Ada": "83590417", "Pia": "60714938", "Sol": "95283706", "Dan": "41760829"}


class Union(unittest.TestCase):
    def setUp(self):
        self.floor = Floor()
        self.addCleanup(self.floor.close)
        self.floor.wait_live("east", "west", "south")
        self.watcher = Watcher(self.floor)

    def play(self, name, table, number):
        """Events at a table by its own daemon. Returns how many its log has."""
        replies = self.floor.clients[name].pipeline(table, list(events(number)))
        self.assertFalse([reply for reply in replies if "ok" not in reply])
        return replies[-1]["ok"]["n"]

    def check_steps(self, name, table):
        """Each event of the table's log came once, in order, as it is there."""
        steps = [step for step in self.watcher.steps if step["table"] == table]
        log = read_log(self.floor.database(name), table)[1:]
        self.assertEqual([step["n"] for step in steps], list(range(1, len(log) + 1)))
        self.assertEqual([as_published(step["event"]) for step in steps],
                         [as_published(event) for event in log])

    def test_union(self):
        self.assertEqual(sorted(self.watcher.views), ["EA-01", "EA-02", "SO-01", "WE-01", "WE-02"])
        for name, table in (("east", "EA-01"), ("south", "SO-01"), ("west", "WE-01")):
            self.watcher.wait_n(table, self.play(name, table, 20))
        for name, table in (("east", "EA-01"), ("south", "SO-01"), ("west", "WE-01")):
            self.check_steps(name, table)
            own = self.floor.clients[name].view(table)
            self.assertEqual(self.watcher.views[table], own)
            self.assertEqual(self.floor.clients["hub"].view(table), own)
        # The house of each is its own.
        houses = {incident["table"] for incident in self.floor.clients["hub"].ok("incidents")
                  ["incidents"] if incident["table"].startswith("house")}
        self.assertLessEqual(houses, {"house", "house@east", "house@south", "house@west"})
        self.floor.clients["east"].ok("metrics")
        status = self.floor.clients["hub"].ok("status")
        self.assertEqual(status["tables"], 5)
        for upstream in status["upstreams"]:
            self.assertEqual(upstream["state"], "live", upstream)
            self.assertEqual(upstream["site"], "test")
            self.assertIn("heard", upstream)

    def test_killed_and_revived(self):
        self.watcher.wait_n("WE-01", self.play("west", "WE-01", 10))
        west = self.floor.daemons["west"]
        west.kill()
        self.watcher.wait_away("WE-01", True)
        away = self.watcher.views["WE-02"]["away"]
        self.assertEqual(away["daemon"], "west")
        self.assertIn("since", away)
        self.assertTrue(away["why"])
        self.assertNotIn("away", self.watcher.views["EA-01"])
        self.assertEqual(self.floor.upstreams()["west"]["state"], "offline")
        late = Watcher(self.floor)
        self.assertEqual(late.views["WE-01"]["away"]["daemon"], "west")
        self.watcher.wait_n("EA-01", self.play("east", "EA-01", 10))
        self.floor.clients["west"] = west.start()
        self.watcher.wait_away("WE-01", False)
        self.watcher.wait_n("WE-01", self.play("west", "WE-01", 10))
        self.check_steps("west", "WE-01")
        self.check_steps("east", "EA-01")
        houses = [step["n"] for step in self.watcher.steps if step["table"] == "house@west"]
        self.assertEqual(houses, list(range(houses[0], houses[0] + len(houses))))

    def test_killed_under_load(self):
        """What it had recorded and not said yet when it died comes after its next start."""
        west, n = self.floor.daemons["west"], 0
        for _ in range(6):
            client = Client(west.socket)
            lines = "".join(json.dumps({"do": "event", "table": "WE-01", "event": event}) + "\n"
                            for event in events(400))
            sender = threading.Thread(target=self.send, args=(client.socket, lines.encode()))
            sender.start()
            self.watcher.wait_n("WE-01", n + 30)
            west.kill()
            sender.join()
            client.close()
            self.watcher.wait_away("WE-01", True)
            west.start()
            self.watcher.wait_away("WE-01", False)
            n = self.watcher.views["WE-01"]["n"]
            self.watcher.wait_n("WE-01", n)
        self.check_steps("west", "WE-01")

    @staticmethod
    def send(end, lines):
        try:
            end.sendall(lines)
        except OSError:
            pass  # it died

    def test_a_client_comes_back(self):
        self.watcher.wait_n("EA-01", self.play("east", "EA-01", 5))
        self.watcher.client.close()
        n = self.play("east", "EA-01", 5)
        self.play("west", "WE-02", 5)
        other = Watcher(self.floor)
        while other.views["WE-02"]["n"] < 5 or other.views["EA-01"]["n"] < n:
            other.read_until(lambda message: "view" in message)
        self.watcher.connect()
        self.assertTrue(self.watcher.snapshot["resumed"])
        self.check_steps("east", "EA-01")
        self.check_steps("west", "WE-02")
        # A hub that was started again goes on where it was.
        self.floor.hub.stop()
        self.floor.clients["hub"] = self.floor.hub.start()
        self.floor.wait_live("east", "west", "south")
        self.watcher.connect()
        self.assertTrue(self.watcher.snapshot["resumed"])
        self.check_steps("east", "EA-01")
        self.assertEqual(self.watcher.views["EA-01"], self.floor.clients["east"].view("EA-01"))


class Commands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.floor = Floor()
        cls.addClassCleanup(cls.floor.close)
        cls.floor.wait_live("east", "west", "south")
        for name, people in (("east", {"Pia": "pit", "Sol": "shift", "Dan": "dealer"}),
                             ("south", {"Pia": "pit"})):
            client = cls.floor.clients[name]
            code = client.ok("person_code")["code"]
            client.ok("person_create", name="Ada", role="admin", pin=PINS["Ada"], code=code)
            client.ok("login", name="Ada", pin=PINS["Ada"])
            for person, role in people.items():
                client.person(person, role, PINS[person])
            client.ok("logout")

    def login(self, name, client=None):
        client = client or self.floor.connect()
        return client, client.ok("login", name=name, pin=PINS[name.partition("@")[0]])

    def error(self, client, verb, **arguments):
        reply = client.ask(verb, **arguments)
        self.assertIn("error", reply)
        return reply["error"]

    def ruling(self, client, incident, **more):
        return client.ask("event", table="EA-01", **more, event={
            "ev": "ruling", "incident": incident, "remedy": "let_stand"})

    def test_by_two(self):
        """A ruling through the hub, with PIN and second person, as it is at the daemon itself."""
        watcher = Watcher(self.floor)
        hub, direct = self.floor.connect(), Client(self.floor.daemons["east"].socket)
        self.addCleanup(direct.close)
        load = {"table": "EA-01", "event": {"ev": "load", "decks": 1}}
        self.assertEqual(self.error(hub, "event", **load), self.error(direct, "event", **load))
        wrong = {"name": "Pia@east", "pin": "1973"}
        own = self.error(direct, "login", **{**wrong, "name": "Pia"})
        self.assertEqual(self.error(hub, "login", **wrong), own)
        pia = self.login("Pia", hub)[1]
        self.assertEqual(pia["at"], ["east", "south"])
        self.assertRegex(pia["person"], "^p[0-9]+@east$")
        self.assertEqual(pia["role"], "pit")
        hub.ok("event", **load)
        hub.event("EA-01", ev="card", card="9S")
        found = hub.event("EA-01", ev="card", card="9S")
        incident = [line["id"] for line in found["out"] if line.get("severity") == "critical"][0]
        direct.ok("login", name="Pia", pin=PINS["Pia"])
        for claim in (None, {"name": "Sol", "pin": "8042"}, {"name": "Dan", "pin": PINS["Dan"]},
                      {"name": "Pia", "pin": PINS["Pia"]}):
            more = {"second": claim} if claim else {}
            own = self.ruling(direct, incident, **more)["error"]
            self.assertEqual(self.ruling(hub, incident, **more)["error"], own)
        ruled = self.ruling(hub, incident, second={"name": "Sol", "pin": PINS["Sol"]})["ok"]
        event = read_log(self.floor.database("east"), "EA-01")[ruled["n"]]
        self.assertEqual(f"{event['by']}@east", pia["person"])
        watcher.wait_n("EA-01", ruled["n"])
        self.assertEqual(watcher.steps[-1]["event"]["by"], pia["person"])
        self.assertEqual(watcher.steps[-1]["event"]["second"], event["second"] + "@east")
        # What he did at the other daemon is his there.
        hub.event("SO-01", ev="table", state="open")
        event = read_log(self.floor.database("south"), "SO-01")[-1]
        south = self.floor.clients["south"].ok("persons")["persons"]
        self.assertEqual([one["name"] for one in south if one["person"] == event["by"]], ["Pia"])
        hub.ok("logout")
        self.assertEqual(self.error(hub, "event", **load)["class"], "login_wanted")
        self.check_no_pin()

    def check_no_pin(self):
        """No PIN is in any file of the hub: database, spool, journal and what it says."""
        files = [path for path in self.floor.hub.directory.rglob("*") if path.is_file()]
        self.assertIn("sabot.db", [path.name for path in files])
        for path in files:
            content = path.read_bytes()
            for pin in (*PINS.values(), "1973", "8042"):
                self.assertNotIn(f'"{pin}"'.encode(), content, path)
                self.assertTrue(len(pin) < 8 or pin.encode() not in content, path)
        told = self.floor.clients["hub"].ok("log", table="house")["events"]
        self.assertFalse([event for event in told if event["ev"] in ("login", "login_refused")])

    def test_persons_of_all(self):
        client = self.floor.clients["hub"]
        persons = {person["person"]: person["name"] for person in client.ok("persons")["persons"]}
        own = {name: {f"{person['person']}@{name}": person["name"] for person
                      in self.floor.clients[name].ok("persons")["persons"]}
               for name in ("east", "south", "west")}
        self.assertEqual(persons, {**own["east"], **own["south"], **own["west"]})
        roles = {action["action"]: set(action["roles"]) for action in client.ok("roles")["actions"]}
        self.assertIn("pit", roles["rule"])
        self.assertEqual(client.ok("status")["persons"], "required")
        self.assertEqual(self.error(client, "login", name="Nobody", pin="7391")["class"],
                         "not_allowed")
        self.assertEqual(self.login("Sol")[1]["at"], ["east"])
        self.assertEqual(self.login("Pia@south")[1]["at"], ["south"])

    def test_requests_find_their_daemon(self):
        client, east = self.floor.clients["hub"], self.floor.clients["east"]
        for verb in ("rules", "load", "rounds", "statistics"):
            own = east.ok(verb, table="EA-02")
            self.assertEqual({**client.ok(verb, table="EA-02"), "from": 0}, {**own, "from": 0})
        error = self.error(client, "person_code")
        self.assertEqual(error["class"], "bad_request")
        for name, address in self.floor.addresses.items():
            self.assertIn(f"{name} ({address})", error["text"])
        self.assertEqual(client.ok("shift", upstream="east"), east.ok("shift"))
        self.assertEqual(self.error(client, "shift", upstream="north")["text"],
                         "this hub follows no daemon north")
        self.assertEqual(self.error(client, "rules", table="EA-09")["class"], "unknown_table")
        self.assertEqual(self.error(client, "rules")["class"], "bad_request")
        self.assertEqual(client.ok("log", table="house@east", from_n=1, limit=1)["events"],
                         east.ok("log", table="house", from_n=1, limit=1)["events"])

    def test_a_list_of_many_daemons(self):
        hub, _ = self.login("Pia")
        incidents = []
        for table in ("EA-02", "SO-01"):
            out = hub.event(table, ev="result", winner="punto")["out"]
            incidents += [{"table": table, "incident": line["id"]} for line in out
                          if line["out"] == "incident"]
        self.assertGreaterEqual(len(incidents), 2)
        unknown = [*incidents, {"table": "EA-09", "incident": 1}]
        self.assertEqual(self.error(hub, "acknowledge", incidents=unknown)["class"],
                         "unknown_table")
        hub.ok("acknowledge", incidents=incidents)

        def marks():
            listed = hub.ok("incidents")["incidents"]
            wanted = [(one["table"], one["incident"]) for one in incidents]
            found = [one for one in listed if (one["table"], one["id"]) in wanted]
            return [one["acknowledged"]["by"].partition("@")[2] for one in found
                    if "acknowledged" in one]

        wait_for(lambda: sorted(marks()) == sorted(
            {"EA-02": "east", "SO-01": "south"}[one["table"]] for one in incidents), "both")

    def test_a_machine_of_the_hub(self):
        """The hub's own machines have their roles and tables there."""
        hub = Daemon(SABOTD, self.floor.upstream_groups + f"[machine display]\nuid = {os.getuid()}"
                     "\nrole = dealer\ntables = EA-02\n")
        self.addCleanup(hub.close)
        client = hub.start()
        wait_for(lambda: len(client.ok("tables")["tables"]) == 1, "its table")
        self.assertEqual(client.ok("rules", table="EA-02")["game"], "punto_banco")
        self.assertEqual(self.error(client, "rules", table="EA-01")["class"], "unknown_table")
        self.assertEqual(self.error(client, "shift", upstream="east")["class"], "not_allowed")
        self.login("Dan", client)
        client.event("EA-02", ev="load", decks=6)
        self.login("Sol", client)
        for event in ({"ev": "limits", "min": 500, "max": 1000},
                      {"ev": "table", "state": "paused"},
                      {"ev": "ruling", "incident": 1, "remedy": "let_stand", "redress": 1},
                      {"ev": "ruling", "incident": 1, "remedy": "let_stand", "mend": False},
                      {"ev": "ruling", "incident": 1, "remedy": "read_as", "card": "9S"}):
            error = self.error(client, "event", table="EA-02", event=event)
            self.assertIn("this machine is for dealer", error["text"])
        self.assertEqual(self.error(client, "unveil", table="EA-02", reason="x", second={
            "name": "Sol", "pin": PINS["Sol"]})["class"], "not_allowed")

    def test_some_tables_of_one_daemon(self):
        """Of a daemon of which some tables are shown, nothing else comes; what no table names goes
        to the only daemon there is."""
        west = self.floor.clients["west"]
        hub = Daemon(SABOTD, f"[upstream west]\nconnect = {self.floor.daemons['west'].socket}\n"
                     "tables = WE-02\n")
        self.addCleanup(hub.close)
        client = hub.start()
        wait_for(lambda: client.ok("status")["upstreams"][0]["state"] == "live", "west")
        self.assertEqual([view["table"] for view in client.ok("tables")["tables"]], ["WE-02"])
        client.ok("watch")
        west.event("WE-01", ev="table", state="open")
        west.ok("place", table="WE-01", x=8, y=8)
        west.event("WE-02", ev="table", state="open")
        west.ok("place", table="WE-02", x=16, y=8)
        steps = []
        while "place" not in steps:
            message = client.pushes.pop(0) if client.pushes else client.read()
            if message.get("push") == "step" and message["table"] != "house":
                steps.append(message["event"]["ev"])
                self.assertIn(message["table"], ("WE-02", "house@west"))
                self.assertEqual(message["event"].get("table", "WE-02"), "WE-02")
        self.assertEqual(steps, ["table", "place"])
        self.assertEqual(self.error(client, "rules", table="WE-01")["class"], "unknown_table")
        self.assertEqual(client.ok("shift"), west.ok("shift"))

    def test_z_a_daemon_is_away(self):
        """Last: it is killed."""
        hub, _ = self.login("Pia")
        only, _ = self.login("Pia@south")
        self.floor.daemons["south"].kill()
        wait_for(lambda: self.floor.upstreams()["south"]["state"] == "offline", "that it is away")
        error = self.error(hub, "event", table="SO-01", event={"ev": "table", "state": "open"})
        self.assertEqual(error["class"], "away")
        self.assertTrue(error["text"].startswith("south is away: "), error)
        while only.read().get("push") != "logged_out":
            pass
        hub.event("EA-01", ev="table", state="open")
        self.floor.clients["south"] = self.floor.daemons["south"].start()
        self.floor.wait_live("south")
        error = self.error(hub, "event", table="SO-01", event={"ev": "table", "state": "open"})
        self.assertEqual(error["class"], "login_wanted")
        self.assertEqual(self.login("Pia", hub)[1]["at"], ["east", "south"])
        hub.event("SO-01", ev="table", state="open")


class Refused(unittest.TestCase):
    def test_the_same_name_twice(self):
        floor = Floor(west=("EA-01", "WE-01"))
        self.addCleanup(floor.close)
        floor.wait_live("east", "west", "south")
        views = {view["table"]: view for view in floor.clients["hub"].ok("tables")["tables"]}
        second = next(name for name in views if "@" in name)
        owner = {"EA-01@east": "west", "EA-01@west": "east"}[second]
        self.assertEqual(sorted(views), sorted(["EA-01", second, "EA-02", "SO-01", "WE-01"]))
        self.assertIn(f"{owner} has a table of this name", views[second]["away"]["why"])
        self.assertEqual(floor.upstreams()[second.partition("@")[2]]["refused"], ["EA-01"])
        self.assertIn("is not shown", floor.hub.read_log())
        # Only the one that is shown says what happens there.
        watcher = Watcher(floor)
        for name in ("east", "west"):
            floor.clients[name].event("EA-01", **next(events(1)))
        floor.clients["west"].event("WE-01", **next(events(1)))
        floor.clients["east"].event("EA-02", **next(events(1)))
        watcher.wait_n("WE-01", 1)
        watcher.wait_n("EA-02", 1)
        self.assertEqual([step["n"] for step in watcher.steps if step["table"] == "EA-01"], [1])

    def test_one_log_of_two_daemons(self):
        """On copies of one database: the second is refused while the first is heard."""
        daemons = [Daemon(SABOTD, tables("EA-01") + SOCKET) for _ in range(2)]
        for daemon in daemons:
            self.addCleanup(daemon.close)
        daemons[0].start().event("EA-01", ev="load", decks=6)
        daemons[0].stop()
        for place in ("state", "spool"):
            shutil.copytree(daemons[0].directory / place, daemons[1].directory / place,
                            dirs_exist_ok=True)
        hub = Daemon(SABOTD, "".join(
            f"[upstream {name}]\nconnect = {daemon.socket}\nrename_tables = yes\n"
            for name, daemon in zip(("east", "west"), daemons)))
        self.addCleanup(hub.close)
        for daemon in daemons:
            daemon.start()
        client = hub.start()

        def states():
            return {one["upstream"]: (one["state"], one.get("why", ""))
                    for one in client.ok("status")["upstreams"]}

        wait_for(lambda: sorted(state for state, _ in states().values()) == ["live", "offline"],
                 "one of them")
        refused = next(name for name, (state, _) in states().items() if state == "offline")
        self.assertIn("is followed, and has the same log", states()[refused][1])
        self.assertIn(f"{refused} is away", hub.read_log())

    def check(self, text, why):
        hub = Daemon(SABOTD, text)
        self.addCleanup(hub.close)
        done = subprocess.run([SABOTD, "--config", hub.config, "--check-config"],
                              capture_output=True, text=True, timeout=DEADLINE_S)
        self.assertEqual(done.returncode, 2, text)
        self.assertIn(why, done.stderr)

    def test_its_configuration(self):
        upstream = "[upstream east]\nconnect = /run/east.sock\n"
        tls = f"[upstream east]\nconnect = tls:east:4747#{'ab' * 32}\n"
        self.check(upstream + tables("PB-01"), "has no [table] and no [device]")
        self.check("[upstream east]\ntables = all\n", "[upstream east] connect: is missing")
        self.check("[upstream east]\nconnect = east:4747\n", "tls:HOST:PORT#FINGERPRINT")
        self.check("[upstream east]\nconnect = tls:east:4747#abc\n", "tls:HOST:PORT#FINGERPRINT")
        self.check("[upstream house]\nconnect = /run/east.sock\n", 'the name "house"')
        self.check(upstream + "role = pit\n", "role: there is no such key here")
        self.check(upstream + "tables = a/b\n", "tables: has names of tables")
        self.check(tls, "[upstream east]: ")

    def test_no_admin(self):
        """Who is an admin there is shown more than everybody: a hub goes again."""
        daemon = Daemon(SABOTD, tables("PB-01"))
        self.addCleanup(daemon.close)
        daemon.start()
        hub = Daemon(SABOTD, f"[upstream east]\nconnect = {daemon.socket}\n")
        self.addCleanup(hub.close)
        client = hub.start()
        upstream = wait_for(lambda: next(
            (one for one in client.ok("status")["upstreams"] if "admin" in one.get("why", "")),
            None), "a refusal")
        self.assertEqual(upstream["tables"], 0)
        self.assertEqual(client.ok("tables")["tables"], [])


if __name__ == "__main__":
    unittest.main()
