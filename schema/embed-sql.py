#!/usr/bin/env python3
"""Turn the schema's .sql files into C: named statements as an enum and an array, migrations, the
index, what SQLite keeps of the schema after each, and the views over several files.

usage: embed-sql.py OUT.h OUT.c queries.sql index-queries.sql index.sql joined.sql 0001-….sql …
"""

import pathlib
import re
import sqlite3
import sys

NAME = re.compile(r"^-- name: ([a-z][a-z0-9_]*)$")
# A column of a statement's rows: what it is, a star if its value names the row, what it holds, and
# a question mark if it may be NULL.
COLUMN = re.compile(
    r"^([a-z_.]+)(\*?) (count|number|time|until|text|blob|any)(\d*)(\??)$"
)
HEAD = "/* Made by schema/embed-sql.py; the .sql files are the source. */\n"


def statements(path):
    """Return [(name, sql, columns)] in the file's order; refuse what has no name or two of one
    name, and a statement that yields rows and does not say of what."""
    found, name, lines, row = [], None, [], []
    for number, line in enumerate(path.read_text().splitlines() + ["-- name: end"], 1):
        match = NAME.match(line)
        if line.startswith("-- name:") and not match:
            sys.exit(f"{path}:{number}: a name is a-z, 0-9 and _")
        if match:
            if name:
                found.append((name, "\n".join(lines).strip(), columns(path, number, row)))
            name, lines, row = match[1], [], []
        elif line.startswith("-- row: "):
            row += line.removeprefix("-- row: ").split(", ")
        elif not line.startswith("--"):
            lines.append(line)
            if line.strip() and not name:
                sys.exit(f"{path}:{number}: a statement without a name")
    names = [name for name, _, _ in found]
    for name, sql, row in found:
        if names.count(name) > 1 or not sql:
            sys.exit(f"{path}: {name}: twice, or empty")
        if sql.startswith("SELECT") and not row:
            sys.exit(f"{path}: {name}: yields rows, and no `-- row:` says what they hold")
    return found


def columns(path, number, row):
    """What a row's columns hold, as tuples of COLUMN's groups."""
    matches = [COLUMN.match(column) for column in row]
    if None in matches:
        sys.exit(f"{path}:{number}: before it, no column: {row[matches.index(None)]}")
    return [match.groups() for match in matches]


def literal(text, end="\\n"):
    """A C string literal, one source line a line, with `end` behind the last."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return "\\n\"\n".join(f'\t"{line}' for line in escaped.split("\n")) + f'{end}"'


def header(named):
    entries = "\n".join(f"\tSABOT_STATEMENT_{name.upper()}," for name, _, _ in named)
    return f"""{HEAD}#pragma once

#include <stdbool.h>

enum sabot_statement {{
{entries}
\tSABOT_STATEMENTS, /* how many */
}};

/* At most so many columns has a statement's row. */
enum {{ SABOT_COLUMNS_MAX = {max(len(row) for _, _, row in named)} }};

/* By enum sabot_statement: name and text. */
extern const char *const sabot_statement_names[SABOT_STATEMENTS];
extern const char *const sabot_statement_texts[SABOT_STATEMENTS];

/* What a column of a statement's rows may hold (store/db/row.c). */
enum sabot_column_kind {{
	SABOT_COLUMN_COUNT,  /* a number that is not negative and has others after it */
	SABOT_COLUMN_NUMBER, /* likewise, or its negative */
	SABOT_COLUMN_TIME,   /* microseconds of a year from 1 to 9999 */
	SABOT_COLUMN_UNTIL,  /* likewise, or INT64_MAX */
	SABOT_COLUMN_TEXT,
	SABOT_COLUMN_BLOB,
	SABOT_COLUMN_ANY, /* its reader takes it as it is */
}};

struct sabot_column {{
	const char *name; /* TABLE.COLUMN */
	enum sabot_column_kind kind;
	int n_bytes; /* of a blob; 0 = any */
	bool names_row, may_be_null;
}};

struct sabot_row {{
	const struct sabot_column *columns;
	int n_columns; /* 0: the statement yields no row */
}};

/* By enum sabot_statement. */
extern const struct sabot_row sabot_statement_rows[SABOT_STATEMENTS];

/* Element n brings a database from version n to n + 1; NULL ends it. */
extern const char *const sabot_migrations[];

/* Makes an empty index. */
extern const char sabot_index_schema[];

/* Pieces of joined.sql, for sqlite3_exec(): `@` stands for a schema, `#` for its number. */
extern const char sabot_joined_begin[], sabot_joined_bind[], sabot_joined_gather[];
extern const char sabot_joined_strange[];

