/* Copies a database page by page in one read transaction, while the writer continues. */
#pragma once

#include "db.h"

/*
 * Copy all pages into `copy`, an open, empty database. `path` is used in the error only. The copy
 * has no write-ahead log.
 */
bool
sabot_db_copy_pages(struct sabot_db *db, sqlite3 *copy, const char *path, GError **error);
