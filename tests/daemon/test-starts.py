#!/usr/bin/env python3
"""What the house log has of who does what: starts, stops, changes of the configuration; and a start
without the database, which opens nothing.

usage: test-starts.py SABOTD SABOTCTL
"""
import contextlib
import hashlib
import json
import os
import re
import sqlite3
import subprocess
import sys
import unittest

from fixture import audit, unguarded, wait_for
from house_case import PINS, TABLES, House

SABOTD, SABOTCTL = sys.argv[1:3]


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

    def start_with_key(self, is_wanted, has_note=True, database=None):
        """Another key than before, or none. Its public half."""
        secret = self.daemon.directory / "state" / "signing.key"
        self.daemon.stop()
        secret.unlink(missing_ok=True)
        if is_wanted:
            self.sabotctl("key", "create", "--state", secret.parent)
        if not has_note:
            (secret.parent / "signing.note").unlink()
        if database:
            self.change_note(database)
        self.client = self.daemon.start()
        if not is_wanted:
            return ""
        return self.sabotctl("key", "show", "--state", secret.parent).strip()

    def sabotctl(self, *arguments):
        return subprocess.run([SABOTCTL, *arguments], check=True, capture_output=True,
                              text=True).stdout

    def change_note(self, database):
        note = self.daemon.directory / "state" / "signing.note"
        note.write_text(re.sub("^sabot-key/1 [0-9a-f]+", f"sabot-key/1 {database}",
                               note.read_text()))

    def restart(self):
        self.daemon.stop()
        self.client = self.daemon.start()

    def broken(self):
        return [line["detail"]["why"] for line in self.house("finding")
                if line["code"] == "chain_broken"]

    def test_another_signing_key(self):
        one = self.start_with_key(True)
        two = self.start_with_key(True)
        self.assertNotEqual(one, two)
        # At its making it has signed whom it follows: nothing is wrong, now and later.
        note = (self.daemon.directory / "state" / "signing.note").read_text()
        self.assertIn(f"\nfrom {one}\n", note)
        self.restart()
        self.restart()
        none = self.start_with_key(False)
        self.restart()
        self.assertEqual([line["key"] for line in self.wait_starts(7)],
                         ["", one, two, two, two, none, none])
        self.assertEqual(self.house("key"), [{"ev": "key", "to": one},
                                             {"ev": "key", "from": one, "to": two,
                                              "note": note},
                                             {"ev": "key", "from": two}])
        self.daemon.wait_checked()
        self.assertEqual(self.broken(), [])

    def test_a_key_that_follows_nobody_is_found(self):
        self.start_with_key(True)
        # Without its note, as one that was drawn elsewhere.
        self.start_with_key(True, has_note=False)
        wait_for(lambda: self.broken() == ["signature"], "the finding")
        self.assertEqual(self.house("finding")[0]["detail"], {"why": "signature", "checkpoint": 1})
        self.restart()
        self.daemon.wait_checked()
        self.assertEqual(self.broken(), ["signature"])

    def test_a_note_of_another_database_counts_for_nothing(self):
        self.start_with_key(True)
        self.start_with_key(True, database="0" * 32)
        wait_for(lambda: self.broken() == ["signature"], "the finding")

    def test_pipes_in_the_place_of_files(self):
        """Opened to be read, a pipe waits for its writer: the start would never end."""
        self.start_with_key(True)
        state = self.daemon.directory / "state"
        self.daemon.stop()
        (state / "signing.key").unlink()
        self.sabotctl("key", "create", "--state", state)
        for name in ("signing.note", "started.conf", "restored.note"):
            (state / name).unlink(missing_ok=True)
            os.mkfifo(state / name, 0o600)
        self.client = self.daemon.start()
        self.daemon.stop()
        (state / "signing.key").unlink()
        for name in ("signing.key", "sabot.db-wal"):
            os.mkfifo(state / name, 0o400)
        self.daemon.start()
        self.assertIn("signing.key: it is no file", self.daemon.read_log())


