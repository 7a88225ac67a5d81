/*
 * What somebody planted in a database's schema, changed or took away there: the writer does not
 * open what it would run, no connection reads a view, and `verify` names it. What SQLite keeps for
 * its plans is no such thing, nor how an earlier program commented its steps.
 */
#include "store-fixture.h"
#include "store/db/schema.h"
#include "store/keys/key.h"
#include "store/proof/seal.h"
#include "store/proof/verify-db.h"

#include <glib/gstdio.h>
#include <string.h>

struct planted {
	const char *sql, *named;
	bool is_run;
};

static const struct planted planted[] = {
	{"CREATE TRIGGER planted AFTER INSERT ON event BEGIN"
	 " UPDATE person SET role = 'admin'; END",
	 "trigger planted: is not of this program", true},
	{"CREATE TRIGGER Planted INSTEAD OF DELETE ON shown BEGIN SELECT 1; END",
	 "is not of this program", true},
	{"CREATE VIEW shown AS SELECT * FROM event", "view shown: is not of this program", true},
	{"DROP TRIGGER event_no_update; CREATE TRIGGER event_no_update BEFORE UPDATE ON event"
	 " BEGIN SELECT 1; END",
	 "trigger event_no_update: is not as this program made it", true},
	{"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '')"
	 " WHERE name = 'person'",
	 "table person: is not as this program made it", true},
	{"CREATE INDEX quick ON event (at_us)", "index quick: is not of this program", false},
	{"CREATE TABLE notes (x)", "table notes: is not of this program", false},
	{"DROP TRIGGER event_no_update", "trigger event_no_update: is missing", false},
	{"DROP INDEX part_from_n", "index part_from_n: is missing", false},
};

static void
run_sql(const struct fixture *fixture, const char *sql)
{
	sqlite3 *handle;

	assert_int_equal(sqlite3_open(fixture->path, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, "CREATE VIEW shown AS SELECT 1", NULL, NULL, NULL),
			 SQLITE_OK);
	if (!strstr(sql, "ON shown"))
		assert_int_equal(sqlite3_exec(handle, "DROP VIEW shown", NULL, NULL, NULL),
				 SQLITE_OK);
	if (sqlite3_exec(handle, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(handle));
	assert_int_equal(sqlite3_close(handle), SQLITE_OK);
}

/* A database with some events under a checkpoint. Transferred. */
static struct sabot_key *
make(const struct fixture *fixture)
{
	g_autofree char *path = g_build_filename(fixture->directory, "signing.key", NULL);
	struct sabot_db *db;
	g_autoptr(GPtrArray) records = make_records("T", 1, 3);
	struct sabot_key *key;

	g_unlink(path);
	g_unlink(fixture->path);
	key = sabot_key_create(path, "test", NULL);
	db = open_db(fixture, SABOT_DB_WRITER);
	assert_true(sabot_log_append(db, records, NULL));
	assert_true(sabot_seal_make(db, key, NULL));
	sabot_db_close(db);
	return key;
}

/* What `verify` says, and the row or the sentence it says it of (transferred). */
static enum sabot_verify_fault
judge(const struct fixture *fixture, struct sabot_key *key, char **ret_row)
{
	struct sabot_db *db = open_db(fixture, SABOT_DB_FILE);
	g_autoptr(GPtrArray) keys = g_ptr_array_new();
	const struct sabot_verify_result *result;
	enum sabot_verify_fault fault;
	struct sabot_verify *verify;
	g_autoptr(GError) error = NULL;

	g_ptr_array_add(keys, key);
	verify = sabot_verify_new(keys, NULL, NULL);
	if (!sabot_verify_db(db, verify, &error))
		fail_msg("%s", error->message);
	result = sabot_verify_finish(verify);
	fault = result->fault;
	*ret_row = g_strdup(result->row);
	sabot_verify_free(verify);
	sabot_db_close(db);
	return fault;
}

static void
test_planted(void **state)
{
	const struct fixture *fixture = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(planted); i++) {
		struct sabot_key *key = make(fixture);
		g_autoptr(GError) error = NULL;
		g_autofree char *row = NULL;
		struct sabot_db *db;

		run_sql(fixture, planted[i].sql);
		if (judge(fixture, key, &row) != SABOT_VERIFY_SCHEMA ||
		    !strstr(row, planted[i].named))
			fail_msg("%s: %s", planted[i].sql, row);
		db = sabot_db_open(fixture->path, SABOT_DB_WRITER, &error);
		if (!db != planted[i].is_run)
			fail_msg("%s: %s", planted[i].sql, error ? error->message : "opened");
		if (error) {
			assert_true(g_error_matches(error, SABOT_STORE_ERROR,
						    SABOT_STORE_ERROR_SCHEMA));
			assert_non_null(strstr(error->message, planted[i].named));
		}
		sabot_db_close(db);
		sabot_key_free(key);
	}
}

