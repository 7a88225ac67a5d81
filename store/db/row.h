/*
 * The content of the database's columns is never trusted: the file may come from anybody, with
 * constraints and types removed from its schema. Each row is checked against schema/queries.sql
 * before it is read.
 */
#pragma once

#include "db.h"

/*
 * True if each value of the row holds what its statement declares: a column that may not be NULL
 * is not, a text is UTF-8, a blob has its length, and counts and times can be added to without
 * overflow. False with SABOT_STORE_ERROR_ROW, which names table, column and row.
 */
bool
sabot_row_check(struct sabot_db *db, enum sabot_statement which, sqlite3_value *const *values,
		GError **error);

/*
 * True if `n` is greater than `*last_n`, which is then set to `n`. SQLite trusts an index for the
 * order of rows, and a damaged index may yield any order. False with SABOT_STORE_ERROR_ROW.
 */
bool
sabot_row_check_order(struct sabot_db *db, int64_t n, int64_t *last_n, GError **error);

/* A copy of the text; empty if the text has a zero byte inside. Transferred. */
char *
sabot_row_dup_text(sqlite3_stmt *row, int column);
