#!/usr/bin/env python3
"""Each name once: headers, exported functions, and structs, unions and enums called `sabot_…`.

Usage: check-unique.py [ROOT]

A reader who looks for a name must find one place. Prints a sentence for each name that stands twice
in the programs' sources, and exits with 1 when there is any. Static functions and the private
structs of a .c file may be called alike in several.
"""
import collections
import os
import re
import sys

ELSEWHERE = {"tests", "bench", "tools"}
FUNCTION = re.compile(r"^(sabot_\w+)\([^;{]*\);", re.M)
TAG = re.compile(r"^(?:typedef )?((?:struct|union|enum) sabot_\w+) \{", re.M)


def sources(root):
    """The paths of all .c and .h files of the programs, from the root."""
    for top in sorted(os.listdir(root)):
        if top in ELSEWHERE or top.startswith((".", "build")):
            continue
        for where, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                if name.endswith((".c", ".h")):
                    yield os.path.relpath(os.path.join(where, name), root)


def find_names(root):
    """Name → the files that define it."""
    places = collections.defaultdict(set)
    for path in sources(root):
        with open(os.path.join(root, path), encoding="utf-8") as source:
            text = source.read()
        for tag in TAG.findall(text):
            places[tag].add(path)
        if path.endswith(".h"):
            places[f"header {os.path.basename(path)}"].add(path)
            for function in FUNCTION.findall(text):
                places[f"{function}()"].add(path)
    return places


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    places = find_names(root)
    twins = [f"{name}: {', '.join(sorted(paths))}"
             for name, paths in sorted(places.items()) if len(paths) > 1]
    print("\n".join(twins + [f"{len(places)} names, {len(twins)} more than once"]))
    return 1 if twins or not places else 0


if __name__ == "__main__":
    sys.exit(main())
