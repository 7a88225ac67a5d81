/*
 * What the database's columns hold is never believed: the file may be anybody's, with rules and
 * types taken out of its schema. Each row is held against schema/queries.sql before it is read.
 */
#pragma once

#include "db.h"

/*
 * True if each column of the row holds what its statement says. False with SABOT_STORE_ERROR_ROW,
 * which names table, column and row. Then a column that may not be NULL is not, a text is UTF-8, a
 * blob has its length, and counts and times can be added to without an overflow.
 */
bool
sabot_row_check(struct sabot_db *db, enum sabot_statement which, sqlite3_stmt *row, GError **error);

/*
 * True if `n` is greater than `*last_n`, which becomes `n`: SQLite trusts an index for the order of
 * rows, and a damaged one has any order. False with SABOT_STORE_ERROR_ROW.
 */
bool
sabot_row_check_order(struct sabot_db *db, int64_t n, int64_t *last_n, GError **error);

/* A text's copy; of one with a zero byte inside an empty one. Transferred. */
char *
sabot_row_dup_text(sqlite3_stmt *row, int column);
