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

int64_t
sabot_stream_get_due(const struct sabot_stream *stream, int64_t wait_us, int64_t to_n, bool is_due)
{
	int64_t waited_us = g_get_monotonic_time() - stream->waits_since_us;
	int64_t n = to_n - stream->sent_n;

	if (!is_due && (!stream->waits_since_us || waited_us < wait_us))
		n -= n % SABOT_SEGMENT_EVENTS_MAX;
	return stream->sent_n + n;
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

/* A segment or, with `bytes` NULL, the end of our log. */
struct appending {
	struct sabot_segment_ends ends;
	int64_t first_us, last_us;
	GBytes *bytes;
	const char *tip;
};

/* The core has the log up to event `n`. */
static void
advance(struct sabot_stream *stream, int64_t n, struct sabot_chain_hash hash)
{
	stream->n_events += n - stream->n;
	stream->n = n;
	stream->hash = hash;
	if (stream->sent_n >= n)
		return;
	stream->sent_n = n;
	stream->sent_hash = hash;
}

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
	PGresult *rows = sabot_core_query(sender->core, SABOT_CORE_STATEMENT_APPEND, values,
					  SABOT_CORE_VALUES_MAX, error);
	bool is_read = rows && read_verdict(rows, &stream->verdict, error);

	PQclear(rows);
	if (!is_read || stream->verdict != SABOT_STREAM_APPENDED || !what->bytes)
		return is_read;
	advance(stream, ends->last_n, ends->last);
	stream->n_segments++;
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
		stream->hash = stream->sent_hash = end.ends.last;
	if (n == stream->n && sabot_chain_is_equal(stream->hash, end.ends.last))
		return true;
	end.ends.previous = end.ends.last;
	return append(stream, sender, &end, error);
}

/* The events after the last one of `before`, as a segment. NULL with an error. Transferred. */
static struct sabot_segment *
fill(const struct sabot_stream_sender *sender, const struct sabot_segment_ends *before,
     int64_t to_n, GError **error)
{
	int64_t n = before->last_n;
	struct sabot_segment *segment = sabot_segment_new(sabot_edge_get_origin(sender->edge),
							  before->log, n + 1, before->last);

	sabot_segment_set_rows_from(segment, g_get_real_time() - sender->rows_us);
	if (sabot_edge_fill(sender->edge, segment, MIN(to_n, n + sender->segment_events), error))
		return segment;
	sabot_segment_free(segment);
	return NULL;
}

/* Send one segment after what the core has, for its verdict. */
static bool
send_one(struct sabot_stream *stream, const struct sabot_stream_sender *sender, int64_t to_n,
	 GError **error)
{
	const struct sabot_segment_ends before = {
		.log = stream->log, .last_n = stream->n, .last = stream->hash};
	struct sabot_segment *segment = fill(sender, &before, to_n, error);
	struct appending what = {.bytes = segment ? sabot_segment_pack(segment, error) : NULL};
	bool is_sent = false;

	if (what.bytes) {
		what.ends = sabot_segment_get_ends(segment);
		what.tip = sabot_segment_get_tip(segment);
		sabot_segment_get_times(segment, &what.first_us, &what.last_us);
		is_sent = append(stream, sender, &what, error);
		g_bytes_unref(what.bytes);
	}
	sabot_segment_free(segment);
	return is_sent;
}

bool
sabot_stream_fill(const struct sabot_stream *stream, const struct sabot_stream_sender *sender,
		  int64_t to_n, struct sabot_segment_run **ret_run, GError **error)
{
	struct sabot_segment_run *run =
		sabot_segment_run_new(stream->log, stream->sent_n + 1, stream->sent_hash);

	while (run->last_n < to_n && !sabot_segment_run_is_full(run)) {
		const struct sabot_segment_ends before = {
			.log = run->log, .last_n = run->last_n, .last = run->last};
		struct sabot_segment *segment = fill(sender, &before, to_n, error);
		bool is_added = segment && sabot_segment_run_add(run, segment, error);

		sabot_segment_free(segment);
		if (is_added)
			continue;
		sabot_segment_run_free(run);
		return false;
	}
	*ret_run = run;
	return true;
}

bool
sabot_stream_launch(struct sabot_stream *stream, struct sabot_stream_sender *sender,
		    struct sabot_segment_run *run, GError **error)
{
	const struct sabot_chain_origin *origin = sabot_edge_get_origin(sender->edge);
	const struct sabot_core_value values[SABOT_CORE_VALUES_MAX] = {
		{SABOT_CORE_BYTES, 0, origin->database, sizeof(origin->database)},
		{SABOT_CORE_TEXT, 0, run->log, 0},
		{SABOT_CORE_NUMBER, sender->epoch, NULL, 0},
		{SABOT_CORE_NUMBER, run->first_n, NULL, 0},
		{SABOT_CORE_BYTES, 0, run->previous.bytes, sizeof(run->previous.bytes)},
		sabot_core_array_get(run->last_ns),
		sabot_core_array_get(run->lasts),
		sabot_core_array_get(run->first_us),
		sabot_core_array_get(run->last_us),
		{SABOT_CORE_NUMBER, SABOT_SEGMENT_FORMAT, NULL, 0},
		sabot_core_array_get(run->lines),
		sabot_core_array_get(run->rows),
	};

	if (stream->sent_n + 1 != run->first_n) {
		sabot_segment_run_free(run);
		return true;
	}
	sender->flying = stream;
	sender->run = run;
	stream->waits_since_us = 0;
	stream->sent_n = run->last_n;
	stream->sent_hash = run->last;
	return sabot_core_send(sender->core, SABOT_CORE_STATEMENT_APPEND_RUN, values,
			       SABOT_CORE_VALUES_MAX, error);
}

void
sabot_stream_forget(struct sabot_stream_sender *sender)
{
	g_clear_pointer(&sender->run, sabot_segment_run_free);
	sender->flying = NULL;
}

void
sabot_stream_take_back(struct sabot_stream *stream)
{
	stream->sent_n = stream->n;
	stream->sent_hash = stream->hash;
}

/*
 * A run was not appended: if the reason is unclear, send its first segment for the core's verdict.
 */
static bool
judge(struct sabot_stream *stream, const struct sabot_stream_sender *sender, GError **error)
{
	sabot_stream_take_back(stream);
	if (stream->verdict != SABOT_STREAM_AGAIN)
		return true;
	return send_one(stream, sender, sender->run->last_n, error);
}

bool
sabot_stream_land(struct sabot_stream_sender *sender, struct sabot_stream **ret_stream,
		  GError **error)
{
	struct sabot_stream *stream = sender->flying;
	const struct sabot_segment_run *run = sender->run;
	PGresult *rows = stream ? sabot_core_receive(sender->core, error) : NULL;
	bool is_read = !stream || (rows && read_verdict(rows, &stream->verdict, error));

	PQclear(rows);
	*ret_stream = stream;
	if (stream && is_read && stream->verdict == SABOT_STREAM_APPENDED) {
		advance(stream, run->last_n, run->last);
		stream->n_segments += run->n_segments;
		stream->n_bytes += run->n_bytes;
	} else if (stream && is_read) {
		is_read = judge(stream, sender, error);
	}
	sabot_stream_forget(sender);
	return is_read;
}

bool
sabot_stream_send_one(struct sabot_stream *stream, const struct sabot_stream_sender *sender,
		      int64_t to_n, GError **error)
{
	stream->waits_since_us = 0;
	return send_one(stream, sender, to_n, error);
}
