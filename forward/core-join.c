/* One log after the other; a joined segment is one transaction. */
#include "core-join.h"

#include "core-reader.h"
#include "store/proof/checkpoint.h"

#include <string.h>

struct joining {
	struct sabot_core *core;
	bool is_all;
	struct sabot_core_joined *joined;
	struct sabot_chain_origin origin;
	int64_t past;
	char *log;
	struct sabot_segment *open;     /* or NULL */
	struct sabot_segment_ends ends; /* of `open` so far */
	int64_t n_parts;
};

/* The statement's first four values: the log, and after which number. */
enum { JOIN_PLACE_VALUES = 4 };

static void
set_position(const struct joining *joining, int64_t n, struct sabot_core_value *values)
{
	const struct sabot_core_value place[JOIN_PLACE_VALUES] = {
		{SABOT_CORE_BYTES, 0, joining->origin.database, sizeof(joining->origin.database)},
		{SABOT_CORE_NUMBER, joining->past, NULL, 0},
		{SABOT_CORE_TEXT, 0, joining->log, 0},
		{SABOT_CORE_NUMBER, n, NULL, 0},
	};

	memcpy(values, place, sizeof(place));
}

static void
give_up(struct joining *joining)
{
	g_clear_pointer(&joining->open, sabot_segment_free);
	joining->n_parts = 0;
}

/* Add the lines of a segment to the open one. */
static bool
add_lines(struct joining *joining, const GPtrArray *lines, GError **error)
{
	for (guint i = 0; i < lines->len; i++) {
		const struct sabot_segment_line *line = g_ptr_array_index(lines, i);
		struct sabot_checkpoint *checkpoint;
		bool is_added;

		if (line->record) {
			is_added = sabot_segment_add(joining->open, line->record, NULL, error);
		} else {
			checkpoint = sabot_checkpoint_parse(line->note, error);
			is_added = checkpoint && sabot_segment_add_note(joining->open, line->note,
									checkpoint->at_us, error);
			sabot_checkpoint_free(checkpoint);
		}
		if (!is_added)
			return false;
	}
	return true;
}

/*
 * Pack the open segment, and check that the result unpacks to what was there. NULL with an error.
 * Transferred.
 */
static GBytes *
pack(const struct joining *joining, GError **error)
{
	g_autoptr(GBytes) bytes = sabot_segment_pack(joining->open, error);
	g_autoptr(GPtrArray) lines =
		bytes ? sabot_segment_unpack(&joining->origin, &joining->ends, bytes, error) : NULL;

	return lines ? g_steal_pointer(&bytes) : NULL;
}

static bool
replace(struct joining *joining, GBytes *bytes, bool *ret_is_done, GError **error)
{
	const struct sabot_segment_ends *ends = &joining->ends;
	size_t n_bytes;
	const void *data = g_bytes_get_data(bytes, &n_bytes);
	struct sabot_core_value values[] = {
		{0},
		{0},
		{0},
		{0},
		{SABOT_CORE_NUMBER, ends->last_n, NULL, 0},
		{SABOT_CORE_BYTES, 0, ends->previous.bytes, sizeof(ends->previous.bytes)},
		{SABOT_CORE_BYTES, 0, ends->last.bytes, sizeof(ends->last.bytes)},
		{SABOT_CORE_NUMBER, SABOT_SEGMENT_FORMAT, NULL, 0},
		{SABOT_CORE_BYTES, 0, data, n_bytes},
	};
	PGresult *rows;

	set_position(joining, ends->first_n, values);
	rows = sabot_core_query(joining->core, SABOT_CORE_STATEMENT_JOIN, values,
				G_N_ELEMENTS(values), error);
	*ret_is_done = rows && strcmp(PQgetvalue(rows, 0, 0), "t") == 0;
	PQclear(rows);
	return rows != NULL;
}

/* Store the open segment. */
static bool
close_open(struct joining *joining, GError **error)
{
	g_autoptr(GBytes) bytes = NULL;
	bool is_good, is_done = false;

	if (!joining->open)
		return true;
	bytes = pack(joining, error);
	is_good = bytes && replace(joining, bytes, &is_done, error);
	/* Somebody else may have joined them meanwhile. */
	if (is_done) {
		joining->joined->n_before += joining->n_parts;
		joining->joined->n_after++;
	}
	give_up(joining);
	return is_good;
}

static bool
fits(const struct joining *joining, const struct sabot_segment_ends *part)
{
	const struct sabot_segment_ends *ends = &joining->ends;

	return part->first_n == ends->last_n + 1 &&
	       sabot_chain_is_equal(part->previous, ends->last) &&
	       part->last_n - ends->first_n < SABOT_SEGMENT_EVENTS_MAX &&
	       !sabot_segment_is_full(joining->open);
}

