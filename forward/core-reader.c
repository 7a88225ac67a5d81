/* One cursor a log; the one whose next event has the lowest seq comes next. */
#include "core-reader.h"

#include "store/proof/checkpoint.h"

#include <string.h>

struct cursor {
	char *log;
	int64_t head_n, n; /* the core's last, and the last one read */
	int64_t given_n;   /* the last one passed on, and its hash */
	struct sabot_chain_hash given_hash;
	struct sabot_chain_hash head_hash, hash;
	GPtrArray *lines; /* of the segment; NULL: none is loaded */
	guint next;       /* index into them */
};

struct reading {
	struct sabot_core *core;
	const struct sabot_chain_origin *origin;
	int64_t past;
	const struct sabot_core_walker *walker;
	GPtrArray *cursors;   /* of struct cursor: the events */
	struct cursor *notes; /* or NULL */
	struct sabot_core_cover cover;
	int64_t dropped_seq; /* the last event that was dropped; 0: none */
	guint n_entered;     /* logs that continue behind what was read before */
	bool gives;          /* pass what is read to the walker */
	bool goes_on;
};

static void
free_origin(gpointer data)
{
	struct sabot_core_origin *origin = data;

	g_free(origin->site);
	g_free(origin);
}

static void
free_cursor(gpointer data)
{
	struct cursor *cursor = data;

	g_clear_pointer(&cursor->lines, g_ptr_array_unref);
	g_free(cursor->log);
	g_free(cursor);
}

GPtrArray *
sabot_core_list_origins(struct sabot_core *core, GError **error)
{
	PGresult *rows = sabot_core_query(core, SABOT_CORE_STATEMENT_LIST_ORIGINS, NULL, 0, error);
	g_autoptr(GPtrArray) origins = g_ptr_array_new_with_free_func(free_origin);
	bool is_read = rows != NULL;

	for (int i = 0; is_read && i < PQntuples(rows); i++) {
		struct sabot_core_origin *origin = g_new0(struct sabot_core_origin, 1);

		g_ptr_array_add(origins, origin);
		origin->site = g_strdup(PQgetvalue(rows, i, 2));
		is_read = sabot_core_copy_bytes((struct sabot_core_cell){rows, i, 0},
						origin->origin.database,
						sizeof(origin->origin.database), error) &&
			  sabot_core_get_number((struct sabot_core_cell){rows, i, 1},
						&origin->origin.unchained_seq, error) &&
			  sabot_core_get_number((struct sabot_core_cell){rows, i, 3}, &origin->past,
						error);
	}
	PQclear(rows);
	return is_read ? g_steal_pointer(&origins) : NULL;
}

bool
sabot_core_accept(struct sabot_core *core, const struct sabot_core_origin *origin, const char *why,
		  GError **error)
{
	const struct sabot_core_value values[] = {
		{SABOT_CORE_BYTES, 0, origin->origin.database, sizeof(origin->origin.database)},
		{SABOT_CORE_TEXT, 0, why, 0},
	};
	PGresult *rows = sabot_core_query(core, SABOT_CORE_STATEMENT_ACCEPT, values,
					  G_N_ELEMENTS(values), error);

	PQclear(rows);
	return rows != NULL;
}

bool
sabot_core_read_ends(const PGresult *rows, int row, struct sabot_segment_ends *ends, GError **error)
{
	return sabot_core_get_number((struct sabot_core_cell){rows, row, 0}, &ends->first_n,
				     error) &&
	       sabot_core_get_number((struct sabot_core_cell){rows, row, 1}, &ends->last_n,
				     error) &&
	       sabot_core_copy_bytes((struct sabot_core_cell){rows, row, 2}, ends->previous.bytes,
				     sizeof(ends->previous.bytes), error) &&
	       sabot_core_copy_bytes((struct sabot_core_cell){rows, row, 3}, ends->last.bytes,
				     sizeof(ends->last.bytes), error) &&
	       sabot_core_get_number((struct sabot_core_cell){rows, row, 4}, &ends->format, error);
}

static bool
refuse(const struct cursor *cursor, const char *why, GError **error)
{
	g_set_error(error, SABOT_SEGMENT_ERROR, SABOT_SEGMENT_ERROR_HASH,
		    "%s, behind number %" G_GINT64_FORMAT ": %s", cursor->log, cursor->n, why);
	return false;
}

