/*
 * The client: see client.h. One connection at a time, with a number; its sources end with it.
 * connector.c makes it, client-request.c has the requests that wait for their replies.
 */
#include "client.h"

#include "connector.h"
#include "greeting.h"
#include "request.h"

#include <glib/gi18n-lib.h>

enum { READ_BYTES = 16 * 1024 };

struct sabot_client {
	grefcount references;
	char *path, *reason, *site;
	char *certificate, *key;  /* this machine's; NULL: where they are by default */
	const char *refused_role; /* NULL: any will do */
	bool is_watching, is_started, is_greeted;
	struct sabot_client_callbacks callbacks;
	sabot_client_clock_fn *clock;
	gpointer data, clock_data;
	enum sabot_client_state state;
	char *origin;     /* whose row of numbers `seq` is of; NULL: the daemon's own */
	int64_t seq;      /* the last step seen; -1 = none */
	int64_t heard_us; /* by `clock` */
	int64_t next_id;
	guint retry_ms, retry_source, tick_source, unsent_source, connection_no;
	GPtrArray *pending;                /* of struct sabot_pending */
	struct sabot_connector *connector; /* of this connection; NULL: none is wanted now */
	struct sabot_link *link;           /* once it is up */
	GSource *reading, *writing;
	struct sabot_wire_splitter splitter;
	char input[READ_BYTES];
	GQueue outgoing;   /* of GBytes; the head is being written */
	size_t sent_bytes; /* of the head */
};

static int64_t
clock_monotonic(gpointer data)
{
	(void)data;
	return g_get_monotonic_time();
}

static void
set_state(struct sabot_client *client, enum sabot_client_state state, const char *reason)
{
	if (client->state == state && g_strcmp0(client->reason, reason) == 0)
		return;
	client->state = state;
	g_free(client->reason);
	client->reason = g_strdup(reason);
	if (client->callbacks.state_changed)
		client->callbacks.state_changed(client, client->data);
}

static gboolean
on_retry_due(gpointer data);

static void
drop_source(GSource **source)
{
	if (!*source)
		return;
	g_source_destroy(*source);
	g_clear_pointer(source, g_source_unref);
}

static GSource *
watch_socket(struct sabot_client *client, GIOCondition condition, GSourceFunc fn)
{
	GSource *source =
		g_socket_create_source(sabot_link_get_socket(client->link), condition, NULL);

	g_source_set_callback(source, fn, client, NULL);
	g_source_attach(source, g_main_context_get_thread_default());
	return source;
}

/* Give up the connection. */
static void
close_connection(struct sabot_client *client)
{
	g_clear_pointer(&client->connector, sabot_connector_free);
	drop_source(&client->reading);
	drop_source(&client->writing);
	g_clear_pointer(&client->link, sabot_link_free);
	g_queue_clear_full(&client->outgoing, (GDestroyNotify)g_bytes_unref);
	client->sent_bytes = 0;
	client->is_greeted = false;
}

/* Give up the connection for a reason in words, and try again later. */
static void
disconnect(struct sabot_client *client, const char *reason)
{
	sabot_client_ref(client);
	close_connection(client);
	if (client->is_started && client->retry_source == 0) {
		client->retry_source = g_timeout_add(client->retry_ms, on_retry_due, client);
		client->retry_ms = MIN(client->retry_ms * 2, SABOT_CLIENT_RETRY_LAST_MS);
	}
	sabot_pending_fail_all(client, client->pending, reason);
	if (client->is_started)
		set_state(client, SABOT_CLIENT_OFFLINE, reason);
	sabot_client_unref(client);
}

