/*
 * A round: read the last checkpoint and all logs, send what is due, and once the core has all that
 * the checkpoint covers, send the checkpoints up to it. So no checkpoint is at the core before its
 * events.
 */
#include "forwarder.h"

#include "core-schema.h"

#include <string.h>

enum {
	FORWARD_ROUND_MS = 200,
	FORWARD_RETRY_FIRST_MS = 200,
	FORWARD_RETRY_LAST_MS = 10000,
	FORWARD_STALE_MS = 15000,
	FORWARD_SEGMENTS_A_TURN = 8,
	FORWARD_COMPARE_AGAIN_US = 60 * G_USEC_PER_SEC,
};

struct sabot_forwarder {
	struct sabot_forwarder_options options;
	sabot_forwarder_fn *fn;
	void *data;
	/* its core and edge are NULL while there is no connection */
	struct sabot_stream_sender sender;
	GPtrArray *streams;                 /* sorted by name */
	struct sabot_stream *notes;         /* the one of the checkpoints */
	int64_t checkpoint, checkpoint_seq; /* the next one to send; 0: none */
	char *fault;
	int64_t since_us, asked_us; /* monotonic */
	int64_t retry_ms;
	bool is_connected, is_behind, is_sent;
	bool has_runs; /* the core accepts several segments at once */
};

struct sabot_forwarder *
sabot_forwarder_new(const struct sabot_forwarder_options *options, sabot_forwarder_fn *fn,
		    void *data)
{
	struct sabot_forwarder *forwarder = g_new0(struct sabot_forwarder, 1);

	forwarder->options = *options;
	forwarder->sender.rows_us = options->rows_us;
	forwarder->sender.segment_events =
		options->segment_events > 0 ? options->segment_events : SABOT_SEGMENT_EVENTS_MAX;
	forwarder->fn = fn;
	forwarder->data = data;
	forwarder->streams = g_ptr_array_new_with_free_func(sabot_stream_free);
	forwarder->since_us = g_get_real_time();
	forwarder->retry_ms = FORWARD_RETRY_FIRST_MS;
	return forwarder;
}

static void
close_link(struct sabot_forwarder *forwarder)
{
	sabot_stream_forget(&forwarder->sender);
	for (guint i = 0; i < forwarder->streams->len; i++)
		sabot_stream_take_back(g_ptr_array_index(forwarder->streams, i));
	g_clear_pointer(&forwarder->sender.core, sabot_core_free);
	g_clear_pointer(&forwarder->sender.edge, sabot_edge_free);
}

void
sabot_forwarder_free(struct sabot_forwarder *forwarder)
{
	close_link(forwarder);
	g_ptr_array_unref(forwarder->streams);
	g_free(forwarder->fault);
	g_free(forwarder);
}

static void
publish(struct sabot_forwarder *forwarder)
{
	const struct sabot_forwarder_state state = {
		.is_connected = forwarder->is_connected,
		.server = forwarder->sender.core ? sabot_core_get_server(forwarder->sender.core)
						 : NULL,
		.fault = forwarder->fault,
		.since_us = forwarder->since_us,
		.streams = forwarder->streams,
	};

	if (forwarder->fn)
		forwarder->fn(&state, forwarder->data);
}

/* Log a line for a new fault, and one when it is over. NULL: no fault. */
static void
set_fault(struct sabot_forwarder *forwarder, const char *fault)
{
	bool is_connected = fault == NULL;

	if (g_strcmp0(fault, forwarder->fault) != 0 || is_connected != forwarder->is_connected)
		g_message("%s", fault ? fault : "forwarding");
	if (is_connected != forwarder->is_connected)
		forwarder->since_us = g_get_real_time();
	forwarder->is_connected = is_connected;
	g_free(forwarder->fault);
	forwarder->fault = g_strdup(fault);
	publish(forwarder);
}

static int
compare_streams(gconstpointer one, gconstpointer other)
{
	const struct sabot_stream *const *first = one, *const *second = other;

	return strcmp((*first)->log, (*second)->log);
}

static struct sabot_stream *
get_stream(struct sabot_forwarder *forwarder, const char *log)
{
	struct sabot_stream *stream;

	for (guint i = 0; i < forwarder->streams->len; i++) {
		stream = g_ptr_array_index(forwarder->streams, i);
		if (strcmp(stream->log, log) == 0)
			return stream;
	}
	stream = sabot_stream_new(log);
	g_ptr_array_add(forwarder->streams, stream);
	g_ptr_array_sort(forwarder->streams, compare_streams);
	return stream;
}

