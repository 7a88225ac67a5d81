/*
 * What the client sends: lines wait in its queue until the socket takes them.
 */
#include "proto/client-private.h"

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
		sabot_client_disconnect(client, error->message);
		return G_SOURCE_REMOVE;
	}
	if (!g_queue_is_empty(&client->outgoing))
		return G_SOURCE_CONTINUE;
	g_clear_pointer(&client->writing, g_source_unref);
	return G_SOURCE_REMOVE;
}

bool
sabot_client_send(struct sabot_client *client, json_t *message, GError **error)
{
	GBytes *line = sabot_wire_line(message, error);

	if (!line)
		return false;
	g_queue_push_tail(&client->outgoing, line);
	/* A broken connection is found by the source, which is not inside our caller. */
	if (!client->writing)
		client->writing =
			sabot_client_watch_socket(client, G_IO_OUT, G_SOURCE_FUNC(on_writable));
	return true;
}
