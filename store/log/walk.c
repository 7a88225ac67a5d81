/*
 * Rows become records whose texts stay in the row, each completed with the data stored beside it.
 * This program never writes a text with a zero byte inside: such a text becomes an empty one, whose
 * hash is wrong.
 */
#include "walk.h"
#include "beside.h"
#include "store/db/row.h"
#include "store/db/scan.h"
#include "store/db/statements.h"

#include <string.h>

enum column {
	COLUMN_SEQ,
	COLUMN_LOG,
	COLUMN_N,
	COLUMN_AT,
	COLUMN_EV,
	COLUMN_LINE,
	COLUMN_HASH,
	COLUMN_FRAME,
	COLUMN_FRAME_AT,
	COLUMNS,
};

struct walk {
	struct sabot_db *db;
	const struct sabot_walker *walker;
	struct sabot_beside *beside; /* of the scan */
	int64_t seq;                 /* events up to it are done */
	bool goes_on;
};

enum { COLUMN_NOTE = 3 }; /* of a checkpoint */
enum { WALK_LINE_BYTES_MIN = 3 };

/* The text as it is hashed, borrowed from the row. */
static char *
get_text(sqlite3_value *value)
{
	char *text = (char *)sqlite3_value_text(value);
	size_t n_bytes = (size_t)sqlite3_value_bytes(value);

	return text && !memchr(text, 0, n_bytes) ? text : (char *)"";
}

/* What the table's CHECKs demand: of a file that it may not write SQLite reads none of them. */
static bool
check_constraints(struct sabot_db *db, sqlite3_value *const *row, GError **error)
{
	const char *line = (const char *)sqlite3_value_text(row[COLUMN_LINE]);
	size_t n_bytes = strlen(line);
	bool has_frame = sqlite3_value_type(row[COLUMN_FRAME]) != SQLITE_NULL;
	bool has_time = sqlite3_value_type(row[COLUMN_FRAME_AT]) != SQLITE_NULL;

	if (has_frame == has_time && n_bytes >= WALK_LINE_BYTES_MIN && line[0] == '{' &&
	    line[1] == '"' && line[n_bytes - 1] == '}')
		return true;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_ROW,
		    "%s: event %" G_GINT64_FORMAT ": %s", db->path,
		    (int64_t)sqlite3_value_int64(row[COLUMN_SEQ]),
		    has_frame == has_time
			    ? "its line is no JSON object"
			    : "a frame without its time, or a time without its frame");
	return false;
}

/* A record whose texts are the row's and the log's. */
static void
read_record(sqlite3_value *const *row, struct sabot_log_record *record)
{
	record->seq = sqlite3_value_int64(row[COLUMN_SEQ]);
	record->at_us = sqlite3_value_int64(row[COLUMN_AT]);
	record->ev = get_text(row[COLUMN_EV]);
	record->line = get_text(row[COLUMN_LINE]);
	if (sqlite3_value_type(row[COLUMN_FRAME]) == SQLITE_NULL)
		return;
	record->frame = g_bytes_new(sqlite3_value_blob(row[COLUMN_FRAME]),
				    (gsize)sqlite3_value_bytes(row[COLUMN_FRAME]));
	record->frame_at_us = sqlite3_value_int64(row[COLUMN_FRAME_AT]);
}

/* The event as the indexes have it. */
static void
add_to_product(struct sabot_event_product *product, int64_t log_id,
	       const struct sabot_log_record *record)
{
	int64_t n = record->n, seq = record->seq;

	sabot_event_product_add(product, SABOT_EVENT_INDEX_LOG, log_id, n, seq);
	if (record->frame)
		sabot_event_product_add(product, SABOT_EVENT_INDEX_FRAME, log_id, n, seq);
	if (strcmp(record->ev, "witnessed") == 0)
		sabot_event_product_add(product, SABOT_EVENT_INDEX_WITNESSED, log_id, n, seq);
}

static bool
call_back(const struct walk *walk, sqlite3_value *const *row, const struct sabot_log_record *record)
{
	bool has_hash = sqlite3_value_bytes(row[COLUMN_HASH]) == SABOT_CHAIN_HASH_BYTES;
	struct sabot_chain_hash hash;

	if (has_hash)
		memcpy(hash.bytes, sqlite3_value_blob(row[COLUMN_HASH]), sizeof(hash.bytes));
	return walk->walker->event(record, has_hash ? &hash : NULL, walk->walker->data);
}

/* False when the callback stops, or the database cannot be read. */
static bool
give_event(const struct walk *walk, sqlite3_value *const *row, GError **error)
{
	int64_t log_id = sqlite3_value_int64(row[COLUMN_LOG]);
	struct sabot_log_record record = {
		.n = sqlite3_value_int64(row[COLUMN_N]),
		.has_foreign_texts = true,
	};
	const char *log;
	bool goes_on;

	if (!sabot_beside_find_log(walk->beside, log_id, record.n, &log, error))
		return false;
	if (!check_constraints(walk->db, row, error))
		return false;
	read_record(row, &record);
	if (walk->walker->product)
		add_to_product(walk->walker->product, log_id, &record);
	record.table = (char *)log;
	goes_on = !log || (sabot_beside_add(walk->beside, log_id, &record, error) &&
			   call_back(walk, row, &record));
	sabot_log_record_clear(&record);
	return goes_on;
}

