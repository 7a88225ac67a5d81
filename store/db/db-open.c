/*
 * Opens a database. Settings are read back after they are set, because SQLite silently ignores a
 * pragma that it does not accept.
 */
#include "db-open.h"

#include "handle.h"
#include "migrate.h"
#include "older.h"
#include "scan.h"
#include "schema.h"
#include "statements.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	DB_BUSY_TIMEOUT_MS = 5000,
	DB_SYNCHRONOUS_FULL = 2,
};

struct pragma {
	enum sabot_statement set, get;
	int64_t expected;
};

static const struct pragma writer_pragmas[] = {
	{SABOT_STATEMENT_PRAGMA_SYNCHRONOUS, SABOT_STATEMENT_GET_SYNCHRONOUS, DB_SYNCHRONOUS_FULL},
	{SABOT_STATEMENT_PRAGMA_FOREIGN_KEYS, SABOT_STATEMENT_GET_FOREIGN_KEYS, 1},
	{SABOT_STATEMENT_PRAGMA_RECURSIVE_TRIGGERS, SABOT_STATEMENT_GET_RECURSIVE_TRIGGERS, 1},
	/* An erased name is gone from the file, too. */
	{SABOT_STATEMENT_PRAGMA_SECURE_DELETE, SABOT_STATEMENT_GET_SECURE_DELETE, 1},
};

static const struct pragma reader_pragmas[] = {
	{SABOT_STATEMENT_PRAGMA_QUERY_ONLY, SABOT_STATEMENT_GET_QUERY_ONLY, 1},
};

/* Run a pragma whose answer, if it gives one, is read elsewhere. */
static bool
set_pragma(struct sabot_db *db, enum sabot_statement which, GError **error)
{
	if (sqlite3_exec(db->handle, sabot_statement_texts[which], NULL, NULL, NULL) == SQLITE_OK)
		return true;
	sabot_statement_set_error(db, sabot_statement_names[which], error);
	return false;
}

static bool
set_pragmas(struct sabot_db *db, const struct pragma *pragmas, size_t n_pragmas, GError **error)
{
	for (size_t i = 0; i < n_pragmas; i++) {
		int64_t value;

		if (!set_pragma(db, pragmas[i].set, error) ||
		    !sabot_statement_number(db, pragmas[i].get, &value, error))
			return false;
		if (value == pragmas[i].expected)
			continue;
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "%s: SQLite did not accept %s", db->path,
			    sabot_statement_texts[pragmas[i].set]);
		return false;
	}
	return true;
}

static bool
set_wal(struct sabot_db *db, GError **error)
{
	sqlite3_stmt *statement;
	bool is_wal;

	if (!set_pragma(db, SABOT_STATEMENT_PRAGMA_JOURNAL_MODE, error))
		return false;
	statement = sabot_statement_get(db, SABOT_STATEMENT_GET_JOURNAL_MODE, error);
	if (!statement || !sabot_statement_next(db, statement, error))
		return false;
	is_wal = strcmp((const char *)sqlite3_column_text(statement, 0), "wal") == 0;
	sqlite3_reset(statement);
	if (!is_wal)
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "%s: this file system does not allow a write-ahead log", db->path);
	return is_wal;
}

static bool
set_defensive(struct sabot_db *db, enum sabot_db_mode mode, GError **error)
{
	sqlite3_extended_result_codes(db->handle, 1);
	sqlite3_busy_timeout(db->handle, DB_BUSY_TIMEOUT_MS);
	if (sabot_handle_harden(db->handle, mode == SABOT_DB_WRITER))
		return true;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    "%s: this SQLite knows no defensive mode", db->path);
	return false;
}

static bool
add_functions(struct sabot_db *db, GError **error)
{
	if (sabot_scan_register(db->handle))
		return true;
	sabot_statement_set_error(db, "cannot prepare for scans", error);
	return false;
}

static bool
has_bytes(const char *path)
{
	struct stat seen;

	return stat(path, &seen) == 0 && seen.st_size > 0;
}

/*
 * What can give back its free pages is decided while a file is empty; for another one it counts at
 * its next VACUUM (store/db/shrink.h). In one that can it would be written at each start.
 */
static bool
begin_file(struct sabot_db *db, GError **error)
{
	return has_bytes(db->path) || set_pragma(db, SABOT_STATEMENT_PRAGMA_AUTO_VACUUM, error);
}

static bool
prepare_writer(struct sabot_db *db, GError **error)
{
	/* First of all, so that a file that is not ours is refused before a byte is changed. */
	return sabot_migrate_is_ours(db, error) && sabot_schema_check(db, error) &&
	       begin_file(db, error) && set_wal(db, error) &&
	       set_pragmas(db, writer_pragmas, G_N_ELEMENTS(writer_pragmas), error) &&
	       sabot_migrate(db, error) && sabot_schema_remember(db, error);
}