/* Load a segment's lines, which must match its ends. */
static bool
load_segment(struct reading *reading, struct cursor *cursor, const struct sabot_segment_ends *ends,
	     const PGresult *rows, GError **error)
{
	g_autoptr(GBytes) bytes =
		sabot_core_get_bytes((struct sabot_core_cell){rows, 0, 5}, 0, error);

	cursor->lines = bytes ? sabot_segment_unpack(reading->origin, ends, bytes, error) : NULL;
	if (!cursor->lines)
		return false;
	reading->cover.n_segments++;
	reading->cover.n_bytes += (int64_t)g_bytes_get_size(bytes);
	cursor->next = 0;
	cursor->n = ends->last_n;
	cursor->hash = ends->last;
	return true;
}

/* It must follow what was read before. */
static bool
read_segment(struct reading *reading, struct cursor *cursor, const PGresult *rows, GError **error)
{
	struct sabot_segment_ends ends = {.log = cursor->log};

	if (!sabot_core_read_ends(rows, 0, &ends, error))
		return false;
	if (ends.first_n != cursor->n + 1 ||
	    (cursor->n > 0 && !sabot_chain_is_equal(ends.previous, cursor->hash)))
		return refuse(cursor, "a segment is missing, or another one is in its place",
			      error);
	return load_segment(reading, cursor, &ends, rows, error);
}

/* About the cursor's log from event `from_n` on. */
static PGresult *
query_segment(struct reading *reading, const struct cursor *cursor,
	      enum sabot_core_statement statement, int64_t from_n, GError **error)
{
	const struct sabot_core_value values[] = {
		{SABOT_CORE_BYTES, 0, reading->origin->database, sizeof(reading->origin->database)},
		{SABOT_CORE_NUMBER, reading->past, NULL, 0},
		{SABOT_CORE_TEXT, 0, cursor->log, 0},
		{SABOT_CORE_NUMBER, from_n, NULL, 0},
	};

	return sabot_core_query(reading->core, statement, values, G_N_ELEMENTS(values), error);
}

/* Read the log's next segment, if its head shows that there is one. */
static bool
fetch(struct reading *reading, struct cursor *cursor, GError **error)
{
	PGresult *rows;
	bool is_read;

	g_clear_pointer(&cursor->lines, g_ptr_array_unref);
	rows = query_segment(reading, cursor, SABOT_CORE_STATEMENT_NEXT_SEGMENT, cursor->n, error);
	if (!rows)
		return false;
	if (PQntuples(rows) == 1)
		is_read = read_segment(reading, cursor, rows, error);
	else
		is_read = (cursor->n == cursor->head_n &&
			   (cursor->n == 0 ||
			    sabot_chain_is_equal(cursor->hash, cursor->head_hash))) ||
			  refuse(cursor, "its segments end before its head", error);
	PQclear(rows);
	return is_read;
}

/* The next line; NULL at the end. */
static const struct sabot_segment_line *
peek(const struct cursor *cursor)
{
	return cursor->lines && cursor->next < cursor->lines->len
		       ? g_ptr_array_index(cursor->lines, cursor->next)
		       : NULL;
}

static bool
advance(struct reading *reading, struct cursor *cursor, GError **error)
{
	return ++cursor->next < cursor->lines->len || fetch(reading, cursor, error);
}

static const char other_past[] = "the core has other events than were read before";

/* Continue in the middle of a segment, the first lines of which were read before. */
static bool
enter_segment(struct reading *reading, struct cursor *cursor, const PGresult *rows, GError **error)
{
	const struct sabot_chain_hash known = cursor->hash;
	const int64_t n = cursor->n;
	struct sabot_segment_ends ends = {.log = cursor->log};
	const struct sabot_segment_line *last;

	if (!sabot_core_read_ends(rows, 0, &ends, error))
		return false;
	if (ends.first_n == n + 1)
		return read_segment(reading, cursor, rows, error);
	if (ends.last_n < n)
		return refuse(cursor, "a segment is missing", error);
	if (!load_segment(reading, cursor, &ends, rows, error))
		return false;
	last = g_ptr_array_index(cursor->lines, (guint)(n - ends.first_n));
	cursor->next = (guint)(n - ends.first_n) + 1;
	if (!sabot_chain_is_equal(last->hash, known))
		return refuse(cursor, other_past, error);
	return cursor->next < cursor->lines->len || fetch(reading, cursor, error);
}

