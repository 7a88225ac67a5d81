/*
 * Requests under way of the client: each is kept in `pending` until its reply came, the connection
 * was lost or the client stopped.
 */
#include "proto/client-private.h"

void
sabot_client_pending_free(struct pending *pending)
{
	g_clear_object(&pending->cancellable);
	g_free(pending);
}

void
sabot_client_pending_answer(struct sabot_client *client, struct pending *pending, json_t *ok,
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
		sabot_client_pending_answer(client, g_ptr_array_index(failed, i), NULL, error);
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
		sabot_client_pending_answer(client, pending, message->ok, message->error);
		return;
	}
}
