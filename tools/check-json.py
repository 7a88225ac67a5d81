#!/usr/bin/env python3
"""JSON is read where a line comes in and written where one goes out: inside there are structs.

Usage: check-json.py [ROOT] [--counts]

Three things are counted in each folder, without comments and string constants:

- members: places that read a member or a value out of JSON, or walk over its members
  (`json_object_get`, `json_string_value`, `json_object_foreach` and the like). They belong into
  proto/ and its typed messages, eventlog/, shift/'s documents, the store's own lines, and the doors
  below. None is allowed elsewhere.
- typed messages read: places where text or JSON becomes one (`sabot_record_parse`,
  `sabot_derived_line_read`, `json_loads`). They belong where an answer, a row of the log or a
  file comes in; what the same process made is handed on as a struct.
- objects built by hand: `json_pack` and `json_object_set` instead of a message's table.

The last two have a limit a folder. It is never raised: who removes one lowers it.
Prints each offence; exit status 1 if there is one. --counts prints what was counted.
"""
import os
import re
import sys

FOLDERS = ("case", "cli", "daemon", "gather", "gui", "report", "simulate", "view")
# Where text is turned into something else, and what.
DOORS = {
    "gui/model/form-field.c": "a form's fields become an event, and back",
    "gui/model/foreign-money.c": "foreign money and points likewise",
    "daemon/api/api-rules-change.c": "the keys of rules in a request, which profiles define",
    "report/facts.c": "the house log's events that a report is made from",
    "view/veil.c": "the detail of an incident of any code",
}
MEMBERS = re.compile(r"\bjson_(?:object_get|object_foreach|object_iter|v?unpack"
                     r"|(?:string|integer|real|number|boolean)_(?:value|length)|is_true)\w*\("
                     r"|\bsabot_json_(?:text|number|money)\(")
MESSAGES = re.compile(r"\bjson_load[sbf]?\(|\bsabot_derived_line_read\("
                      r"|\bsabot_record_parse(?:_lenient)?\(")
BUILT = re.compile(r"\bjson_(?:pack|object_set)\w*\(")
TEXT = re.compile(r"/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)
WHAT = ("typed messages read", "objects built by hand")
# Folder → in how many places each is allowed.
LIMITS = {
    "case": (13, 33),
    "cli": (36, 105),
    "daemon": (35, 294),
    "gather": (3, 0),
    "gui": (45, 190),
    "report": (2, 0),
    "simulate": (4, 18),
    "view": (0, 3),
}


def sources(root, folder):
    for where, _, names in os.walk(os.path.join(root, folder)):
        for name in names:
            if name.endswith((".c", ".h")):
                path = os.path.join(where, name)
                with open(path, encoding="utf-8") as source:
                    yield os.path.relpath(path, root), TEXT.sub(" ", source.read())


def check_folder(root, folder):
    """What there is to object to, and what was counted, in the order of LIMITS."""
    offences, counts = [], [0, 0]
    for path, text in sources(root, folder):
        n_members = len(MEMBERS.findall(text))
        if n_members and path not in DOORS:
            offences.append(f"{path}: reads JSON in {n_members} places, none is allowed")
        counts[0] += len(MESSAGES.findall(text))
        counts[1] += len(BUILT.findall(text))
    for what, n_found, limit in zip(WHAT, counts, LIMITS[folder]):
        if n_found > limit:
            offences.append(f"{folder}/: {what} in {n_found} places, {limit} are allowed")
    return sorted(offences), counts


def main():
    arguments = sys.argv[1:]
    shows_counts = "--counts" in arguments
    root = next((one for one in arguments if one != "--counts"), ".")
    offences = []
    for folder in FOLDERS:
        found, counts = check_folder(root, folder)
        offences += found
        if shows_counts:
            print(f"{folder}: {WHAT[0]} {counts[0]}, {WHAT[1]} {counts[1]}")
    print("\n".join(offences + [f"{len(offences)} offences"]))
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main())
