/*
 * An event's hash covers all events of its log before it: a file that has a restore's event, with
 * its hash, went on from the restored database.
 */
#include "restores.h"
#include "store/log/anchor.h"
#include "store/log/archive.h"
#include "store/log/log.h"
#include "store/log/move-events.h"
#include "store/db/statements.h"
#include "store/proof/seal.h"

#include <string.h>

/* The hash of an event of the house log; NULL: it is not here, or has none. */
static bool
read_hash(struct sabot_db *db, int64_t n, GBytes **ret_hash, GError **error)
{
	g_autoptr(GError) failure = NULL;
	sqlite3_stmt *row;
	int64_t log_id;

	*ret_hash = NULL;
	if (!sabot_log_get_id(db, "house", &log_id, error))
		return false;
	row = sabot_statement_find(db, SABOT_STATEMENT_EVENT_HASH, &failure, "ii", log_id, n);
	if (failure) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return false;
	}
	if (row && sqlite3_column_type(row, 0) == SQLITE_BLOB)
		*ret_hash = g_bytes_new(sqlite3_column_blob(row, 0),
					(size_t)sqlite3_column_bytes(row, 0));
	if (row)
		sqlite3_reset(row);
	return true;
}

/* The archive before the file's events ends with a checkpoint that the database has, too. */
static bool
is_shared(struct sabot_db *db, const struct sabot_archive *archive,
	  const struct sabot_anchor *anchor, bool *ret_is, GError **error)
{
	g_autoptr(GPtrArray) own = sabot_archive_list(db, error);
	struct sabot_seal seal;

	if (!own || !sabot_seal_read(db, anchor->checkpoint, &seal, error))
		return false;
	*ret_is =
		seal.note && sabot_chain_is_equal(sabot_chain_digest(seal.note, strlen(seal.note)),
						  anchor->sealed);
	sabot_seal_clear(&seal);
	for (guint i = 0; i < own->len && !*ret_is; i++) {
		const struct sabot_archive *one = g_ptr_array_index(own, i);

		*ret_is = strcmp(one->note, archive->note) == 0;
	}
	return true;
}

/*
 * Whether an event that the copy has not itself is in the archives before it. If the database lacks
 * the end of such an archive, its note does not show that, and the clock decides.
 */
static bool
has_archived(struct sabot_db *db, struct sabot_db *copy, const struct sabot_move_event *event,
	     bool *ret_has, GError **error)
{
	g_autoptr(GPtrArray) archives = sabot_archive_list(copy, error);
	bool is_read = archives != NULL;

	*ret_has = false;
	for (guint i = 0; is_read && i < archives->len && !*ret_has; i++) {
		const struct sabot_archive *archive = g_ptr_array_index(archives, i);
		struct sabot_anchor *anchor = sabot_anchor_parse(archive->note, NULL);

		if (anchor && anchor->seq >= event->seq) {
			is_read = is_shared(db, archive, anchor, ret_has, error);
			*ret_has = *ret_has || anchor->at_us >= event->at_us;
		}
		sabot_anchor_free(anchor);
	}
	return is_read;
}

/* An event without a hash is from before the chain, and so before all that was ever copied. */
static bool
has_event(struct sabot_db *db, struct sabot_db *copy, const struct sabot_move_event *event,
	  bool *ret_has, GError **error)
{
	g_autoptr(GBytes) here = NULL, there = NULL;

	if (!read_hash(db, event->n, &here, error) || !read_hash(copy, event->n, &there, error))
		return false;
	*ret_has = !here || (there && g_bytes_equal(here, there));
	return there || *ret_has || has_archived(db, copy, event, ret_has, error);
}

bool
sabot_restores_explain(struct sabot_db *db, struct sabot_db *copy, bool *ret_explain,
		       GError **error)
{
	g_autoptr(GPtrArray) events = sabot_move_events_read(db, error);
	bool is_read = events != NULL;

	*ret_explain = false;
	for (guint i = 0; is_read && i < events->len && !*ret_explain; i++) {
		const struct sabot_move_event *event = g_ptr_array_index(events, i);
		bool has = false;

		if (event->kind != SABOT_MOVE_RESTORED)
			continue;
		is_read = has_event(db, copy, event, &has, error);
		*ret_explain = is_read && !has;
	}
	return is_read;
}
