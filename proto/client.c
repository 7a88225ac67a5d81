/*
 * The client's connection: see client.h. Every pending operation holds a reference to the client
 * and the cancellable of its connection; a connection that was given up answers to nobody, because
 * its cancellable is cancelled and a new one made for the next.
 */
#include "proto/client-private.h"

#include <gio/gunixsocketaddress.h>

/* A read, write or connect under way. */
struct operation {
	struct sabot_client *client;
	GCancellable *cancellable;
	GBytes *bytes; /* a write's, or NULL */
};

static void
begin_read(struct sabot_client *client);
static void
begin_write(struct sabot_client *client);

static int64_t
clock_monotonic(gpointer data)
{
	(void)data;
	return g_get_monotonic_time();
}

static struct operation *
operation_new(struct sabot_client *client)
{
	struct operation *operation = g_new0(struct operation, 1);

	operation->client = sabot_client_ref(client);
	operation->cancellable = g_object_ref(client->cancellable);
	return operation;
}

static void
operation_free(struct operation *operation)
{
	g_object_unref(operation->cancellable);
	g_clear_pointer(&operation->bytes, g_bytes_unref);
	sabot_client_unref(operation->client);
	g_free(operation);
}

static void
set_state(struct sabot_client *client, enum sabot_client_state state, const char *reason)
{
	bool is_new = client->state != state || g_strcmp0(client->reason, reason) != 0;

	client->state = state;
	if (!is_new)
		return;
	g_free(client->reason);
	client->reason = g_strdup(reason);
	if (client->callbacks.state_changed)
		client->callbacks.state_changed(client, client->data);
}

static gboolean
on_retry_due(gpointer data);

/* Give up the connection; what is in flight finds its cancellable cancelled. */
static void
close_connection(struct sabot_client *client)
{
	if (client->cancellable)
		g_cancellable_cancel(client->cancellable);
	g_clear_object(&client->cancellable);
	g_clear_object(&client->connection);
	g_queue_clear_full(&client->outgoing, (GDestroyNotify)g_bytes_unref);
	client->is_greeted = false;
}

void
sabot_client_disconnect(struct sabot_client *client, const char *reason)
{
	sabot_client_ref(client);
	close_connection(client);
	if (client->is_started && client->retry_source == 0) {
		client->retry_source = g_timeout_add(client->retry_ms, on_retry_due, client);
		client->retry_ms = MIN(client->retry_ms * 2, SABOT_CLIENT_RETRY_LAST_MS);
	}
	sabot_client_fail_pending(client, reason);
	if (client->is_started)
		set_state(client, SABOT_CLIENT_OFFLINE, reason);
	sabot_client_unref(client);
}

static void
on_written(GObject *source, GAsyncResult *result, gpointer data)
{
	struct operation *operation = data;
	struct sabot_client *client = operation->client;
	g_autoptr(GError) error = NULL;
	bool is_fine =
		g_output_stream_write_all_finish(G_OUTPUT_STREAM(source), result, NULL, &error);

	if (operation->cancellable == client->cancellable) {
		if (is_fine) {
			g_bytes_unref(g_queue_pop_head(&client->outgoing));
			begin_write(client);
		} else {
			sabot_client_disconnect(client, error->message);
		}
	}
	operation_free(operation);
}

static void
begin_write(struct sabot_client *client)
{
	GBytes *bytes = g_queue_peek_head(&client->outgoing);
	struct operation *operation;
	GOutputStream *stream;
	gsize size_bytes;
	gconstpointer start;

	if (!bytes)
		return;
	start = g_bytes_get_data(bytes, &size_bytes);
	/* The head stays queued until written, but a close may drop it before. */
	operation = operation_new(client);
	operation->bytes = g_bytes_ref(bytes);
	stream = g_io_stream_get_output_stream(G_IO_STREAM(client->connection));
	g_output_stream_write_all_async(stream, start, size_bytes, G_PRIORITY_DEFAULT,
					client->cancellable, on_written, operation);
}

bool
sabot_client_send(struct sabot_client *client, json_t *message, GError **error)
{
	GBytes *line = sabot_wire_line(message, error);

	if (!line)
		return false;
	g_queue_push_tail(&client->outgoing, line);
	if (g_queue_get_length(&client->outgoing) == 1)
		begin_write(client);
	return true;
}

static void
take_snapshot(struct sabot_client *client, const struct sabot_wire_snapshot *snapshot)
{
	client->retry_ms = SABOT_CLIENT_RETRY_FIRST_MS;
	if (!snapshot->is_resumed || client->seq < 0)
		client->seq = snapshot->seq;
	if (client->callbacks.snapshot_came)
		client->callbacks.snapshot_came(client, snapshot, client->data);
	set_state(client, SABOT_CLIENT_LIVE, "");
}