/* Continue the log behind what was read before. */
static bool
enter(struct reading *reading, struct cursor *cursor, const struct sabot_core_end *end,
      GError **error)
{
	PGresult *rows;
	bool is_read;

	reading->n_entered++;
	if (end->n < cursor->n)
		return refuse(cursor, "this was dropped, and was not read before", error);
	cursor->n = cursor->given_n = end->n;
	cursor->hash = cursor->given_hash = end->hash;
	if (end->n > cursor->head_n)
		return refuse(cursor, "the core has less than was read before", error);
	if (end->n == cursor->head_n)
		return sabot_chain_is_equal(end->hash, cursor->head_hash) ||
		       refuse(cursor, other_past, error);
	rows = query_segment(reading, cursor, SABOT_CORE_STATEMENT_SEGMENT_AT, end->n + 1, error);
	if (!rows)
		return false;
	is_read = PQntuples(rows) == 1 ? enter_segment(reading, cursor, rows, error)
				       : refuse(cursor, "a segment is missing", error);
	PQclear(rows);
	return is_read;
}

/* Its first segment, or the one after those that were read before. */
static bool
fetch_first(struct reading *reading, struct cursor *cursor, GError **error)
{
	const GPtrArray *after = reading->walker->after;

	for (guint i = 0; after && i < after->len; i++) {
		const struct sabot_core_end *end = g_ptr_array_index(after, i);

		if (strcmp(end->log, cursor->log) == 0)
			return enter(reading, cursor, end, error);
	}
	return fetch(reading, cursor, error);
}

/* Continue the log after its dropped events, from the rows of list_dropped. */
static bool
pass_dropped(struct reading *reading, struct cursor *cursor, const PGresult *rows, GError **error)
{
	int64_t seq;

	for (int i = 0; i < PQntuples(rows); i++) {
		if (strcmp(PQgetvalue(rows, i, 0), cursor->log) != 0)
			continue;
		if (!sabot_core_get_number((struct sabot_core_cell){rows, i, 1}, &cursor->n,
					   error) ||
		    !sabot_core_copy_bytes((struct sabot_core_cell){rows, i, 2}, cursor->hash.bytes,
					   sizeof(cursor->hash.bytes), error) ||
		    !sabot_core_get_number((struct sabot_core_cell){rows, i, 3}, &seq, error))
			return false;
		cursor->given_n = cursor->n;
		cursor->given_hash = cursor->hash;
		if (strcmp(cursor->log, SABOT_SEGMENT_CHECKPOINTS) == 0)
			continue;
		reading->cover.n_dropped += cursor->n;
		reading->dropped_seq = MAX(reading->dropped_seq, seq);
	}
	return true;
}

/* No log that was read before is gone. */
static bool
has_all_logs(const struct reading *reading, GError **error)
{
	const GPtrArray *after = reading->walker->after;

	if (!after || reading->n_entered == after->len)
		return true;
	g_set_error(error, SABOT_SEGMENT_ERROR, SABOT_SEGMENT_ERROR_HASH,
		    "the core has %u of the %u logs that were read before", reading->n_entered,
		    after->len);
	return false;
}

static bool
open_cursors(struct reading *reading, const PGresult *dropped, GError **error)
{
	const struct sabot_core_value values[] = {
		{SABOT_CORE_BYTES, 0, reading->origin->database, sizeof(reading->origin->database)},
		{SABOT_CORE_NUMBER, reading->past, NULL, 0},
	};
	PGresult *rows = sabot_core_query(reading->core, SABOT_CORE_STATEMENT_LIST_LOGS, values,
					  G_N_ELEMENTS(values), error);
	bool is_read = rows != NULL;

	for (int i = 0; is_read && i < PQntuples(rows); i++) {
		struct cursor *cursor = g_new0(struct cursor, 1);

		cursor->log = g_strdup(PQgetvalue(rows, i, 0));
		if (strcmp(cursor->log, SABOT_SEGMENT_CHECKPOINTS) == 0)
			reading->notes = cursor;
		else
			g_ptr_array_add(reading->cursors, cursor);
		is_read = sabot_core_get_number((struct sabot_core_cell){rows, i, 1},
						&cursor->head_n, error) &&
			  sabot_core_copy_bytes((struct sabot_core_cell){rows, i, 2},
						cursor->head_hash.bytes,
						sizeof(cursor->head_hash.bytes), error) &&
			  pass_dropped(reading, cursor, dropped, error) &&
			  fetch_first(reading, cursor, error);
	}
	PQclear(rows);
	return is_read && has_all_logs(reading, error);
}

static struct cursor *
find_next(const struct reading *reading)
{
	struct cursor *found = NULL;
	int64_t lowest = INT64_MAX;

	for (guint i = 0; i < reading->cursors->len; i++) {
		struct cursor *cursor = g_ptr_array_index(reading->cursors, i);
		const struct sabot_segment_line *line = peek(cursor);

		if (!line || line->record->seq >= lowest)
			continue;
		lowest = line->record->seq;
		found = cursor;
	}
	return found;
}