class TamperedPersons(House):
    """Whatever the table of persons says, nobody may do what the house log did not give him."""

    def setUp(self):
        super().setUp()
        self.database = self.daemon.directory / "state" / "sabot.db"

    def forget_copies(self):
        self.daemon.stop()
        for path in self.daemon.directory.rglob("sabotd-persons.json"):
            path.unlink()

    def tamper(self, *statements):
        if self.daemon.process:
            self.daemon.stop()
        db = sqlite3.connect(self.database, isolation_level=None)
        with unguarded(db):
            for statement in statements:
                self.assertEqual(db.execute(statement).rowcount, 1, statement)
        db.close()

    def verify(self):
        done = subprocess.run([SABOTCTL, "verify", self.database], check=False,
                              capture_output=True, text=True)
        return done.returncode, done.stdout

    def named(self):
        return [line["detail"]["person"] for line in self.house("finding")
                if line["code"] == "chain_broken"]

    def restart_and_name(self, *persons):
        self.client = self.daemon.start()
        wait_for(lambda: self.named() == list(persons), "the findings")

    def state_of(self, admin):
        return [(one["role"], one["state"]) for one in admin.ok("persons")["persons"]]

    def test_what_the_log_says_counts(self):
        self.populate("Dan", "Pia", "Sol").ok("person_change", person="Sol", change="disable")
        pin = "(SELECT pin_hash FROM person WHERE id = 2)"
        self.forget_copies()
        self.tamper("UPDATE person SET role = 'admin' WHERE id = 2",
                    f"UPDATE person SET pin_hash = {pin} WHERE id = 3",
                    "UPDATE person SET disabled_us = 0 WHERE id = 4",
                    "INSERT INTO person (id, role, pin_hash, must_change, failures,"
                    " locked_until_us, disabled_us, created_us)"
                    f" VALUES (5, 'admin', {pin}, 0, 0, 0, 0, 1)",
                    "INSERT INTO person_name VALUES (5, 'Eve')")
        self.assertEqual(self.verify()[0], 1)
        self.assertIn("person p2", self.verify()[1])
        self.restart_and_name("p2", "p3", "p4", "p5")
        admin = self.login("Ada")
        self.assertEqual(self.state_of(admin), [
            ("admin", "active"), ("dealer", "active"), ("pit", "active"),
            ("shift", "disabled"), ("dealer", "disabled")])
        self.refused(self.login("Dan"), "person_change", "not_allowed", person="p1",
                     change="disable")
        for name, pin in (("Pia", PINS["Pia"]), ("Pia", PINS["Dan"]), ("Sol", PINS["Sol"]),
                          ("Eve", PINS["Dan"])):
            self.refused(self.connect(), "login", "not_allowed", name=name, pin=pin)
        # They are put right in the file, too: the next start finds nothing more.
        admin.ok("person_change", person="p3", change="reset", pin="84617")
        self.daemon.stop()
        self.assertIn("chained, not proven", self.verify()[1])
        self.restart_and_name("p2", "p3", "p4", "p5")

    def swap_pins(self):
        self.tamper("UPDATE person SET pin_hash = (SELECT pin_hash FROM person WHERE id = 3)"
                    " WHERE id = 2")

    def sentences(self):
        return subprocess.run([SABOTCTL, "incidents", "--socket", self.daemon.socket], check=False,
                              capture_output=True, text=True).stdout

    def test_a_swapped_pin_is_named(self):
        self.populate("Dan", "Pia")
        self.swap_pins()
        self.restart_and_name("p2")
        self.assertEqual(self.whys(), ["pin"])
        self.assertIn("The PIN of p2 in the database was changed; the one", self.sentences())
        self.login("Dan")

    def test_who_can_no_longer_log_in_is_named(self):
        self.populate("Dan", "Pia")
        self.forget_copies()
        self.swap_pins()
        self.restart_and_name("p2")
        self.assertEqual(self.whys(), ["no_pin"])
        self.assertIn("the person cannot log in. An administrator", self.sentences())
        self.refused(self.connect(), "login", "not_allowed", name="Dan", pin=PINS["Dan"])

    def test_the_mirror_is_asked(self):
        """Without the copies, for a PIN and for a row that is gone."""
        mirror = self.daemon.directory / "mirror"
        self.daemon.stop()
        config = self.daemon.config
        config.write_text(config.read_text().replace(
            "[daemon]\n", f"[daemon]\nmirror = {mirror}\n", 1))
        self.client = self.daemon.start()
        self.populate("Dan", "Pia")
        wait_for(lambda: self.client.ok("status")["mirror"] == "current", "the mirror")
        self.forget_copies()
        self.swap_pins()
        self.tamper("DELETE FROM person_name WHERE person_id = 3",
                    "DELETE FROM person WHERE id = 3")
        self.forget_copies()
        self.restart_and_name("p2", "p3")
        self.assertEqual(self.whys(), ["pin", "row"])
        for name in ("Dan", "Pia"):
            self.login(name)

    def swap_names(self):
        self.tamper("UPDATE person_name SET name = 'x' WHERE person_id = 2",
                    "UPDATE person_name SET name = 'Dan' WHERE person_id = 3",
                    "UPDATE person_name SET name = 'Pia' WHERE person_id = 2")
        self.assertEqual(self.verify()[0], 1)
        self.assertIn("person p2", self.verify()[1])

    def whys(self):
        return [line["detail"]["why"] for line in self.house("finding")
                if line["code"] == "chain_broken"]

    def test_names_that_were_swapped(self):
        """Who types Dan's name must not become the person that the log calls p3."""
        self.populate("Dan", "Pia").ok("person_change", person="Dan", change="role", role="pit")
        self.assertNotIn("Dan", json.dumps(self.house("person")))
        self.swap_names()
        self.restart_and_name("p2", "p3")
        self.assertEqual(self.whys(), ["name", "name"])
        for name, person in (("Dan", "p2"), ("Pia", "p3")):
            reply = self.connect().ok("login", name=name, pin=PINS[name])
            self.assertEqual(reply["person"], person)
        self.daemon.stop()
        self.assertIn("chained, not proven", self.verify()[1])
        self.restart_and_name("p2", "p3")

    def test_names_that_were_swapped_and_no_copy_has_them(self):
        """A name that the log does not confirm is nobody's, after a reset, too."""
        self.populate("Dan", "Pia")
        self.forget_copies()
        self.swap_names()
        self.restart_and_name("p2", "p3")
        self.assertEqual(self.whys(), ["no_name", "no_name"])
        for name, pin in (("Dan", PINS["Dan"]), ("Dan", PINS["Pia"]), ("Pia", PINS["Pia"])):
            self.refused(self.connect(), "login", "not_allowed", name=name, pin=pin)
        self.login("Ada").ok("person_change", person="p3", change="reset", pin="84617")
        self.refused(self.connect(), "login", "not_allowed", name="Dan", pin="84617")
        self.daemon.stop()
        self.assertIn("chained, not proven", self.verify()[1])
        self.restart_and_name("p2", "p3")

    def test_no_new_house_where_there_were_persons(self):
        """Without database, notes and mirror the copy of the persons still says so."""
        self.populate("Dan")
        self.daemon.stop()
        for pattern in ("sabot.db*", "sabotd-progress.note*"):
            for path in self.daemon.directory.rglob(pattern):
                path.unlink()
        self.daemon.launch()
        self.assertEqual(self.daemon.process.wait(60), 1)
        self.assertIn("sabotd-persons.json says that there was a house",
                      self.daemon.read_log()[self.daemon.begun_at:])
        self.assertFalse(self.database.exists())

    def test_what_was_altered_comes_back_from_the_copy(self):
        """Rows that were changed, and one that is gone, with PINs and names that still work."""
        self.populate("Dan", "Pia", "Sol")
        pin = "(SELECT pin_hash FROM person WHERE id = 2)"
        self.tamper("UPDATE person SET role = 'admin' WHERE id = 2",
                    f"UPDATE person SET pin_hash = {pin} WHERE id = 3",
                    "UPDATE person_name SET name = 'Eve' WHERE person_id = 3",
                    "DELETE FROM person_name WHERE person_id = 4",
                    "DELETE FROM person WHERE id = 4")
        self.restart_and_name("p2", "p3", "p4")
        for name, person in (("Dan", "p2"), ("Pia", "p3"), ("Sol", "p4")):
            reply = self.connect().ok("login", name=name, pin=PINS[name])
            self.assertEqual(reply["person"], person)
        self.refused(self.login("Dan"), "person_change", "not_allowed", person="p1",
                     change="disable")
        self.daemon.stop()
        self.assertIn("chained, not proven", self.verify()[1])
        self.restart_and_name("p2", "p3", "p4")

    def test_an_erased_name_leaves_no_way_back(self):
        """The hash by which its digest could be guessed is gone from database and copy."""
        admin = self.populate("Dan")
        with contextlib.closing(sqlite3.connect(self.database)) as db:
            (kept,) = db.execute("SELECT pin_hash FROM person WHERE id = 2").fetchone()
        admin.ok("person_change", person="Dan", change="erase")
        self.daemon.stop()
        for file in self.daemon.directory.rglob("*"):
            if file.is_file():
                self.assertNotIn(kept.encode(), file.read_bytes(), file)
        self.assertIn("chained, not proven", self.verify()[1])
        self.restart_and_name()

    def test_a_row_that_is_gone_stays_its_number(self):
        self.populate("Dan")
        self.forget_copies()
        self.tamper("DELETE FROM person_name WHERE person_id = 2",
                    "DELETE FROM person WHERE id = 2")
        self.restart_and_name("p2")
        created = self.login("Ada").ok("person_create", name="Pia", role="pit", pin=PINS["Pia"])
        self.assertEqual(created["person"], "p3")

    def test_changes_by_the_daemon_are_none(self):
        admin = self.populate("Dan", "Pia", "Sol")
        for change in ("disable", "enable", "erase"):
            admin.ok("person_change", person="p3", change=change)
        admin.ok("person_change", person="Dan", change="role", role="pit")
        admin.ok("person_change", person="Dan", change="reset", pin="84617")
        self.connect().ok("login", name="Dan", pin="84617", new="90817")
        self.refused(self.connect(), "login", "not_allowed", name="Sol", pin="1")
        self.daemon.kill()
        self.restart_and_name()
        self.connect().ok("login", name="Dan", pin="90817")
        self.daemon.stop()
        self.assertIn("chained, not proven", self.verify()[1])


    def test_a_log_that_begins_without_its_persons(self):
        """As an earlier program carried it on: whoever it had is not made a dealer by a new PIN."""
        self.populate("Pia")
        self.daemon.stop()
        db = sqlite3.connect(self.database, isolation_level=None)
        log, n, line = db.execute("SELECT log.id, n, line FROM event JOIN log ON log.id = log_id "
                                  "WHERE name = 'house' ORDER BY n DESC LIMIT 1").fetchone()
        carried = json.dumps({"ev": "carried", "incidents": 0, "at": json.loads(line)["at"]})
        with unguarded(db):
            db.execute("UPDATE event SET ev = 'carried', line = ? WHERE log_id = ? AND n = ?",
                       (carried, log, n))
            db.execute("DELETE FROM event WHERE log_id = ? AND n < ?", (log, n))
        db.close()
        self.client = self.daemon.start()
        self.daemon.wait_checked()
        self.connect().ok("login", name="Ada", pin=PINS["Ada"], new="90817")
        self.daemon.stop()
        self.client = self.daemon.start()
        self.daemon.wait_checked()
        self.assertEqual([line for line in self.house("finding")
                          if "person" in line.get("detail", {})], [])
        admin = self.connect()
        admin.ok("login", name="Ada", pin="90817")
        self.assertEqual(self.state_of(admin), [("admin", "active"), ("pit", "active")])


