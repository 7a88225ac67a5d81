/*
 * A database page by page, in one read transaction, while the writer goes on.
 */
#pragma once

#include "db.h"

/* Copy all pages into an open, empty database; `path` is for the error. No write-ahead log. */
bool
sabot_db_copy_pages(struct sabot_db *db, sqlite3 *copy, const char *path, GError **error);
