/* See stream.h. */
#include "stream.h"

#include <string.h>

static const char *const verdicts[SABOT_STREAM_VERDICTS] = {
	[SABOT_STREAM_APPENDED] = "appended", [SABOT_STREAM_FORKED] = "forked",
	[SABOT_STREAM_REWOUND] = "rewound",   [SABOT_STREAM_GAP] = "gap",
	[SABOT_STREAM_AGAIN] = "overlap",     [SABOT_STREAM_STALE] = "stale",
};

const char *
sabot_stream_verdict_to_string(enum sabot_stream_verdict verdict)
{
	return verdicts[verdict];
}

struct sabot_stream *
sabot_stream_new(const char *log)
{
	struct sabot_stream *stream = g_new0(struct sabot_stream, 1);

	stream->log = g_strdup(log);
	return stream;
}

void
sabot_stream_free(gpointer data)
{
	struct sabot_stream *stream = data;

	g_free(stream->log);
	g_free(stream);
}

bool
sabot_stream_is_refused(const struct sabot_stream *stream)
{
	return stream->verdict == SABOT_STREAM_FORKED || stream->verdict == SABOT_STREAM_REWOUND ||
	       stream->verdict == SABOT_STREAM_GAP;
}

bool
sabot_stream_is_due(const struct sabot_stream *stream, int64_t wait_us)
{
	int64_t waited_us = g_get_monotonic_time() - stream->waits_since_us;

	return stream->own_n - stream->n >= SABOT_SEGMENT_EVENTS_MAX ||
	       (stream->own_n > stream->n && waited_us >= wait_us);
}

static bool
read_verdict(const PGresult *rows, enum sabot_stream_verdict *ret_verdict, GError **error)
{
	const char *word = PQntuples(rows) == 1 ? PQgetvalue(rows, 0, 0) : "";

	*ret_verdict = SABOT_STREAM_APPENDED;
	if (strcmp(word, "same") == 0)
		return true;
	for (int i = 0; i < SABOT_STREAM_VERDICTS; i++) {
		*ret_verdict = (enum sabot_stream_verdict)i;
		if (strcmp(word, verdicts[i]) == 0)
			return true;
	}
	g_set_error(error, SABOT_CORE_ERROR, SABOT_CORE_ERROR_DATA,
		    "the core says a word that this program does not know: %.40s", word);
	return false;
}

/* A segment, or with `bytes` NULL where our log ends. */
struct appending {
	struct sabot_segment_ends ends;
	int64_t first_us, last_us;
	GBytes *bytes;
	const char *tip;
};

static bool
append(struct sabot_stream *stream, const struct sabot_stream_sender *sender,
       const struct appending *what, GError **error)
{
	const struct sabot_chain_origin *origin = sabot_edge_get_origin(sender->edge);
	size_t n_bytes = 0;
	const void *bytes = what->bytes ? g_bytes_get_data(what->bytes, &n_bytes) : NULL;
	const struct sabot_segment_ends *ends = &what->ends;
	const struct sabot_core_value values[SABOT_CORE_VALUES_MAX] = {
		{SABOT_CORE_BYTES, 0, origin->database, sizeof(origin->database)},
		{SABOT_CORE_TEXT, 0, ends->log, 0},
		{SABOT_CORE_NUMBER, sender->epoch, NULL, 0},
		{SABOT_CORE_NUMBER, ends->first_n, NULL, 0},
		{SABOT_CORE_NUMBER, ends->last_n, NULL, 0},
		{SABOT_CORE_BYTES, 0, ends->previous.bytes, sizeof(ends->previous.bytes)},
		{SABOT_CORE_BYTES, 0, ends->last.bytes, sizeof(ends->last.bytes)},
		{SABOT_CORE_NUMBER, what->first_us, NULL, 0},
		{SABOT_CORE_NUMBER, what->last_us, NULL, 0},
		{SABOT_CORE_NUMBER, SABOT_SEGMENT_FORMAT, NULL, 0},
		{SABOT_CORE_BYTES, 0, bytes, n_bytes},
		{SABOT_CORE_TEXT, 0, what->tip, 0},
	};
	PGresult *rows = sabot_core_ask(sender->core, SABOT_CORE_STATEMENT_APPEND, values,
					SABOT_CORE_VALUES_MAX, error);
	bool is_read = rows && read_verdict(rows, &stream->verdict, error);

	PQclear(rows);
	if (!is_read || stream->verdict != SABOT_STREAM_APPENDED || !what->bytes)
		return is_read;
	stream->n = ends->last_n;
	stream->hash = ends->last;
	stream->n_segments++;
	stream->n_events += ends->last_n - ends->first_n + 1;
	stream->n_bytes += (int64_t)n_bytes;
	return true;
}

bool
sabot_stream_compare(struct sabot_stream *stream, const struct sabot_stream_sender *sender,
		     GError **error)
{
	int64_t n = MIN(stream->n, stream->own_n);
	struct appending end = {.ends = {.log = stream->log, .first_n = n + 1, .last_n = n}};

	if (!sabot_edge_read_hash(sender->edge, stream->log, n, &end.ends.last, error))
		return false;
	stream->is_compared = true;
	if (stream->n == 0)
		stream->hash = end.ends.last;
	if (n == stream->n && sabot_chain_is_equal(stream->hash, end.ends.last))
		return true;
	end.ends.previous = end.ends.last;
	return append(stream, sender, &end, error);
}

bool
sabot_stream_send(struct sabot_stream *stream, const struct sabot_stream_sender *sender,
		  int64_t to_n, GError **error)
{
	struct sabot_segment *segment = sabot_segment_new(sabot_edge_get_origin(sender->edge),
							  stream->log, stream->n + 1, stream->hash);
	struct appending what = {0};
	bool is_sent;

	sabot_segment_set_rows_from(segment, g_get_real_time() - sender->rows_us);
	is_sent = sabot_edge_fill(sender->edge, segment, to_n, error);
	what.bytes = is_sent ? sabot_segment_pack(segment, error) : NULL;
	if (what.bytes) {
		what.ends = sabot_segment_get_ends(segment);
		what.tip = sabot_segment_get_tip(segment);
		sabot_segment_get_times(segment, &what.first_us, &what.last_us);
		is_sent = append(stream, sender, &what, error);
		g_bytes_unref(what.bytes);
	} else {
		is_sent = false;
	}
	stream->waits_since_us = 0;
	sabot_segment_free(segment);
	return is_sent;
}
