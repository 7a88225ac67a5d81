#!/usr/bin/env python3
"""Prove a Sabot case file without Sabot, by what verify-log.py beside it knows of the chain.
FILE is a case file, KEY the house's public key "NAME+ID+BASE64". Prints one JSON object. Exit
status 0: intact; 1: broken, the first bad row or line is named; 2: FILE cannot be used. With --out
what was made for people is written into files, once it is proven. Needs Python 3 and openssl.
docs/disputes.md tells the form of a case file, docs/storage.md what is hashed."""
import argparse
import base64
import hashlib
import importlib.util
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True
SPEC = importlib.util.spec_from_file_location(
    "verify_log", pathlib.Path(__file__).resolve().with_name("verify-log.py"))
log = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(log)


TREE = re.compile(r"tree (\S+) (\d+) ([0-9a-f]{64})\n")


def root_of(leaf, index, size, path):
    """The root of RFC 6962's tree to which the path leads from a leaf; None: it leads nowhere."""
    last = size - 1
    if not 0 <= index <= last:
        return None
    for beside in path:
        if last == 0:
            return None
        if index % 2 or index == last:
            leaf = hashlib.sha256(b"\1" + beside + leaf).digest()
            while index and not index % 2:
                index, last = index // 2, last // 2
        else:
            leaf = hashlib.sha256(b"\1" + leaf + beside).digest()
        index, last = index // 2, last // 2
    return None if last else leaf


class BadSeal(Exception):
    """Line `number` is not the one that was sealed; 0: all together are not."""


class Ranges(log.Chain):
    """Parts of some logs. Each says what it follows, and ends where a checkpoint is about it."""

    def __init__(self, origin, keys):
        super().__init__({key: origin[key] for key in ("database", "unchained", "whole")}, keys,
                         None)
        self.ends, self.loose = {}, set()  # the number each range goes to; logs not yet signed
        self.notes = {}  # each checkpoint's note
        self.paths = []  # from ranges' ends to the root of their log's tree: table, n, hash, path

    def begin(self, at):
        table = at["table"]
        if at["n"] <= self.heads.get(table, (0,))[0]:
            raise log.Verdict("unexpected", table, at["n"])
        self.end(table)
        self.heads[table] = (at["n"] - 1, bytes.fromhex(at["previous"]))
        self.ends[table] = at["to"]

    def end(self, table):
        """All of its events came, and are signed."""
        if table in self.ends and self.heads[table][0] != self.ends[table]:
            raise log.Verdict("missing", table, self.heads[table][0] + 1)
        if self.keys and table in self.loose:
            raise log.Verdict("unsigned")

    def event(self, e):
        super().event(e)
        self.loose.add(e["table"])

    def path(self, at):
        """What proves a range's end by the tree in the next checkpoint about its log."""
        table, hashes = at["table"], [bytes.fromhex(one) for one in at["hashes"]]
        n, digest = self.heads[table]
        if table not in self.loose or n != self.ends[table]:
            raise log.Verdict("checkpoint", checkpoint=self.last + 1)
        self.paths.append((table, n, digest, hashes))
        self.loose.discard(table)

    def check_paths(self, match):
        trees = {table: (int(n), bytes.fromhex(root))
                 for table, n, root in TREE.findall(match["trees"])}
        heads = {table: n for table, n, _ in log.heads_of(match)}
        for table, n, digest, hashes in self.paths:
            if table not in heads:
                continue
            from_n, root = trees.get(table, (n + 1, b""))
            if root_of(digest, n - from_n, heads[table] - from_n + 1, hashes) != root:
                raise log.Verdict("rewritten", table, n)
        self.paths = [path for path in self.paths if path[0] not in heads]

    def note(self, seq, number, at, note):
        match = log.NOTE.match(note)
        if not match or match.group(1, 2) != self.id or int(match[3]) <= self.last \
                or int(match[6]) < self.seq:
            raise log.Verdict("checkpoint", checkpoint=int(match[3]) if match else self.last + 1)
        self.last = int(match[3])
        self.notes[self.last] = note
        if not log.is_signed(note, self.keys):
            raise log.Verdict("signature", checkpoint=self.last)
        self.check_paths(match)
        for table, n, digest in log.heads_of(match):
            have = self.heads.get(table)
            if not have or n > have[0] == self.ends.get(table):
                continue  # it is about what is not in this file
            if n > have[0]:
                raise log.Verdict("missing", table, have[0] + 1)
            if have != (n, digest):
                raise log.Verdict("rewritten", table, n)
            self.loose.discard(table)

    def finish(self):
        for table in self.ends:
            self.end(table)
        if not self.seq or self.keys and (not self.last or self.paths):
            raise log.Verdict("unsigned")