static bool
on_row(sqlite3_value *const *row, void *data, GError **error)
{
	struct walk *walk = data;

	walk->goes_on = give_event(walk, row, error);
	return walk->goes_on;
}

/* Of several files. */
static bool
give_joined_events(struct walk *walk, int64_t to_seq, GError **error)
{
	sqlite3_stmt *read = sabot_statement_get(walk->db, SABOT_STATEMENT_EVENT_WALK, error);
	sqlite3_value *row[COLUMNS];
	g_autoptr(GError) failure = NULL;

	if (!read || !sabot_statement_bind(walk->db, read, error, "ii", walk->seq, to_seq))
		return false;
	while (walk->goes_on && sabot_statement_next_values(walk->db, read, row, &failure))
		walk->goes_on = give_event(walk, row, &failure);
	return sabot_statement_end(read, &failure, error);
}

/* The events up to `to_seq`. */
static bool
give_events(struct walk *walk, int64_t to_seq, GError **error)
{
	const struct sabot_scan scan = {
		SABOT_STATEMENT_EVENT_SCAN, walk->seq, to_seq, on_row, walk,
	};
	bool is_read = walk->walker->is_of_one_file ? sabot_scan(walk->db, &scan, error)
						    : give_joined_events(walk, to_seq, error);

	walk->seq = to_seq;
	return is_read;
}

/* A checkpoint, after its events. */
static bool
give_checkpoint(struct walk *walk, sqlite3_stmt *row, GError **error)
{
	g_autofree char *note = sabot_row_dup_text(row, COLUMN_NOTE);
	const struct sabot_walk_checkpoint checkpoint = {
		.number = sqlite3_column_int64(row, 0),
		.at_us = sqlite3_column_int64(row, 1),
		.seq = sqlite3_column_int64(row, 2),
		.note = note,
	};

	if (!give_events(walk, checkpoint.seq, error))
		return false;
	if (walk->goes_on)
		walk->goes_on = walk->walker->checkpoint(&checkpoint, walk->walker->data);
	return true;
}

static bool
give_all(struct walk *walk, int64_t from, GError **error)
{
	sqlite3_stmt *read = sabot_statement_get(walk->db, SABOT_STATEMENT_CHECKPOINT_WALK, error);
	g_autoptr(GError) failure = NULL;

	if (!read || !sabot_statement_bind(walk->db, read, error, "i", from))
		return false;
	while (walk->goes_on && !failure && sabot_statement_next(walk->db, read, &failure))
		give_checkpoint(walk, read, &failure);
	if (!sabot_statement_end(read, &failure, error))
		return false;
	return !walk->goes_on || give_events(walk, INT64_MAX, error);
}

bool
sabot_walk(struct sabot_db *db, int64_t from, int64_t seq, const struct sabot_walker *walker,
	   GError **error)
{
	struct walk walk = {.db = db, .walker = walker, .seq = seq, .goes_on = true};
	bool is_walked;

	walk.beside = sabot_beside_new(db);
	is_walked = give_all(&walk, from, error);
	sabot_beside_free(walk.beside);
	return is_walked;
}

bool
sabot_walk_events(struct sabot_db *db, int64_t seq, int64_t to_seq,
		  const struct sabot_walker *walker, GError **error)
{
	struct walk walk = {.db = db, .walker = walker, .seq = seq, .goes_on = true};
	bool is_walked;

	walk.beside = sabot_beside_new(db);
	is_walked = give_events(&walk, to_seq, error);
	sabot_beside_free(walk.beside);
	return is_walked;
}

bool
sabot_walk_log(struct sabot_db *db, const struct sabot_walk_range *range, sabot_walk_event_fn *fn,
	       void *data, GError **error)
{
	const struct sabot_walker walker = {.event = fn, .data = data};
	struct walk walk = {.db = db, .walker = &walker};
	sqlite3_stmt *read = sabot_statement_get(db, SABOT_STATEMENT_EVENT_WALK_LOG, error);
	sqlite3_value *row[COLUMNS];
	g_autoptr(GError) failure = NULL;
	int64_t last_n = range->from_n - 1;
	bool goes_on = true;

	if (!read || !sabot_statement_bind(db, read, error, "iii", range->log_id, range->from_n,
					   range->to_n))
		return false;
	walk.beside = sabot_beside_new(db);
	while (goes_on && sabot_statement_next_values(db, read, row, &failure))
		goes_on = sabot_row_check_order(db, sqlite3_value_int64(row[COLUMN_N]), &last_n,
						&failure) &&
			  give_event(&walk, row, &failure);
	sabot_beside_free(walk.beside);
	return sabot_statement_end(read, &failure, error);
}
