#!/usr/bin/env python3
"""Each name once, and where a reader expects it.

Usage: check-unique.py [ROOT]

Headers, exported functions, and structs, unions and enums called `sabot_…` exist once in the
programs' sources. Static functions and the private structs of a .c file may be called alike in
several.

A function of NAME.c is declared in NAME.h beside it, or in a header of that folder called
…-private.h, which the files of one module share.

Prints a sentence for each offence and exits with 1 when there is any.
"""
import collections
import os
import re
import sys

ELSEWHERE = {"tests", "bench", "tools"}
FUNCTION = re.compile(r"^([a-z]\w*)\([^;{]*;", re.M)
# A list of functions of one type: `sabot_report_fill_fn sabot_report_fill_shoe, …;`.
LIST = re.compile(r"^\w+_fn (\w+(?:,\s+\w+)*);", re.M)
DEFINITION = re.compile(r"^(?!static\b)\w[^\n;(]*\n(\w+)\([^;{]*\)\n\{", re.M)
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
            for function in declared(text):
                places[f"{function}()"].add(path)
    return places


def declared(text):
    """The names of the functions that a header declares."""
    lists = (re.split(r",\s+", names) for names in LIST.findall(text))
    return FUNCTION.findall(text) + [name for names in lists for name in names]


def is_own_header(header, source):
    """True if functions of `source` may be declared in `header`."""
    return header == source[:-2] + ".h" or (
        os.path.dirname(header) == os.path.dirname(source) and header.endswith("-private.h"))


def find_strays(root, places):
    """(source, function, header) of each function that only another file's header declares."""
    for path in sources(root):
        if not path.endswith(".c"):
            continue
        with open(os.path.join(root, path), encoding="utf-8") as source:
            functions = DEFINITION.findall(source.read())
        for function in functions:
            headers = places.get(f"{function}()", ())
            if headers and not any(is_own_header(header, path) for header in headers):
                yield path, function, min(headers)


def judge_strays(root, places):
    """A sentence for each offence against the rule of the own header."""
    for path, function, header in find_strays(root, places):
        yield f"{path}: {function}() is declared in {header}"


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    places = find_names(root)
    twins = [f"{name}: {', '.join(sorted(paths))}"
             for name, paths in sorted(places.items()) if len(paths) > 1]
    strays = list(judge_strays(root, places))
    print("\n".join(twins + strays + [f"{len(places)} names, {len(twins)} more than once, "
                                      f"{len(strays)} not in their own header"]))
    return 1 if twins or strays or not places else 0


if __name__ == "__main__":
    sys.exit(main())
