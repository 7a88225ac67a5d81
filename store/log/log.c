/* Appends to the logs and reads them back. Records are never changed here. */
#include "log.h"
#include "log-recorded.h"
#include "log-end.h"
#include "archive.h"
#include "store/db/row.h"
#include "store/db/schema.h"
#include "store/db/statements.h"

void
sabot_log_state_clear(struct sabot_log_state *state)
{
	g_clear_pointer(&state->part, sabot_log_part_free);
	g_clear_pointer(&state->frame, g_bytes_unref);
}

bool
sabot_log_get_id(struct sabot_db *db, const char *table, int64_t *ret_id, GError **error)
{
	sqlite3_stmt *find = sabot_statement_get(db, SABOT_STATEMENT_LOG_FIND, error);
	bool has_row;

	if (!find || !sabot_statement_bind(db, find, error, "s", table) ||
	    !sabot_statement_row(db, find, &has_row, error))
		return false;
	*ret_id = has_row ? sqlite3_column_int64(find, 0) : 0;
	sqlite3_reset(find);
	return true;
}

static bool
find_or_add_log(struct sabot_db *db, const struct sabot_log_record *record, int64_t *ret_id,
		GError **error)
{
	sqlite3_stmt *add;

	if (!sabot_log_get_id(db, record->table, ret_id, error))
		return false;
	if (*ret_id)
		return true;
	add = sabot_statement_get(db, SABOT_STATEMENT_LOG_ADD, error);
	if (!add || !sabot_statement_bind(db, add, error, "si", record->table, record->at_us) ||
	    !sabot_statement_finish(db, add, error))
		return false;
	*ret_id = sqlite3_last_insert_rowid(db->handle);
	return true;
}

static bool
add_part(struct sabot_db *db, int64_t log_id, const struct sabot_log_part *part, GError **error)
{
	sqlite3_stmt *add = sabot_statement_get(db, SABOT_STATEMENT_PART_ADD, error);

	return add &&
	       sabot_statement_bind(db, add, error, "iiissiii", log_id, part->part, part->from_n,
				    part->rules, part->overrides, part->from_load, part->from_round,
				    part->from_incident) &&
	       sabot_statement_finish(db, add, error);
}

static bool
add_load(struct sabot_db *db, int64_t log_id, const struct sabot_log_record *record, GError **error)
{
	sqlite3_stmt *add = sabot_statement_get(db, SABOT_STATEMENT_LOAD_ADD, error);
	const struct sabot_log_load *load = record->load;

	return add &&
	       sabot_statement_bind(db, add, error, "iiiiiii", log_id, load->load, record->seq,
				    record->n, load->part, load->from_round, load->from_incident) &&
	       sabot_statement_finish(db, add, error);
}

static bool
add_event(struct sabot_db *db, int64_t log_id, const struct sabot_log_record *record, GBytes *hash,
	  GError **error)
{
	sqlite3_stmt *add = sabot_statement_get(db, SABOT_STATEMENT_EVENT_ADD, error);
	const char *format = record->frame ? "iiiissbbi" : "iiiissbb";

	return add &&
	       sabot_statement_bind(db, add, error, format, record->seq, log_id, record->n,
				    record->at_us, record->ev, record->line, hash, record->frame,
				    record->frame_at_us) &&
	       sabot_statement_finish(db, add, error);
}

/* The event with the part and the load that it begins. */
static bool
add_rows(struct sabot_db *db, int64_t log_id, const struct sabot_log_record *record, GBytes *hash,
	 GError **error)
{
	return (!record->part || add_part(db, log_id, record->part, error)) &&
	       add_event(db, log_id, record, hash, error) &&
	       (!record->load || add_load(db, log_id, record, error));
}

bool
sabot_log_put(struct sabot_db *db, const struct sabot_log_record *record, GBytes *hash,
	      GError **error)
{
	int64_t log_id;

	return find_or_add_log(db, record, &log_id, error) &&
	       sabot_log_end_copy_secret(db, log_id, record, error) &&
	       add_rows(db, log_id, record, hash, error);
}

