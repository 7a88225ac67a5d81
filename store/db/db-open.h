/* Opens connections. Every setting that the log's safety depends on is set and then read back. */
#pragma once

#include "db.h"

enum sabot_db_mode {
	/* creates the file and brings its schema up to date; the only mode that writes */
	SABOT_DB_WRITER,
	SABOT_DB_READER, /* query_only; never checkpoints */
	/*
	 * As READER. A copy that nobody writes to is opened without being changed, and an earlier
	 * program's file is read as if this program had written it (older.h).
	 */
	SABOT_DB_FILE,
	/*
	 * As READER, for places where not even the files that SQLite keeps beside a database can be
	 * written: requires that nobody writes and that the write-ahead log is empty.
	 */
	SABOT_DB_STILL,
	SABOT_DB_INDEX, /* derived rows (index.h): may lose the last ones, and can be rebuilt */
	SABOT_DB_INDEX_READER, /* as INDEX, query_only */
};

/*
 * Open the database at `path`. NULL with an error if it cannot be used; a database of a newer
 * program is refused and left unchanged. Transferred: free with sabot_db_close().
 */
struct sabot_db *
sabot_db_open(const char *path, enum sabot_db_mode mode, GError **error);

/*
 * As sabot_db_open(), with a connection that is already open, wherever its pages are kept; errors
 * call it `name`. `handle` is transferred, and closed on failure.
 */
struct sabot_db *
sabot_db_open_handle(sqlite3 *handle, const char *name, enum sabot_db_mode mode, GError **error);

/*
 * Close a database that nobody else has open, and leave it as one file without a write-ahead log.
 * False with an error; the database is then still open.
 */
bool
sabot_db_close_single(struct sabot_db *db, GError **error);

/*
 * The name of the file that SQLite keeps beside the database at `path`, which ends in `suffix`. If
 * `path` is a symbolic link, that is beside the file to which it leads. Transferred.
 */
char *
sabot_db_build_beside(const char *path, const char *suffix);

/*
 * The URI with which SQLite opens the file in that mode. A file with neither kind of journal beside
 * it has no writer and was not cut short, so "immutable" can read it where nothing may be written,
 * as on an inspector's medium. Transferred.
 */
char *
sabot_db_build_uri(const char *path, enum sabot_db_mode mode);
