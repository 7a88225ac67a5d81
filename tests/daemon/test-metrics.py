#!/usr/bin/env python3
"""`sabotctl metrics`: read as strictly as the format is written, and compared with what happened.

usage: test-metrics.py SABOTD SABOTCTL
"""
import json
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

from fixture import DEADLINE_S, Daemon, Shoe, wait_for

SABOTD, SABOTCTL = sys.argv[1:3]
TABLES = ("[device shoe-1]\ntransport = pty:@DIR@/shoe\n"
          "[table PB-01]\nrules = punto-banco-es\nset.burn = 0\ndevice = shoe-1\n"
          "[table PB-02]\nrules = punto-banco-es\nset.burn = 0\n")
SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\\n]|\\[\\"n])*",?)+)\})? (\S+)')
LABEL = re.compile(r'([a-z]+)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)')
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
MIB = 1024 * 1024


def unescape(text):
    return re.sub(r"\\(.)", lambda found: {"n": "\n"}.get(found[1], found[1]), text)


def parse(text):
    """{(name, labels): value}; each departure from the format is an error."""
    assert text.endswith("\n") and "\n\n" not in text
    samples, types, family = {}, {}, None
    lines = text[:-1].split("\n")
    for before, line in zip([""] + lines, lines):
        if line.startswith("# HELP "):
            family, words = line[len("# HELP "):].split(" ", 1)
            assert family not in types, f"{family} is told twice"
            assert words.endswith("."), line
            continue
        if line.startswith("# TYPE "):
            name, kind = line[len("# TYPE "):].split(" ")
            assert before.startswith(f"# HELP {name} "), line
            assert kind in ("counter", "gauge", "histogram"), line
            assert (kind == "counter") == name.endswith("_total"), line
            types[name] = kind
            continue
        found = SAMPLE.fullmatch(line)
        assert found, f"no sample: {line!r}"
        suffix = found[1][len(family):]
        assert found[1].startswith(family), f"{line} is outside its family {family}"
        assert suffix in (("_bucket", "_sum", "_count") if types[family] == "histogram" else ("",))
        pairs = [(name, unescape(value)) for name, value in LABEL.findall(found[2] or "")]
        assert ",".join(f'{n}="{v}"' for n, v in LABEL.findall(found[2] or "")) == (found[2] or "")
        assert len(dict(pairs)) == len(pairs), line
        assert NUMBER.fullmatch(found[3]), line
        key = (found[1], tuple(sorted(pairs)))
        assert key not in samples, f"{line} is there twice"
        samples[key] = float(found[3])
    return samples


