/*
 * Requests of the client and their replies, and its state: see client.h. A request is
 * kept in `pending` until its reply came, the connection was lost or the client stopped.
 */
#include "proto/client-private.h"

void
sabot_client_pending_free(struct pending *pending)
{
	g_clear_object(&pending->cancellable);
	g_free(pending);
}

static void
pending_answer(struct sabot_client *client, struct pending *pending, json_t *ok,
	       const GError *error)
{
	if (!g_cancellable_is_cancelled(pending->cancellable))
		pending->fn(client, ok, error, pending->data);
	sabot_client_pending_free(pending);
}

void
sabot_client_fail_pending(struct sabot_client *client, const char *reason)
{
	g_autoptr(GPtrArray) failed = client->pending;
	g_autoptr(GError) error = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_CLOSED, reason);

	client->pending = g_ptr_array_new();
	for (guint i = 0; i < failed->len; i++)
		pending_answer(client, g_ptr_array_index(failed, i), NULL, error);
}

void
sabot_client_apply_reply(struct sabot_client *client, const struct sabot_wire_message *message)
{
	if (!message->id && message->error) {
		sabot_client_disconnect(client, message->error->message);
		return;
	}
	for (guint i = 0; i < client->pending->len; i++) {
		struct pending *pending = g_ptr_array_index(client->pending, i);

		if (!json_is_integer(message->id) || pending->id != json_integer_value(message->id))
			continue;
		g_ptr_array_remove_index(client->pending, i);
		pending_answer(client, pending, message->ok, message->error);
		return;
	}
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
		pending_answer(unsent->client, unsent->pending, NULL, unsent->error);
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
