/*
 * Opening a database: settings, migration from nothing, refusals that leave the file alone.
 */
#include "store-fixture.h"
#include "store/db/migrate.h"
#include "store/db/db-open.h"
#include "store/db/fold.h"
#include "store/db/scan.h"
#include "store/log/log.h"

#include <string.h>

static char *
file_text(const char *path, gsize *ret_length)
{
	char *text = NULL;

	assert_true(g_file_get_contents(path, &text, ret_length, NULL));
	return text;
}

/* Run SQL on the file with a connection of its own. */
static void
run_sql(const char *path, const char *sql)
{
	sqlite3 *handle;

	assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_close(handle), SQLITE_OK);
}

static int
pragma(struct sabot_db *db, const char *sql)
{
	sqlite3_stmt *statement;
	int value;

	assert_int_equal(sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	value = sqlite3_column_int(statement, 0);
	sqlite3_finalize(statement);
	return value;
}

static void
test_new_file_has_schema_and_settings(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);

	assert_int_equal(pragma(db, "PRAGMA user_version"), sabot_migrate_newest());
	assert_int_equal(pragma(db, "PRAGMA synchronous"), 2);
	assert_int_equal(pragma(db, "PRAGMA foreign_keys"), 1);
	assert_int_equal(pragma(db, "PRAGMA recursive_triggers"), 1);
	assert_int_equal(
		pragma(db, "SELECT count(*) FROM pragma_journal_mode WHERE journal_mode = 'wal'"),
		1);
	sabot_db_close(db);
}

static void
test_second_opening_changes_nothing(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	int schema = pragma(db, "PRAGMA schema_version");

	sabot_db_close(db);
	db = open_db(*state, SABOT_DB_WRITER);
	assert_int_equal(pragma(db, "PRAGMA schema_version"), schema);
	sabot_db_close(db);
}

static gsize
size_of(const char *path)
{
	gsize n_bytes;

	g_free(file_text(path, &n_bytes));
	return n_bytes;
}

