/*
 * The scan is passed to its statement as a pointer of SQLite, which SQL cannot make: called in any
 * other way, the function fails.
 */
#include "scan.h"

#include "row.h"
#include "statements.h"

#define SCAN_POINTER "sabot scan"

struct scanning {
	struct sabot_db *db;
	const struct sabot_scan *scan;
	bool has_ended; /* no further row is passed */
	GError *failure;
};

static bool
pass(struct scanning *scanning, sqlite3_value *const *row)
{
	const struct sabot_scan *scan = scanning->scan;

	return sabot_row_check(scanning->db, scan->which, row, &scanning->failure) &&
	       scan->fn(row, scan->data, &scanning->failure);
}

static bool
ends(struct scanning *scanning, sqlite3_value *const *row)
{
	if (!scanning->has_ended)
		scanning->has_ended = !pass(scanning, row);
	return scanning->has_ended;
}

/*
 * A row for which it is true ends the only step, unless the file's tables are such that SQLite
 * sorts: then it has still to be called with each row that is left.
 */
static void
on_row(sqlite3_context *context, int n_values, sqlite3_value **values)
{
	struct scanning *scanning =
		n_values > 0 ? sqlite3_value_pointer(values[0], SCAN_POINTER) : NULL;

	if (scanning && n_values - 1 == sabot_statement_rows[scanning->scan->which].n_columns)
		sqlite3_result_int(context, ends(scanning, values + 1));
	else
		sqlite3_result_error(context, "scanned() outside of a scan", -1);
}

bool
sabot_scan_register(sqlite3 *handle)
{
	return sqlite3_create_function_v2(handle, "scanned", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
					  NULL, on_row, NULL, NULL, NULL) == SQLITE_OK;
}

static bool
bind(struct scanning *scanning, sqlite3_stmt *statement)
{
	const struct sabot_scan *scan = scanning->scan;

	return sqlite3_bind_pointer(statement, 1, scanning, SCAN_POINTER, NULL) == SQLITE_OK &&
	       (sqlite3_bind_parameter_count(statement) == 1 ||
		(sqlite3_bind_int64(statement, 2, scan->after) == SQLITE_OK &&
		 sqlite3_bind_int64(statement, 3, scan->to) == SQLITE_OK));
}

static bool
is_stepped(struct scanning *scanning, sqlite3_stmt *statement, GError **error)
{
	int code = bind(scanning, statement) ? sqlite3_step(statement) : SQLITE_ERROR;

	if (scanning->failure)
		g_propagate_error(error, scanning->failure);
	else if (code != SQLITE_DONE && code != SQLITE_ROW)
		sabot_statement_set_error(scanning->db,
					  sabot_statement_names[scanning->scan->which], error);
	return !scanning->failure && (code == SQLITE_DONE || code == SQLITE_ROW);
}

bool
sabot_scan(struct sabot_db *db, const struct sabot_scan *scan, GError **error)
{
	struct scanning scanning = {.db = db, .scan = scan};
	sqlite3_stmt *statement = sabot_statement_get(db, scan->which, error);
	bool is_read = statement && is_stepped(&scanning, statement, error);

	sqlite3_reset(statement);
	if (statement)
		sqlite3_clear_bindings(statement);
	return is_read;
}