/* Read what the core has of each log, and forget what was known before. */
static bool
query_heads(struct sabot_forwarder *forwarder, GError **error)
{
	const struct sabot_chain_origin *origin = sabot_edge_get_origin(forwarder->sender.edge);
	const struct sabot_core_value value = {SABOT_CORE_BYTES, 0, origin->database,
					       sizeof(origin->database)};
	PGresult *rows = sabot_core_query(forwarder->sender.core, SABOT_CORE_STATEMENT_HEADS,
					  &value, 1, error);
	bool is_read = rows != NULL;

	if (rows && !forwarder->options.trusts_acknowledgements)
		g_ptr_array_set_size(forwarder->streams, 0);
	for (int i = 0; is_read && i < PQntuples(rows); i++) {
		struct sabot_stream *stream = get_stream(forwarder, PQgetvalue(rows, i, 0));

		if (stream->n > 0)
			continue;
		is_read = sabot_core_get_number((struct sabot_core_cell){rows, i, 1}, &stream->n,
						error) &&
			  sabot_core_copy_bytes((struct sabot_core_cell){rows, i, 2},
						stream->hash.bytes, sizeof(stream->hash.bytes),
						error);
		sabot_stream_take_back(stream);
	}
	PQclear(rows);
	forwarder->notes = get_stream(forwarder, SABOT_SEGMENT_CHECKPOINTS);
	forwarder->checkpoint = 0;
	forwarder->asked_us = g_get_monotonic_time();
	return is_read;
}

static bool
claim(struct sabot_forwarder *forwarder, GError **error)
{
	const struct sabot_chain_origin *origin = sabot_edge_get_origin(forwarder->sender.edge);
	const struct sabot_core_value values[] = {
		{SABOT_CORE_BYTES, 0, origin->database, sizeof(origin->database)},
		{SABOT_CORE_NUMBER, origin->unchained_seq, NULL, 0},
		{SABOT_CORE_TEXT, 0, forwarder->options.site, 0},
	};
	PGresult *rows = sabot_core_query(forwarder->sender.core, SABOT_CORE_STATEMENT_CLAIM,
					  values, G_N_ELEMENTS(values), error);
	bool is_read = rows && sabot_core_get_number((struct sabot_core_cell){rows, 0, 0},
						     &forwarder->sender.epoch, error);

	PQclear(rows);
	return is_read;
}

static bool
query_runs(struct sabot_forwarder *forwarder, GError **error)
{
	PGresult *rows = sabot_core_query(forwarder->sender.core, SABOT_CORE_STATEMENT_HAS_RUNS,
					  NULL, 0, error);

	forwarder->has_runs = rows && strcmp(PQgetvalue(rows, 0, 0), "t") == 0;
	PQclear(rows);
	return rows != NULL;
}

static bool
connect_link(struct sabot_forwarder *forwarder, GError **error)
{
	const struct sabot_forwarder_options *options = &forwarder->options;

	forwarder->sender.edge = sabot_edge_open(options->database, options->archive_dir, error);
	if (!forwarder->sender.edge)
		return false;
	forwarder->sender.core = sabot_core_open(options->core, true, error);
	return forwarder->sender.core && claim(forwarder, error) && query_runs(forwarder, error) &&
	       query_heads(forwarder, error);
}

static bool
refuse(struct sabot_forwarder *forwarder, const struct sabot_stream *stream, GError **error)
{
	if (stream->verdict == SABOT_STREAM_STALE)
		forwarder->retry_ms = FORWARD_STALE_MS;
	g_set_error_literal(error, SABOT_CORE_ERROR, SABOT_CORE_ERROR_LINK,
			    stream->verdict == SABOT_STREAM_STALE
				    ? "another forwarder of this database came: this one waits"
				    : "the core has got further meanwhile: it is asked again");
	return false;
}

/* False if the connection cannot be used any more. A refused log waits; the others continue. */
static bool
look_at_verdict(struct sabot_forwarder *forwarder, const struct sabot_stream *stream,
		GError **error)
{
	if (stream->verdict == SABOT_STREAM_AGAIN || stream->verdict == SABOT_STREAM_STALE)
		return refuse(forwarder, stream, error);
	if (!sabot_stream_is_refused(stream))
		return true;
	g_warning("%s: %s: the core has it up to %" G_GINT64_FORMAT
		  ", and refuses what is here, up to %" G_GINT64_FORMAT,
		  sabot_stream_verdict_to_string(stream->verdict), stream->log, stream->n,
		  stream->own_n);
	publish(forwarder);
	return true;
}

