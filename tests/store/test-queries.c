/*
 * Every named statement can be prepared, in the database or its index, and none reads a whole
 * table: the logs grow for years.
 */
#include "store-fixture.h"
#include "store/index/index.h"
#include "store/db/statements.h"
#include "store/db/db-open.h"

#include <string.h>

/* Statements that may scan, each for a reason. */
static bool
may_scan(enum sabot_statement which)
{
	return which == SABOT_STATEMENT_COUNT_TABLES ||    /* the schema's own few rows */
	       which == SABOT_STATEMENT_SCHEMA_LIST ||     /* likewise */
	       which == SABOT_STATEMENT_LOG_LIST ||        /* one row a table of the floor */
	       which == SABOT_STATEMENT_PERSON_LIST ||     /* one row a person */
	       which == SABOT_STATEMENT_COUNT_ROWS ||      /* only when all is read anyway */
	       which == SABOT_STATEMENT_EVENT_INDEX_LOG || /* likewise */
	       which == SABOT_STATEMENT_EVENT_INDEX_FRAME ||
	       which == SABOT_STATEMENT_EVENT_INDEX_WITNESSED ||
	       which == SABOT_STATEMENT_INTEGRITY_CHECK_BUT_EVENTS ||
	       which == SABOT_STATEMENT_ROW_LEFT_OVER; /* likewise, and one is known to be bad */
}

static bool
is_planned(enum sabot_statement which)
{
	const char *text = sabot_statement_texts[which];

	return strncmp(text, "SELECT", 6) == 0 || strncmp(text, "INSERT", 6) == 0;
}

static void
assert_plan(struct sabot_db *db, enum sabot_statement which)
{
	g_autofree char *sql =
		g_strconcat("EXPLAIN QUERY PLAN ", sabot_statement_texts[which], NULL);
	sqlite3_stmt *plan;

	assert_int_equal(sqlite3_prepare_v2(db->handle, sql, -1, &plan, NULL), SQLITE_OK);
	while (sqlite3_step(plan) == SQLITE_ROW) {
		const char *detail = (const char *)sqlite3_column_text(plan, 3);

		if (!may_scan(which) &&
		    (g_str_has_prefix(detail, "SCAN") || strstr(detail, "TEMP B-TREE")))
			fail_msg("%s: %s", sabot_statement_names[which], detail);
	}
	sqlite3_finalize(plan);
}

/* What is held against its rows is said of each column, in their order. */
static void
assert_columns(sqlite3_stmt *statement, enum sabot_statement which)
{
	const struct sabot_row *row = &sabot_statement_rows[which];

	if (!g_str_has_prefix(sabot_statement_texts[which], "SELECT"))
		return;
	if (sqlite3_column_count(statement) != row->n_columns)
		fail_msg("%s: %d columns, not %d", sabot_statement_names[which], row->n_columns,
			 sqlite3_column_count(statement));
	for (int i = 0; i < row->n_columns; i++) {
		const char *origin = sqlite3_column_origin_name(statement, i);
		const char *dot = strchr(row->columns[i].name, '.');

		if (origin && dot && strcmp(dot + 1, origin) != 0)
			fail_msg("%s: column %d is %s, not %s", sabot_statement_names[which], i,
				 origin, row->columns[i].name);
	}
}

/* A statement of the index is for the file beside the database. */
static bool
is_of_index(enum sabot_statement which)
{
	return g_str_has_prefix(sabot_statement_names[which], "index_");
}

static void
test_every_statement(void **state)
{
	const struct fixture *fixture = *state;
	struct sabot_db *log = open_db(fixture, SABOT_DB_WRITER), *index;
	g_autofree char *path = sabot_index_path(fixture->path);
	g_autoptr(GError) error = NULL;

	index = sabot_index_open(log, path, "test", &error);
	if (!index)
		fail_msg("%s", error->message);
	for (int i = 0; i < SABOT_STATEMENTS; i++) {
		struct sabot_db *db = is_of_index((enum sabot_statement)i) ? index : log;

		sqlite3_stmt *statement = sabot_statement_get(db, (enum sabot_statement)i, &error);

		if (!statement)
			fail_msg("%s", error->message);
		assert_columns(statement, (enum sabot_statement)i);
		if (is_planned((enum sabot_statement)i))
			assert_plan(db, (enum sabot_statement)i);
	}
	sabot_db_close(index);
	sabot_db_close(log);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_every_statement, fixture_setup,
						fixture_teardown),
	};

	return cmocka_run_group_tests_name("store-queries", tests, NULL, NULL);
}
