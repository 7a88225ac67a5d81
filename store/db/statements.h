/*
 * The named statements of schema/queries.sql, prepared at first use and kept with the connection.
 * Use: get, bind, step, reset. All of it on the connection's thread.
 */
#pragma once

#include "db.h"

/*
 * The statement, reset and without bindings. NULL with an error. Borrowed from `db`; the caller
 * resets it with sqlite3_reset() after its last step.
 */
sqlite3_stmt *
sabot_statement_get(struct sabot_db *db, enum sabot_statement which, GError **error);

/*
 * Bind the values in order: `i` an int64_t, `s` a string (NULL = null), `b` a GBytes * (NULL =
 * null). Strings and bytes are borrowed until the statement is reset.
 */
bool
sabot_statement_bind(struct sabot_db *db, sqlite3_stmt *statement, GError **error,
		     const char *format, ...);

/* Bind the values of a statement that yields no row, and run it. */
bool
sabot_statement_put(struct sabot_db *db, enum sabot_statement which, GError **error,
		    const char *format, ...);

/*
 * Bind the values and step to the only row. NULL if there is none, and on failure; `error`
 * distinguishes them. Borrowed from `db`; the caller resets it.
 */
sqlite3_stmt *
sabot_statement_find(struct sabot_db *db, enum sabot_statement which, GError **error,
		     const char *format, ...);

/*
 * Step to the next row, which is then checked against schema/queries.sql (row.h). False at the end
 * and on failure; `error` distinguishes them.
 */
bool
sabot_statement_next(struct sabot_db *db, sqlite3_stmt *statement, GError **error);

/*
 * The same, with the row's values, one for each column (sqlite3_value_int64() and so on): for a
 * loop over millions of rows, where sqlite3_column_*() would fetch each value again. They are valid
 * until the next step.
 */
bool
sabot_statement_next_values(struct sabot_db *db, sqlite3_stmt *statement,
			    sqlite3_value **ret_values, GError **error);

/*
 * End a loop over sabot_statement_next(): reset the statement and move its failure to `error`. True
 * if all went well; false also if there was no statement. Leaving the loop early is not a failure.
 */
bool
sabot_statement_end(sqlite3_stmt *statement, GError **failure, GError **error);

/*
 * Step to a bound statement's only row, if it has one; the row is valid until the statement is
 * reset.
 */
bool
sabot_statement_row(struct sabot_db *db, sqlite3_stmt *statement, bool *ret_has_row,
		    GError **error);

/* Run a statement that yields no row and takes no value. */
bool
sabot_statement_run(struct sabot_db *db, enum sabot_statement which, GError **error);

/* Run a bound statement that yields no row, and reset it. */
bool
sabot_statement_finish(struct sabot_db *db, sqlite3_stmt *statement, GError **error);

/* The first column of the only row of a statement that takes no value. */
bool
sabot_statement_number(struct sabot_db *db, enum sabot_statement which, int64_t *ret_number,
		       GError **error);

/* Set `error` from the connection's last result; the message begins with `what`. */
void
sabot_statement_set_error(struct sabot_db *db, const char *what, GError **error);