class Metrics(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(SABOTD, TABLES)
        self.addCleanup(self.daemon.close)
        self.shoe = Shoe(self.daemon.directory / "shoe")
        self.addCleanup(self.shoe.close)
        self.client = self.daemon.start()
        wait_for(lambda: self.client.view("PB-01")["device"]["state"] != "connecting", "the shoe")

    def read(self, *options, path=None):
        done = subprocess.run([SABOTCTL, "metrics", "--socket", path or self.daemon.socket,
                               *options], capture_output=True, text=True, timeout=DEADLINE_S)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def value(self, name, **labels):
        return parse(self.read()).get((name, tuple(sorted(labels.items()))))

    def play(self, table, cards):
        self.client.event(table, ev="load", decks=6)
        self.client.event(table, ev="no_more_bets")
        for to, card in cards:
            self.client.event(table, ev="card", card=card, to=to)

    def test_a_table(self):
        cards = [("punto", "9S"), ("banca", "9H"), ("punto", "KS"), ("banca", "KH")]
        self.play("PB-02", cards)
        self.client.event("PB-02", ev="result", winner="banca")  # it is a tie
        table = {"table": "PB-02"}
        self.assertEqual(self.value("sabot_table_events_total", **table), 7)
        self.assertEqual(self.value("sabot_table_rounds_total", **table), 1)
        self.assertEqual(self.value("sabot_table_exposure_rounds", **table),
                         self.client.view("PB-02")["exposure"]["rounds"])
        self.assertEqual(self.value("sabot_table_quarantined", **table), 0)
        counted = {}
        for incident in self.client.ok("incidents")["incidents"]:
            key = (incident["table"], incident["code"], incident["state"])
            counted[key] = counted.get(key, 0) + 1
        self.assertTrue(counted)
        told = {tuple(dict(labels)[key] for key in ("table", "code", "state")): value
                for (name, labels), value in parse(self.read()).items()
                if name == "sabot_table_incidents"}
        self.assertEqual(told, counted)

    def test_a_device(self):
        shoe = {"table": "PB-01", "device": "shoe-1"}
        self.play("PB-01", [])
        self.shoe.send_card("9S")  # three times, as it does
        wait_for(lambda: self.value("sabot_device_repeats_total", **shoe) == 2, "the repeats")
        self.assertEqual(self.value("sabot_device_frames_total", **shoe), 3)
        self.assertEqual(self.value("sabot_device_state", state="online", **shoe), 1)
        states = [value for (name, _), value in parse(self.read()).items()
                  if name == "sabot_device_state"]
        self.assertEqual(sum(states), 1)

    def test_the_daemon(self):
        self.play("PB-02", [("punto", "9S")])
        samples = {name: value for (name, labels), value in parse(self.read()).items()
                   if not labels or labels[0][0] == "version"}
        seq = self.client.ok("status")["seq"]
        for name, value in {"sabot_build_info": 1, "sabot_saved": 1, "sabot_signed": 0,
                            "sabot_events_total": seq, "sabot_pending_events": 0,
                            "sabot_clients": 2, "sabot_clients_dropped_total": 0,
                            "sabot_commit_seconds_count": seq}.items():
            self.assertEqual(samples[name], value, name)
        self.assertGreater(samples["sabot_commit_seconds_sum"], 0)
        self.assertGreater(samples["sabot_uptime_seconds"], 0)
        self.assertTrue(MIB < samples["sabot_resident_memory_bytes"] < 1024 * MIB)

    def test_buckets_add_up(self):
        self.play("PB-02", [("punto", "9S")])
        samples = parse(self.read())
        buckets = [(float(dict(labels)["le"]), value) for (name, labels), value in samples.items()
                   if name == "sabot_commit_seconds_bucket"]
        self.assertEqual(buckets, sorted(buckets))
        self.assertEqual([value for _, value in buckets], sorted(value for _, value in buckets))
        self.assertEqual(buckets[-1], (float("inf"), samples["sabot_commit_seconds_count", ()]))

    def test_who_is_thrown_out_is_counted(self):
        rude = self.daemon.try_connect()
        rude.socket.sendall(b"x" * 70000)
        wait_for(lambda: self.value("sabot_clients_dropped_total") == 1, "the count")
        deep = self.daemon.try_connect()
        deep.socket.sendall(b'{"do":' + b"[" * 40 + b"\n")
        wait_for(lambda: self.value("sabot_clients_dropped_total") == 2, "the count")

    def test_what_a_forwarder_says_of_no_log_is_counted(self):
        """Whoever has the forwarder's account raises one open finding a log, however often and
        whatever it says; and none of logs that do not exist."""
        self.assertEqual(self.value("sabot_forward_unknown_logs_total"), 0)
        for number in range(20):
            reply = self.client.ask("forward_refused", log=f"XX-{number}", why="gap", n=number)
            self.assertEqual(reply["error"]["class"], "bad_request")
            self.assertIn(f"this house has no log XX-{number}", reply["error"]["text"])
        logs = ("PB-01", "@checkpoints", "house", "PB-02")
        for log in logs:
            for number in range(5):
                for why in ("gap", "forked"):
                    self.client.ok("forward_refused", log=log, why=why, n=number)
        wait_for(lambda: "PB-02" in {log for log, _, _ in self.forward_refusals()}, "the last one")
        self.assertEqual(self.forward_refusals(), [(log, "gap", 0) for log in logs])
        self.assertEqual(self.value("sabot_forward_unknown_logs_total"), 20)

    def forward_refusals(self):
        return [(found["detail"]["log"], found["detail"]["why"], found["detail"]["n"])
                for found in self.client.export("house") if found.get("code") == "forward_refused"]

    def test_json(self):
        answer = json.loads(self.read("--json"))
        self.assertEqual([table["table"] for table in answer["tables"]],
                         ["house", "PB-01", "PB-02"])

    def test_a_floor_that_takes_several_lines(self):
        names = [f"PB-{i:03d}-of-a-long-name-as-is-allowed"[:32] for i in range(600)]
        self.daemon.stop()
        self.daemon.write_config("".join(f"[table {name}]\nrules = punto-banco-es\n"
                                         for name in names))
        self.daemon.start()
        told = [dict(labels)["table"] for name, labels in parse(self.read())
                if name == "sabot_table_events_total"]
        self.assertEqual(told, ["house"] + names)

    def test_labels_are_escaped(self):
        """Against a daemon's lines, for the real one has no such names."""
        nasty = 'a"b\\c\nd\\n'
        daemon = {"version": nasty, "saved": True,
                  "commits": {"bounds_us": [1000], "counts": [0, 0], "sum_us": 0}}
        greeting = {"sabot": {"version": "0", "protocol": self.client.greeting["sabot"]["protocol"],
                              "seq": 0}}
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        path = str(pathlib.Path(directory.name) / "socket")
        server = socket.create_server(path, family=socket.AF_UNIX)
        self.addCleanup(server.close)

        def serve():
            connection, _ = server.accept()
            with connection, connection.makefile("rw") as lines:
                lines.write(json.dumps(greeting) + "\n")
                lines.flush()
                asked = json.loads(lines.readline())
                lines.write(json.dumps({"id": asked["id"],
                                        "ok": {"daemon": daemon, "tables": []}}) + "\n")
                lines.flush()
                lines.readline()

        thread = threading.Thread(target=serve)
        thread.start()
        text = self.read(path=path)
        thread.join(DEADLINE_S)
        self.assertIn('sabot_build_info{version="a\\"b\\\\c\\nd\\\\n"} 1\n', text)
        self.assertEqual(parse(text)["sabot_build_info", (("version", nasty),)], 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
