#!/usr/bin/env python3
"""Run every example log of docs/examples through `sabotctl audit` and compare with what the
documentation promises: every line, every field, the exit status, and the copies in the text.

Usage: check-examples.py SABOTCTL DOCS [--bless]

NAME.expected holds standard output, or for a log that cannot be used the sentence on standard
error. --bless writes these files anew and the copies into the page; look at the difference then.
"""
import json
import os
import re
import subprocess
import sys

PAGE = "event-log.md"
# A copy of a file in the page: this comment, an empty line, the file's lines indented by four.
COPY = re.compile(r"<!-- (examples/[\w.-]+) -->\n\n((?:    .*\n)+)")


def audit(sabotctl, examples, name):
    """(status, text) of one run, in plain English whatever the machine speaks."""
    environment = dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE="C")
    run = subprocess.run([os.path.abspath(sabotctl), "audit", name], cwd=examples, env=environment,
                         capture_output=True, text=True, check=False, timeout=60)
    return run.returncode, run.stdout + run.stderr


def status_promised(text):
    """The exit status that goes with an expected output."""
    last = text.splitlines()[-1]
    if not last.startswith("{"):
        return 2
    return 1 if json.loads(last)["incidents"] else 0


def parsed(text):
    return [json.loads(line) if line.startswith("{") else line for line in text.splitlines()]


def check_example(sabotctl, examples, name):
    """None, or what differs."""
    status, got = audit(sabotctl, examples, name)
    with open(os.path.join(examples, name[:-len("ndjson")] + "expected"), encoding="utf-8") as file:
        expected = file.read()
    if status != status_promised(expected):
        return f"exit status {status} instead of {status_promised(expected)}\n{got}"
    for number, (a, b) in enumerate(zip(parsed(got), parsed(expected)), 1):
        if a != b:
            return f"line {number}:\n  got      {a}\n  expected {b}"
    if len(parsed(got)) != len(parsed(expected)):
        return f"{len(parsed(got))} lines instead of {len(parsed(expected))}"
    return None


def check_page(docs, names):
    """What the page shows is what the files hold, and it names every example."""
    with open(os.path.join(docs, PAGE), encoding="utf-8") as file:
        page = file.read()
    copies = COPY.findall(page)
    for path, text in copies:
        with open(os.path.join(docs, path), encoding="utf-8") as file:
            shown = "".join(line[4:] for line in text.splitlines(keepends=True))
            if shown != file.read():
                yield f"{PAGE}: its copy of {path} is not that file"
    for name in names:
        if name not in page:
            yield f"{PAGE} does not name {name}"
    if not copies:
        yield f"{PAGE} shows no example"


def bless(sabotctl, docs, names):
    examples = os.path.join(docs, "examples")
    for name in names:
        path = os.path.join(examples, name[:-len("ndjson")] + "expected")
        text = audit(sabotctl, examples, name)[1]
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def copy_of(match):
        with open(os.path.join(docs, match.group(1)), encoding="utf-8") as file:
            lines = "".join("    " + line for line in file)
        return f"<!-- {match.group(1)} -->\n\n{lines}"

    path = os.path.join(docs, PAGE)
    with open(path, encoding="utf-8") as file:
        page = COPY.sub(copy_of, file.read())
    with open(path, "w", encoding="utf-8") as file:
        file.write(page)


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
    faults = list(check_page(docs, names))
    print("\n".join(faults + [f"{len(names) - failed} of {len(names)} examples as promised"]))
    return 1 if failed or faults or not names else 0


if __name__ == "__main__":
    sys.exit(main())
