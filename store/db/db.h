/*
 * One connection to the database. Opened, it has every setting that the log's safety rests on,
 * each read back after it was set. A connection and its statements belong to one thread at a
 * time; it may be handed over while nothing of it is in use.
 */
#pragma once

#include "schema-sql.h"

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#define SABOT_STORE_ERROR (sabot_store_error_quark())
GQuark
sabot_store_error_quark(void);

enum sabot_store_error {
	SABOT_STORE_ERROR_FAILED,  /* disk, file, SQLite: the sentence says what */
	SABOT_STORE_ERROR_NEWER,   /* written by a newer program */
	SABOT_STORE_ERROR_REFUSED, /* the database's own rules refuse it: a fault of ours */
	SABOT_STORE_ERROR_NO_KEY,  /* there is no signing key */
	SABOT_STORE_ERROR_LOCKED,  /* another daemon is at work there */
	SABOT_STORE_ERROR_SPOOL,   /* the spool cannot be read or written */
};

enum sabot_db_mode {
	SABOT_DB_WRITER, /* creates the file, brings its schema up to date; the only one to write */
	SABOT_DB_READER, /* query_only; never checkpoints */
	/* As READER; a copy that nobody writes to is opened without touching it, and an earlier
	 * program's is read as if it were of this one (older.h). */
	SABOT_DB_FILE,
	SABOT_DB_INDEX, /* of derived rows (index.h): may lose its last ones, and can be rebuilt */
	SABOT_DB_INDEX_READER, /* likewise, query_only */
};

struct sabot_db {
	sqlite3 *handle;
	char *path;
	sqlite3_stmt *statements[SABOT_STATEMENTS]; /* prepared at first use */
};

/*
 * Open the database at `path`. NULL with a sentence when it cannot be used; a database of a newer
 * program is refused and left untouched. Transferred: free with sabot_db_close().
 */
struct sabot_db *
sabot_db_open(const char *path, enum sabot_db_mode mode, GError **error);

/*
 * Give up whatever the connection is doing once `*flag`, read atomically, is not 0. Borrowed for as
 * long as the connection is open.
 */
void
sabot_db_set_cancel(struct sabot_db *db, int *flag);

/* A writer whose file could not be opened for writing; it stays so. */
bool
sabot_db_is_read_only(struct sabot_db *db);

/* NULL is allowed. */
void
sabot_db_close(struct sabot_db *db);

/*
 * Close a database that nobody else has open so that it is one file, without a write-ahead log.
 * False with a sentence: then it is still open.
 */
bool
sabot_db_close_single(struct sabot_db *db, GError **error);
