/* See fold.h. */
#include "fold.h"

enum { FOLD_PAGES = 1000 /* as SQLite itself does */ };

static int
on_commit(void *data, sqlite3 *handle, const char *name, int n_pages)
{
	struct sabot_db *db = data;

	(void)handle;
	(void)name;
	db->n_unfolded_pages = n_pages;
	return SQLITE_OK;
}

void
sabot_db_fold_later(struct sabot_db *db)
{
	if (db)
		sqlite3_wal_hook(db->handle, on_commit, db);
}

void
sabot_db_fold(struct sabot_db *db)
{
	if (!db || db->n_unfolded_pages < FOLD_PAGES)
		return;
	db->n_unfolded_pages = 0;
	sqlite3_wal_checkpoint_v2(db->handle, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}
