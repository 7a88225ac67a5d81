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

	(void)name;
	db->n_unfolded_pages = n_pages;
	sabot_wal_index_note_commit(&db->index, handle, n_pages);
	return SQLITE_OK;
}

/* Behind frames that are not the last ones a commit would write over those that are. */
static int
before_commit(void *data)
{
	struct sabot_db *db = data;

	return !sabot_wal_index_is_own(&db->index, db->handle, false);
}

void
sabot_db_fold_later(struct sabot_db *db)
{
	if (!db)
		return;
	sabot_wal_index_watch(&db->index, db->handle);
	sqlite3_wal_hook(db->handle, on_commit, db);
	sqlite3_commit_hook(db->handle, before_commit, db);
}

bool
sabot_db_fold_is_due(const struct sabot_db *db)
{
	return db && db->n_unfolded_pages >= FOLD_PAGES;
}

bool
sabot_db_fold(struct sabot_db *db)
{
	if (!sabot_db_fold_is_due(db) || !sabot_wal_index_is_own(&db->index, db->handle, true))
		return false;
	db->n_unfolded_pages = 0;
	sqlite3_wal_checkpoint_v2(db->handle, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	sabot_wal_index_note_fold(&db->index, db->handle);
	return true;
}

bool
sabot_db_fold_all(struct sabot_db *db)
{
	int n_pages = 0, n_folded = 0;
	bool is_folded = sabot_wal_index_is_own(&db->index, db->handle, true) &&
			 sqlite3_wal_checkpoint_v2(db->handle, NULL, SQLITE_CHECKPOINT_PASSIVE,
						   &n_pages, &n_folded) == SQLITE_OK &&
			 n_folded == n_pages;

	sabot_wal_index_note_fold(&db->index, db->handle);
	return is_folded;
}