/* A commit that makes the write-ahead log long does not wait until all of it is in the file. */
static void
test_folds_behind_the_commit(void **state)
{
	const struct fixture *fixture = *state;
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	gsize n_bytes;

	sabot_db_fold_later(db);
	assert_int_equal(sqlite3_exec(db->handle, "CREATE TABLE filler (bytes)", NULL, NULL, NULL),
			 SQLITE_OK);
	n_bytes = size_of(fixture->path);
	assert_int_equal(sqlite3_exec(db->handle, "INSERT INTO filler VALUES (zeroblob(20000000))",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	sabot_db_fold(NULL);
	assert_int_equal(size_of(fixture->path), n_bytes);
	sabot_db_fold(db);
	assert_true(size_of(fixture->path) > 20000000);
	sabot_db_close(db);
}

static void
assert_refused(const struct fixture *fixture, int code, const char *words)
{
	g_autoptr(GError) error = NULL;
	gsize before_length, after_length;
	g_autofree char *before = file_text(fixture->path, &before_length);
	g_autofree char *after = NULL;

	assert_null(sabot_db_open(fixture->path, SABOT_DB_WRITER, &error));
	assert_true(g_error_matches(error, SABOT_STORE_ERROR, code));
	assert_non_null(strstr(error->message, words));
	after = file_text(fixture->path, &after_length);
	assert_int_equal(after_length, before_length);
	assert_memory_equal(after, before, before_length);
}

static void
test_newer_is_refused_untouched(void **state)
{
	const struct fixture *fixture = *state;

	run_sql(fixture->path, "CREATE TABLE future (x); PRAGMA user_version = 9999");
	assert_refused(fixture, SABOT_STORE_ERROR_NEWER, "newer sabotd (schema 9999");
}

static void
test_foreign_is_refused(void **state)
{
	const struct fixture *fixture = *state;

	run_sql(fixture->path, "PRAGMA journal_mode = WAL; CREATE TABLE recipes (x)");
	assert_refused(fixture, SABOT_STORE_ERROR_FAILED, "another program");
}

/* Its journal is its own affair, too. */
static void
test_foreign_without_a_log_is_left_as_it_is(void **state)
{
	const struct fixture *fixture = *state;

	run_sql(fixture->path, "PRAGMA journal_mode = DELETE; CREATE TABLE recipes (x)");
	assert_refused(fixture, SABOT_STORE_ERROR_FAILED, "another program");
}

static void
test_garbage_is_refused(void **state)
{
	const struct fixture *fixture = *state;

	assert_true(g_file_set_contents(fixture->path, "this is no database, is it?", -1, NULL));
	assert_refused(fixture, SABOT_STORE_ERROR_FAILED, "not a database");
}

static void
test_reader_cannot_write(void **state)
{
	struct sabot_db *writer = open_db(*state, SABOT_DB_WRITER);
	struct sabot_db *reader = open_db(*state, SABOT_DB_READER);
	g_autoptr(GPtrArray) records = make_records("T", 1, 1);
	g_autoptr(GError) error = NULL;

	assert_false(sabot_log_append(reader, records, &error));
	assert_non_null(strstr(error->message, "readonly"));
	assert_int_equal(count_events(writer, "T"), 0);
	sabot_db_close(reader);
	sabot_db_close(writer);
}

static void
test_reader_wants_a_finished_schema(void **state)
{
	const struct fixture *fixture = *state;
	g_autoptr(GError) error = NULL;

	run_sql(fixture->path, "PRAGMA user_version = 0");
	assert_null(sabot_db_open(fixture->path, SABOT_DB_READER, &error));
	assert_non_null(strstr(error->message, "start sabotd once"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)

static bool
count_until_three(sqlite3_value *const *row, void *data, GError **error)
{
	int *n_rows = data;

	(void)error;
	assert_int_equal(sqlite3_value_int64(row[0]), ++*n_rows);
	assert_string_equal((const char *)sqlite3_value_text(row[4]), "card");
	return *n_rows < 3;
}

static bool
refuse(sqlite3_value *const *row, void *data, GError **error)
{
	(void)row;
	(void)data;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "this one");
	return false;
}

static bool
scan(struct sabot_db *db, int64_t after, sabot_scan_fn *fn, int *n_rows, GError **error)
{
	const struct sabot_scan scan = {SABOT_STATEMENT_EVENT_SCAN, after, INT64_MAX, fn, n_rows};

	return sabot_scan(db, &scan, error);
}

/* Some rows, the last, none; a failure of the reader is the scan's; nobody else calls scanned(). */
static void
test_scan(void **state)
{
	struct sabot_db *db = open_db(*state, SABOT_DB_WRITER);
	g_autoptr(GPtrArray) records = make_records("PB-01", 1, 5);
	g_autoptr(GError) error = NULL;
	int n_rows = 0;

	assert_true(sabot_log_append(db, records, NULL));
	assert_true(scan(db, 0, count_until_three, &n_rows, NULL));
	assert_int_equal(n_rows, 3);
	n_rows = 4;
	assert_true(scan(db, 4, count_until_three, &n_rows, NULL));
	assert_int_equal(n_rows, 5);
	assert_true(scan(db, 5, refuse, &n_rows, NULL));
	assert_false(scan(db, 0, refuse, &n_rows, &error));
	assert_string_equal(error->message, "this one");
	assert_int_equal(sqlite3_exec(db->handle, "SELECT scanned(1, 2)", NULL, NULL, NULL),
			 SQLITE_ERROR);
	sabot_db_close(db);
}

/* Of a file whose events SQLite has to sort first: there, too, no row comes after the end. */
static void
test_scan_of_other_tables(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_db *db = open_db(fixture, SABOT_DB_WRITER);
	g_autoptr(GPtrArray) records = make_records("PB-01", 1, 5);
	g_autoptr(GError) error = NULL;
	int n_rows = 0;

	assert_true(sabot_log_append(db, records, NULL));
	run_sql(fixture->path, "PRAGMA legacy_alter_table = ON;"
			       "CREATE TABLE unordered AS SELECT * FROM event;"
			       "DROP TABLE event; ALTER TABLE unordered RENAME TO event");
	assert_true(scan(db, 0, count_until_three, &n_rows, NULL));
	assert_int_equal(n_rows, 3);
	assert_false(scan(db, 0, refuse, &n_rows, &error));
	assert_string_equal(error->message, "this one");
	sabot_db_close(db);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_new_file_has_schema_and_settings),
		TEST(test_second_opening_changes_nothing),
		TEST(test_folds_behind_the_commit),
		TEST(test_newer_is_refused_untouched),
		TEST(test_foreign_is_refused),
		TEST(test_foreign_without_a_log_is_left_as_it_is),
		TEST(test_garbage_is_refused),
		TEST(test_reader_cannot_write),
		TEST(test_reader_wants_a_finished_schema),
		TEST(test_scan),
		TEST(test_scan_of_other_tables),
	};

	return cmocka_run_group_tests_name("store-db", tests, NULL, NULL);
}
