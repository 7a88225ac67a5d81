/* See status-file.h. A failure to write is logged once. */
#include "status-file.h"

#include "proto/messages/forward-messages.h"

enum { STATUS_PERIOD_US = G_USEC_PER_SEC, STATUS_MODE = 0644 };

struct sabot_status_file {
	char *path;
	int64_t written_us; /* monotonic; 0: never */
	bool was_connected, is_failing;
	guint n_refused;
};

struct sabot_status_file *
sabot_status_file_new(const char *path)
{
	struct sabot_status_file *file = g_new0(struct sabot_status_file, 1);

	file->path = g_strdup(path);
	return file;
}

void
sabot_status_file_free(struct sabot_status_file *file)
{
	g_free(file->path);
	g_free(file);
}

static guint
count_refused(const struct sabot_forwarder_state *state)
{
	guint n = 0;

	for (guint i = 0; i < state->streams->len; i++) {
		const struct sabot_stream *stream = g_ptr_array_index(state->streams, i);

		n += sabot_stream_is_refused(stream);
	}
	return n;
}

static void
add_log(struct sabot_wire_forward_status *status, const struct sabot_stream *stream)
{
	struct sabot_wire_forward_log *log = sabot_record_new(&sabot_wire_forward_log_type);

	log->log = g_strdup(stream->log);
	log->here = stream->own_n;
	log->core = stream->n;
	if (sabot_stream_is_refused(stream))
		log->refused = g_strdup(sabot_stream_verdict_to_string(stream->verdict));
	g_ptr_array_add(status->logs, log);
}

static char *
format(const struct sabot_forwarder_state *state)
{
	struct sabot_wire_forward_status *status =
		sabot_record_new(&sabot_wire_forward_status_type);
	json_t *json;
	char *text;

	status->at_us = g_get_real_time();
	status->since_us = state->since_us;
	status->connected = state->is_connected;
	status->server = g_strdup(state->server);
	status->fault = g_strdup(state->fault);
	for (guint i = 0; i < state->streams->len; i++)
		add_log(status, g_ptr_array_index(state->streams, i));
	json = sabot_record_finish(&sabot_wire_forward_status_type, status);
	text = json_dumps(json, JSON_COMPACT);
	json_decref(json);
	return text;
}

void
sabot_status_file_write(struct sabot_status_file *file, const struct sabot_forwarder_state *state)
{
	guint n_refused = count_refused(state);
	int64_t now_us = g_get_monotonic_time();
	g_autoptr(GError) error = NULL;
	char *text;

	if (file->written_us && now_us - file->written_us < STATUS_PERIOD_US &&
	    n_refused == file->n_refused && state->is_connected == file->was_connected)
		return;
	file->written_us = now_us;
	file->n_refused = n_refused;
	file->was_connected = state->is_connected;
	text = format(state);
	if (!g_file_set_contents_full(file->path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT,
				      STATUS_MODE, &error) &&
	    !file->is_failing)
		g_warning("%s", error->message);
	file->is_failing = error != NULL;
	free(text);
}
