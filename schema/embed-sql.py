#!/usr/bin/env python3
"""Turn the schema's .sql files into C: named statements as an enum and an array, migrations, the
index.

usage: embed-sql.py OUT.h OUT.c queries.sql index.sql 0001-….sql …
"""

import pathlib
import re
import sys

NAME = re.compile(r"^-- name: ([a-z][a-z0-9_]*)$")
HEAD = "/* Made by schema/embed-sql.py; the .sql files are the source. */\n"


def statements(path):
    """Return [(name, sql)] in the file's order; refuse what has no name or two of one name."""
    found, name, lines = [], None, []
    for number, line in enumerate(path.read_text().splitlines() + ["-- name: end"], 1):
        match = NAME.match(line)
        if line.startswith("-- name:") and not match:
            sys.exit(f"{path}:{number}: a name is a-z, 0-9 and _")
        if match:
            if name:
                found.append((name, "\n".join(lines).strip()))
            name, lines = match[1], []
        elif not line.startswith("--"):
            lines.append(line)
            if line.strip() and not name:
                sys.exit(f"{path}:{number}: a statement without a name")
    names = [name for name, _ in found]
    for name, sql in found:
        if names.count(name) > 1 or not sql:
            sys.exit(f"{path}: {name}: twice, or empty")
    return found


def literal(text):
    """A C string literal, one source line a line."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return "\n".join(f'\t"{line}\\n"' for line in escaped.split("\n"))


def header(named):
    entries = "\n".join(f"\tSABOT_STATEMENT_{name.upper()}," for name, _ in named)
    return f"""{HEAD}#pragma once

enum sabot_statement {{
{entries}
\tSABOT_STATEMENTS, /* how many */
}};

/* By enum sabot_statement: name and text. */
extern const char *const sabot_statement_names[SABOT_STATEMENTS];
extern const char *const sabot_statement_texts[SABOT_STATEMENTS];

/* Element n brings a database from version n to n + 1; NULL ends it. */
extern const char *const sabot_migrations[];

/* Makes an empty index. */
extern const char sabot_index_schema[];
"""


def source(named, index, migrations, header_name):
    names = "\n".join(f'\t"{name}",' for name, _ in named)
    texts = ",\n".join(literal(sql) for _, sql in named)
    steps = ",\n".join(literal(path.read_text()) for path in migrations)
    return f"""{HEAD}#include "{header_name}"

#include <stddef.h>

const char *const sabot_statement_names[SABOT_STATEMENTS] = {{
{names}
}};

const char *const sabot_statement_texts[SABOT_STATEMENTS] = {{
{texts}
}};

const char *const sabot_migrations[] = {{
{steps},
\tNULL,
}};

const char sabot_index_schema[] =
{literal(index.read_text())};
"""


def main():
    out_h, out_c, queries, index, *migrations = map(pathlib.Path, sys.argv[1:])
    migrations.sort()
    for number, path in enumerate(migrations, 1):
        if not path.name.startswith(f"{number:04d}-"):
            sys.exit(f"{path}: migration {number:04d} is missing")
    named = statements(queries)
    out_h.write_text(header(named))
    out_c.write_text(source(named, index, migrations, out_h.name))


main()