static bool
prepare_reader(struct sabot_db *db, GError **error)
{
	/* Two connections that checkpoint can corrupt a file (SQLite before 3.51.3). */
	sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	return set_pragmas(db, reader_pragmas, G_N_ELEMENTS(reader_pragmas), error) &&
	       sabot_migrate_check(db, error);
}

/*
 * What it holds is looked at by index.c. No write-ahead log: several who look something up may
 * bring it up to date at once, and nothing is left beside it.
 */
static bool
prepare_index(struct sabot_db *db, enum sabot_db_mode mode, GError **error)
{
	if (mode == SABOT_DB_INDEX)
		return set_pragma(db, SABOT_STATEMENT_INDEX_PRAGMA_SYNCHRONOUS, error);
	return set_pragmas(db, reader_pragmas, G_N_ELEMENTS(reader_pragmas), error);
}

static bool
prepare(struct sabot_db *db, enum sabot_db_mode mode, GError **error)
{
	switch (mode) {
	case SABOT_DB_WRITER:
		return prepare_writer(db, error);
	case SABOT_DB_FILE:
		return sabot_older_replace(db, error) && prepare_reader(db, error);
	case SABOT_DB_READER:
	case SABOT_DB_STILL:
		return prepare_reader(db, error);
	case SABOT_DB_INDEX:
	case SABOT_DB_INDEX_READER:
		return prepare_index(db, mode, error);
	}
	return false;
}

char *
sabot_db_build_beside(const char *path, const char *suffix)
{
	char *file = g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? realpath(path, NULL) : NULL;
	char *beside = g_strconcat(file ? file : path, suffix, NULL);

	free(file);
	return beside;
}

char *
sabot_db_build_uri(const char *path, enum sabot_db_mode mode)
{
	g_autofree char *wal = sabot_db_build_beside(path, "-wal");
	g_autofree char *journal = sabot_db_build_beside(path, "-journal");
	g_autofree char *escaped = g_uri_escape_string(path, "/", TRUE);
	bool is_alone = mode == SABOT_DB_FILE && !g_file_test(wal, G_FILE_TEST_EXISTS) &&
			!g_file_test(journal, G_FILE_TEST_EXISTS);

	is_alone |= mode == SABOT_DB_STILL && !has_bytes(wal) && !has_bytes(journal);

	return g_strconcat("file:", escaped, is_alone ? "?immutable=1" : "", NULL);
}

/*
 * A connection belongs to one thread at a time (db.h): SQLite need not lock at each column. What is
 * immutable is never written, whatever the flags; they are also those of what is attached, which
 * may be a nameless copy.
 */
static bool
open_handle(struct sabot_db *db, enum sabot_db_mode mode, GError **error)
{
	g_autofree char *uri = sabot_db_build_uri(db->path, mode);
	int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE;
	mode_t mask;
	int code;

	if (mode == SABOT_DB_WRITER || mode == SABOT_DB_INDEX)
		flags |= SQLITE_OPEN_CREATE;
	mask = umask(0077);
	code = sqlite3_open_v2(uri, &db->handle, flags, NULL);
	umask(mask);
	if (code == SQLITE_OK)
		return true;
	if (!(flags & SQLITE_OPEN_CREATE) && !g_file_test(db->path, G_FILE_TEST_EXISTS)) {
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
			    "%s: there is no such file", db->path);
		sabot_store_error_set_reason(error, SABOT_STORE_REASON_NO_FILE);
		return false;
	}
	sabot_statement_set_error(db, "cannot open", error);
	return false;
}

static struct sabot_db *
make_ready(struct sabot_db *db, enum sabot_db_mode mode, GError **error)
{
	/* An older file has another handle afterwards. */
	if (set_defensive(db, mode, error) && prepare(db, mode, error) && add_functions(db, error))
		return db;
	sabot_db_close(db);
	return NULL;
}

struct sabot_db *
sabot_db_open(const char *path, enum sabot_db_mode mode, GError **error)
{
	struct sabot_db *db = g_new0(struct sabot_db, 1);

	db->path = g_strdup(path);
	if (open_handle(db, mode, error))
		return make_ready(db, mode, error);
	sabot_db_close(db);
	return NULL;
}

struct sabot_db *
sabot_db_open_handle(sqlite3 *handle, const char *name, enum sabot_db_mode mode, GError **error)
{
	struct sabot_db *db = g_new0(struct sabot_db, 1);

	db->path = g_strdup(name);
	db->handle = handle;
	return make_ready(db, mode, error);
}

bool
sabot_db_close_single(struct sabot_db *db, GError **error)
{
	for (int i = 0; i < SABOT_STATEMENTS; i++)
		g_clear_pointer(&db->statements[i], sqlite3_finalize);
	if (!set_pragma(db, SABOT_STATEMENT_PRAGMA_JOURNAL_DELETE, error))
		return false;
	sabot_db_close(db);
	return true;
}
