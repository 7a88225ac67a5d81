/*
 * A finding is sent when the daemon is connected, and again if the connection is lost before the
 * answer.
 */
#include "pit.h"

#include "proto/client.h"
#include "proto/messages/forward-messages.h"

#include <string.h>

struct finding {
	char *log;
	enum sabot_stream_verdict why;
	int64_t n;
	bool is_sent, is_answered;
};

struct sabot_pit {
	struct sabot_client *client;
	GCancellable *cancellable;
	GPtrArray *findings; /* of struct finding: of this run */
};

static void
free_finding(gpointer data)
{
	struct finding *finding = data;

	g_free(finding->log);
	g_free(finding);
}

static void
on_answered(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct finding *finding = data;

	(void)client;
	(void)ok;
	if (error && error->domain == G_IO_ERROR) {
		finding->is_sent = false;
		return;
	}
	finding->is_answered = true;
	if (error)
		g_warning("the daemon does not take it that the core refuses %s: %s", finding->log,
			  error->message);
}

static void
send_finding(struct sabot_pit *pit, struct finding *finding)
{
	struct sabot_wire_forward_refused_request *request =
		sabot_record_new(&sabot_wire_forward_refused_request_type);
	json_t *args;

	request->log = g_strdup(finding->log);
	request->why = g_strdup(sabot_stream_verdict_to_string(finding->why));
	request->n = finding->n;
	args = sabot_record_finish(&sabot_wire_forward_refused_request_type, request);
	finding->is_sent = true;
	sabot_client_request(pit->client, "forward_refused", args, pit->cancellable, on_answered,
			     finding);
	json_decref(args);
}

static void
send_all(struct sabot_pit *pit)
{
	for (guint i = 0; i < pit->findings->len; i++) {
		struct finding *finding = g_ptr_array_index(pit->findings, i);

		if (!finding->is_sent && !finding->is_answered)
			send_finding(pit, finding);
	}
}

static void
on_state_changed(struct sabot_client *client, gpointer data)
{
	if (sabot_client_get_state(client) == SABOT_CLIENT_LIVE)
		send_all(data);
}

struct sabot_pit *
sabot_pit_new(const char *socket)
{
	static const struct sabot_client_callbacks callbacks = {.state_changed = on_state_changed};
	struct sabot_pit *pit = g_new0(struct sabot_pit, 1);

	pit->findings = g_ptr_array_new_with_free_func(free_finding);
	pit->cancellable = g_cancellable_new();
	pit->client = sabot_client_new(socket, false, &callbacks, pit);
	return pit;
}

void
sabot_pit_free(struct sabot_pit *pit)
{
	if (!pit)
		return;
	g_cancellable_cancel(pit->cancellable);
	sabot_client_stop(pit->client);
	sabot_client_unref(pit->client);
	g_object_unref(pit->cancellable);
	g_ptr_array_unref(pit->findings);
	g_free(pit);
}

static bool
is_known(const struct sabot_pit *pit, const struct sabot_stream *stream)
{
	for (guint i = 0; i < pit->findings->len; i++) {
		const struct finding *finding = g_ptr_array_index(pit->findings, i);

		if (finding->why == stream->verdict && finding->n == stream->n &&
		    strcmp(finding->log, stream->log) == 0)
			return true;
	}
	return false;
}

void
sabot_pit_report(struct sabot_pit *pit, const struct sabot_stream *stream)
{
	struct finding *finding;

	if (is_known(pit, stream))
		return;
	/* Connect only once there is something to report. */
	if (pit->findings->len == 0)
		sabot_client_start(pit->client);
	finding = g_new0(struct finding, 1);

	finding->log = g_strdup(stream->log);
	finding->why = stream->verdict;
	finding->n = stream->n;
	g_ptr_array_add(pit->findings, finding);
	if (sabot_client_get_state(pit->client) == SABOT_CLIENT_LIVE)
		send_finding(pit, finding);
}
