/*
 * Makes inputs for fuzz-database: changes a database by SQL, with the rules that would forbid it
 * out of the way, so that the file stays one and a reader gets as far as the changed row; or its
 * bytes.
 */
#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
	MUTATE_CHANGES_MAX = 3,
	MUTATE_BYTES_MAX = 1024, /* of a changed text or blob */
	MUTATE_HEADER_BYTES = 100,
};

size_t
LLVMFuzzerMutate(uint8_t *bytes, size_t n_bytes, size_t n_bytes_max);
size_t
LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n_bytes, size_t n_bytes_max, unsigned seed);

struct work {
	sqlite3 *handle;
	unsigned seed;
	char *table, *column; /* the cell's, or NULL */
};

/* What a cell becomes. */
static const char *const values[] = {
	"NULL",
	"-1",
	"0",
	"1",
	"9223372036854775807",
	"-9223372036854775808",
	"9007199254740992",
	"253402300800000000",
	"1e300",
	"0.5",
	"''",
	"x''",
	"zeroblob(15)",
	"zeroblob(31)",
	"zeroblob(32)",
	"zeroblob(33)",
	"CAST(x'7b22ff227d' AS TEXT)",
	"CAST(x'7b2265007622' AS TEXT)",
	"'{\"ev\":'",
	"'[]'",
	"'house'",
	"hex(zeroblob(2000))",
	/* Of itself, or of another row or column. */
	"-@",
	"@ + 1",
	"@ - 1",
	"CAST(@ AS TEXT)",
	"CAST(@ AS BLOB)",
	"@ || @",
	"substr(@, 1, length(@) / 2)",
	"substr(@, 2)",
	"replace(@, '1', '2')",
	"replace(@, '\"', '')",
	"(SELECT @ FROM # ORDER BY @ DESC LIMIT 1)",
	"(SELECT @ FROM # LIMIT 1)",
	"(SELECT max(seq) FROM event)",
	"(SELECT line FROM event ORDER BY seq DESC LIMIT 1)",
	"(SELECT hash FROM event LIMIT 1)",
	"(SELECT note FROM checkpoint LIMIT 1)",
};

static unsigned
draw(struct work *work, unsigned n)
{
	return (unsigned)rand_r(&work->seed) % n;
}

/* Whether it worked is no matter: what SQLite refuses does not change the file. */
static void
run(struct work *work, const char *sql)
{
	sqlite3_exec(work->handle, sql, NULL, NULL, NULL);
}

/* `pattern` with the table's name for # and the column's for @. Transferred. */
static char *
fill(const struct work *work, const char *pattern)
{
	GString *sql = g_string_new(pattern);

	g_string_replace(sql, "@", work->column, 0);
	g_string_replace(sql, "#", work->table, 0);
	return g_string_free(sql, FALSE);
}

/* One row of the query's only column, by lot; NULL where there is none. Transferred. */
static char *
pick(struct work *work, const char *query, const char *value)
{
	g_autofree char *sql = g_strdup_printf("%s LIMIT 1 OFFSET %u", query, draw(work, 24));
	g_autofree char *first = g_strdup_printf("%s LIMIT 1 OFFSET %u", query, draw(work, 4));
	const char *const tries[] = {sql, first, query};
	char *found = NULL;

	for (size_t i = 0; i < G_N_ELEMENTS(tries) && !found; i++) {
		sqlite3_stmt *row = NULL;

		if (sqlite3_prepare_v2(work->handle, tries[i], -1, &row, NULL) != SQLITE_OK)
			return NULL;
		sqlite3_bind_text(row, 1, value, -1, SQLITE_STATIC);
		if (sqlite3_step(row) == SQLITE_ROW)
			found = g_strdup((const char *)sqlite3_column_text(row, 0));
		sqlite3_finalize(row);
	}
	return found;
}

static bool
pick_cell(struct work *work)
{
	g_free(work->table);
	g_free(work->column);
	work->column = NULL;
	work->table = pick(work, "SELECT name FROM sqlite_schema WHERE type = 'table'", NULL);
	if (work->table)
		work->column = pick(work, "SELECT name FROM pragma_table_info(?1)", work->table);
	return work->column != NULL;
}