/* As much as the socket takes. False when the connection is broken. */
static bool
send_some(struct sabot_client *client, GError **error)
{
	GBytes *head;

	while ((head = g_queue_peek_head(&client->outgoing))) {
		g_autoptr(GError) failure = NULL;
		gsize size_bytes;
		const char *start = g_bytes_get_data(head, &size_bytes);
		gssize n = sabot_link_send(client->link, start + client->sent_bytes,
					   size_bytes - client->sent_bytes, &failure);

		if (g_error_matches(failure, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
			return true;
		if (n < 0) {
			g_propagate_error(error, g_steal_pointer(&failure));
			return false;
		}
		client->sent_bytes += (size_t)n;
		if (client->sent_bytes < size_bytes)
			continue;
		client->sent_bytes = 0;
		g_bytes_unref(g_queue_pop_head(&client->outgoing));
	}
	return true;
}

static gboolean
on_writable(GSocket *socket, GIOCondition condition, gpointer data)
{
	struct sabot_client *client = data;
	g_autoptr(GError) error = NULL;

	(void)socket;
	(void)condition;
	if (!send_some(client, &error)) {
		disconnect(client, error->message);
		return G_SOURCE_REMOVE;
	}
	if (!g_queue_is_empty(&client->outgoing))
		return G_SOURCE_CONTINUE;
	g_clear_pointer(&client->writing, g_source_unref);
	return G_SOURCE_REMOVE;
}

/* On the present connection. False when it is too long. `message` is transferred. */
static bool
send_message(struct sabot_client *client, json_t *message, GError **error)
{
	GBytes *line = sabot_wire_line(message, error);

	if (!line)
		return false;
	g_queue_push_tail(&client->outgoing, line);
	/* A broken connection is found by the source, which is not inside our caller. */
	if (!client->writing)
		client->writing = watch_socket(client, G_IO_OUT, G_SOURCE_FUNC(on_writable));
	return true;
}

static void
apply_snapshot(struct sabot_client *client, const struct sabot_wire_snapshot *snapshot)
{
	client->retry_ms = SABOT_CLIENT_RETRY_FIRST_MS;
	if (!snapshot->is_resumed || client->seq < 0)
		client->seq = snapshot->seq;
	if (client->callbacks.snapshot_came)
		client->callbacks.snapshot_came(client, snapshot, client->data);
	if (client->is_greeted) /* it was not rejected for what it shows */
		set_state(client, SABOT_CLIENT_LIVE, "");
}

static void
on_watch_replied(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	g_autoptr(GError) bad = NULL;
	struct sabot_wire_snapshot *snapshot;

	(void)data;
	if (error && error->domain == SABOT_WIRE_ERROR)
		disconnect(client, error->message);
	if (error)
		return;
	snapshot = sabot_record_parse(&sabot_wire_snapshot_type, ok, &bad);
	if (snapshot)
		apply_snapshot(client, snapshot);
	else
		disconnect(client, bad->message);
	sabot_record_unref(snapshot);
}

static void
send_watch(struct sabot_client *client, int64_t daemon_seq)
{
	json_t *args = json_object();

	/* A daemon that has forgotten what we saw is another one: start again. */
	if (client->seq > daemon_seq)
		client->seq = -1;
	if (client->seq >= 0)
		json_object_set_new(args, "since", json_integer(client->seq));
	sabot_client_request(client, "watch", args, NULL, on_watch_replied, NULL);
	json_decref(args);
}

static void
apply_greeting(struct sabot_client *client, const struct sabot_wire_greeting *greeting)
{
	g_autofree char *reason = sabot_greeting_refusal(greeting, client->refused_role);

	if (reason) {
		disconnect(client, reason);
		return;
	}
	g_free(client->site);
	client->site = g_strdup(greeting->site ? greeting->site : "");
	client->is_greeted = true;
	if (client->origin && g_strcmp0(client->origin, greeting->origin) != 0)
		client->seq = -1;
	g_free(client->origin);
	client->origin = g_strdup(greeting->origin);
	if (client->is_watching) {
		send_watch(client, greeting->seq);
		return;
	}
	client->retry_ms = SABOT_CLIENT_RETRY_FIRST_MS;
	set_state(client, SABOT_CLIENT_LIVE, "");
}

static void
apply_step(struct sabot_client *client, const struct sabot_wire_step *step)
{
	if (step->seq > client->seq)
		client->seq = step->seq;
	if (client->callbacks.step_came)
		client->callbacks.step_came(client, step, client->data);
}

static void
apply_message(struct sabot_client *client, const struct sabot_wire_message *message)
{
	const struct sabot_client_callbacks *callbacks = &client->callbacks;

	if (!client->is_greeted && message->kind != SABOT_WIRE_GREETING &&
	    message->kind != SABOT_WIRE_REPLY) {
		disconnect(client, _("no greeting came first"));
		return;
	}
	switch (message->kind) {
	case SABOT_WIRE_GREETING:
		apply_greeting(client, message->greeting);
		break;
	case SABOT_WIRE_REPLY:
		if (!message->id && message->error)
			disconnect(client, message->error->message);
		else
			sabot_pending_apply_reply(client, client->pending, message);
		break;
	case SABOT_WIRE_STEP:
		apply_step(client, message->step);
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
	unsigned connection_no = client->connection_no;
	g_autoptr(GError) error = NULL;
	struct sabot_wire_message *message = sabot_wire_message_parse(line, length_bytes, &error);

	client->heard_us = client->clock(client->clock_data);
	if (message && client->callbacks.line_came)
		client->callbacks.line_came(client, line, length_bytes, client->data);
	if (client->state == SABOT_CLIENT_STALE)
		set_state(client, SABOT_CLIENT_LIVE, "");
	if (!message)
		disconnect(client, error->message);
	else if (client->connector) /* who was called may have left the daemon */
		apply_message(client, message);
	sabot_wire_message_free(message);
	return client->connector && client->connection_no == connection_no;
}

/* False when nothing more is to be read from this connection. */
static bool
read_some(struct sabot_client *client)
{
	g_autoptr(GError) error = NULL;
	gssize n = sabot_link_receive(client->link, client->input, sizeof(client->input), &error);

	if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
		return true;
	if (n <= 0) {
		disconnect(client, error ? error->message : _("the daemon closed the connection"));
		return false;
	}
	switch (sabot_wire_splitter_feed(&client->splitter, client->input, (size_t)n, on_line,
					 client)) {
	case SABOT_WIRE_TOO_LONG:
		disconnect(client, _("the daemon sent a line longer than allowed"));
		return false;
	case SABOT_WIRE_STOPPED:
		return false;
	case SABOT_WIRE_OK:
		break;
	}
	return true;
}

static gboolean
on_readable(GSocket *socket, GIOCondition condition, gpointer data)
{
	struct sabot_client *client = sabot_client_ref(data);
	bool goes_on;

	(void)socket;
	(void)condition;
	do
		goes_on = read_some(client);
	while (goes_on && sabot_link_has_pending(client->link));
	sabot_client_unref(client);
	return goes_on ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* The connection is up: read from it. */
static void
on_opened(struct sabot_link *link, void *user)
{
	struct sabot_client *client = user;

	client->link = link;
	client->heard_us = client->clock(client->clock_data);
	sabot_wire_splitter_init(&client->splitter);
	client->reading = watch_socket(client, G_IO_IN, G_SOURCE_FUNC(on_readable));
}

static void
on_connect_failed(const char *reason, void *user)
{
	disconnect(user, reason);
}

static void
begin_connect(struct sabot_client *client)
{
	static const struct sabot_connector_handler handler = {.opened = on_opened,
							       .failed = on_connect_failed};

	g_autofree char *address = sabot_connect_nth(client->path, client->connection_no++);

	client->heard_us = client->clock(client->clock_data);
	client->connector =
		sabot_connector_new(address, client->certificate, client->key, &handler, client);
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

	if (!client->connector)
		return;
	if (client->state == SABOT_CLIENT_LIVE || client->state == SABOT_CLIENT_STALE) {
		if (client->is_watching && silence_ms >= SABOT_WIRE_STALE_MS)
			set_state(client, SABOT_CLIENT_STALE, "");
	} else if (silence_ms >= SABOT_WIRE_HANDSHAKE_MS) {
		disconnect(client, _("the daemon does not answer"));
	}
}

struct sabot_client *
sabot_client_new(const char *path, bool watch, const struct sabot_client_callbacks *callbacks,
		 gpointer data)
{
	struct sabot_client *client = g_new0(struct sabot_client, 1);

	g_ref_count_init(&client->references);
	client->path = path ? g_strdup(path) : sabot_connect_default_path();
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
sabot_client_set_identity(struct sabot_client *client, const char *certificate, const char *key)
{
	client->certificate = g_strdup(certificate);
	client->key = g_strdup(key);
}

void
sabot_client_refuse_role(struct sabot_client *client, const char *role)
{
	client->refused_role = role;
}

void
sabot_client_resume(struct sabot_client *client, int64_t seq)
{
	client->seq = seq;
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
	g_clear_handle_id(&client->unsent_source, g_source_remove);
	client->callbacks = (struct sabot_client_callbacks){0};
	close_connection(client);
	for (guint i = 0; i < client->pending->len; i++)
		sabot_pending_free(g_ptr_array_index(client->pending, i));
	g_ptr_array_set_size(client->pending, 0);
}

const char *
sabot_client_get_origin(const struct sabot_client *client)
{
	return client->origin;
}

void
sabot_client_reject(struct sabot_client *client, const char *reason)
{
	client->retry_ms = SABOT_CLIENT_REJECTED_MS;
	disconnect(client, reason);
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
	g_free(client->origin);
	g_free(client->certificate);
	g_free(client->key);
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

static gboolean
on_unsent(gpointer data)
{
	struct sabot_client *client = sabot_client_ref(data);

	client->unsent_source = 0;
	sabot_pending_fail_unsent(client, client->pending);
	sabot_client_unref(client);
	return G_SOURCE_REMOVE;
}

void
sabot_client_request(struct sabot_client *client, const char *verb, json_t *args,
		     GCancellable *cancellable, sabot_client_reply_fn *fn, gpointer data)
{
	struct sabot_pending *pending = g_new0(struct sabot_pending, 1);

	pending->id = ++client->next_id;
	pending->cancellable = cancellable ? g_object_ref(cancellable) : NULL;
	pending->fn = fn;
	pending->data = data;
	g_ptr_array_add(client->pending, pending);
	if (!client->is_greeted)
		g_set_error(&pending->unsent, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED,
			    "not connected to %s", client->path);
	else
		send_message(client, sabot_wire_request_build(pending->id, verb, args),
			     &pending->unsent);
	if (pending->unsent && client->unsent_source == 0)
		client->unsent_source = g_timeout_add(0, on_unsent, client);
}

unsigned
sabot_client_count_waiting(const struct sabot_client *client)
{
	return client->pending->len;
}

enum sabot_client_state
sabot_client_get_state(const struct sabot_client *client)
{
	return client->state;
}

const char *
sabot_client_get_reason(const struct sabot_client *client)
{
	return client->reason;
}

const char *
sabot_client_get_site(const struct sabot_client *client)
{
	return client->site;
}

const char *
sabot_client_get_path(const struct sabot_client *client)
{
	return client->path;
}

int64_t
sabot_client_get_silence_s(const struct sabot_client *client)
{
	return (client->clock(client->clock_data) - client->heard_us) / G_USEC_PER_SEC;
}
