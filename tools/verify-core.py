#!/usr/bin/env python3
"""Prove what a core has of a house's log, without Sabot and without the core. FILE is what psql
writes of the core's segments (docs/operations.md has the command), of one database or of several;
KEY the public key "NAME+ID+BASE64". Each hash is derived again from the lines and held against the
segments' seals, each checkpoint against the key. Prints one JSON object a database. Exit status 0:
all intact; 1: broken; 2: FILE cannot be used. Needs Python 3, zstd and openssl, and verify-log.py
beside it, which derives the hashes. docs/operations.md says what a segment is."""
import argparse
import base64
import datetime
import hashlib
import heapq
import hmac
import importlib.util
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

SPEC = importlib.util.spec_from_file_location(
    "verify_log", pathlib.Path(__file__).resolve().with_name("verify-log.py"))
verify_log = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(verify_log)
from_log = verify_log.Verdict
NOTES = "@checkpoints"
LINE_MAX_BYTES = 32 << 20
EPOCH = datetime.datetime(1970, 1, 1)


def stamp(at_us):
    seconds, fraction = divmod(at_us, 1000000)
    return (f"{(EPOCH + datetime.timedelta(seconds=seconds)).isoformat()}"
            + (f".{fraction:06}" if fraction else "") + "Z")


class Lines:
    """The lines of a log's segments, one after the other, as zstd unpacks their frames."""

    def __init__(self, segments, folder, name):
        file = pathlib.Path(folder, name)
        with file.open("wb") as frames:
            for segment in segments:
                frames.write(base64.b64decode(segment["lines"]))
        self.process = subprocess.Popen(["zstd", "-dcq", str(file)], stdout=subprocess.PIPE)

    def next(self):
        """None at the end."""
        line = self.process.stdout.readline(LINE_MAX_BYTES)
        if not line:
            return None
        if not line.endswith(b"\n"):
            raise ValueError("a line without an end, or too long")
        return json.loads(line)

    def close(self):
        """True if all was read, and zstd had nothing to say."""
        rest = self.process.stdout.read(1)
        self.process.stdout.close()
        return self.process.wait() == 0 and not rest


def read_array(item, log, n, seq, at_us):
    """An event of format 2: differences to the event before, and a line without what follows."""
    seq, at_us, ev, line, *rest = seq + item[0], at_us + item[1], *item[2:]
    more = rest[0] if rest else {}
    if not line.startswith("{"):
        line = f'{{"ev":"{ev}"{line},"at":"{stamp(at_us)}"}}'
    if "frame_at_us" in more:
        more["frame_at_us"] += at_us
    return {**more, "seq": seq, "at_us": at_us, "ev": ev, "line": line, "table": log, "n": n}


def read_segments(log, segments, folder, name):
    """Yield (seq, item): an event, or a checkpoint's note; each sealed by its segment."""
    lines, n = Lines(segments, folder, name), 0
    try:
        for segment in segments:
            secret, seq, at_us = None, 0, 0
            if segment["first_n"] != n + 1 or segment["last_n"] < segment["first_n"]:
                raise from_log("missing", log, n + 1)
            for n in range(segment["first_n"], segment["last_n"] + 1):
                while isinstance(item := lines.next(), dict) and "secret" in item:
                    secret = (item["from_n"], bytes.fromhex(item["secret"]))
                ends = {"first": n == segment["first_n"] and bytes.fromhex(segment["prev_hash"]),
                        "last": n == segment["last_n"] and bytes.fromhex(segment["last_hash"])}
                if log == NOTES:
                    yield int(verify_log.NOTE.match(item["note"])[6]), item | ends
                    continue
                if segment["format"] not in (1, 2):
                    raise ValueError(f"a later program wrote format {segment['format']}")
                e = item if segment["format"] == 1 else read_array(item, log, n, seq, at_us)
                seq, at_us = e["seq"], e["at_us"]
                if (e["table"], e["n"]) != (log, n):
                    raise from_log("unexpected", log, n, seq)
                yield seq, complete(e, secret) | ends
        if not lines.close():
            raise from_log("unexpected", log, n + 1)
    except (ValueError, TypeError, AttributeError, KeyError, IndexError) as fault:
        raise from_log("segment", log, n) from fault


def complete(e, secret):
    """With all that is hashed."""
    e["frame"] = bytes.fromhex(e["frame"]) if "frame" in e else None
    e["part"], load = e.get("part"), e.get("load")
    e["load"] = load and load | {"n": e["n"]}
    from_n, bare = secret or (0, None)
    return e | {"salt": bare and hmac.digest(bare, verify_log.pack(e["n"]), "sha256"),
                "secret": hashlib.sha256(b"sabot secret 2\n" + bare).digest()
                if bare and from_n == e["n"] else None}


class Core(verify_log.Chain):
    def event(self, e, is_covered=True):
        """An event's own hash is nowhere; its segment's ends are."""
        log = e["table"]
        start = hashlib.sha256(self.start + verify_log.pack(log)).digest()
        digest = self.heads.get(log, (0, start))[1]
        if e["first"] and e["first"] != digest:
            raise from_log("rewritten", log, e["n"], e["seq"])
        e["hash"] = (verify_log.event_hash(digest, e) if e["seq"] > self.origin["unchained"]
                     else digest)
        if e["last"] and e["last"] != e["hash"]:
            raise from_log("changed", log, e["n"], e["seq"])
        if is_covered:
            super().event(e)
        else:
            self.heads[log] = (e["n"], e["hash"])


def verify(rows, keys):
    """The verdict on one database."""
    origin = {"database": rows[0]["origin"], "unchained": rows[0]["unchained"], "whole": True,
              "archive": 0}
    chain, n_events, n_notes, n_after = Core(origin, keys, None), 0, 0, 0
    rows.sort(key=lambda row: (row["log"], row["first_n"]))
    try:
        with tempfile.TemporaryDirectory() as folder:
            logs = {log: list(of) for log, of in itertools.groupby(rows, lambda row: row["log"])}
            notes = list(read_segments(NOTES, logs.pop(NOTES, []), folder, "notes"))
            last_seq = notes[-1][0] if notes else 0
            items = heapq.merge(
                *(read_segments(log, of, folder, str(at))
                  for at, (log, of) in enumerate(logs.items())), key=lambda item: item[0])
            for seq, e in items:
                while notes and notes[0][0] < seq:
                    chain.note(None, None, None, notes.pop(0)[1]["note"])
                    n_notes += 1
                chain.event(e, seq <= last_seq)
                n_events, n_after = n_events + (seq <= last_seq), n_after + (seq > last_seq)
            for _, item in notes:
                chain.note(None, None, None, item["note"])
                n_notes += 1
        chain.finish()
    except from_log as verdict:
        return verdict.where | {"database": rows[0]["origin"], "site": rows[0]["site"],
                                "events": n_events, "checkpoints": n_notes, "after": n_after}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("file")
    parser.add_argument("--key", action="append", default=[])
    args = parser.parse_args()
    try:
        keys = [(key.split("+")[0], base64.b64decode(key.split("+", 2)[2])[1:]) for key in args.key]
        databases = {}
        with open(args.file, encoding="utf-8") as file:
            for row in map(json.loads, file):
                databases.setdefault(row["origin"], []).append(row)
        found = [verify(rows, keys) for rows in databases.values()]
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        print(verify_log.plain(f"verify-core.py: {args.file}: {error}"), file=sys.stderr)
        sys.exit(2)
    for where in found:
        print(json.dumps(where, separators=(",", ":")))
    sys.exit(int(not found or not all(where["proven"] for where in found)))


if __name__ == "__main__":
    main()