/* Nor does it under another kind's or another's name: SQLite refuses it, or this does. */
static void
test_hidden(void **state)
{
	static const char *const rows[] = {
		"'table', 'sqlite_stat1', 'sqlite_stat1', 0, 'CREATE TRIGGER hidden",
		"'index', 'event_frame', 'event', 0, 'CREATE TRIGGER hidden",
		"'trigger', 'event_no_update', 'event', 0, 'CREATE TRIGGER hidden",
	};
	const struct fixture *fixture = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct sabot_key *key = make(fixture);
		g_autofree char *sql = g_strdup_printf(
			"PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES (%s"
			" AFTER INSERT ON event BEGIN SELECT 1; END')",
			rows[i]);

		run_sql(fixture, sql);
		assert_null(sabot_db_open(fixture->path, SABOT_DB_WRITER, NULL));
		sabot_key_free(key);
	}
}

/* ANALYZE is an administrator's business, and rebuilding the file, too. */
static void
test_not_planted(void **state)
{
	static const char *const works[] = {"ANALYZE", "REINDEX", "VACUUM",
					    "PRAGMA journal_mode = DELETE"};
	const struct fixture *fixture = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(works); i++) {
		struct sabot_key *key = make(fixture);
		g_autofree char *row = NULL;

		run_sql(fixture, works[i]);
		assert_int_equal(judge(fixture, key, &row), SABOT_VERIFY_INTACT);
		sabot_db_close(open_db(fixture, SABOT_DB_WRITER));
		sabot_key_free(key);
	}
}

/* A comment in a step that was released is not part of what it makes. */
static void
test_comments(void **state)
{
	const struct fixture *fixture = *state;
	struct sabot_key *key = make(fixture);
	g_autofree char *row = NULL;

	run_sql(fixture, "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql,"
			 " '-- ', '/* twice */ --  as told: ')");
	assert_int_equal(judge(fixture, key, &row), SABOT_VERIFY_INTACT);
	sabot_db_close(open_db(fixture, SABOT_DB_WRITER));
	sabot_key_free(key);
}

/* Nothing of an earlier program's file is run while it is brought up to date. */
static void
test_older(void **state)
{
	const struct fixture *fixture = *state;
	g_autoptr(GError) error = NULL;
	sqlite3 *handle;

	assert_int_equal(sqlite3_open(fixture->path, &handle), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, sabot_migrations[0], NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle,
				      "CREATE TRIGGER planted AFTER INSERT ON log BEGIN"
				      " DELETE FROM part; END",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	sqlite3_close(handle);
	for (int mode = SABOT_DB_WRITER; mode <= SABOT_DB_FILE; mode++) {
		if (mode == SABOT_DB_READER)
			continue;
		assert_null(sabot_db_open(fixture->path, (enum sabot_db_mode)mode, &error));
		assert_true(g_error_matches(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_SCHEMA));
		g_clear_error(&error);
	}
}

/* On each kind of connection. */
static void
test_settings(void **state)
{
	static const int off[] = {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_VIEW};
	const struct fixture *fixture = *state;
	struct sabot_key *key = make(fixture);

	for (int mode = SABOT_DB_WRITER; mode <= SABOT_DB_FILE; mode++) {
		struct sabot_db *db = open_db(fixture, (enum sabot_db_mode)mode);
		int value;

		for (size_t i = 0; i < G_N_ELEMENTS(off); i++) {
			sqlite3_db_config(db->handle, off[i], -1, &value);
			assert_int_equal(value, 0);
		}
		sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, -1, &value);
		assert_int_equal(value, 1);
		sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, -1, &value);
		assert_int_equal(value, mode == SABOT_DB_WRITER);
		sabot_db_close(db);
	}
	sabot_key_free(key);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_planted),  TEST(test_hidden), TEST(test_not_planted),
		TEST(test_comments), TEST(test_older),  TEST(test_settings),
	};

	return cmocka_run_group_tests_name("store-schema", tests, NULL, NULL);
}
