#!/usr/bin/env python3
"""Machines over the network: who is let in by which certificate, what is seen and may be done
there, and that nothing else comes in."""

import contextlib
import datetime
import json
import os
import pathlib
import shutil
import socket
import sqlite3
import ssl
import stat
import subprocess
import sys
import tempfile
import unittest

from fixture import DEADLINE_S, Client, Daemon, TlsClient, wait_for

SABOTD, SABOTCTL = sys.argv.pop(1), sys.argv.pop(1)
TABLES = """
listen = 127.0.0.1:0
[device shoe-1]
transport = pty:@DIR@/nothing-there
[device shoe-2]
transport = pty:@DIR@/nothing-there-either
[table PB-01]
rules = punto-banco-es
device = shoe-1
[table PB-02]
rules = punto-banco-es
device = shoe-2
"""
# What openssl must be told to sign for other days than from today on.
AUTHORITY = """
[ca]
default_ca = own
[own]
database = {place}/index
serial = {place}/serial
new_certs_dir = {place}
default_md = sha256
policy = any
[any]
commonName = supplied
"""


class Tls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = pathlib.Path(tempfile.mkdtemp(prefix="sabot-tls-"))
        for name in ("pit-1", "stranger"):
            cls.make_identity(name)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.directory)

    @classmethod
    def make_identity(cls, name, *options):
        """A machine's key and certificate, as people make them."""
        made = cls.run_on(name, "cert", "create", "--name", name, "--json", *options)
        assert made.returncode == 0, made.stderr
        return json.loads(made.stdout)["fingerprint"]

    @classmethod
    def run_on(cls, machine, *arguments):
        """sabotctl on another machine."""
        environment = dict(os.environ, SABOT_IDENTITY=str(cls.directory / machine),
                           LC_ALL="C.UTF-8")
        return subprocess.run([SABOTCTL, *arguments], env=environment, capture_output=True,
                              text=True, timeout=DEADLINE_S)

    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.state = self.daemon.directory / "state"
        self.control("cert", "create", "--state", self.state, status=0)
        self.client = self.daemon.start()
        self.port = self.daemon.port()

    def tearDown(self):
        self.daemon.close()

    def control(self, *arguments, status=0):
        """sabotctl on the daemon's machine."""
        done = subprocess.run([SABOTCTL, *map(str, arguments)], capture_output=True, text=True,
                              timeout=DEADLINE_S, env=dict(os.environ, LC_ALL="C.UTF-8"))
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def allow(self, name, role="pit", tables="all"):
        return self.control("cert", "allow", name, self.directory / name / "machine.crt",
                            "--role", role, "--tables", tables, "--socket", self.daemon.socket)

    def connect(self, name):
        client = TlsClient(self.port, self.directory / name)
        self.daemon.clients.append(client)
        return client

    def address(self, pin=None):
        own = json.loads(self.control("cert", "show", "--state", self.state, "--json"))
        return f"tls:127.0.0.1:{self.port}#{pin or own['fingerprint']}"

    def error_of(self, client, verb, **arguments):
        reply = client.ask(verb, **arguments)
        self.assertIn("error", reply)
        return reply["error"]["class"], reply["error"]["text"]

    def test_keys_are_their_owners(self):
        for path in (self.state / "tls.key", self.directory / "pit-1" / "machine.key"):
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o400)
        before = (self.state / "tls.key").read_bytes()
        self.control("cert", "create", "--state", self.state, status=2)
        self.assertEqual((self.state / "tls.key").read_bytes(), before)
        (self.state / "tls.key").chmod(0o440)
        check = subprocess.run([SABOTD, "--config", self.daemon.config, "--check-config"],
                               capture_output=True, text=True, timeout=DEADLINE_S)
        self.assertEqual(check.returncode, 2)
        self.assertIn("others can read this key (mode 0440)", check.stderr)

    def test_a_stranger_is_told_why_and_goes(self):
        refusal = self.connect("stranger").greeting
        self.assertEqual(refusal["error"]["class"], "not_allowed")
        shown = json.loads(self.run_on("stranger", "cert", "show", "--json").stdout)
        self.assertIn(shown["fingerprint"], refusal["error"]["text"])
        asked = self.run_on("stranger", "status", "--connect", self.address())
        self.assertEqual(asked.returncode, 2)
        self.assertIn("this machine is not allowed here", asked.stderr)

    def test_without_the_database_the_reason_is_that(self):
        """Who was let in is in the database, so that nobody is: not because of the certificate."""
        self.allow("pit-1")
        self.daemon.stop()
        with contextlib.closing(sqlite3.connect(self.state / "sabot.db")) as db:
            db.execute("CREATE VIEW planted AS SELECT * FROM event")
        self.daemon.start()
        self.port = self.daemon.port()
        asked = self.run_on("pit-1", "status", "--socket", self.address())
        self.assertIn("works without its database", asked.stderr)

    def test_nothing_less_than_tls_with_a_certificate(self):
        self.allow("pit-1")
        with self.assertRaises(OSError):
            TlsClient(self.port, self.directory / "pit-1", ssl.TLSVersion.TLSv1_2)
        with self.assertRaises(OSError):
            TlsClient(self.port, None)
        plain = socket.create_connection(("127.0.0.1", self.port), DEADLINE_S)
        plain.sendall(b'{"id":1,"do":"status"}\n')
        answer = b""
        try:
            while piece := plain.recv(4096):
                answer += piece
        except ConnectionResetError:
            pass
        plain.close()
        self.assertNotIn(b"sabot", answer)
        self.assertEqual(self.connect("pit-1").greeting["sabot"]["machine"], "pit-1")

    def test_sabotctl_from_afar(self):
        self.allow("pit-1")
        status = self.run_on("pit-1", "status", "--json", "--connect", self.address())
        self.assertEqual(json.loads(status.stdout)["tables"], 2, status.stderr)
        listed = self.run_on("pit-1", "tables", "--connect", self.address())
        self.assertIn("PB-02", listed.stdout)
        wrong = self.run_on("pit-1", "status", "--connect", self.address("ab" * 32))
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("another daemon than expected answers", wrong.stderr)
        self.assertIn(self.address().split("#")[1], wrong.stderr)
        for address in ("tls:127.0.0.1:1", "tls:127.0.0.1:1#abc", "tls:#" + "ab" * 32):
            bad = self.run_on("pit-1", "status", "--connect", address)
            self.assertEqual(bad.returncode, 2, address)
        nobody = self.run_on("nobody", "status", "--connect", self.address())
        self.assertEqual(nobody.returncode, 2)
        self.assertIn("this machine's own certificate", nobody.stderr)

    def test_the_log_says_who_was_let_in(self):
        self.allow("pit-1", "dealer", "PB-02")
        self.control("cert", "revoke", "pit-1", "--socket", self.daemon.socket)
        self.control("cert", "revoke", "pit-1", "--socket", self.daemon.socket, status=2)
        allowed, revoked = (line for line in self.client.export("house")
                            if line.get("ev") == "machine")
        shown = json.loads(self.run_on("pit-1", "cert", "show", "--json").stdout)
        self.assertEqual(
            (allowed["do"], allowed["machine"], allowed["role"], allowed["tables"]),
            ("allow", "pit-1", "dealer", ["PB-02"]))
        self.assertEqual(allowed["fingerprint"], shown["fingerprint"])
        self.assertEqual(allowed["by"], f"uid {os.getuid()}")
        self.assertEqual((revoked["do"], revoked["machine"]), ("revoke", "pit-1"))

    def test_revoked_at_once_and_for_good(self):
        self.allow("pit-1")
        client = self.connect("pit-1")
        client.ok("watch")
        self.control("cert", "revoke", "pit-1", "--socket", self.daemon.socket)
        last = client.read_to_the_end()[-1]
        self.assertEqual(last["error"]["class"], "not_allowed")
        self.assertIn("error", self.connect("pit-1").greeting)
        self.daemon.stop()
        self.daemon.start()
        self.port = self.daemon.port()
        self.assertIn("error", self.connect("pit-1").greeting)

    def test_a_change_holds_at_once_and_after_a_restart(self):
        self.allow("pit-1")
        client = self.connect("pit-1")
        self.allow("pit-1", "surveillance", "PB-01")
        client.read_to_the_end()
        self.daemon.kill()
        self.daemon.start()
        self.port = self.daemon.port()
        client = self.connect("pit-1")
        self.assertEqual(client.greeting["sabot"]["role"], "surveillance")
        self.assertEqual([view["table"] for view in client.ok("tables")["tables"]], ["PB-01"])

    def test_one_certificate_is_one_machine(self):
        self.allow("pit-1")
        again = self.control("cert", "allow", "pit-2", self.directory / "pit-1" / "machine.crt",
                             "--role", "pit", "--tables", "all", "--socket", self.daemon.socket,
                             status=2)
        self.assertIn("it is pit-1's already", again)
        for bad in (("pit 2", "pit", "all"), ("pit-2", "admin", "all"), ("pit-2", "pit", "XX")):
            self.control("cert", "allow", bad[0], self.directory / "stranger" / "machine.crt",
                         "--role", bad[1], "--tables", bad[2], "--socket", self.daemon.socket,
                         status=2)
        listed = self.control("cert", "list", "--socket", self.daemon.socket)
        self.assertIn("pit-1", listed)
        self.assertNotIn("pit-2", listed)

    def spread(self):
        """Something on both tables, and a finding of the house about each."""
        for table in ("PB-01", "PB-02"):
            self.client.event(table, ev="load", decks=6)
            self.client.event(table, ev="card", card="AS", src="manual")
            self.client.event(table, ev="no_more_bets")

    def places(self, messages):
        """Every table that is named anywhere in them."""
        text = json.dumps(messages)
        return {name for name in ("PB-01", "PB-02", "shoe-1", "shoe-2") if name in text}

    def test_scope_of_what_is_seen(self):
        self.allow("pit-1", "pit", "PB-01")
        client = self.connect("pit-1")
        seq = client.greeting["sabot"]["seq"]
        self.spread()
        replies = [client.ok(verb) for verb in ("status", "tables", "incidents", "metrics",
                                                   "statistics")]
        self.assertEqual(self.places(replies), {"PB-01", "shoe-1"})
        self.assertEqual(replies[0]["tables"], 1)
        self.assertEqual([t["table"] for t in replies[3]["tables"]], ["PB-01"])
        snapshot = client.ok("watch")
        self.spread()
        self.client.event("PB-01", ev="call", text="the last one")
        while "the last one" not in json.dumps(client.pushes[-1:]):
            client.pushes.append(client.read())
        self.assertEqual(self.places([snapshot, client.pushes]), {"PB-01", "shoe-1"})
        again = self.connect("pit-1")
        self.assertTrue(again.ok("watch", since=seq)["resumed"])
        missed = []
        while not missed or missed[-1].get("push") != "beat":
            missed.append(again.read())
        self.assertEqual(self.places(missed), {"PB-01"})
        self.assertTrue(any(line.get("missed") for line in missed))

    def test_scope_of_what_is_done(self):
        self.daemon.stop()
        self.daemon.write_config("persons = off\n" + TABLES.lstrip())
        self.client = self.daemon.start()
        self.port = self.daemon.port()
        self.allow("pit-1", "pit", "PB-01")
        client = self.connect("pit-1")
        client.event("PB-01", ev="load", decks=6)
        for table in ("PB-02", "XX"):
            self.assertEqual(
                self.error_of(client, "event", table=table, event={"ev": "load", "decks": 6}),
                ("unknown_table", f"there is no table {table}"))
            self.assertEqual(self.error_of(client, "log", table=table)[0], "unknown_table")
            self.assertEqual(self.error_of(client, "incidents", table=table)[0], "unknown_table")
        self.assertEqual(self.error_of(client, "log", table="house")[0], "not_allowed")
        self.assertEqual(self.error_of(client, "machines")[0], "not_allowed")
        order = {"command": "lock", "by": "x"}
        self.assertEqual(self.error_of(client, "command", device="shoe-2", **order),
                         self.error_of(client, "command", device="shoe-3", **order)
                         [:1] + ("device: no table has a device shoe-2",))
        ruling = {"ev": "ruling", "incident": 1, "remedy": "let_stand"}
        self.assertEqual(self.error_of(client, "event", table="house", event=ruling)[0],
                         "not_allowed")
        self.assertEqual(self.error_of(client, "machine_revoke", machine="pit-1")[0],
                         "not_allowed")
        self.assertEqual(self.error_of(client, "person_code")[0], "not_allowed")

    def test_from_afar_it_is_always_a_person_who_acts(self):
        self.allow("pit-1")
        client = self.connect("pit-1")
        load = {"ev": "load", "decks": 6}
        self.assertEqual(self.error_of(client, "event", table="PB-01", event=load)[0],
                         "login_wanted")
        self.client.event("PB-01", **load)

    def test_role_of_the_machine(self):
        self.daemon.stop()
        self.daemon.write_config("persons = off\n" + TABLES.lstrip())
        self.client = self.daemon.start()
        self.port = self.daemon.port()
        load = {"ev": "load", "decks": 6}
        limits = {"ev": "limits", "min": 500, "max": 1000}
        for role, allowed in (("dealer", (True, False)), ("pit", (True, True)),
                              ("surveillance", (False, False)), ("audit", (False, False))):
            self.allow("pit-1", role)
            client = self.connect("pit-1")
            self.assertEqual(client.greeting["sabot"]["role"], role)
            for event, is_allowed in zip((load, limits), allowed):
                reply = client.ask("event", table="PB-01", event=event)
                self.assertEqual("ok" in reply, is_allowed, (role, reply))
                if not is_allowed:
                    self.assertEqual(reply["error"]["class"], "not_allowed")
            self.assertEqual(client.ok("status")["tables"], 2)

    def make_dated(self, name, begin, end):
        """A certificate by another program, for any span of time: both are days from now."""
        place = self.directory / name
        place.mkdir()
        (place / "index").touch()
        (place / "ca.conf").write_text(AUTHORITY.format(place=place))
        dates = [(datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days))
                 .strftime("%Y%m%d%H%M%SZ") for days in (begin, end)]
        for command in (
                ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                 "-subj", f"/CN={name}", "-keyout", place / "machine.key", "-out", place / "asked"],
                ["ca", "-batch", "-notext", "-config", place / "ca.conf", "-create_serial",
                 "-selfsign", "-keyfile", place / "machine.key", "-in", place / "asked",
                 "-startdate", dates[0], "-enddate", dates[1], "-out", place / "machine.crt"]):
            subprocess.run(["openssl", *command], check=True, capture_output=True,
                           timeout=DEADLINE_S)
        (place / "machine.key").chmod(0o400)
        return dates

    def test_a_certificate_that_ends_soon(self):
        self.make_dated("tired", -100, 1.5)
        self.allow("tired")
        self.assertIn("sabot", self.connect("tired").greeting)
        shown = self.run_on("tired", "cert", "show")
        self.assertEqual(shown.returncode, 1)
        self.assertIn("ONLY 1 DAY LEFT", shown.stdout)
        listed = self.control("cert", "list", "--socket", self.daemon.socket, status=1)
        self.assertIn("ONLY 1 DAY LEFT", listed)

    def test_a_certificate_out_of_its_time_is_refused(self):
        for name, span, why in (("old", (-100, -1), "the certificate expired on"),
                                ("new", (1, 100), "the certificate holds from")):
            with self.subTest(name):
                dates = self.make_dated(name, *span)
                day = dates[name == "old"][:8]
                why += f" {day[:4]}-{day[4:6]}-{day[6:]}"
                self.allow(name)
                refusal = self.connect(name).greeting
                self.assertEqual(refusal["error"]["class"], "not_allowed")
                self.assertIn(why, refusal["error"]["text"])
                asked = self.run_on(name, "status", "--connect", self.address())
                self.assertEqual(asked.returncode, 2)
                self.assertIn(why, asked.stderr)
        self.assertIn("EXPIRED on", self.run_on("old", "cert", "show").stdout)

    def test_a_daemon_with_an_expired_certificate_is_not_believed(self):
        self.allow("pit-1")
        self.daemon.stop()
        self.make_dated("sabotd", -100, -1)
        for name in ("crt", "key"):
            (self.state / f"tls.{name}").unlink()
            shutil.copy(self.directory / "sabotd" / f"machine.{name}", self.state / f"tls.{name}")
        self.client = self.daemon.start()
        self.port = self.daemon.port()
        own = self.run_on("sabotd", "cert", "show", "--json")
        pin = json.loads(own.stdout)["fingerprint"]
        asked = self.run_on("pit-1", "status", "--connect", f"tls:127.0.0.1:{self.port}#{pin}")
        self.assertEqual(asked.returncode, 2)
        self.assertIn("the certificate expired on", asked.stderr)

    def test_a_machine_of_the_configuration(self):
        """By its user on the socket, or by its fingerprint; neither can be changed by request."""
        shown = json.loads(self.run_on("pit-1", "cert", "show", "--json").stdout)
        self.daemon.stop()
        self.daemon.write_config(
            TABLES + f"[machine floor]\nuid = {os.getuid()}\nrole = surveillance\n"
            f"tables = PB-02\n[machine pit-1]\nfingerprint = {shown['fingerprint']}\n"
            "role = pit\ntables = all\n")
        client = self.daemon.start()
        self.port = self.daemon.port()
        self.assertEqual(client.greeting["sabot"]["role"], "surveillance")
        self.assertEqual([view["table"] for view in client.ok("tables")["tables"]], ["PB-02"])
        self.assertEqual(
            self.error_of(client, "event", table="PB-02", event={"ev": "load", "decks": 6})[0],
            "not_allowed")
        self.assertEqual(self.error_of(client, "person_code")[0], "not_allowed")
        self.assertEqual(self.error_of(client, "machine_revoke", machine="pit-1")[0],
                         "not_allowed")
        self.assertEqual(len(self.connect("pit-1").ok("tables")["tables"]), 2)

    def test_a_door_that_cannot_be_opened_holds_up_nobody(self):
        self.daemon.stop()
        (self.state / "tls.crt").rename(self.state / "aside")
        client = self.daemon.start()
        client.event("PB-01", ev="load", decks=6)
        wait_for(lambda: "no machine over the network comes in" in self.daemon.read_log(),
                 "that it is said")


if __name__ == "__main__":
    unittest.main()
