/* See fold.h. */
#include "fold.h"

/*
 * Four times what SQLite does by itself. Of a floor's logs the same pages grow, so that four times
 * the log folds into hardly more pages, and who waits does so a fourth as often. It is what one
 * piece of SQLite's index of the log holds, so that a page is found in it as fast.
 */
enum { FOLD_PAGES = 4000 };

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

bool
sabot_db_fold(struct sabot_db *db)
{
	if (!db || db->n_unfolded_pages < FOLD_PAGES)
		return false;
	db->n_unfolded_pages = 0;
	sqlite3_wal_checkpoint_v2(db->handle, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	return true;
}

bool
sabot_db_fold_all(struct sabot_db *db)
{
	int n_pages = 0, n_folded = 0;

	return sqlite3_wal_checkpoint_v2(db->handle, NULL, SQLITE_CHECKPOINT_PASSIVE, &n_pages,
					 &n_folded) == SQLITE_OK &&
	       n_folded == n_pages;
}
