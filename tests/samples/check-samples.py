#!/usr/bin/env python3
"""Audit every sample log of an archive and compare with the expected output beside it.

usage: check-samples.py SABOTCTL ARCHIVE.tar.xz

The archives hold pairs NAME.ndjson and NAME.expected (docs/event-log.md). `text`, `rule`, `note`
and the words of `why` are not compared: they are for people. Prints one line a sample.
"""

import json
import subprocess
import sys
import tarfile


def comparable(line):
    derived = json.loads(line)
    for words in ("text", "rule", "note"):
        derived.pop(words, None)
    if isinstance(derived.get("detail"), dict):
        derived["detail"].pop("why", None)
    return derived


def unexplained(summary):
    """How many incidents the doubt that ended did not explain."""
    return sum(summary["incidents"].values()) - sum(summary.get("explained", {}).values())


def first_difference(got, expected):
    for number, (a, b) in enumerate(zip(got, expected), 1):
        if a != b:
            return f"line {number}:\n  got      {json.dumps(a)}\n  expected {json.dumps(b)}"
    return f"{len(got)} lines instead of {len(expected)}"


def check(sabotctl, log, expected_text):
    run = subprocess.run([sabotctl, "audit", "-"], input=log, capture_output=True, check=False)
    got = [comparable(line) for line in run.stdout.decode().splitlines()]
    expected = [comparable(line) for line in expected_text.decode().splitlines()]
    if got != expected:
        return first_difference(got, expected) + run.stderr.decode()
    status = 1 if unexplained(expected[-1]) else 0
    if run.returncode != status:
        return f"exit status {run.returncode} instead of {status}"
    return None


def main():
    sabotctl, archive = sys.argv[1:]
    failed = checked = 0
    with tarfile.open(archive, "r:xz") as tar:
        files = {member.name: tar.extractfile(member).read() for member in tar if member.isfile()}
    for name in sorted(files):
        if not name.endswith(".ndjson"):
            continue
        why = check(sabotctl, files[name], files[name[: -len("ndjson")] + "expected"])
        checked += 1
        failed += why is not None
        print("not ok" if why else "ok", name, why or "")
    print(f"{checked - failed} of {checked} samples as expected")
    return 1 if failed or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