static bool
give_event(struct reading *reading, struct cursor *cursor, GError **error)
{
	const struct sabot_segment_line *line = peek(cursor);
	bool is_chained = line->record->seq > reading->origin->unchained_seq;

	reading->cover.n_events++;
	cursor->given_n = line->record->n;
	cursor->given_hash = line->hash;
	reading->goes_on = !reading->gives ||
			   reading->walker->event(line->record, is_chained ? &line->hash : NULL,
						  reading->walker->data);
	return advance(reading, cursor, error);
}

/* After dropped events a proof begins, with the position of each log there. */
static bool
give_beginning(struct reading *reading, const char *note)
{
	const struct sabot_core_walker *walker = reading->walker;
	bool is_good = true;

	for (guint i = 0; is_good && i < reading->cursors->len; i++) {
		const struct cursor *cursor = g_ptr_array_index(reading->cursors, i);

		if (cursor->given_n > 0)
			is_good = walker->begin(cursor->log, cursor->given_n, &cursor->given_hash,
						walker->data);
	}
	return is_good && walker->resume(note, walker->data);
}

/* Pass on the events that a checkpoint covers, as far as the core has them, and the checkpoint. */
static bool
give_checkpoint(struct reading *reading, const char *note, GError **error)
{
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_parse(note, error);
	int64_t seq = checkpoint ? checkpoint->seq : 0;
	bool is_read = checkpoint != NULL;
	struct cursor *next;

	sabot_checkpoint_free(checkpoint);
	while (is_read && reading->goes_on && (next = find_next(reading)) &&
	       peek(next)->record->seq <= seq)
		is_read = give_event(reading, next, error);
	if (!is_read || !reading->goes_on)
		return is_read;
	reading->cover.n_notes++;
	if (reading->gives)
		reading->goes_on = reading->walker->note(note, reading->walker->data);
	else if (seq >= reading->dropped_seq) {
		reading->gives = true;
		reading->goes_on = give_beginning(reading, note);
	}
	return advance(reading, reading->notes, error);
}

/* Events that no checkpoint covers yet must match their hashes all the same. */
static bool
count_rest(struct reading *reading, GError **error)
{
	for (guint i = 0; i < reading->cursors->len; i++) {
		struct cursor *cursor = g_ptr_array_index(reading->cursors, i);

		while (cursor->lines) {
			reading->cover.n_after += cursor->lines->len - cursor->next;
			if (!fetch(reading, cursor, error))
				return false;
		}
	}
	return true;
}

static bool
walk(struct reading *reading, GError **error)
{
	const struct sabot_core_value values[] = {
		{SABOT_CORE_BYTES, 0, reading->origin->database, sizeof(reading->origin->database)},
		{SABOT_CORE_NUMBER, reading->past, NULL, 0},
	};
	PGresult *dropped = sabot_core_query(reading->core, SABOT_CORE_STATEMENT_LIST_DROPPED,
					     values, G_N_ELEMENTS(values), error);
	bool is_open = dropped && open_cursors(reading, dropped, error);
	const struct sabot_segment_line *line;

	PQclear(dropped);
	if (!is_open)
		return false;
	reading->gives =
		reading->dropped_seq == 0 || !reading->walker->begin || reading->walker->after;
	while (reading->goes_on && reading->notes && (line = peek(reading->notes))) {
		g_autofree char *note = g_strdup(line->note);

		if (!give_checkpoint(reading, note, error))
			return false;
	}
	return !reading->goes_on || count_rest(reading, error);
}

bool
sabot_core_walk(struct sabot_core *core, const struct sabot_core_origin *origin,
		const struct sabot_core_walker *walker, struct sabot_core_cover *ret_cover,
		GError **error)
{
	struct reading reading = {
		.core = core,
		.origin = &origin->origin,
		.past = origin->past,
		.walker = walker,
		.cursors = g_ptr_array_new_with_free_func(free_cursor),
		.goes_on = true,
	};
	PGresult *begun =
		sabot_core_query(core, SABOT_CORE_STATEMENT_BEGIN_SNAPSHOT, NULL, 0, error);
	bool is_read = begun && walk(&reading, error);

	PQclear(begun);
	PQclear(sabot_core_query(core, SABOT_CORE_STATEMENT_ROLLBACK, NULL, 0, NULL));
	*ret_cover = reading.cover;
	g_ptr_array_unref(reading.cursors);
	if (reading.notes)
		free_cursor(reading.notes);
	return is_read;
}
