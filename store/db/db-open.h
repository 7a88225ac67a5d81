/*
 * Opens connections. Each has every setting that the log's safety rests on, read back after it was
 * set.
 */
#pragma once

#include "db.h"

enum sabot_db_mode {
	SABOT_DB_WRITER, /* creates the file, brings its schema up to date; the only one to write */
	SABOT_DB_READER, /* query_only; never checkpoints */
	/* As READER; a copy that nobody writes to is opened without touching it, and an earlier
	 * program's is read as if it were of this one (older.h). */
	SABOT_DB_FILE,
	/* As READER, where not even what SQLite needs beside a file can be written: nobody writes,
	 * and there is nothing in a write-ahead log. */
	SABOT_DB_STILL,
	SABOT_DB_INDEX, /* of derived rows (index.h): may lose its last ones, and can be rebuilt */
	SABOT_DB_INDEX_READER, /* likewise, query_only */
};

/*
 * Open the database at `path`. NULL with an error when it cannot be used; a database of a newer
 * program is refused and left untouched. Transferred: free with sabot_db_close().
 */
struct sabot_db *
sabot_db_open(const char *path, enum sabot_db_mode mode, GError **error);

/*
 * Likewise with a connection that is open, whatever its pages are in; `name` is what errors call
 * it. `handle` is transferred, and closed on failure.
 */
struct sabot_db *
sabot_db_open_handle(sqlite3 *handle, const char *name, enum sabot_db_mode mode, GError **error);

/*
 * Close a database that nobody else has open so that it is one file, without a write-ahead log.
 * False with an error: then it is still open.
 */
bool
sabot_db_close_single(struct sabot_db *db, GError **error);

/*
 * The file as SQLite opens it in that mode. One without a journal of either kind beside it has no
 * writer, and was not cut short: "immutable" then reads it where nothing may be written, as on a
 * medium that an inspector brought. Transferred.
 */
char *
sabot_db_build_uri(const char *path, enum sabot_db_mode mode);