static void
on_watch_replied(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	g_autoptr(GError) bad = NULL;
	struct sabot_wire_snapshot *snapshot;

	(void)data;
	if (error) {
		if (error->domain == SABOT_WIRE_ERROR)
			sabot_client_disconnect(client, error->message);
		return;
	}
	snapshot = sabot_record_parse(&sabot_wire_snapshot_type, ok, &bad);
	if (snapshot)
		take_snapshot(client, snapshot);
	else
		sabot_client_disconnect(client, bad->message);
	sabot_record_unref(snapshot);
}

static void
send_watch(struct sabot_client *client, int64_t daemon_seq)
{
	json_t *args = json_object();

	/* A daemon that has forgotten what we saw is another one: begin anew. */
	if (client->seq > daemon_seq)
		client->seq = -1;
	if (client->seq >= 0)
		json_object_set_new(args, "since", json_integer(client->seq));
	sabot_client_request(client, "watch", args, NULL, on_watch_replied, NULL);
	json_decref(args);
}

static void
take_greeting(struct sabot_client *client, const struct sabot_wire_greeting *greeting)
{
	g_autofree char *reason = NULL;

	if (greeting->protocol != SABOT_WIRE_PROTOCOL) {
		reason = g_strdup_printf("the daemon speaks protocol %" G_GINT64_FORMAT
					 ", this program %d",
					 greeting->protocol, SABOT_WIRE_PROTOCOL);
		sabot_client_disconnect(client, reason);
		return;
	}
	g_free(client->site);
	client->site = g_strdup(greeting->site ? greeting->site : "");
	client->is_greeted = true;
	if (client->is_watching) {
		send_watch(client, greeting->seq);
		return;
	}
	client->retry_ms = SABOT_CLIENT_RETRY_FIRST_MS;
	set_state(client, SABOT_CLIENT_LIVE, "");
}

static void
take_step(struct sabot_client *client, const struct sabot_wire_step *step)
{
	if (step->seq > client->seq)
		client->seq = step->seq;
	if (client->callbacks.step_came)
		client->callbacks.step_came(client, step, client->data);
}

static void
take_message(struct sabot_client *client, const struct sabot_wire_message *message)
{
	const struct sabot_client_callbacks *callbacks = &client->callbacks;

	if (!client->is_greeted && message->kind != SABOT_WIRE_GREETING &&
	    message->kind != SABOT_WIRE_REPLY) {
		sabot_client_disconnect(client, "no greeting came first");
		return;
	}
	switch (message->kind) {
	case SABOT_WIRE_GREETING:
		take_greeting(client, message->greeting);
		break;
	case SABOT_WIRE_REPLY:
		sabot_client_take_reply(client, message);
		break;
	case SABOT_WIRE_STEP:
		take_step(client, message->step);
		break;
	case SABOT_WIRE_VIEW:
		if (callbacks->view_came)
			callbacks->view_came(client, message->view->view, client->data);
		break;
	case SABOT_WIRE_INCIDENTS:
		if (callbacks->incidents_came)
			callbacks->incidents_came(client, message->incidents->incidents,
						  client->data);
		break;
	case SABOT_WIRE_BEAT:
		if (callbacks->beat_came)
			callbacks->beat_came(client, message->beat, client->data);
		break;
	case SABOT_WIRE_LOGGED_OUT:
		if (callbacks->logged_out)
			callbacks->logged_out(client, client->data);
		break;
	case SABOT_WIRE_UNKNOWN_PUSH:
		break;
	}
}

static bool
on_line(const char *line, size_t length_bytes, void *data)
{
	struct sabot_client *client = data;
	GCancellable *cancellable = client->cancellable;
	g_autoptr(GError) error = NULL;
	struct sabot_wire_message *message = sabot_wire_message_parse(line, length_bytes, &error);

	client->heard_us = client->clock(client->clock_data);
	if (message && client->callbacks.line_came)
		client->callbacks.line_came(client, line, length_bytes, client->data);
	if (client->state == SABOT_CLIENT_STALE)
		set_state(client, SABOT_CLIENT_LIVE, "");
	if (message)
		take_message(client, message);
	else
		sabot_client_disconnect(client, error->message);
	sabot_wire_message_free(message);
	return client->cancellable == cancellable;
}

static void
on_read(GObject *source, GAsyncResult *result, gpointer data)
{
	struct operation *operation = data;
	struct sabot_client *client = operation->client;
	g_autoptr(GError) error = NULL;
	gssize n_bytes = g_input_stream_read_finish(G_INPUT_STREAM(source), result, &error);
	enum sabot_wire_result fed = SABOT_WIRE_OK;

	if (operation->cancellable != client->cancellable) {
		operation_free(operation);
		return;
	}
	if (n_bytes > 0)
		fed = sabot_wire_splitter_feed(&client->splitter, client->input, (size_t)n_bytes,
					       on_line, client);
	if (n_bytes <= 0)
		sabot_client_disconnect(client, error ? error->message
						      : "the daemon closed the connection");
	else if (fed == SABOT_WIRE_TOO_LONG)
		sabot_client_disconnect(client, "the daemon sent a line longer than allowed");
	else if (fed == SABOT_WIRE_OK)
		begin_read(client);
	operation_free(operation);
}