def is_named(signature, keys):
    """The signature's line says that it is by one of the keys, whether that is so or not."""
    words = [*signature.split(), "", "", ""]
    claimed = words[1], base64.b64decode(words[2])[:4]
    return claimed in [(name, hashlib.sha256(name.encode() + b"\n\1" + public).digest()[:4])
                       for name, public in keys]


def read_seal(line, number, keys):
    """What the last line says it seals, and which of the keys has signed that; None: none."""
    try:
        note = json.loads(line)["seal"]
        body, parted, signature = note.partition("\n\n")
        if keys and not (parted and log.is_signed(note, keys)):
            raise BadSeal(number) if is_named(signature, keys) else log.Verdict("unsealed")
        return (body + "\n" if parted else note), (signature.split()[1] if keys else None)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise BadSeal(number) from error


def sealed_line(number, line):
    return f"line {number} {hashlib.sha256(line[:-1]).hexdigest()}\n"


def check_witness(witness, notes, pieces):
    """Each checkpoint in the file is a leaf of a tree that the witness has cosigned, or is not
    much newer than what it has."""
    for number, note in notes.items():
        said = json.loads(pieces.get(f"witness-{number}.json", b"null"))
        if not said or not (head := witness.read(said["note"])):
            witness.at = max(witness.at, int(log.NOTE.match(note)[5]))
            continue
        leaf = hashlib.sha256(b"\0" + note.encode()).digest()
        path = [base64.b64decode(one) for one in said["path"]]
        if (head[0] != witness.origin or said["checkpoint"] != number
                or root_of(leaf, number - 1, head[1], path) != head[2]):
            raise log.Verdict("witness", checkpoint=number)
        witness.record(number, head[3])
    witness.finish(0)


def prove(path, keys, witnesses=(), within=0):
    """The case that a file is about, who sealed it, and its pieces."""
    *lines, last = pathlib.Path(path).read_bytes().splitlines(keepends=True)
    items = log.read_proof(path)
    origin, pieces = next(items), {}
    case, content = origin["case"], b"".join(lines)
    told, signer = read_seal(last, len(lines) + 1, keys)
    body = f"sabot-case/1 {origin['database']}\n" + "".join(
        f"{key} {case[key]}\n" for key in ("table", "load", "round", "incident", "made_us"))
    body += sealed_line(1, lines[0])
    ranges = Ranges(origin, keys)
    for number, (line, item) in enumerate(zip(lines[1:], items), 2):
        if isinstance(item, tuple):
            ranges.note(*item)
        elif "seq" in item:
            ranges.event(item)
        else:
            body += sealed_line(number, line)
            if not told.startswith(body):
                raise BadSeal(number)
            if "from" in item:
                ranges.begin(item["from"])
            elif "path" in item:
                ranges.path(item["path"])
            else:
                pieces[item["piece"]] = base64.b64decode(item["base64"], validate=True)
    ranges.finish()
    if told != f"{body}bytes {len(content)}\nfile {hashlib.sha256(content).hexdigest()}\n":
        raise BadSeal(0)
    if witnesses:
        check_witness(log.Witness(witnesses, origin, None, within), ranges.notes, pieces)
    return case, signer, pieces


def write(pieces, directory):
    directory.mkdir(parents=True, exist_ok=True)
    for name, content in pieces.items():
        if pathlib.PurePath(name).name != name or name.startswith("."):
            raise ValueError(f"{name} is no name for a file")
        with (directory / name).open("xb") as file:
            file.write(content)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file")
    parser.add_argument("--key", action="append", default=[])
    parser.add_argument("--witness", action="append", default=[], help="its public key")
    parser.add_argument("--within", type=int, default=3600, help="seconds")
    parser.add_argument("--out", type=pathlib.Path, help="a directory for what is for people")
    args = parser.parse_args()
    try:
        keys, witnesses = ([(key.split("+")[0], base64.b64decode(key.split("+", 2)[2])[1:])
                            for key in given] for given in (args.key, args.witness))
        case, signer, pieces = prove(args.file, keys, witnesses, args.within)
        if args.out:
            write(pieces, args.out)
    except (log.Verdict, BadSeal) as bad:
        print(json.dumps(bad.where if isinstance(bad, log.Verdict)
                         else {"verdict": "seal", "line": bad.args[0]}))
        sys.exit(1)
    except (OSError, ValueError, KeyError, TypeError, StopIteration) as error:
        print(f"verify-case.py: {args.file}: {error!r}", file=sys.stderr)
        sys.exit(2)
    print(json.dumps({"verdict": "intact", "case": case, "sealed_by": signer,
                      "pieces": list(pieces)}))


if __name__ == "__main__":
    main()