/* Process the answer to what was sent. */
static bool
land(struct sabot_forwarder *forwarder, GError **error)
{
	struct sabot_stream *stream;

	return sabot_stream_land(&forwarder->sender, &stream, error) &&
	       (!stream || look_at_verdict(forwarder, stream, error));
}

/* Send a run. The next one is read and packed while the core stores the one before. */
static bool
send_run(struct sabot_forwarder *forwarder, struct sabot_stream *stream, int64_t to_n,
	 GError **error)
{
	struct sabot_segment_run *run;

	if (!sabot_stream_fill(stream, &forwarder->sender, to_n, &run, error))
		return false;
	if (land(forwarder, error))
		return sabot_stream_launch(stream, &forwarder->sender, run, error);
	sabot_segment_run_free(run);
	return false;
}

static bool
send_singly(struct sabot_forwarder *forwarder, struct sabot_stream *stream, int64_t to_n,
	    GError **error)
{
	for (int i = 0; i < FORWARD_SEGMENTS_A_TURN && stream->n < to_n &&
			stream->verdict == SABOT_STREAM_APPENDED;
	     i++) {
		if (!sabot_stream_send_one(stream, &forwarder->sender, to_n, error) ||
		    !look_at_verdict(forwarder, stream, error))
			return false;
	}
	return true;
}

/* Send what is due of a log, at most some segments; the rest waits for the log's next turn. */
static bool
send_due(struct sabot_forwarder *forwarder, struct sabot_stream *stream, int64_t to_n, bool is_due,
	 GError **error)
{
	int64_t due_n = sabot_stream_get_due(stream, forwarder->options.wait_us, to_n, is_due);
	bool is_good = true;

	if (stream->verdict == SABOT_STREAM_APPENDED && due_n > stream->sent_n) {
		is_good = forwarder->has_runs ? send_run(forwarder, stream, due_n, error)
					      : send_singly(forwarder, stream, due_n, error);
		forwarder->is_sent = true;
	}
	forwarder->is_behind |= stream->sent_n < to_n && stream->verdict == SABOT_STREAM_APPENDED;
	return is_good;
}

static void
set_own(struct sabot_stream *stream, int64_t own_n)
{
	stream->own_n = own_n;
	if (own_n > stream->n && !stream->waits_since_us)
		stream->waits_since_us = g_get_monotonic_time();
}

/*
 * Compare each log with what the core has of it, before anything is sent. A database with another
 * past sends nothing at all: its other logs might follow, but their numbers over all logs would
 * not.
 */
static bool
compare(struct sabot_forwarder *forwarder, GError **error)
{
	for (guint i = 0; i < forwarder->streams->len; i++) {
		struct sabot_stream *stream = g_ptr_array_index(forwarder->streams, i);

		if (!stream->is_compared &&
		    (!sabot_stream_compare(stream, &forwarder->sender, error) ||
		     !look_at_verdict(forwarder, stream, error)))
			return false;
	}
	return true;
}

static bool
is_of_another_past(const struct sabot_forwarder *forwarder)
{
	for (guint i = 0; i < forwarder->streams->len; i++) {
		const struct sabot_stream *stream = g_ptr_array_index(forwarder->streams, i);

		if (stream->verdict == SABOT_STREAM_FORKED ||
		    stream->verdict == SABOT_STREAM_REWOUND)
			return true;
	}
	return false;
}

/* True if the core has all that the checkpoint covers. */
static bool
is_covered(struct sabot_forwarder *forwarder, const GPtrArray *logs, bool *ret_is, GError **error)
{
	*ret_is = true;
	for (guint i = 0; *ret_is && i < logs->len; i++) {
		const struct sabot_edge_log *log = g_ptr_array_index(logs, i);
		const struct sabot_stream *stream = get_stream(forwarder, log->name);
		int64_t n;

		if (!sabot_edge_read_n_before(forwarder->sender.edge, log,
					      forwarder->checkpoint_seq, &n, error))
			return false;
		*ret_is = stream->n >= n && stream->verdict == SABOT_STREAM_APPENDED;
	}
	return true;
}

