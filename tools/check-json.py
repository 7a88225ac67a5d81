#!/usr/bin/env python3
"""JSON is read where a line comes in, and nowhere else: inside there are structs.

Usage: check-json.py [ROOT]

Counts the places that read a member or a value out of JSON (`json_object_get`, `json_string_value`
and the like). They belong into proto/ and its typed messages, eventlog/, shift/'s documents, the
store's own lines, and the doors below. Prints each other place; exit status 1 if there is one.
"""
import collections
import os
import re
import sys

FOLDERS = ("case", "cli", "daemon", "gather", "gui", "simulate", "view")
# Where text is turned into something else, and what.
DOORS = {
    "gui/model/form-field.c": "a form's fields become an event, and back",
    "gui/model/foreign-money.c": "foreign money and points likewise",
}
READ = re.compile(r"\bjson_(?:object_get|unpack|(?:string|integer|real|number)_value|is_true)\("
                  r"|\bsabot_json_(?:text|number|money)\(")
TEXT = re.compile(r"/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)


def count(root):
    """Path → how many reads it has, of the files that have any."""
    reads = collections.Counter()
    for folder in FOLDERS:
        for where, _, names in os.walk(os.path.join(root, folder)):
            for name in names:
                path = os.path.join(where, name)
                if not name.endswith((".c", ".h")):
                    continue
                with open(path, encoding="utf-8") as source:
                    n_reads = len(READ.findall(TEXT.sub(" ", source.read())))
                if n_reads:
                    reads[os.path.relpath(path, root)] = n_reads
    return reads


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    reads = count(root)
    offences = [f"{path}: reads JSON in {n} places, none is allowed"
                for path, n in sorted(reads.items()) if path not in DOORS]
    print("\n".join(offences + [f"{len(offences)} offences"]))
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main())
