/* See db.h. */
#include "db.h"

enum {
	DB_PROGRESS_STEPS = 10000, /* of SQLite's machine */
	DB_PRIMARY_CODE = 0xff,
};

bool
sabot_db_is_read_only(struct sabot_db *db)
{
	return sqlite3_db_readonly(db->handle, "main") == 1;
}

bool
sabot_db_is_unavailable(const struct sabot_db *db)
{
	switch (sqlite3_errcode(db->handle) & DB_PRIMARY_CODE) {
	case SQLITE_BUSY:
	case SQLITE_CANTOPEN:
	case SQLITE_FULL:
	case SQLITE_INTERRUPT:
	case SQLITE_IOERR:
	case SQLITE_LOCKED:
	case SQLITE_NOMEM:
	case SQLITE_PERM:
	case SQLITE_PROTOCOL:
	case SQLITE_READONLY:
		return true;
	default:
		return false;
	}
}

static int
on_progress(void *data)
{
	return g_atomic_int_get((int *)data);
}

void
sabot_db_set_cancel(struct sabot_db *db, int *flag)
{
	sqlite3_progress_handler(db->handle, DB_PROGRESS_STEPS, on_progress, flag);
}

void
sabot_db_close(struct sabot_db *db)
{
	if (!db)
		return;
	for (int i = 0; i < SABOT_STATEMENTS; i++)
		sqlite3_finalize(db->statements[i]);
	if (!sabot_wal_index_is_own(&db->index, db->handle, true))
		sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	sqlite3_close(db->handle);
	sabot_wal_index_clear(&db->index);
	g_clear_pointer(&db->log_ends, g_hash_table_unref);
	g_clear_error(&db->schema_change);
	g_free(db->path);
	g_free(db);
}