static bool
send_notes(struct sabot_forwarder *forwarder, const GPtrArray *logs, bool is_due, GError **error)
{
	bool is_there;

	if (forwarder->notes->n >= forwarder->checkpoint) {
		forwarder->checkpoint = 0;
		return true;
	}
	return is_covered(forwarder, logs, &is_there, error) &&
	       (!is_there ||
		(send_due(forwarder, forwarder->notes, forwarder->checkpoint, is_due, error) &&
		 land(forwarder, error)));
}

static bool
send_logs(struct sabot_forwarder *forwarder, const GPtrArray *logs, bool is_due, GError **error)
{
	for (guint i = 0; i < logs->len; i++) {
		const struct sabot_edge_log *log = g_ptr_array_index(logs, i);

		if (!send_due(forwarder, get_stream(forwarder, log->name), log->last_n, is_due,
			      error))
			return false;
	}
	return land(forwarder, error);
}

/* The present logs, and the last checkpoint. NULL with an error. */
static GPtrArray *
look(struct sabot_forwarder *forwarder, GError **error)
{
	int64_t checkpoint, seq;
	GPtrArray *logs = sabot_edge_list(forwarder->sender.edge, &checkpoint, &seq, error);

	for (guint i = 0; logs && i < logs->len; i++) {
		const struct sabot_edge_log *log = g_ptr_array_index(logs, i);

		set_own(get_stream(forwarder, log->name), log->last_n);
	}
	if (!logs)
		return NULL;
	set_own(forwarder->notes, checkpoint);
	if (forwarder->checkpoint == 0) {
		forwarder->checkpoint = checkpoint;
		forwarder->checkpoint_seq = seq;
	}
	return logs;
}

static bool
run_round(struct sabot_forwarder *forwarder, bool is_due, GError **error)
{
	g_autoptr(GPtrArray) logs = look(forwarder, error);

	forwarder->is_sent = forwarder->is_behind = false;
	if (!logs || !compare(forwarder, error))
		return false;
	if (is_of_another_past(forwarder))
		return true;
	if (!send_logs(forwarder, logs, is_due, error) ||
	    !send_notes(forwarder, logs, is_due, error))
		return false;
	if (!forwarder->is_behind)
		sabot_edge_leave_archives(forwarder->sender.edge);
	return true;
}

static gboolean
on_time(gpointer data)
{
	*(bool *)data = true;
	return G_SOURCE_REMOVE;
}

/* Pause, while this thread's main context does its other work. */
static void
pause_ms(int64_t pause)
{
	bool is_over = false;

	g_timeout_add((guint)pause, on_time, &is_over);
	while (!is_over)
		g_main_context_iteration(NULL, TRUE);
}

/* True if the database was replaced, the server is gone, or a refusal is to be checked again. */
static bool
must_ask_again(struct sabot_forwarder *forwarder, GError **error)
{
	const char *why = NULL;

	if (sabot_edge_is_replaced(forwarder->sender.edge))
		why = "the database was replaced";
	else if (!sabot_core_is_alive(forwarder->sender.core))
		why = "the server has ended the connection";
	if (why)
		g_set_error_literal(error, SABOT_CORE_ERROR, SABOT_CORE_ERROR_LINK, why);
	else if (g_get_monotonic_time() - forwarder->asked_us > FORWARD_COMPARE_AGAIN_US)
		return !query_heads(forwarder, error);
	return why != NULL;
}

/*
 * Forward until the connection cannot be used any more or, with `until_sent`, everything was sent.
 */
static void
forward(struct sabot_forwarder *forwarder, bool until_sent, GError **error)
{
	while (!must_ask_again(forwarder, error) && run_round(forwarder, until_sent, error)) {
		forwarder->retry_ms = FORWARD_RETRY_FIRST_MS;
		set_fault(forwarder, NULL);
		if (until_sent && !forwarder->is_sent && !forwarder->is_behind)
			return;
		if (!forwarder->is_sent)
			pause_ms(FORWARD_ROUND_MS);
		else
			while (g_main_context_iteration(NULL, FALSE))
				;
	}
}

void
sabot_forwarder_run(struct sabot_forwarder *forwarder, bool until_sent)
{
	for (;;) {
		g_autoptr(GError) error = NULL;

		if (connect_link(forwarder, &error))
			forward(forwarder, until_sent, &error);
		close_link(forwarder);
		if (!error)
			return;
		set_fault(forwarder, error->message);
		pause_ms(forwarder->retry_ms);
		forwarder->retry_ms = MIN(2 * forwarder->retry_ms, FORWARD_RETRY_LAST_MS);
	}
}
