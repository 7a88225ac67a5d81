/*
 * Rows of archives and anchors. The anchors follow from the signed note; the triggers of schema 4
 * read them.
 */
#include "archive.h"
#include "anchor.h"
#include "store/db/shrink.h"
#include "store/db/schema.h"
#include "store/db/statements.h"

#include <string.h>

/* From a row of archive_last or archive_walk. */
static struct sabot_archive *
from_row(sqlite3_stmt *row)
{
	return sabot_archive_new(sqlite3_column_int64(row, 0),
				 (const char *)sqlite3_column_text(row, 1),
				 (const char *)sqlite3_column_text(row, 2));
}

bool
sabot_archive_read_last(struct sabot_db *db, struct sabot_archive **ret_archive, GError **error)
{
	sqlite3_stmt *read = sabot_statement_get(db, SABOT_STATEMENT_ARCHIVE_LAST, error);
	bool has_row;

	if (!read || !sabot_statement_row(db, read, &has_row, error))
		return false;
	*ret_archive = has_row ? from_row(read) : NULL;
	sqlite3_reset(read);
	return true;
}

GPtrArray *
sabot_archive_list(struct sabot_db *db, GError **error)
{
	sqlite3_stmt *walk = sabot_statement_get(db, SABOT_STATEMENT_ARCHIVE_WALK, error);
	g_autoptr(GPtrArray) archives = g_ptr_array_new_with_free_func(sabot_archive_free);
	g_autoptr(GError) failure = NULL;

	if (!walk || !sabot_statement_bind(db, walk, error, "i", (int64_t)0))
		return NULL;
	while (sabot_statement_next(db, walk, &failure))
		g_ptr_array_add(archives, from_row(walk));
	return sabot_statement_end(walk, &failure, error) ? g_steal_pointer(&archives) : NULL;
}

/* A statement's only number; 0 without a row. */
static bool
read_number(struct sabot_db *db, enum sabot_statement which, int64_t *ret_number, GError **error)
{
	sqlite3_stmt *read = sabot_statement_get(db, which, error);
	bool has_row;

	if (!read || !sabot_statement_row(db, read, &has_row, error))
		return false;
	*ret_number = has_row ? sqlite3_column_int64(read, 0) : 0;
	sqlite3_reset(read);
	return true;
}

bool
sabot_archive_read_last_checkpoint(struct sabot_db *db, int64_t *ret_number, GError **error)
{
	return read_number(db, SABOT_STATEMENT_ARCHIVE_CHECKPOINT, ret_number, error);
}

bool
sabot_archive_read_recorded(struct sabot_db *db, int64_t *ret_number, GError **error)
{
	return read_number(db, SABOT_STATEMENT_ARCHIVE_RECORDED, ret_number, error);
}

bool
sabot_archive_read_number(struct sabot_db *db, int64_t *ret_number, GError **error)
{
	return read_number(db, SABOT_STATEMENT_ARCHIVE_FILE_READ, ret_number, error);
}

static bool
add_anchor(struct sabot_db *db, int64_t archive, const struct sabot_anchor_log *log,
	   bool is_archive_file, GError **error)
{
	const struct sabot_chain_hash *hash = is_archive_file ? &log->hash : &log->from_hash;
	g_autoptr(GBytes) bytes = g_bytes_new(hash->bytes, sizeof(hash->bytes));
	sqlite3_stmt *find = sabot_statement_get(db, SABOT_STATEMENT_LOG_FIND, error);
	sqlite3_stmt *add = sabot_statement_get(db, SABOT_STATEMENT_ANCHOR_ADD, error);
	bool has_row;
	int64_t id;

	if (!find || !add || !sabot_statement_bind(db, find, error, "s", log->log) ||
	    !sabot_statement_row(db, find, &has_row, error))
		return false;
	id = has_row ? sqlite3_column_int64(find, 0) : 0;
	sqlite3_reset(find);
	return (has_row ||
		sabot_store_refuse(db->path, "the archive has a log that is not here", error)) &&
	       sabot_statement_bind(db, add, error, "iiib", archive, id,
				    is_archive_file ? log->n : log->from_n, bytes) &&
	       sabot_statement_finish(db, add, error);
}

static bool
add_rows(struct sabot_db *db, const struct sabot_archive *archive,
	 const struct sabot_anchor *anchor, GError **error)
{
	sqlite3_stmt *add = sabot_statement_get(db, SABOT_STATEMENT_ARCHIVE_ADD, error);
	int64_t file_number;

	if (!add || !sabot_archive_read_number(db, &file_number, error) ||
	    !sabot_statement_bind(db, add, error, "iiiiss", archive->number, anchor->at_us,
				  anchor->seq, anchor->checkpoint, archive->file, archive->note) ||
	    !sabot_statement_finish(db, add, error))
		return false;
	for (guint i = 0; i < anchor->logs->len; i++) {
		if (!add_anchor(db, archive->number, g_ptr_array_index(anchor->logs, i),
				file_number > 0, error))
			return false;
	}
	return true;
}