/* The end of the record's log, which is added if there is none. */
static struct sabot_log_end *
find_end(struct sabot_db *db, const struct sabot_log_record *record, GError **error)
{
	struct sabot_log_end *end = sabot_log_end_find(db, record->table);
	int64_t log_id;

	if (end)
		return end;
	return find_or_add_log(db, record, &log_id, error)
		       ? sabot_log_end_read(db, record->table, log_id, error)
		       : NULL;
}

static bool
add_record(struct sabot_db *db, struct sabot_log_record *record, GError **error)
{
	struct sabot_log_end *end = find_end(db, record, error);
	g_autoptr(GBytes) hash = NULL;

	if (!end || !sabot_log_end_chain(db, end, record, error))
		return false;
	hash = g_bytes_new(end->head.hash.bytes, sizeof(end->head.hash.bytes));
	return add_rows(db, end->log_id, record, hash, error) &&
	       (!record->person || sabot_persons_put(db, record->person, error)) &&
	       (!record->archive || sabot_archive_put(db, record->archive, error));
}

static bool
add_records(struct sabot_db *db, GPtrArray *records, GError **error)
{
	int64_t last_seq;

	if (!sabot_log_last_seq(db, &last_seq, error))
		return false;
	for (guint i = 0; i < records->len; i++) {
		struct sabot_log_record *record = g_ptr_array_index(records, i);

		if (record->seq <= last_seq) {
			if (!sabot_log_check_recorded(db, record, error))
				return false;
			continue;
		}
		if (!add_record(db, record, error)) {
			g_prefix_error(error, "event %" G_GINT64_FORMAT " of %s: ", record->n,
				       record->table);
			return false;
		}
		last_seq = record->seq;
	}
	return true;
}

/* That an outage was taken in; NULL: none was. */
static bool
add_outage(struct sabot_db *db, const GPtrArray *digests, GError **error)
{
	int64_t last_seq;

	if (digests && !sabot_log_last_seq(db, &last_seq, error))
		return false;
	for (guint i = 0; digests && i < digests->len; i++) {
		sqlite3_stmt *add = sabot_statement_get(db, SABOT_STATEMENT_OUTAGE_ADD, error);

		if (!add ||
		    !sabot_statement_bind(db, add, error, "bi", g_ptr_array_index(digests, i),
					  last_seq) ||
		    !sabot_statement_finish(db, add, error))
			return false;
	}
	return true;
}

bool
sabot_log_append(struct sabot_db *db, GPtrArray *records, GError **error)
{
	return sabot_log_append_outage(db, records, NULL, error);
}

bool
sabot_log_has_outage(struct sabot_db *db, GBytes *digest, bool *ret_has, GError **error)
{
	sqlite3_stmt *find = sabot_statement_get(db, SABOT_STATEMENT_OUTAGE_FIND, error);

	if (!find || !sabot_statement_bind(db, find, error, "b", digest) ||
	    !sabot_statement_row(db, find, ret_has, error))
		return false;
	sqlite3_reset(find);
	return true;
}

bool
sabot_log_append_outage(struct sabot_db *db, GPtrArray *records, const GPtrArray *digests,
			GError **error)
{
	if (!sabot_schema_begin_write(db, error))
		return false;
	if (add_records(db, records, error) && add_outage(db, digests, error) &&
	    sabot_statement_run(db, SABOT_STATEMENT_COMMIT, error))
		return true;
	sabot_log_end_forget(db);
	/* SQLite may have rolled back by itself, as on a full disk. */
	if (!sqlite3_get_autocommit(db->handle))
		sabot_statement_run(db, SABOT_STATEMENT_ROLLBACK, NULL);
	return false;
}

