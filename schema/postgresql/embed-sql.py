#!/usr/bin/env python3
"""Turn a schema into C: named statements as an enum and an array, and migrations. (The schema of
the log itself has embed-sql.py in the folder above.)

usage: embed-sql.py WHOSE-schema-sql.h OUT.c queries.sql 0001-….sql …
"""

import pathlib
import re
import sys

NAME = re.compile(r"^-- name: ([a-z][a-z0-9_]*)$")
HEAD = "/* Made by schema/postgresql/embed-sql.py; the .sql files are the source. */\n"


def statements(path):
    """Return [(name, sql)] in the file's order; refuse two of one name, and an empty one."""
    found, lines = [], []
    for line in path.read_text().splitlines():
        match = NAME.match(line)
        if match:
            lines = []
            found.append((match[1], lines))
        elif not line.startswith("--"):
            if line.strip() and not found:
                sys.exit(f"{path}: a statement without a name: {line}")
            lines.append(line)
    named = [(name, "\n".join(lines).strip()) for name, lines in found]
    for name, sql in named:
        if [other for other, _ in named].count(name) > 1 or not sql:
            sys.exit(f"{path}: {name}: twice, or empty")
    return named


def literal(text):
    """A C string literal, one source line a line, in brackets: it is meant to be one."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return "(" + "\\n\"\n".join(f'\t"{line}' for line in escaped.split("\n")) + '")'


def in_brackets(text):
    """A literal of several lines as one element of a list: clang takes it for a missing comma."""
    return f"\t({text.lstrip()})" if "\n" in text else text


def header(named, whose):
    upper = whose.upper()
    entries = "\n".join(f"\tSABOT_{upper}_STATEMENT_{name.upper()}," for name, _ in named)
    return f"""{HEAD}#pragma once

enum sabot_{whose}_statement {{
{entries}
\tSABOT_{upper}_STATEMENTS, /* how many */
}};

/* By enum sabot_{whose}_statement. */
extern const char *const sabot_{whose}_statement_texts[SABOT_{upper}_STATEMENTS];

/* Element n brings a database from version n to n + 1; NULL ends it. */
extern const char *const sabot_{whose}_migrations[];
"""


def source(named, migrations, header_name, whose):
    upper = whose.upper()
    texts = ",\n".join(in_brackets(literal(sql)) for _, sql in named)
    steps = ",\n".join(literal(path.read_text()) for path in migrations)
    return f"""{HEAD}#include "{header_name}"

#include <stddef.h>

const char *const sabot_{whose}_statement_texts[SABOT_{upper}_STATEMENTS] = {{
{texts},
}};

const char *const sabot_{whose}_migrations[] = {{
{steps},
\tNULL,
}};
"""


def main():
    out_h, out_c, queries, *migrations = map(pathlib.Path, sys.argv[1:])
    for number, path in enumerate(sorted(migrations), 1):
        if not path.name.startswith(f"{number:04d}-"):
            sys.exit(f"{path}: migration {number:04d} is missing")
    named = statements(queries)
    whose = out_h.name.split("-")[0]
    out_h.write_text(header(named, whose))
    out_c.write_text(source(named, sorted(migrations), out_h.name, whose))


main()