/* The note is about this database, and continues where the one before ended. */
static bool
check_note(struct sabot_db *db, const struct sabot_anchor *anchor, GError **error)
{
	struct sabot_chain_origin origin;
	struct sabot_chain_hash previous = {{0}};
	struct sabot_archive *last;
	int64_t file_number;

	if (!sabot_chain_read_origin(db, &origin, error) ||
	    !sabot_archive_read_number(db, &file_number, error) ||
	    !sabot_archive_read_last(db, &last, error))
		return false;
	if (last)
		previous = sabot_chain_digest(last->note, strlen(last->note));
	sabot_archive_free(last);
	if (memcmp(anchor->database, origin.database, sizeof(origin.database)) != 0)
		return sabot_store_refuse(db->path, "the archive is of another database", error);
	return file_number > 0 || sabot_chain_is_equal(anchor->previous, previous) ||
	       sabot_store_refuse(db->path, "the archive does not follow the one before", error);
}

bool
sabot_archive_put(struct sabot_db *db, const struct sabot_archive *archive, GError **error)
{
	struct sabot_anchor *anchor = sabot_anchor_parse(archive->note, error);
	bool is_put =
		anchor && check_note(db, anchor, error) && add_rows(db, archive, anchor, error);

	sabot_anchor_free(anchor);
	return is_put;
}

/* The next log that has rows to be removed; 0: none has. */
static bool
find_log(struct sabot_db *db, int64_t *ret_id, int64_t *ret_from_n, GError **error)
{
	sqlite3_stmt *find = sabot_statement_get(db, SABOT_STATEMENT_SWEEP_LOG, error);
	bool has_row;

	if (!find || !sabot_statement_row(db, find, &has_row, error))
		return false;
	*ret_id = has_row ? sqlite3_column_int64(find, 0) : 0;
	*ret_from_n = has_row ? sqlite3_column_int64(find, 1) : 0;
	sqlite3_reset(find);
	return true;
}

/* Rows of a log up to `from_n`, some of them at a time. */
struct removal {
	int64_t log_id, from_n, n_rows;
};

static bool
delete_rows(struct sabot_db *db, enum sabot_statement which, const struct removal *rows,
	    GError **error)
{
	sqlite3_stmt *statement = sabot_statement_get(db, which, error);
	bool is_whole =
		which == SABOT_STATEMENT_SWEEP_PARTS || which == SABOT_STATEMENT_SWEEP_SECRETS;
	const char *format = is_whole ? "ii" : "iii";

	return statement &&
	       sabot_statement_bind(db, statement, error, format, rows->log_id, rows->from_n,
				    rows->n_rows) &&
	       sabot_statement_finish(db, statement, error);
}

/* Loads refer to events and to parts: they go first, and a part when nothing of it is left. */
static bool
sweep_log(struct sabot_db *db, const struct removal *rows, GError **error)
{
	return delete_rows(db, SABOT_STATEMENT_SWEEP_LOADS, rows, error) &&
	       delete_rows(db, SABOT_STATEMENT_SWEEP_EVENTS, rows, error) &&
	       delete_rows(db, SABOT_STATEMENT_SWEEP_PARTS, rows, error) &&
	       delete_rows(db, SABOT_STATEMENT_SWEEP_SECRETS, rows, error);
}

static bool
sweep_checkpoints(struct sabot_db *db, int64_t n_rows, bool *ret_more, GError **error)
{
	sqlite3_stmt *removal = sabot_statement_get(db, SABOT_STATEMENT_SWEEP_CHECKPOINTS, error);

	if (!removal || !sabot_statement_bind(db, removal, error, "i", n_rows) ||
	    !sabot_statement_finish(db, removal, error))
		return false;
	*ret_more = sqlite3_changes(db->handle) > 0;
	return true;
}

static bool
sweep(struct sabot_db *db, int64_t n_rows, bool *ret_more, GError **error)
{
	struct removal rows = {.n_rows = n_rows};

	if (!sweep_checkpoints(db, n_rows, ret_more, error) ||
	    !find_log(db, &rows.log_id, &rows.from_n, error))
		return false;
	if (rows.log_id == 0)
		return true;
	*ret_more = true;
	return sweep_log(db, &rows, error);
}

bool
sabot_archive_sweep(struct sabot_db *db, int64_t n_rows, bool *ret_more, GError **error)
{
	if (!sabot_schema_begin_write(db, error))
		return false;
	if (sweep(db, n_rows, ret_more, error) &&
	    sabot_statement_run(db, SABOT_STATEMENT_COMMIT, error))
		return *ret_more || sabot_shrink_step(db, ret_more, error);
	if (!sqlite3_get_autocommit(db->handle))
		sabot_statement_run(db, SABOT_STATEMENT_ROLLBACK, NULL);
	return false;
}