static void
begin_read(struct sabot_client *client)
{
	GInputStream *stream = g_io_stream_get_input_stream(G_IO_STREAM(client->connection));

	g_input_stream_read_async(stream, client->input, sizeof(client->input), G_PRIORITY_DEFAULT,
				  client->cancellable, on_read, operation_new(client));
}

/* GLib's "Could not connect: No such file or directory" tells nobody what is missing. */
static const char *
connect_failure(const GError *error)
{
	if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) ||
	    g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
		return "no sabotd listens there";
	return error->message;
}

static void
on_connected(GObject *source, GAsyncResult *result, gpointer data)
{
	struct operation *operation = data;
	struct sabot_client *client = operation->client;
	g_autoptr(GError) error = NULL;
	GSocketConnection *connection =
		g_socket_client_connect_finish(G_SOCKET_CLIENT(source), result, &error);

	if (operation->cancellable != client->cancellable) {
		g_clear_object(&connection);
	} else if (!connection) {
		sabot_client_disconnect(client, connect_failure(error));
	} else {
		client->connection = connection;
		client->heard_us = client->clock(client->clock_data);
		sabot_wire_splitter_init(&client->splitter);
		begin_read(client);
	}
	operation_free(operation);
}

static void
begin_connect(struct sabot_client *client)
{
	g_autoptr(GSocketClient) connector = g_socket_client_new();
	g_autoptr(GSocketAddress) address = g_unix_socket_address_new(client->path);

	client->cancellable = g_cancellable_new();
	client->heard_us = client->clock(client->clock_data);
	g_socket_client_connect_async(connector, G_SOCKET_CONNECTABLE(address), client->cancellable,
				      on_connected, operation_new(client));
}

static gboolean
on_retry_due(gpointer data)
{
	struct sabot_client *client = data;

	client->retry_source = 0;
	begin_connect(client);
	return G_SOURCE_REMOVE;
}

static gboolean
on_tick_due(gpointer data)
{
	sabot_client_tick(data);
	return G_SOURCE_CONTINUE;
}

void
sabot_client_tick(struct sabot_client *client)
{
	int64_t silence_ms = (client->clock(client->clock_data) - client->heard_us) / 1000;

	if (!client->cancellable)
		return;
	if (client->state == SABOT_CLIENT_LIVE || client->state == SABOT_CLIENT_STALE) {
		if (client->is_watching && silence_ms >= SABOT_WIRE_STALE_MS)
			set_state(client, SABOT_CLIENT_STALE, "");
	} else if (silence_ms >= SABOT_WIRE_HANDSHAKE_MS) {
		sabot_client_disconnect(client, "the daemon does not answer");
	}
}

struct sabot_client *
sabot_client_new(const char *path, bool watch, const struct sabot_client_callbacks *callbacks,
		 gpointer data)
{
	struct sabot_client *client = g_new0(struct sabot_client, 1);

	g_ref_count_init(&client->references);
	client->path = path ? g_strdup(path) : sabot_client_default_path();
	client->is_watching = watch;
	client->callbacks = *callbacks;
	client->data = data;
	client->clock = clock_monotonic;
	client->state = SABOT_CLIENT_CONNECTING;
	client->reason = g_strdup("");
	client->site = g_strdup("");
	client->seq = -1;
	client->retry_ms = SABOT_CLIENT_RETRY_FIRST_MS;
	client->pending = g_ptr_array_new();
	g_queue_init(&client->outgoing);
	return client;
}

void
sabot_client_set_clock(struct sabot_client *client, sabot_client_clock_fn *clock, gpointer data)
{
	client->clock = clock;
	client->clock_data = data;
}

void
sabot_client_start(struct sabot_client *client)
{
	if (client->is_started)
		return;
	client->is_started = true;
	client->tick_source = g_timeout_add(SABOT_CLIENT_TICK_MS, on_tick_due, client);
	begin_connect(client);
}

void
sabot_client_stop(struct sabot_client *client)
{
	client->is_started = false;
	g_clear_handle_id(&client->tick_source, g_source_remove);
	g_clear_handle_id(&client->retry_source, g_source_remove);
	client->callbacks = (struct sabot_client_callbacks){0};
	close_connection(client);
	for (guint i = 0; i < client->pending->len; i++)
		sabot_client_pending_free(g_ptr_array_index(client->pending, i));
	g_ptr_array_set_size(client->pending, 0);
}

struct sabot_client *
sabot_client_ref(struct sabot_client *client)
{
	g_ref_count_inc(&client->references);
	return client;
}

static void
client_free(struct sabot_client *client)
{
	g_ptr_array_unref(client->pending);
	g_free(client->path);
	g_free(client->reason);
	g_free(client->site);
	g_free(client);
}

void
sabot_client_unref(struct sabot_client *client)
{
	if (!client || !g_ref_count_dec(&client->references))
		return;
	sabot_client_stop(client);
	client_free(client);
}