bool
sabot_log_last_seq(struct sabot_db *db, int64_t *ret_seq, GError **error)
{
	return sabot_statement_number(db, SABOT_STATEMENT_LAST_SEQ, ret_seq, error);
}

/* A part from a row of part_last or part_find. */
static struct sabot_log_part *
part_from_row(sqlite3_stmt *row)
{
	struct sabot_log_part *part = sabot_log_part_new((const char *)sqlite3_column_text(row, 2),
							 (const char *)sqlite3_column_text(row, 3));

	part->part = sqlite3_column_int64(row, 0);
	part->from_n = sqlite3_column_int64(row, 1);
	part->from_load = sqlite3_column_int64(row, 4);
	part->from_round = sqlite3_column_int64(row, 5);
	part->from_incident = sqlite3_column_int64(row, 6);
	return part;
}

static bool
read_last_part(struct sabot_db *db, int64_t log_id, struct sabot_log_part **ret_part,
	       GError **error)
{
	sqlite3_stmt *find = sabot_statement_get(db, SABOT_STATEMENT_PART_LAST, error);
	bool has_row;

	if (!find || !sabot_statement_bind(db, find, error, "i", log_id) ||
	    !sabot_statement_row(db, find, &has_row, error))
		return false;
	if (has_row)
		*ret_part = part_from_row(find);
	sqlite3_reset(find);
	return true;
}

static bool
read_last_frame(struct sabot_db *db, int64_t log_id, struct sabot_log_state *state, GError **error)
{
	sqlite3_stmt *find = sabot_statement_get(db, SABOT_STATEMENT_EVENT_LAST_FRAME, error);
	bool has_row;

	if (!find || !sabot_statement_bind(db, find, error, "i", log_id) ||
	    !sabot_statement_row(db, find, &has_row, error))
		return false;
	if (has_row) {
		state->frame = g_bytes_new(sqlite3_column_blob(find, 0),
					   (gsize)sqlite3_column_bytes(find, 0));
		state->frame_at_us = sqlite3_column_int64(find, 1);
	}
	sqlite3_reset(find);
	return true;
}

bool
sabot_log_get_last_n(struct sabot_db *db, int64_t log_id, int64_t *ret_n, GError **error)
{
	sqlite3_stmt *find = sabot_statement_get(db, SABOT_STATEMENT_LOG_LAST_N, error);
	bool has_row;

	if (!find || !sabot_statement_bind(db, find, error, "i", log_id) ||
	    !sabot_statement_row(db, find, &has_row, error))
		return false;
	*ret_n = has_row ? sqlite3_column_int64(find, 0) : 0;
	sqlite3_reset(find);
	return true;
}

bool
sabot_log_get_state(struct sabot_db *db, const char *table, struct sabot_log_state *ret_state,
		    GError **error)
{
	struct sabot_log_state state = {0};
	int64_t log_id;

	if (!sabot_log_get_id(db, table, &log_id, error))
		return false;
	if (log_id && (!sabot_log_get_last_n(db, log_id, &state.last_n, error) ||
		       !read_last_part(db, log_id, &state.part, error) ||
		       !read_last_frame(db, log_id, &state, error))) {
		sabot_log_state_clear(&state);
		return false;
	}
	*ret_state = state;
	return true;
}

bool
sabot_log_read(struct sabot_db *db, const struct sabot_log_range *range, sabot_log_read_fn *fn,
	       void *data, GError **error)
{
	g_autoptr(GError) failure = NULL;
	sqlite3_stmt *read;
	int64_t log_id, last_n = range->from_n - 1;
	bool goes_on = true;

	if (!sabot_log_get_id(db, range->table, &log_id, error))
		return false;
	read = sabot_statement_get(db, SABOT_STATEMENT_EVENT_READ, error);
	if (!read ||
	    !sabot_statement_bind(db, read, error, "iii", log_id, range->from_n, range->to_n))
		return false;
	while (goes_on && sabot_statement_next(db, read, &failure))
		goes_on = sabot_row_check_order(db, sqlite3_column_int64(read, 1), &last_n,
						&failure) &&
			  fn(sqlite3_column_int64(read, 0), sqlite3_column_int64(read, 1),
			     (const char *)sqlite3_column_text(read, 3), data);
	return sabot_statement_end(read, &failure, error);
}

