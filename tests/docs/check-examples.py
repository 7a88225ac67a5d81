#!/usr/bin/env python3
"""Run every example log of docs/examples through `sabotctl audit` and compare with what the
documentation promises: every line, every field, the exit status, and the copies in the text.

Usage: check-examples.py SABOTCTL DOCS [--bless]

NAME.expected holds standard output, or for a log that cannot be used the sentence on standard
error. --bless writes these files anew and the copies into the pages; look at the difference then.
"""
import json
import os
import re
import subprocess
import sys

CONTRACT = "event-log.md"
PAGES = [CONTRACT, "connect.md"]
# A copy of a file in a page: this comment, an empty line, the file's lines indented by four.
COPY = re.compile(r"<!-- (?:docs/)?(examples/[\w.-]+) -->\n\n((?:    .*\n)(?:\n?    .*\n)*)")


def audit(sabotctl, examples, name):
    """(status, text) of one run, in plain English whatever the machine speaks."""
    environment = dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE="C")
    run = subprocess.run([os.path.abspath(sabotctl), "audit", name], cwd=examples, env=environment,
                         capture_output=True, text=True, check=False, timeout=300)
    return run.returncode, run.stdout + run.stderr


def status_promised(text):
    """The exit status that goes with an expected output."""
    last = text.splitlines()[-1]
    if not last.startswith("{"):
        return 2
    summary = json.loads(last)
    return 1 if summary["incidents"] != summary.get("explained", {}) else 0


def parsed(text):
    return [json.loads(line) if line.startswith("{") else line for line in text.splitlines()]


def check_example(sabotctl, examples, name):
    """None, or what differs."""
    status, got = audit(sabotctl, examples, name)
    expected = read(os.path.join(examples, name[:-len("ndjson")] + "expected"))
    if status != status_promised(expected):
        return f"exit status {status} instead of {status_promised(expected)}\n{got}"
    for number, (a, b) in enumerate(zip(parsed(got), parsed(expected)), 1):
        if a != b:
            return f"line {number}:\n  got      {a}\n  expected {b}"
    if len(parsed(got)) != len(parsed(expected)):
        return f"{len(parsed(got))} lines instead of {len(parsed(expected))}"
    return None


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def indented(text):
    return "".join("    " + line if line.strip() else line for line in text.splitlines(True))


def check_pages(docs, names):
    """What a page shows is what the file holds, and the contract names every example."""
    for page in PAGES:
        copies = COPY.findall(read(os.path.join(docs, page)))
        for path, text in copies:
            if text != indented(read(os.path.join(docs, path))):
                yield f"{page}: its copy of {path} is not that file"
        if not copies:
            yield f"{page} shows no example"
    for name in names:
        if name not in read(os.path.join(docs, CONTRACT)):
            yield f"{CONTRACT} does not name {name}"


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def bless(sabotctl, docs, names):
    examples = os.path.join(docs, "examples")
    for name in names:
        path = os.path.join(examples, name[:-len("ndjson")] + "expected")
        write(path, audit(sabotctl, examples, name)[1])

    def copy_of(match):
        head = match.group(0)[:match.group(0).index("\n")]
        return f"{head}\n\n{indented(read(os.path.join(docs, match.group(1))))}"

    for page in PAGES:
        path = os.path.join(docs, page)
        write(path, COPY.sub(copy_of, read(path)))


def main():
    sabotctl, docs = sys.argv[1:3]
    examples = os.path.join(docs, "examples")
    names = sorted(name for name in os.listdir(examples) if name.endswith(".ndjson"))
    if sys.argv[3:] == ["--bless"]:
        bless(sabotctl, docs, names)
    failed = 0
    for name in names:
        why = check_example(sabotctl, examples, name)
        failed += why is not None
        print("not ok" if why else "ok", name, why or "")
    faults = list(check_pages(docs, names))
    print("\n".join(faults + [f"{len(names) - failed} of {len(names)} examples as promised"]))
    return 1 if failed or faults or not names else 0


if __name__ == "__main__":
    sys.exit(main())