/* A view of joined.sql; likewise. */
struct sabot_joined_view {{
	const char *name;
	const char *arm; /* of one archive */
	const char *own; /* NULL: the first file's arm is all */
}};

/* Ended by one without a name. */
extern const struct sabot_joined_view sabot_joined_views[];

/* A row of sqlite_schema. */
struct sabot_schema_object {{
	const char *type, *name, *table;
	const char *sql; /* "" = NULL */
}};

/* By version: what the migrations up to it make, ended by one without a type. */
extern const struct sabot_schema_object *const sabot_schema_objects[];

/* Likewise of an index. */
extern const struct sabot_schema_object sabot_index_objects[];
"""


def shape(name, row):
    """A statement's columns as a C array."""
    lines = "\n".join(
        f'\t{{"{column}", SABOT_COLUMN_{kind.upper()}, {n_bytes or 0}, '
        f'{"true" if star else "false"}, {"true" if null else "false"}}},'
        for column, star, kind, n_bytes, null in row)
    return f"static const struct sabot_column columns_{name}[] = {{\n{lines}\n}};\n"


def objects(name, scripts):
    """What SQLite keeps of the schema that the scripts make, as a C array."""
    db = sqlite3.connect(":memory:")
    for script in scripts:
        db.executescript(script)
    rows = db.execute("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema")
    lines = "\n".join(f'\t{{"{kind}", "{called}", "{table}",\n{literal(sql, "")}}},'
                      for kind, called, table, sql in rows)
    return f"const struct sabot_schema_object {name}[] = {{\n{lines}\n\t{{0}},\n}};\n"


def joined(path):
    """The pieces and views of joined.sql, as C."""
    marks = re.split(r"^-- (piece: \w+|view: \w+|arm|own)$", path.read_text(), flags=re.M)
    pieces, views = [], []
    for mark, text in zip(marks[1::2], marks[2::2]):
        kept = "\n".join(line for line in text.splitlines() if not line.startswith("--")).strip()
        if mark.startswith("piece: "):
            pieces.append(f"const char sabot_joined_{mark.split()[1]}[] =\n{literal(kept)};\n")
        elif mark.startswith("view: "):
            views.append({"name": mark.split()[1]})
        else:
            views[-1][mark] = kept
    rows = ""
    for view in views:
        own = literal(view["own"]) if "own" in view else "\tNULL"
        rows += f'\t{{"{view["name"]}",\n{literal(view["arm"])},\n{own}}},\n'
    return ("\n".join(pieces) +
            f"\nconst struct sabot_joined_view sabot_joined_views[] = {{\n{rows}\t{{0}},\n}};\n")


def source(named, index, union, migrations, header_name):
    names = "\n".join(f'\t"{name}",' for name, _, _ in named)
    texts = ",\n".join(literal(sql) for _, sql, _ in named)
    shapes = "\n".join(shape(name, row) for name, _, row in named if row)
    rows = "\n".join(f"\t{{columns_{name}, {len(row)}}}," if row else "\t{0},"
                     for name, _, row in named)
    scripts = [path.read_text() for path in migrations]
    steps = ",\n".join(literal(script) for script in scripts)
    versions = range(len(scripts) + 1)
    made = "\n".join("static " + objects(f"objects_{n}", scripts[:n]) for n in versions)
    by_version = "\n".join(f"\tobjects_{n}," for n in versions)
    return f"""{HEAD}#include "{header_name}"

#include <stddef.h>

const char *const sabot_statement_names[SABOT_STATEMENTS] = {{
{names}
}};

const char *const sabot_statement_texts[SABOT_STATEMENTS] = {{
{texts}
}};

{shapes}

const struct sabot_row sabot_statement_rows[SABOT_STATEMENTS] = {{
{rows}
}};

const char *const sabot_migrations[] = {{
{steps},
\tNULL,
}};

const char sabot_index_schema[] =
{literal(index.read_text())};

{made}
const struct sabot_schema_object *const sabot_schema_objects[] = {{
{by_version}
}};

{joined(union)}
{objects("sabot_index_objects", [index.read_text()])}"""


def main():
    out_h, out_c, queries, index_queries, index, union, *migrations = map(pathlib.Path,
                                                                          sys.argv[1:])
    migrations.sort()
    for number, path in enumerate(migrations, 1):
        if not path.name.startswith(f"{number:04d}-"):
            sys.exit(f"{path}: migration {number:04d} is missing")
    named = statements(queries) + statements(index_queries)
    out_h.write_text(header(named))
    out_c.write_text(source(named, index, union, migrations, out_h.name))


main()