struct sabot_log_part *
sabot_log_get_part(struct sabot_db *db, const char *table, int64_t number, GError **error)
{
	struct sabot_log_part *part = NULL;
	sqlite3_stmt *find;
	int64_t log_id;
	bool has_row;

	if (!sabot_log_get_id(db, table, &log_id, error))
		return NULL;
	find = sabot_statement_get(db, SABOT_STATEMENT_PART_FIND, error);
	if (!find || !sabot_statement_bind(db, find, error, "ii", log_id, number) ||
	    !sabot_statement_row(db, find, &has_row, error))
		return NULL;
	if (has_row)
		part = part_from_row(find);
	sqlite3_reset(find);
	return part;
}

bool
sabot_log_get_load(struct sabot_db *db, const char *table, int64_t number,
		   struct sabot_log_load *ret_load, GError **error)
{
	sqlite3_stmt *find;
	int64_t log_id;
	bool has_row;

	if (!sabot_log_get_id(db, table, &log_id, error))
		return false;
	find = sabot_statement_get(db, SABOT_STATEMENT_LOAD_FIND, error);
	if (!find || !sabot_statement_bind(db, find, error, "ii", log_id, number) ||
	    !sabot_statement_row(db, find, &has_row, error))
		return false;
	if (has_row) {
		ret_load->load = sqlite3_column_int64(find, 0);
		ret_load->n = sqlite3_column_int64(find, 1);
		ret_load->part = sqlite3_column_int64(find, 2);
		ret_load->from_round = sqlite3_column_int64(find, 3);
		ret_load->from_incident = sqlite3_column_int64(find, 4);
	}
	sqlite3_reset(find);
	return has_row;
}

char *
sabot_log_get_name(struct sabot_db *db, int64_t id, GError **error)
{
	sqlite3_stmt *row = sabot_statement_find(db, SABOT_STATEMENT_LOG_NAME, error, "i", id);
	char *name = row ? g_strdup((const char *)sqlite3_column_text(row, 0)) : NULL;

	if (row)
		sqlite3_reset(row);
	return name;
}

GPtrArray *
sabot_log_list(struct sabot_db *db, GError **error)
{
	sqlite3_stmt *list = sabot_statement_get(db, SABOT_STATEMENT_LOG_LIST, error);
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GError) failure = NULL;

	if (!list)
		return NULL;
	while (sabot_statement_next(db, list, &failure))
		g_ptr_array_add(names, g_strdup((const char *)sqlite3_column_text(list, 1)));
	return sabot_statement_end(list, &failure, error) ? g_steal_pointer(&names) : NULL;
}

struct sabot_log_part *
sabot_log_get_part_at(struct sabot_db *db, int64_t log_id, int64_t n, GError **error)
{
	sqlite3_stmt *row =
		sabot_statement_find(db, SABOT_STATEMENT_PART_AT, error, "ii", log_id, n);
	struct sabot_log_part *part = row ? part_from_row(row) : NULL;

	if (row)
		sqlite3_reset(row);
	return part;
}

bool
sabot_log_get_first_n(struct sabot_db *db, int64_t log_id, int64_t *ret_n, GError **error)
{
	g_autoptr(GError) failure = NULL;
	sqlite3_stmt *row =
		sabot_statement_find(db, SABOT_STATEMENT_PART_FIRST, &failure, "i", log_id);

	if (failure) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return false;
	}
	*ret_n = row ? sqlite3_column_int64(row, 0) : 0;
	if (row)
		sqlite3_reset(row);
	return true;
}
