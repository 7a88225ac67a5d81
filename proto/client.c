/*
 * The client's connection: see client.h. Its sources go with it; a connection that is being made
 * holds a reference to the client and its cancellable, and one that was given up answers to nobody,
 * because its cancellable is cancelled and a new one made for the next.
 */
#include "proto/client-private.h"
#include "request.h"

#include <glib/gi18n-lib.h>

static int64_t
clock_monotonic(gpointer data)
{
	(void)data;
	return g_get_monotonic_time();
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

void
sabot_client_drop_source(GSource **source)
{
	if (!*source)
		return;
	g_source_destroy(*source);
	g_clear_pointer(source, g_source_unref);
}

GSource *
sabot_client_watch_socket(struct sabot_client *client, GIOCondition condition, GSourceFunc fn)
{
	GSource *source =
		g_socket_create_source(sabot_link_get_socket(client->link), condition, NULL);

	g_source_set_callback(source, fn, client, NULL);
	g_source_attach(source, g_main_context_get_thread_default());
	return source;
}

/* Give up the connection; what is in flight finds its cancellable cancelled. */
static void
close_connection(struct sabot_client *client)
{
	if (client->cancellable)
		g_cancellable_cancel(client->cancellable);
	g_clear_object(&client->cancellable);
	sabot_client_drop_source(&client->reading);
	sabot_client_drop_source(&client->writing);
	sabot_client_drop_source(&client->shaking);
	g_clear_pointer(&client->link, sabot_link_free);
	g_queue_clear_full(&client->outgoing, (GDestroyNotify)g_bytes_unref);
	client->sent_bytes = 0;
	client->is_greeted = false;
}

void
sabot_client_disconnect(struct sabot_client *client, const char *reason)
{
	sabot_client_ref(client);
	close_connection(client);
	client->address = (client->address + 1) % g_strv_length(client->addresses);
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
apply_snapshot(struct sabot_client *client, const struct sabot_wire_snapshot *snapshot)
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
		apply_snapshot(client, snapshot);
	else
		sabot_client_disconnect(client, bad->message);
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
	g_autofree char *reason = NULL;

	if (greeting->protocol != SABOT_WIRE_PROTOCOL) {
		reason = g_strdup_printf(_("the daemon speaks protocol %d, this program %d"),
					 (int)greeting->protocol, SABOT_WIRE_PROTOCOL);
		sabot_client_disconnect(client, reason);
		return;
	}
	if (client->refused_role && g_strcmp0(greeting->role, client->refused_role) == 0) {
		reason = g_strdup_printf(_("the daemon takes this end for its %s: give it a group "
					   "[machine NAME] there"),
					 client->refused_role);
		sabot_client_disconnect(client, reason);
		return;
	}
	g_free(client->site);
	client->site = g_strdup(greeting->site ? greeting->site : "");
	client->is_greeted = true;
	/* Numbers of another hub say nothing about this one's steps. */
	if (g_strcmp0(client->origin, greeting->origin) != 0 && client->has_origin)
		client->seq = -1;
	client->has_origin = true;
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
		sabot_client_disconnect(client, _("no greeting came first"));
		return;
	}
	switch (message->kind) {
	case SABOT_WIRE_GREETING:
		apply_greeting(client, message->greeting);
		break;
	case SABOT_WIRE_REPLY:
		sabot_client_apply_reply(client, message);
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
	GCancellable *cancellable = client->cancellable;
	g_autoptr(GError) error = NULL;
	struct sabot_wire_message *message = sabot_wire_message_parse(line, length_bytes, &error);

	client->heard_us = client->clock(client->clock_data);
	if (message && client->callbacks.line_came)
		client->callbacks.line_came(client, line, length_bytes, client->data);
	if (client->state == SABOT_CLIENT_STALE)
		set_state(client, SABOT_CLIENT_LIVE, "");
	/* Who was called may have left the daemon. */
	if (message && client->cancellable == cancellable)
		apply_message(client, message);
	else if (!message)
		sabot_client_disconnect(client, error->message);
	sabot_wire_message_free(message);
	return client->cancellable == cancellable;
}

/* False when nothing more is to be read from this connection. */
static bool
read_some(struct sabot_client *client)
{
	g_autoptr(GError) error = NULL;
	gssize n_bytes =
		sabot_link_receive(client->link, client->input, sizeof(client->input), &error);

	if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
		return true;
	if (n_bytes <= 0) {
		sabot_client_disconnect(client, error ? error->message
						      : _("the daemon closed the connection"));
		return false;
	}
	switch (sabot_wire_splitter_feed(&client->splitter, client->input, (size_t)n_bytes, on_line,
					 client)) {
	case SABOT_WIRE_TOO_LONG:
		sabot_client_disconnect(client, _("the daemon sent a line longer than allowed"));
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

void
sabot_client_begin(struct sabot_client *client)
{
	client->heard_us = client->clock(client->clock_data);
	sabot_wire_splitter_init(&client->splitter);
	client->reading = sabot_client_watch_socket(client, G_IO_IN, G_SOURCE_FUNC(on_readable));
}

static void
begin_connect(struct sabot_client *client)
{
	client->cancellable = g_cancellable_new();
	client->heard_us = client->clock(client->clock_data);
	sabot_client_connect(client);
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
		sabot_client_disconnect(client, _("the daemon does not answer"));
	}
}

/* A comma is between two addresses only where another one follows. */
static GStrv
split_path(const char *path)
{
	return g_regex_split_simple(",(?=tls:|/)", path, 0, 0);
}

struct sabot_client *
sabot_client_new(const char *path, bool watch, const struct sabot_client_callbacks *callbacks,
		 gpointer data)
{
	struct sabot_client *client = g_new0(struct sabot_client, 1);

	g_ref_count_init(&client->references);
	client->path = path ? g_strdup(path) : sabot_client_default_path();
	client->addresses = split_path(client->path);
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
	client->callbacks = (struct sabot_client_callbacks){0};
	close_connection(client);
	for (guint i = 0; i < client->pending->len; i++)
		sabot_client_pending_free(g_ptr_array_index(client->pending, i));
	g_ptr_array_set_size(client->pending, 0);
}

void
sabot_client_reject(struct sabot_client *client, const char *reason)
{
	client->retry_ms = SABOT_CLIENT_REJECTED_MS;
	sabot_client_disconnect(client, reason);
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
	g_strfreev(client->addresses);
	g_free(client->origin);
	g_free(client->pin);
	g_free(client->certificate);
	g_free(client->key);
	g_free(client->failure);
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

/* A request that cannot be sent, to be answered at the next turn of the main loop. */
struct unsent {
	struct sabot_client *client;
	struct pending *pending;
	GError *error;
};

static gboolean
on_unsent(gpointer data)
{
	struct unsent *unsent = data;

	if (unsent->client->is_started)
		sabot_client_pending_answer(unsent->client, unsent->pending, NULL, unsent->error);
	else
		sabot_client_pending_free(unsent->pending);
	g_error_free(unsent->error);
	sabot_client_unref(unsent->client);
	g_free(unsent);
	return G_SOURCE_REMOVE;
}

static void
answer_later(struct sabot_client *client, struct pending *pending, GError *error)
{
	struct unsent *unsent = g_new0(struct unsent, 1);

	unsent->client = sabot_client_ref(client);
	unsent->pending = pending;
	unsent->error = error;
	g_idle_add(on_unsent, unsent);
}

void
sabot_client_request(struct sabot_client *client, const char *verb, json_t *args,
		     GCancellable *cancellable, sabot_client_reply_fn *fn, gpointer data)
{
	struct pending *pending = g_new0(struct pending, 1);
	GError *error = NULL;

	pending->id = ++client->next_id;
	pending->cancellable = cancellable ? g_object_ref(cancellable) : NULL;
	pending->fn = fn;
	pending->data = data;
	if (!client->is_greeted)
		g_set_error(&error, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED, "not connected to %s",
			    client->path);
	else if (sabot_client_send(client, sabot_wire_request_build(pending->id, verb, args),
				   &error))
		g_ptr_array_add(client->pending, pending);
	if (error)
		answer_later(client, pending, error);
}

unsigned
sabot_client_count_waiting(const struct sabot_client *client)
{
	return client->pending->len;
}

char *
sabot_client_default_path(void)
{
	const char *path = g_getenv("SABOT_SOCKET");
	const char *runtime = g_getenv("XDG_RUNTIME_DIR");

	if (path && *path)
		return g_strdup(path);
	if (runtime && *runtime)
		return g_build_filename(runtime, "sabot", "sabotd.sock", NULL);
	return g_strdup("/run/sabot/sabotd.sock");
}

enum sabot_client_state
sabot_client_get_state(const struct sabot_client *client)
{
	return client->state;
}

const char *
sabot_client_state_to_string(enum sabot_client_state state)
{
	switch (state) {
	case SABOT_CLIENT_CONNECTING:
		return "connecting";
	case SABOT_CLIENT_LIVE:
		return "live";
	case SABOT_CLIENT_STALE:
		return "stale";
	case SABOT_CLIENT_OFFLINE:
		return "offline";
	}
	return "";
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
