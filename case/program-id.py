#!/usr/bin/env python3
"""The rules that derive, as one number: what an index was made with is compared with it.

usage: program-id.py OUT.h OUT.d FOLDER-OR-FILE…
"""

import hashlib
import pathlib
import sys

KINDS = (".c", ".h", ".def", ".sql")


def sources(places):
    """All files that count, in an order that hangs on no machine."""
    found = []
    for place in map(pathlib.Path, places):
        files = [place] if place.is_file() else place.rglob("*")
        found += [file for file in files if file.suffix in KINDS]
    return sorted(found, key=lambda file: (file.parent.name, file.name))


def main():
    out, depfile, *places = sys.argv[1:]
    files = sources(places)
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    pathlib.Path(out).write_text(
        "/* Made by case/program-id.py of all sources that derive. */\n#pragma once\n\n"
        f'#define SABOT_CASE_PROGRAM_ID "{digest.hexdigest()[:32]}"\n')
    pathlib.Path(depfile).write_text(f"{out}: {' '.join(map(str, files))}\n")


main()
