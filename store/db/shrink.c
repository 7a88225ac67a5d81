/*
 * Uses SQLite's incremental auto_vacuum: pages from the file's end are moved into free ones. The
 * file itself becomes shorter when the write-ahead log is folded into it.
 */
#include "shrink.h"

#include "statements.h"

enum { AUTO_VACUUM_INCREMENTAL = 2 };

/* A statement that may be stepped more than once, and yields nothing. */
static bool
run(struct sabot_db *db, enum sabot_statement which, GError **error)
{
	if (sqlite3_exec(db->handle, sabot_statement_texts[which], NULL, NULL, NULL) == SQLITE_OK)
		return true;
	sabot_statement_set_error(db, sabot_statement_names[which], error);
	return false;
}

bool
sabot_shrink_measure(struct sabot_db *db, struct sabot_shrink_room *ret_room, GError **error)
{
	int64_t mode, n_pages, page_bytes;

	if (!sabot_statement_number(db, SABOT_STATEMENT_GET_AUTO_VACUUM, &mode, error) ||
	    !sabot_statement_number(db, SABOT_STATEMENT_GET_FREE_PAGES, &n_pages, error) ||
	    !sabot_statement_number(db, SABOT_STATEMENT_GET_PAGE_SIZE, &page_bytes, error))
		return false;
	ret_room->is_given_back = mode == AUTO_VACUUM_INCREMENTAL;
	ret_room->free_bytes = n_pages * page_bytes;
	return true;
}

bool
sabot_shrink_step(struct sabot_db *db, bool *ret_more, GError **error)
{
	struct sabot_shrink_room room;

	*ret_more = false;
	if (!sabot_shrink_measure(db, &room, error))
		return false;
	if (!room.is_given_back || room.free_bytes == 0)
		return true;
	if (!run(db, SABOT_STATEMENT_GIVE_BACK, error) || !sabot_shrink_measure(db, &room, error))
		return false;
	*ret_more = room.free_bytes > 0;
	return true;
}

bool
sabot_shrink_all(struct sabot_db *db, GError **error)
{
	return run(db, SABOT_STATEMENT_PRAGMA_AUTO_VACUUM, error) &&
	       run(db, SABOT_STATEMENT_VACUUM, error);
}
