/*
 * Reads all rows of a statement where there are millions: SQLite calls a function with the values
 * of each, instead of ending a step at each row. In one core's instructions, a row then costs half
 * of what sqlite3_step() and sqlite3_column_value() cost.
 */
#pragma once

#include "db.h"

/*
 * Receives a row: one value for each column that schema/queries.sql declares, checked against it
 * (row.h) and valid during the call. Return false to stop, with an error if that is a failure. It
 * may run other statements of the connection.
 */
typedef bool
sabot_scan_fn(sqlite3_value *const *row, void *data, GError **error);

struct sabot_scan {
	enum sabot_statement which;
	int64_t after, to; /* bound as ?2 and ?3, if the statement has them */
	sabot_scan_fn *fn;
	void *data;
};

/*
 * Call the function with each row of the statement, which selects the columns and ends its WHERE
 * with scanned(?1, COLUMNS). It must read one table of one file, in the order of the table or of an
 * index: a view's rows would come before they are put in order. False on failure; stopping is none.
 */
bool
sabot_scan(struct sabot_db *db, const struct sabot_scan *scan, GError **error);

/*
 * Make the SQL function scanned() known to the connection, when it is opened. The schema of a file
 * cannot call it.
 */
bool
sabot_scan_register(sqlite3 *handle);
