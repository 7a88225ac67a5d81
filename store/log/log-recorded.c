/* See log-recorded.h. */
#include "log-recorded.h"
#include "store/db/statements.h"

#include <string.h>

/* Of event_walk. */
enum { COLUMN_LOG = 1, COLUMN_N, COLUMN_AT, COLUMN_EV, COLUMN_LINE, COLUMN_FRAME = 7 };

static bool
is_text(sqlite3_stmt *row, int column, const char *text)
{
	return (size_t)sqlite3_column_bytes(row, column) == strlen(text) &&
	       memcmp(sqlite3_column_blob(row, column), text, strlen(text)) == 0;
}

static bool
is_frame(sqlite3_stmt *row, GBytes *frame)
{
	size_t n_bytes = 0;
	const void *bytes = frame ? g_bytes_get_data(frame, &n_bytes) : NULL;

	if (!frame || sqlite3_column_type(row, COLUMN_FRAME) == SQLITE_NULL)
		return !frame && sqlite3_column_type(row, COLUMN_FRAME) == SQLITE_NULL;
	return (size_t)sqlite3_column_bytes(row, COLUMN_FRAME) == n_bytes &&
	       (n_bytes == 0 ||
		memcmp(sqlite3_column_blob(row, COLUMN_FRAME), bytes, n_bytes) == 0);
}

static bool
is_log(struct sabot_db *db, int64_t log_id, const char *table)
{
	sqlite3_stmt *row = sabot_statement_find(db, SABOT_STATEMENT_LOG_NAME, NULL, "i", log_id);
	bool is_its = row && is_text(row, 0, table);

	if (row)
		sqlite3_reset(row);
	return is_its;
}

static bool
is_same(struct sabot_db *db, sqlite3_stmt *row, const struct sabot_log_record *record)
{
	return is_log(db, sqlite3_column_int64(row, COLUMN_LOG), record->table) &&
	       sqlite3_column_int64(row, COLUMN_N) == record->n &&
	       sqlite3_column_int64(row, COLUMN_AT) == record->at_us &&
	       is_text(row, COLUMN_EV, record->ev) && is_text(row, COLUMN_LINE, record->line) &&
	       is_frame(row, record->frame);
}

/* Of an event without a row. */
static bool
is_archived(struct sabot_db *db, int64_t seq, bool *ret_is, GError **error)
{
	g_autoptr(GError) failure = NULL;
	sqlite3_stmt *row = sabot_statement_find(db, SABOT_STATEMENT_ARCHIVE_SEQ, &failure, "");

	if (failure) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return false;
	}
	*ret_is = row && seq <= sqlite3_column_int64(row, 0);
	if (row)
		sqlite3_reset(row);
	return true;
}

bool
sabot_log_check_recorded(struct sabot_db *db, const struct sabot_log_record *record, GError **error)
{
	g_autoptr(GError) failure = NULL;
	sqlite3_stmt *row;
	bool is_good = false;

	row = sabot_statement_find(db, SABOT_STATEMENT_EVENT_WALK, &failure, "ii", record->seq - 1,
				   record->seq);
	if (failure) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return false;
	}
	if (row) {
		is_good = is_same(db, row, record);
		sqlite3_reset(row);
	} else if (!is_archived(db, record->seq, &is_good, error)) {
		return false;
	}
	if (!is_good)
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_CONFLICT,
			    "%s: event %" G_GINT64_FORMAT " is another one there", db->path,
			    record->seq);
	return is_good;
}
