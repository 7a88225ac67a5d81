/*
 * Makes inputs for fuzz-database: changes a database by SQL, with the rules that would forbid it
 * out of the way, so that the file stays one and a reader gets as far as the changed row; or its
 * bytes.
 */
#include "kept-database.h"

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
	MUTATE_CHANGES_MAX = 3,
	MUTATE_BYTES_MAX = 1024, /* of a changed text or blob */
	/*
	 * One in so many changes is of the schema, which must then be read again, and one in so
	 * many is of any bytes. The corpus has each database without its rules, too.
	 */
	MUTATE_SCHEMA_ONE_IN = 128,
	MUTATE_TURN_BYTE = 27, /* fuzz-database.c */
};

size_t
LLVMFuzzerMutate(uint8_t *bytes, size_t n_bytes, size_t n_bytes_max);
size_t
LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n_bytes, size_t n_bytes_max, unsigned seed);

/* A column of a table. */
struct place {
	char *table, *column;
};

struct work {
	sqlite3 *handle;
	unsigned seed;
	const GPtrArray *tables;   /* of GPtrArray of struct place */
	const struct place *place; /* the cell's; or NULL */
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

	g_string_replace(sql, "@", work->place->column, 0);
	g_string_replace(sql, "#", work->place->table, 0);
	return g_string_free(sql, FALSE);
}

static bool
pick_cell(struct work *work)
{
	unsigned at = work->tables->len > 0 ? draw(work, work->tables->len) : 0;
	const GPtrArray *table = work->tables->len > 0 ? g_ptr_array_index(work->tables, at) : NULL;

	work->place =
		table && table->len > 0 ? g_ptr_array_index(table, draw(work, table->len)) : NULL;
	return work->place != NULL;
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
	if (draw(work, MUTATE_SCHEMA_ONE_IN) == 0)
		loosen(work);
	if (draw(work, MUTATE_SCHEMA_ONE_IN) == 0)
		change_schema(work);
	else if (lot < 8)
		set_cell(work);
	else if (lot < 13)
		mutate_cell(work);
	else
		change_rows(work);
}

/* Not one that defends itself, as those of the programs do. NULL when these are no database. */
static sqlite3 *
open_bytes(const uint8_t *bytes, size_t n_bytes)
{
	sqlite3 *handle = kept_database_open(bytes, n_bytes);

	sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	if (sqlite3_exec(handle,
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

static void
free_place(gpointer data)
{
	struct place *place = data;

	g_free(place->table);
	g_free(place->column);
	g_free(place);
}

static void
free_table(gpointer data)
{
	g_ptr_array_unref(data);
}

/* The columns of each table, as SQLite knows them now. Transferred. */
static GPtrArray *
list_places(sqlite3 *handle)
{
	GPtrArray *tables = g_ptr_array_new_with_free_func(free_table), *table = NULL;
	sqlite3_stmt *row = NULL;
	struct place *place = NULL;

	sqlite3_prepare_v2(handle,
			   "SELECT t.name, c.name FROM sqlite_schema AS t,"
			   " pragma_table_info(t.name) AS c WHERE t.type = 'table'",
			   -1, &row, NULL);
	while (sqlite3_step(row) == SQLITE_ROW) {
		const char *name = (const char *)sqlite3_column_text(row, 0);

		if (!place || g_strcmp0(place->table, name) != 0) {
			table = g_ptr_array_new_with_free_func(free_place);
			g_ptr_array_add(tables, table);
		}
		place = g_new0(struct place, 1);
		place->table = g_strdup(name ? name : "");
		place->column = g_strdup((const char *)sqlite3_column_text(row, 1));
		g_ptr_array_add(table, place);
	}
	sqlite3_finalize(row);
	return tables;
}

static void
close_kept(sqlite3 *handle, void *data)
{
	g_ptr_array_unref(data);
	sqlite3_close(handle);
}

static void
change_all(struct work *work)
{
	unsigned n_changes = 1 + draw(work, MUTATE_CHANGES_MAX);

	run(work, "BEGIN");
	while (n_changes-- > 0)
		change(work);
	run(work, "COMMIT");
}

/* NULL when these are no database whose schema can be read. Borrowed. */
static struct kept_database *
find_or_open(struct kept_databases *kept, const uint8_t *bytes, size_t n_bytes)
{
	struct kept_database *found = kept_database_find(kept, bytes, n_bytes);
	sqlite3 *handle = found ? NULL : open_bytes(bytes, n_bytes);
	GPtrArray *places = handle ? list_places(handle) : NULL;

	if (handle)
		found = kept_database_add(kept, handle, places, bytes, n_bytes);
	if (handle && !found)
		close_kept(handle, places);
	return found;
}

/* Some bytes of a page in which there is no schema, if it has one: a row, or how rows are found. */
static void
change_page(struct work *work, const struct kept_database *found, uint8_t *bytes, size_t n_bytes)
{
	size_t n_page = kept_database_page_bytes(bytes);
	size_t n_pages = n_page ? n_bytes / n_page : 0;
	unsigned at = n_pages ? draw(work, (unsigned)n_pages) : 0;

	for (size_t i = 0; i < n_pages && kept_database_has_schema(found, at + 1); i++)
		at = (at + 1) % (unsigned)n_pages;
	if (n_pages > 0)
		LLVMFuzzerMutate(bytes + at * n_page, n_page, n_page);
}

static size_t
change_by_sql(struct kept_databases *kept, struct kept_database *found, struct work *work,
	      uint8_t *bytes, size_t n_bytes_max)
{
	size_t n_bytes;

	change_all(work);
	n_bytes = put_bytes(work->handle, bytes, n_bytes_max);
	/* SQLite remembers a schema that it did not change itself. */
	if (n_bytes == 0 || !kept_database_is_same(found, bytes, n_bytes))
		kept_database_drop(kept, found);
	return n_bytes;
}

/* 0 when it could not be changed so. */
static size_t
change_database(uint8_t *bytes, size_t n_bytes, size_t n_bytes_max, unsigned seed)
{
	static struct kept_databases kept = {.close = close_kept};
	struct kept_database *found = find_or_open(&kept, bytes, n_bytes);
	struct work work = {.seed = seed};

	if (!found)
		return 0;
	work.handle = found->handle;
	work.tables = found->data;
	if (draw(&work, 4) == 0)
		change_page(&work, found, bytes, n_bytes);
	else
		n_bytes = change_by_sql(&kept, found, &work, bytes, n_bytes_max);
	/* What is done in turn is not the same for all that come of one. */
	if (n_bytes > 0)
		bytes[MUTATE_TURN_BYTE] = (uint8_t)draw(&work, 256);
	return n_bytes;
}

size_t
LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n_bytes, size_t n_bytes_max, unsigned seed)
{
	size_t n_changed = 0;

	if (n_bytes >= KEPT_HEADER_BYTES && seed % MUTATE_SCHEMA_ONE_IN != 0)
		n_changed = change_database(bytes, n_bytes, n_bytes_max, seed);
	return n_changed > 0 ? n_changed : LLVMFuzzerMutate(bytes, n_bytes, n_bytes_max);
}
