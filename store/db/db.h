/*
 * One connection to the database (db-open.h opens it). A connection and its statements belong to
 * one thread at a time; it may be passed to another thread while none of it is in use.
 */
#pragma once

#include "schema-sql.h"
#include "store-error.h"
#include "wal-index.h"

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

struct sabot_db {
	sqlite3 *handle;
	char *path;
	sqlite3_stmt *statements[SABOT_STATEMENTS]; /* prepared at first use */
	enum sabot_statement looked_at;             /* the statement of the last row read */
	GHashTable *log_ends;                       /* store/log/log-end.h; NULL: none known */
	int64_t schema_cookie; /* SQLite's number of the schema that was compared (schema.h) */
	GError *schema_change; /* not taken yet; or NULL */
	int n_unfolded_pages;  /* pages in the write-ahead log, if folding is manual (fold.h) */
	struct sabot_wal_index index; /* as this connection left it, if folding is manual */
};

/*
 * Abort whatever the connection is doing once `*flag`, read atomically, is not 0. Borrowed for as
 * long as the connection is open.
 */
void
sabot_db_set_cancel(struct sabot_db *db, int *flag);

/*
 * True if this is a writer whose file could not be opened for writing. This does not change later.
 */
bool
sabot_db_is_read_only(struct sabot_db *db);

/*
 * True if the last call failed because of the disk, memory, descriptors or a lock, or was aborted:
 * what is in the file is not known by that.
 */
bool
sabot_db_is_unavailable(const struct sabot_db *db);

/* NULL is allowed. */
void
sabot_db_close(struct sabot_db *db);