/* The rows of the table that are changed: one, or seldom all. Transferred. */
static char *
pick_rows(struct work *work)
{
	return draw(work, 12) == 0
		       ? g_strdup("")
		       : g_strdup_printf(" WHERE (@) IS (SELECT @ FROM # LIMIT 1 OFFSET %u)",
					 draw(work, 2) ? draw(work, 4) : draw(work, 20));
}

static void
set_cell(struct work *work)
{
	g_autofree char *rows = pick_rows(work);
	g_autofree char *pattern =
		g_strconcat("UPDATE OR IGNORE # SET @ = ", values[draw(work, G_N_ELEMENTS(values))],
			    rows, NULL);
	g_autofree char *sql = fill(work, pattern);

	run(work, sql);
}

/* The text or blob at `row`, changed as libFuzzer changes bytes: the second value of `update`. */
static bool
bind_mutated(sqlite3_stmt *update, sqlite3_stmt *row)
{
	size_t n_bytes = (size_t)sqlite3_column_bytes(row, 0);
	uint8_t bytes[MUTATE_BYTES_MAX];

	if (n_bytes == 0 || n_bytes > sizeof(bytes))
		return false;
	memcpy(bytes, sqlite3_column_blob(row, 0), n_bytes);
	n_bytes = LLVMFuzzerMutate(bytes, n_bytes, sizeof(bytes));
	sqlite3_bind_value(update, 1, sqlite3_column_value(row, 1));
	if (sqlite3_column_type(row, 1) == SQLITE_BLOB)
		sqlite3_bind_blob(update, 2, bytes, (int)n_bytes, SQLITE_TRANSIENT);
	else
		sqlite3_bind_text(update, 2, (const char *)bytes, (int)n_bytes, SQLITE_TRANSIENT);
	return true;
}

static void
mutate_cell(struct work *work)
{
	g_autofree char *get = fill(work, "SELECT CAST(@ AS BLOB), @ FROM # LIMIT 1 OFFSET ?1");
	g_autofree char *put = fill(work, "UPDATE OR IGNORE # SET @ = ?2 WHERE @ IS ?1");
	sqlite3_stmt *row = NULL, *update = NULL;
	bool is_bound = false;

	if (sqlite3_prepare_v2(work->handle, get, -1, &row, NULL) == SQLITE_OK &&
	    sqlite3_prepare_v2(work->handle, put, -1, &update, NULL) == SQLITE_OK) {
		sqlite3_bind_int(row, 1, (int)draw(work, draw(work, 2) ? 4 : 20));
		is_bound = sqlite3_step(row) == SQLITE_ROW && bind_mutated(update, row);
		sqlite3_reset(row);
	}
	if (is_bound)
		sqlite3_step(update);
	sqlite3_finalize(row);
	sqlite3_finalize(update);
}

static void
change_rows(struct work *work)
{
	static const char *const changes[] = {
		"DELETE FROM # WHERE @ IS (SELECT @ FROM # ORDER BY @ DESC LIMIT 1)",
		"DELETE FROM # WHERE @ IS (SELECT @ FROM # LIMIT 1)",
		"DELETE FROM #",
		"INSERT OR IGNORE INTO # (@) SELECT @ + 1 FROM # ORDER BY @ DESC LIMIT 1",
		"INSERT OR IGNORE INTO # (@) VALUES (NULL)",
		"UPDATE OR IGNORE # SET @ = @ + 1",
		"UPDATE OR REPLACE # SET @ = 1",
		"INSERT OR IGNORE INTO archive_file VALUES (1, 1)",
		"INSERT INTO # SELECT * FROM #",
	};
	g_autofree char *sql = fill(work, changes[draw(work, G_N_ELEMENTS(changes))]);

	run(work, sql);
}

/* From now on the table takes anything, if it did not before. */
static void
loosen(struct work *work)
{
	g_autofree char *sql = fill(work, "UPDATE sqlite_schema SET sql ="
					  " replace(replace(replace(sql, 'NOT NULL', ''),"
					  " ') STRICT,', ')'), ') STRICT', ')')"
					  " WHERE name = '#' AND sql LIKE '%STRICT%';"
					  "PRAGMA writable_schema = RESET;"
					  "PRAGMA writable_schema = ON");

	run(work, sql);
}

