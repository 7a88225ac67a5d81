#!/usr/bin/env python3
"""Prove a Sabot log without Sabot: a second verifier, independent of the first, made to be read.
FILE is a database, a backup, an archive, a proof or a table's file, KEY the public key
"NAME+ID+BASE64". Archives, in their order, and the database behind them are proven as one log; what
stands behind an archive that is not given begins with the signed note about it. Prints one JSON
object. Exit status 0: intact; 1: broken, the first bad row is named; 2: FILE cannot be used. Needs
Python 3 and openssl. docs/storage.md says what is hashed."""
import argparse
import base64
import hashlib
import hmac
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile

SPKI_ED25519 = bytes.fromhex("302a300506032b6570032100")  # a public key's DER, before the key
OPENSSL = "openssl pkeyutl -verify -pubin -keyform DER -inkey k -rawin -in m -sigfile s"
ROWS = """SELECT e.seq, g.name, e.n, e.at_us, e.ev, e.line, e.hash, e.frame, e.frame_at_us,
 p.part, p.from_n, p.from_load, p.from_round, p.from_incident, p.rules, p.overrides,
 l.load, l.n, l.part, l.from_round, l.from_incident
FROM event e JOIN log g ON g.id = e.log_id LEFT JOIN part p ON p.log_id = g.id AND p.from_n = e.n
LEFT JOIN load l ON l.seq = e.seq AND l.log_id = e.log_id ORDER BY e.seq"""
BEGIN = ("SELECT g.name, p.from_n FROM part p JOIN log g ON g.id = p.log_id UNION ALL "
         "SELECT g.name, l.n FROM load l JOIN log g ON g.id = l.log_id UNION ALL "
         "SELECT coalesce(g.name, ''), s.from_n FROM secret s LEFT JOIN log g ON g.id = s.log_id")
SECRETS = ("SELECT g.name, s.from_n, s.secret FROM secret s JOIN log g ON g.id = s.log_id "
           "ORDER BY s.from_n DESC")
BEHIND = ("SELECT g.name, a.from_n, a.from_hash FROM anchor a JOIN log g ON g.id = a.log_id "
          "WHERE a.archive = ? ORDER BY g.name")
EVENT = ("seq", "table", "n", "at_us", "ev", "line", "hash", "frame", "frame_at_us")
PART = ("part", "from_n", "from_load", "from_round", "from_incident", "rules", "overrides")
LOAD = ("load", "n", "part", "from_round", "from_incident")
HEAD = r"log (\S+) (\d+) ([0-9a-f]{64})\n"
NOTE = re.compile(r"sabot-checkpoint/[12] ([0-9a-f]{32})\nunchained (\d+)\ncheckpoint (\d+)\n"
                  r"previous ([0-9a-f]{64})\nat_us (\d+)\nseq (\d+)\n(?:counter \d+\n)?"
                  r"((?:log \S+ \d+ \S{64}\n)*)(?P<trees>(?:tree \S+ \d+ \S{64}\n)*)\n"
                  r"\u2014 (\S+) (\S+)\n\Z")

ANCHOR = re.compile(r"sabot-archive/1 ([0-9a-f]{32})\nunchained (\d+)\narchive (\d+)\n"
                    r"previous [0-9a-f]{64}\nat_us (\d+)\nseq (\d+)\ncheckpoint (\d+)\n"
                    r"sealed ([0-9a-f]{64})\nfile ([0-9a-f]{64})\n"
                    r"((?:log \S+ \d+ \d+ \S{64} \d+ \S{64}\n)*)\n\u2014 (\S+) (\S+)\n\Z")


def heads_of(match):
    return [(log, int(n), bytes.fromhex(h)) for log, n, h in re.findall(HEAD, match[7])]


class Verdict(Exception):
    def __init__(self, verdict, log=None, n=0, seq=0, checkpoint=0, proven=False, archive=0):
        self.where = dict(verdict=verdict, proven=proven, log=log, n=n, seq=seq,
                          checkpoint=checkpoint)
        if archive:
            self.where["archive"] = archive


