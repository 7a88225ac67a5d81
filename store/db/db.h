/*
 * One connection to the database (db-open.h opens it). A connection and its statements belong to
 * one thread at a time; it may be passed to another thread while none of it is in use.
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
	SABOT_STORE_ERROR_FAILED,   /* disk, file or SQLite: the message says which */
	SABOT_STORE_ERROR_NEWER,    /* written by a newer program */
	SABOT_STORE_ERROR_REFUSED,  /* the database's own constraints refuse it: our bug */
	SABOT_STORE_ERROR_NO_KEY,   /* there is no signing key */
	SABOT_STORE_ERROR_LOCKED,   /* another daemon is using it */
	SABOT_STORE_ERROR_SPOOL,    /* the spool cannot be read or written */
	SABOT_STORE_ERROR_SCHEMA,   /* somebody changed the database's schema */
	SABOT_STORE_ERROR_CONFLICT, /* another event already has the number of the one written */
	SABOT_STORE_ERROR_ROW,      /* a column holds what no sabotd wrote there */
};

/* Set SABOT_STORE_ERROR_FAILED: "WHAT: WHY", where `what` names a file or a log. Always false. */
bool
sabot_store_fail(GError **error, const char *what, const char *why);

/* Set SABOT_STORE_ERROR_REFUSED in the same way. Always false. */
bool
sabot_store_refuse(const char *what, const char *why, GError **error);

struct sabot_db {
	sqlite3 *handle;
	char *path;
	sqlite3_stmt *statements[SABOT_STATEMENTS]; /* prepared at first use */
	enum sabot_statement looked_at;             /* the statement of the last row read */
	GHashTable *log_ends;                       /* store/log/log-end.h; NULL: none known */
	int64_t schema_cookie; /* SQLite's number of the schema that was compared (schema.h) */
	int n_unfolded_pages;  /* pages in the write-ahead log, if folding is manual (fold.h) */
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