static void
change_schema(struct work *work)
{
	static const char *const changes[] = {
		"UPDATE sqlite_schema SET sql = replace(sql, ' @ ', ' other ') WHERE name = '#'",
		"UPDATE sqlite_schema SET sql = replace(sql, ' @ INTEGER', ' @ TEXT')",
		"UPDATE sqlite_schema SET sql = replace(sql, ' @ TEXT', ' @ BLOB')",
		"UPDATE sqlite_schema SET sql = replace(sql, ' STRICT', '') WHERE name = '#'",
		"UPDATE sqlite_schema SET rootpage = rootpage + 1 WHERE name = '#'",
		"UPDATE sqlite_schema SET sql = sql || ' /*' WHERE name = '#'",
		"DELETE FROM sqlite_schema WHERE name = '#'",
		"PRAGMA user_version = 3",
		"PRAGMA user_version = 2",
		"PRAGMA user_version = 1",
		"PRAGMA user_version = -1",
		"CREATE VIEW planted AS SELECT * FROM #",
		"ALTER TABLE # RENAME TO planted; CREATE VIEW # AS SELECT * FROM planted",
		"CREATE TRIGGER planted AFTER UPDATE ON # BEGIN SELECT @ FROM #; END",
		"CREATE INDEX planted ON # (@)",
		"CREATE TABLE planted (x UNIQUE)",
		"DROP TABLE #",
		"ANALYZE",
	};
	g_autofree char *sql = fill(work, changes[draw(work, G_N_ELEMENTS(changes))]);

	run(work, sql);
}

static void
change(struct work *work)
{
	unsigned lot = draw(work, 16);

	if (!pick_cell(work))
		return;
	if (draw(work, 2))
		loosen(work);
	if (lot < 8)
		set_cell(work);
	else if (lot < 13)
		mutate_cell(work);
	else if (lot < 15)
		change_rows(work);
	else
		change_schema(work);
}

/* Not one that defends itself, as those of the programs do. NULL when these are no database. */
static sqlite3 *
open_bytes(const uint8_t *bytes, size_t n_bytes)
{
	uint8_t *copy = sqlite3_malloc64(n_bytes);
	sqlite3 *handle = NULL;

	memcpy(copy, bytes, n_bytes);
	sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, NULL);
	sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	if (sqlite3_deserialize(
		    handle, "main", copy, (sqlite3_int64)n_bytes, (sqlite3_int64)n_bytes,
		    SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE) == SQLITE_OK &&
	    sqlite3_exec(handle,
			 "PRAGMA journal_mode = OFF; PRAGMA writable_schema = ON;"
			 "PRAGMA ignore_check_constraints = ON",
			 NULL, NULL, NULL) == SQLITE_OK)
		return handle;
	sqlite3_close(handle);
	return NULL;
}

/* The database's bytes into `bytes`; 0 when they are too many. */
static size_t
put_bytes(sqlite3 *handle, uint8_t *bytes, size_t n_bytes_max)
{
	sqlite3_int64 n_bytes = 0;
	const uint8_t *pages = sqlite3_serialize(handle, "main", &n_bytes, SQLITE_SERIALIZE_NOCOPY);

	if (!pages || n_bytes <= 0 || (size_t)n_bytes > n_bytes_max)
		return 0;
	memcpy(bytes, pages, (size_t)n_bytes);
	return (size_t)n_bytes;
}

/* 0 when it could not be changed so. */
static size_t
change_by_sql(uint8_t *bytes, size_t n_bytes, size_t n_bytes_max, unsigned seed)
{
	struct work work = {.seed = seed, .handle = open_bytes(bytes, n_bytes)};
	unsigned n_changes = 1 + draw(&work, MUTATE_CHANGES_MAX);

	if (!work.handle)
		return 0;
	run(&work, "BEGIN");
	while (n_changes-- > 0)
		change(&work);
	run(&work, "COMMIT");
	n_bytes = put_bytes(work.handle, bytes, n_bytes_max);
	sqlite3_close(work.handle);
	g_free(work.table);
	g_free(work.column);
	return n_bytes;
}

size_t
LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n_bytes, size_t n_bytes_max, unsigned seed)
{
	size_t n_changed = 0;

	if (n_bytes >= MUTATE_HEADER_BYTES && seed % 4 != 0)
		n_changed = change_by_sql(bytes, n_bytes, n_bytes_max, seed);
	return n_changed > 0 ? n_changed : LLVMFuzzerMutate(bytes, n_bytes, n_bytes_max);
}
