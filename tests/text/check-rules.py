#!/usr/bin/env python3
"""Every rule that the engine cites is in docs/rules.md and has its sentence in text/rule-text.c,
and that file has no others.

usage: check-rules.py ROOT
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
ID = r"[A-Z]{2}-\d\d"


def main():
    cited = {found for source in (ROOT / "engine").rglob("*.c")
             for found in re.findall(rf'"({ID})"', source.read_text("utf-8"))}
    said = set(re.findall(rf'\{{"({ID})",', (ROOT / "text/rule-text.c").read_text("utf-8")))
    defined = set(re.findall(rf"(?m)^\| ({ID}) \|", (ROOT / "docs/rules.md").read_text("utf-8")))
    faults = [*(f"text/rule-text.c: {rule}, which is cited, has no sentence"
                for rule in sorted(cited - said)),
              *(f"text/rule-text.c: nothing cites {rule}" for rule in sorted(said - cited)),
              *(f"docs/rules.md: {rule}, which is cited, is not there"
                for rule in sorted(cited - defined))]
    print("\n".join([*faults, f"{len(cited)} rules, {len(faults)} faults"]))
    return 1 if faults or not cited else 0


sys.exit(main())