class Anchor:
    """The signed note about the archive behind which a file begins; in an archive's own file its
    logs begin at the heads of that one, in a database behind what was removed from it."""

    def __init__(self, note, is_archive):
        if not (match := ANCHOR.match(note)):
            raise Verdict("anchor")
        self.note, self.id, self.number = note, match.group(1, 2), int(match[3])
        self.row = _, _, self.seq, self.checkpoint = tuple(map(int, match.group(3, 4, 5, 6)))
        self.sealed, self.file = bytes.fromhex(match[7]), match[8]
        logs = [line.split(" ") for line in match[9].splitlines()]
        at = 3 if is_archive else 5
        self.heads = [(log[1], int(log[3]), bytes.fromhex(log[4])) for log in logs]
        self.begins = {log[1]: (int(log[at]), bytes.fromhex(log[at + 1])) for log in logs}
        self.created = {log[1]: int(log[2]) for log in logs}


def pack(*values):
    """Numbers as eight bytes, the highest first; texts and bytes after their length in four."""
    raw = [value.encode() if isinstance(value, str) else value for value in values]
    return b"".join(v.to_bytes(8, "big", signed=True) if isinstance(v, int)
                    else len(v).to_bytes(4, "big") + v for v in raw)


def salt(e, secrets):
    """What salts an event of a database, and what it says of the secret that begins with it."""
    while len(secrets) > 1 and secrets[-2][0] <= e["n"]:
        secrets.pop()
    from_n, secret = secrets[-1] if secrets and secrets[-1][0] <= e["n"] else (0, None)
    return {"salt": secret and hmac.digest(secret, pack(e["n"]), "sha256"), "secret":
            hashlib.sha256(b"sabot secret 2\n" + secret).digest() if from_n == e["n"] else None}


def event_hash(previous, e):
    data = b"\0" + e["salt"] + b"\2" if e["salt"] else b"sabot event 1\n"
    data += previous + pack(e["seq"], e["n"], e["at_us"], e["ev"], e["line"])
    frame = e["frame"] is not None and {"at": e["frame_at_us"], "bytes": e["frame"]}
    for row, names in ((frame, ("at", "bytes")), (e["part"], PART), (e["load"], LOAD)):
        data += b"\1" + pack(*(row[name] for name in names)) if row else b"\0"
    if e["salt"]:
        data += b"\1" + e["secret"] if e["secret"] else b"\0"
    return hashlib.sha256(data).digest()


def is_ed25519(message, signature, public):
    with tempfile.TemporaryDirectory() as folder:
        for file, data in zip("msk", (message, signature, SPKI_ED25519 + public)):
            pathlib.Path(folder, file).write_bytes(data)
        return subprocess.run(OPENSSL.split(), cwd=folder, capture_output=True).returncode == 0


def is_signed(note, keys):
    body, _, rest = note.partition("\n\n")
    signature = base64.b64decode(note.split()[-1])[4:]
    for name, public in keys:
        raw = hashlib.sha256(name.encode() + b"\n\1" + public).digest()[:4] + signature
        if (rest == f"— {name} {base64.b64encode(raw).decode()}\n"
                and is_ed25519(body.encode() + b"\n", raw[4:], public)):
            return True
    return not keys