class WithoutDatabase(House):
    """A start without the database, or with another, opens nothing that was closed."""

    def setUp(self):
        super().setUp()
        self.database = self.daemon.directory / "state" / "sabot.db"
        self.copy = self.daemon.directory / "spool" / "sabotd-persons.json"
        self.other = self.database.parent / self.copy.name

    def lose_database(self):
        self.daemon.stop()
        good = self.database.read_bytes()
        self.database.write_bytes(b"not a database" * 100)
        self.client = self.daemon.start()
        return good

    def test_persons_are_known_from_the_copy(self):
        self.populate("Dan", "Pia").ok("person_change", person="Pia", change="erase")
        good = self.lose_database()
        self.assertEqual(self.client.ok("status")["persons"], "required")
        event = {"ev": "load", "decks": 6}
        self.refused(self.client, "event", "login_wanted", table="PB-02", event=event)
        self.login("Dan").event("PB-02", **event)
        text = self.refused(self.login("Ada"), "person_change", "not_allowed", person="Dan",
                            change="disable")
        self.assertIn("no database", text)
        self.refused(self.connect(), "login", "not_allowed", name="Dan", pin=PINS["Dan"],
                     new="84617")
        self.assertEqual(self.copy.stat().st_mode & 0o777, 0o600)
        self.assertNotIn("Pia", self.copy.read_text())
        self.daemon.stop()
        self.database.write_bytes(good)
        self.client = self.daemon.start()
        # What happened without it is told now that it can be.
        wait_for(lambda: len(self.house("started")) == 3, "all starts")
        self.assertEqual([line["saved"] for line in self.house("started")], [True, False, True])
        self.assertEqual([line["code"] for line in self.house("finding")], ["store_down"])
        self.login("Dan")

    def test_a_copy_that_cannot_be_read_lets_nobody_in(self):
        self.populate("Dan")
        self.daemon.stop()
        for copy in (self.copy, self.other):
            copy.write_text("nonsense")
        self.client = self.daemon.start()
        self.lose_database()
        self.daemon.stop()
        for copy in (self.copy, self.other):
            copy.write_text("nonsense")
        self.client = self.daemon.start()
        self.assertEqual(self.client.ok("status")["persons"], "required")
        self.refused(self.client, "event", "login_wanted", table="PB-02",
                     event={"ev": "load", "decks": 6})
        self.refused(self.connect(), "login", "not_allowed", name="Dan", pin=PINS["Dan"])
        self.assertIn("not known who may act", self.daemon.read_log())

    def test_a_copy_that_was_changed_is_not_believed(self):
        """A role, a hash, a whole line under another note; or others may write to it."""
        self.daemon.stop()
        text = self.daemon.config.read_text()
        self.daemon.config.write_text(text.replace("[daemon]\n", "[daemon]\ncreate_key = yes\n"))
        self.client = self.daemon.start()
        self.populate("Dan")
        self.daemon.stop()
        good = self.copy.read_text()
        self.assertEqual(self.other.read_text(), good)
        persons, note = good.splitlines()
        changed = persons.replace('"dealer"', '"admin"')
        self.assertNotEqual(changed, persons)
        digest = hashlib.sha256(changed.encode()).hexdigest()
        database = self.database.read_bytes()
        self.database.write_bytes(b"not a database" * 100)
        for content, mode in ((f"{changed}\n{note}\n", 0o600), (changed, 0o600), (good, 0o622),
                              (f'{changed}\n{{"seal":"sabot-persons/1 {digest}\\n"}}\n', 0o600)):
            for copy in (self.copy, self.other):
                copy.write_text(content)
                copy.chmod(mode)
            self.client = self.daemon.start()
            self.refused(self.connect(), "login", "not_allowed", name="Dan", pin=PINS["Dan"])
            self.refused(self.client, "event", "login_wanted", table="PB-02",
                         event={"ev": "load", "decks": 6})
            self.assertIn({"why": "persons", "file": self.copy.name}, self.details())
            self.daemon.stop()
        # One that is good is enough; nor does it open anything that the other is gone.
        self.other.write_text(good)
        self.other.chmod(0o600)
        for is_there in (True, False):
            if not is_there:
                self.copy.unlink()
            self.client = self.daemon.start()
            self.login("Dan").event("PB-02", ev="load", decks=6)
            self.daemon.stop()
        self.database.write_bytes(database)
        self.client = self.daemon.start()
        wait_for(lambda: self.copy.exists() and self.copy.read_text() == self.other.read_text(),
                 "both copies")

    def details(self):
        return [one.get("detail") for one in self.client.ok("incidents")["incidents"]]

    def test_an_empty_database_opens_nothing(self):
        self.populate("Dan")
        self.daemon.stop()
        for path in self.database.parent.glob("sabot.db*"):
            path.unlink()
        subprocess.run([SABOTCTL, "restore", "--new-house", "--state", self.database.parent],
                       check=True)
        self.client = self.daemon.start()
        self.assertEqual(self.client.ok("status")["persons"], "required")
        self.refused(self.client, "event", "login_wanted", table="PB-02",
                     event={"ev": "load", "decks": 6})
        self.populate("Dan")
        self.login("Dan").event("PB-02", ev="load", decks=6)

    def test_where_there_never_was_a_person_nothing_changes(self):
        self.lose_database()
        self.assertEqual(self.client.ok("status")["persons"], "off")
        self.client.event("PB-02", ev="load", decks=6)