/* Add another segment of the log. */
static bool
add_part(struct joining *joining, const struct sabot_segment_ends *part, GBytes *bytes,
	 GError **error)
{
	g_autoptr(GPtrArray) lines = sabot_segment_unpack(&joining->origin, part, bytes, NULL);

	if ((!lines || (joining->open && !fits(joining, part))) && !close_open(joining, error))
		return false;
	if (!lines) {
		joining->joined->n_kept++;
		return true;
	}
	if (!joining->open) {
		joining->open = sabot_segment_new(&joining->origin, joining->log, part->first_n,
						  part->previous);
		sabot_segment_set_rows_from(joining->open, INT64_MAX);
	}
	joining->n_parts++;
	if (!add_lines(joining, lines, error))
		return false;
	joining->ends = sabot_segment_get_ends(joining->open);
	return true;
}

/* Whether a segment that is not fresh follows the open one. */
static bool
is_followed(const struct joining *joining, bool *ret_is, GError **error)
{
	struct sabot_core_value values[JOIN_PLACE_VALUES];
	PGresult *rows;

	set_position(joining, joining->ends.last_n + 1, values);
	rows = sabot_core_query(joining->core, SABOT_CORE_STATEMENT_BEGINS_AT, values,
				G_N_ELEMENTS(values), error);
	*ret_is = rows && strcmp(PQgetvalue(rows, 0, 0), "t") == 0;
	PQclear(rows);
	return rows != NULL;
}

static bool
end_log(struct joining *joining, GError **error)
{
	bool is_ready;

	if (!joining->open)
		return true;
	if (!is_followed(joining, &is_ready, error))
		return false;
	if (joining->is_all || is_ready ||
	    joining->ends.last_n - joining->ends.first_n + 1 == SABOT_SEGMENT_EVENTS_MAX)
		return close_open(joining, error);
	joining->joined->n_left += joining->n_parts;
	give_up(joining);
	return true;
}

/* Join some of the log's segments after `*n`. */
static bool
join_some(struct joining *joining, int64_t *n, bool *ret_is_more, GError **error)
{
	struct sabot_core_value values[JOIN_PLACE_VALUES];
	PGresult *rows;
	bool is_good;

	set_position(joining, *n, values);
	rows = sabot_core_query(joining->core, SABOT_CORE_STATEMENT_NEXT_FRESH, values,
				G_N_ELEMENTS(values), error);
	is_good = rows != NULL;
	for (int i = 0; is_good && i < PQntuples(rows); i++) {
		struct sabot_segment_ends part = {.log = joining->log};
		g_autoptr(GBytes) bytes = NULL;

		is_good = sabot_core_read_ends(rows, i, &part, error);
		bytes = is_good ? sabot_core_get_bytes((struct sabot_core_cell){rows, i, 5}, 0,
						       error)
				: NULL;
		is_good = bytes && add_part(joining, &part, bytes, error);
		*n = part.first_n;
	}
	*ret_is_more = rows && PQntuples(rows) > 0;
	PQclear(rows);
	return is_good;
}

static bool
join_log(struct joining *joining, GError **error)
{
	int64_t n = 0;
	bool is_more = true, is_good = true;

	while (is_good && is_more)
		is_good = join_some(joining, &n, &is_more, error);
	is_good = is_good && end_log(joining, error);
	give_up(joining);
	return is_good;
}

bool
sabot_core_join(struct sabot_core *core, bool is_all, struct sabot_core_joined *ret_joined,
		GError **error)
{
	PGresult *rows = sabot_core_query(core, SABOT_CORE_STATEMENT_LIST_FRESH, NULL, 0, error);
	bool is_good = rows != NULL;

	*ret_joined = (struct sabot_core_joined){0};
	for (int i = 0; is_good && i < PQntuples(rows); i++) {
		struct joining joining = {.core = core, .is_all = is_all, .joined = ret_joined};

		joining.log = PQgetvalue(rows, i, 3);
		is_good = sabot_core_copy_bytes((struct sabot_core_cell){rows, i, 0},
						joining.origin.database,
						sizeof(joining.origin.database), error) &&
			  sabot_core_get_number((struct sabot_core_cell){rows, i, 1},
						&joining.origin.unchained_seq, error) &&
			  sabot_core_get_number((struct sabot_core_cell){rows, i, 2}, &joining.past,
						error) &&
			  join_log(&joining, error);
	}
	PQclear(rows);
	return is_good;
}