def join(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def root_of(leaves):
    """RFC 6962's root over hashes of leaves."""
    if len(leaves) == 1:
        return leaves[0]
    middle = 1 << (len(leaves) - 1).bit_length() - 1
    return join(root_of(leaves[:middle]), root_of(leaves[middle:]))


def follow_last(leaf, size, path):
    """The root to which the path of the last of `size` leaves leads: all are at its left."""
    if len(path) != (size - 1).bit_count():
        return None
    for beside in path:
        leaf = join(beside, leaf)
    return leaf


class Witness:
    """What a witness has cosigned of the log (docs/witness.md): heads over the checkpoints, which
    are the leaves; in the house log, or kept elsewhere."""

    def __init__(self, keys, origin, kept, within):
        self.keys, self.origin, self.within = keys, f"sabot/{origin['database']}", within
        self.leaves, self.first, self.last, self.at, self.time_s = [], 0, 0, 0, 0
        self.kept = self.read(kept) if kept else None
        if kept and not self.kept:
            raise ValueError("the head that was kept is none, or not cosigned by this witness")

    def read(self, note):
        """(origin, size, root, time in seconds) of a head that one of the keys has cosigned."""
        body, _, signatures = note.rpartition("\n\n")
        for name, public in self.keys:
            mine = hashlib.sha256(name.encode() + b"\n\4" + public).digest()[:4]
            for raw in re.findall(rf"^— {re.escape(name)} (\S+)$", signatures, re.M):
                raw = base64.b64decode(raw)
                time_s = int.from_bytes(raw[4:12], "big")
                text = f"cosignature/v1\ntime {time_s}\n{body}\n".encode()
                if raw[:4] == mine and len(raw) == 76 and is_ed25519(text, raw[12:], public):
                    origin, size, root = body.split("\n")[:3]
                    return origin, int(size), base64.b64decode(root), time_s
        return None

    def record(self, size, time_s):
        if size >= self.last:
            self.last, self.time_s = size, time_s

    def checkpoint(self, number, at, note):
        self.first, self.at = self.first or number, at
        self.leaves.append(hashlib.sha256(b"\0" + note.encode()).digest())
        if self.kept and self.first == 1 and self.kept[1] == number:
            if self.kept[0] != self.origin or self.kept[2] != root_of(self.leaves):
                raise Verdict("witness", checkpoint=number)
            self.record(number, self.kept[3])

    def event(self, line):
        said = json.loads(line)
        if not (head := self.read(said["note"])):
            return
        (origin, size, root, time_s), at = head, head[1] - self.first
        if origin == self.origin and (at < 0 or not self.first):
            return  # of checkpoints that are not here
        path = [base64.b64decode(one) for one in said["path"]]
        if (origin != self.origin or at >= len(self.leaves)
                or follow_last(self.leaves[at], size, path) != root):
            raise Verdict("witness", checkpoint=size)
        self.record(size, time_s)

    def finish(self, last):
        if self.kept and self.kept[1] > last:
            raise Verdict("checkpoint", checkpoint=self.kept[1])
        if not self.last or self.at - self.time_s * 1000000 > self.within * 1000000:
            raise Verdict("unwitnessed", checkpoint=self.last)


def read_database(path):
    """Yield the origin, then events and notes in the order of recording."""
    alone = "" if pathlib.Path(path + "-wal").exists() else "&immutable=1"
    db = sqlite3.connect(f"{pathlib.Path(path).absolute().as_uri()}?mode=ro{alone}", uri=True)
    db.execute("BEGIN")
    database, unchained = db.execute("SELECT database, unchained_seq FROM origin").fetchone()
    last = db.execute("SELECT number, note, at_us, seq, checkpoint FROM archive "
                      "ORDER BY number DESC LIMIT 1").fetchone()
    number = (db.execute("SELECT number FROM archive_file").fetchone() or [0])[0]
    anchor = last and Anchor(last[1], number > 0)
    begins_at = anchor.begins if anchor else {}
    if last and (anchor.row != (last[0], *last[2:]) or db.execute(BEHIND, (last[0],)).fetchall() !=
                 [(log, *at) for log, at in sorted(begins_at.items())]):
        raise Verdict("anchor", archive=last[0])
    if number != (last[0] + 1 if last and number else number and 1):
        raise Verdict("gap", archive=number)
    yield {"database": database.hex(), "unchained": unchained, "whole": True, "behind": anchor,
           "archive": number}
    notes = db.execute("SELECT seq, number, at_us, note FROM checkpoint ORDER BY number").fetchall()
    begins, begun, secrets = 0, {}, {}
    is_salted = db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'secret'").fetchone()
    for log, *secret in db.execute(SECRETS) if is_salted else ():
        secrets.setdefault(log, []).append(secret)
    for row in db.execute(ROWS):
        while notes and notes[0][0] < row[0]:
            yield notes.pop(0)
        event = dict(zip(EVENT, row))
        if event["n"] <= begins_at.get(event["table"], (0,))[0]:
            continue  # archived, and not removed yet
        event["part"] = dict(zip(PART, row[9:16])) if row[9] is not None else None
        event["load"] = dict(zip(LOAD, row[16:])) if row[16] is not None else None
        event |= salt(event, secrets.get(event["table"], ()))
        begins += sum(event[row] is not None for row in ("part", "load", "secret"))
        begun.setdefault(event["table"], event["at_us"])
        yield event
    yield from notes
    for log, created in db.execute("SELECT name, created_us FROM log ORDER BY name"):
        if (anchor.created.get(log) if log in begins_at else begun.get(log)) != created:
            raise Verdict("changed" if log in begun else "unexpected", log, int(log in begun))
    rows = BEGIN if is_salted else BEGIN.rpartition(" UNION ALL ")[0]
    if sum(n > begins_at.get(log, (0,))[0] for log, n in db.execute(rows)) != begins:
        raise Verdict("unexpected")


def read_proof(path):
    for line in pathlib.Path(path).open(encoding="utf-8"):
        item = json.loads(line)
        if "seq" in item:
            for key in ("hash", "frame", "salt", "secret"):
                item[key] = bytes.fromhex(item[key]) if key in item else None
            item["part"], load = item.get("part"), item.get("load")
            item["load"] = load and load | {"n": item["n"]}
        yield (None, None, None, item["note"]) if "note" in item else item


class Chain:
    def __init__(self, origin, keys, kept, witness=None):
        self.witness = witness
        self.origin, self.keys, self.kept, self.is_whole = origin, keys, kept, origin["whole"]
        self.id = (origin["database"], str(origin["unchained"]))
        self.start = b"sabot log 1\n" + bytes.fromhex(self.id[0]) + pack(origin["unchained"])
        self.heads, self.seq, self.hole, self.last, self.digest = {}, 0, 0, 0, bytes(32)
        self.must_heads, self.salted = [], set()
        self.archived = 0  # events up to this one may be missing: they are in an archive
        if at := origin.get("from"):  # a part of a log, or one that came from another database
            self.heads[at["table"]] = (at["n"] - 1, bytes.fromhex(at["previous"]))
        if origin.get("anchor") or "case" in origin:
            raise ValueError("a case (verify-case.py), or a proof behind an archive")
        if anchor := origin.get("behind"):
            if anchor.id != self.id or not is_signed(anchor.note, keys):
                raise Verdict("signature", archive=anchor.number)
            self.heads, self.archived = dict(anchor.begins), anchor.seq
            self.must_heads = anchor.heads
            self.last, self.digest = anchor.checkpoint, anchor.sealed
            self.seq = anchor.seq if origin["archive"] else 0
        match = kept and NOTE.match(kept)
        self.kept_number, self.kept_heads = (int(match[3]), heads_of(match)) if kept else (0, [])
        if kept and match.group(1, 2) != self.id:
            raise Verdict("checkpoint", checkpoint=self.kept_number)

    def event(self, e):
        log, n = e["table"], e["n"]
        last_n, digest = self.heads.get(log, (0, hashlib.sha256(self.start + pack(log)).digest()))
        if e["seq"] <= self.seq or n <= last_n:
            raise Verdict("unexpected", log, n, e["seq"])
        next_seq = max(self.seq, self.archived) + 1
        self.hole = self.hole or (next_seq if self.is_whole and e["seq"] > next_seq else 0)
        if n > last_n + 1:
            raise Verdict("missing", log, last_n + 1, self.hole)
        if e["seq"] > self.origin["unchained"]:
            was_salted = log in self.salted
            self.salted |= {log} if e["salt"] else set()
            if (digest := event_hash(digest, e)) != e["hash"] or was_salted and not e["salt"]:
                raise Verdict("changed", log, n, e["seq"])
            if any(head[:2] == (log, n) and head[2] != digest
                   for head in [*self.kept_heads, *self.must_heads]):
                raise Verdict("rewritten", log, n, e["seq"])
        self.seq, self.heads[log] = e["seq"], (n, digest)
        if self.witness and (log, e["ev"]) == ("house", "witnessed"):
            self.witness.event(e["line"])
        if (log, e["ev"]) == ("house", "taking") and (took := json.loads(e["line"]))["begins"]:
            self.heads.setdefault(took["table"], (0, bytes.fromhex(took["head"])))

    def note(self, seq, number, at, note):
        mine = int(match[3]) if (match := NOTE.match(note)) else number or self.last + 1
        if not match or number and [number, at, seq] != [*map(int, match.group(3, 5, 6))]:
            raise Verdict("checkpoint", checkpoint=number or mine)
        is_again = self.archived and hashlib.sha256(note.encode()).digest() == self.digest
        if is_again:  # the last in the archive, which the database keeps
            return self.check_heads(match)
        mine = min(mine, self.last + 1) if self.is_whole else mine  # the first that is missing
        if (match.group(1, 2) != self.id or int(match[3]) <= self.last or int(match[6]) < self.seq
                or self.is_whole and match[4] != self.digest.hex()
                or self.kept and mine == self.kept_number and note != self.kept):
            raise Verdict("checkpoint", checkpoint=mine)
        if not is_signed(note, self.keys):
            raise Verdict("signature", checkpoint=mine)
        self.check_heads(match)
        self.last, self.digest = mine, hashlib.sha256(note.encode()).digest()
        if self.witness and self.is_whole:
            self.witness.checkpoint(mine, int(match[5]), note)

    def check_heads(self, match):
        for log, n, digest in heads_of(match):
            if (have := self.heads.get(log, (0 if self.is_whole else n, digest)))[0] < n:
                raise Verdict("missing", log, have[0] + 1, self.hole)
            if have != (n, digest):
                raise Verdict("rewritten", log, n)

    def goes_on(self, origin, path):
        """True if the next file begins behind this one, an archive in `path`."""
        digest = hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
        behind = origin.get("behind")
        return (behind and (behind.number, behind.file) == (self.origin.get("archive"), digest)
                and (behind.sealed, behind.seq) == (self.digest, self.seq))

    def finish(self, is_last=True):
        if self.hole:
            raise Verdict("missing", seq=self.hole)
        for log, n, _ in self.must_heads:
            if self.heads[log][0] < n:
                raise Verdict("missing", log, self.heads[log][0] + 1)
        if not is_last:
            return
        for log, n, _ in self.kept_heads:
            if (have := self.heads.get(log, (0 if self.is_whole else n,))[0]) < n:
                raise Verdict("cut", log, have + 1)
        if self.is_whole and self.kept_number > self.last:
            raise Verdict("checkpoint", checkpoint=self.kept_number)
        if not self.last and (self.keys and self.seq > self.origin["unchained"] or not self.seq):
            raise Verdict("unsigned")
        if self.witness:
            self.witness.finish(self.last)
        raise Verdict("intact", proven=bool(self.keys))


def plain(text):
    """Others' text for a terminal: what is no printed character is shown as its number."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", nargs="+")
    parser.add_argument("--key", action="append", default=[])
    parser.add_argument("--checkpoint")
    parser.add_argument("--witness", action="append", default=[], help="its public key")
    parser.add_argument("--cosigned", help="a file with the head that the witness has")
    parser.add_argument("--within", type=int, default=3600, help="seconds")
    args = parser.parse_args()
    try:
        keys, witnesses = ([(key.split("+")[0], base64.b64decode(key.split("+", 2)[2])[1:])
                            for key in given] for given in (args.key, args.witness))
        cosigned = pathlib.Path(args.cosigned).read_text("utf-8") if args.cosigned else None
        kept = pathlib.Path(args.checkpoint).read_text("utf-8") if args.checkpoint else None
        if kept and not (NOTE.match(kept) and is_signed(kept, keys)):
            raise ValueError("the checkpoint that was kept is none, or not signed by this key")
        chain = witness = None
        for at, path in enumerate(args.file):
            is_database = pathlib.Path(path).open("rb").read(15) == b"SQLite format 3"
            items = (read_database if is_database else read_proof)(path)
            origin = next(items)
            if chain and not chain.goes_on(origin, args.file[at - 1]):
                raise Verdict("gap", archive=origin.get("archive", 0))
            if witnesses and not witness:
                witness = Witness(witnesses, origin, cosigned, args.within)
            chain = Chain(origin, keys, kept, witness)
            for item in items:
                chain.event(item) if isinstance(item, dict) else chain.note(*item)
            chain.finish(at == len(args.file) - 1)
    except Verdict as verdict:
        print(json.dumps(verdict.where, separators=(",", ":")))
        sys.exit(int(not verdict.where.get("proven")))
    except (OSError, ValueError, KeyError, TypeError, StopIteration, sqlite3.Error) as error:
        print(plain(f"verify-log.py: {' '.join(args.file)}: {error}"), file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