class RemovedShoe(House):
    """A shoe that the configuration has no more leaves no incident open behind it."""

    def offline(self):
        return [incident for incident in self.client.ok("incidents")["incidents"]
                if incident["code"] == "device_offline"]

    def test_its_incident_is_closed(self):
        self.shoe.unplug()
        wait_for(lambda: [one["state"] for one in self.offline()] == ["open"], "the incident")
        self.assertEqual(self.daemon.stop(), 0)
        without = TABLES[:TABLES.index("[device")].replace("device = shoe-1\n", "")
        self.daemon.write_config(without)
        for _ in range(2):  # once, not at each start
            self.client = self.daemon.start()
            wait_for(lambda: [one["state"] for one in self.offline()] == ["ruled"], "its end")
            rulings = [line for line in self.client.export("PB-01") if line.get("ev") == "ruling"]
            self.assertEqual([(line["remedy"], line["by"]) for line in rulings],
                             [("let_stand", "sabotd")])
            self.assertIn("not in the configuration", rulings[0]["note"])
            self.assertEqual(self.daemon.stop(), 0)

    def test_that_of_a_shoe_that_is_still_there_stays(self):
        self.shoe.unplug()
        wait_for(lambda: [one["state"] for one in self.offline()] == ["open"], "the incident")
        self.assertEqual(self.daemon.stop(), 0)
        self.client = self.daemon.start()
        self.assertEqual([one["state"] for one in self.offline()], ["open"])


class CheckConfig(House):
    def check(self, **places):
        text = self.daemon.config.read_text()
        for key, path in places.items():
            text = re.sub(rf"(?m)^{key} = .*$", f"{key} = {path}", text)
        config = self.daemon.directory / "other.conf"
        config.write_text(text)
        done = subprocess.run([SABOTD, "--config", config, "--check-config"], check=False,
                              capture_output=True, text=True, timeout=60)
        return done.returncode, done.stderr

    def test_directories(self):
        place = self.daemon.directory
        file = place / "file"
        file.write_text("")
        self.assertEqual(self.check(), (0, ""))
        self.assertEqual(self.check(state_dir=place / "new" / "state"), (0, ""))
        for key, path, words in (
                ("state_dir", file, "state_dir: {} is no directory"),
                ("state_dir", file / "state", "does not exist and cannot be made"),
                ("spool_dir", file / "spool", "does not exist and cannot be made"),
                ("socket", file / "sabotd.sock", "socket: {}")):
            status, error = self.check(**{key: path})
            self.assertEqual(status, 2, (key, path))
            parent = path.parent if key == "socket" else path
            self.assertIn(words.format(parent), error)


if __name__ == "__main__":
    del sys.argv[1:3]
    unittest.main()
