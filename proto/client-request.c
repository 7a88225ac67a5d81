/* Pending requests of the client: see client-request.h. */
#include "client-request.h"

void
sabot_pending_free(struct sabot_pending *pending)
{
	g_clear_object(&pending->cancellable);
	g_clear_error(&pending->unsent);
	g_free(pending);
}

void
sabot_pending_answer(struct sabot_client *client, struct sabot_pending *pending, json_t *ok,
		     const GError *error)
{
	if (!g_cancellable_is_cancelled(pending->cancellable))
		pending->fn(client, ok, error, pending->data);
	sabot_pending_free(pending);
}

void
sabot_pending_fail_all(struct sabot_client *client, GPtrArray *list, const char *reason)
{
	g_autoptr(GError) error = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_CLOSED, reason);
	gsize n = 0;
	g_autofree gpointer *failed = g_ptr_array_steal(list, &n);

	for (gsize i = 0; i < n; i++)
		sabot_pending_answer(client, failed[i], NULL, error);
}

/* Requests that a callback makes are of the next call. */
void
sabot_pending_fail_unsent(struct sabot_client *client, GPtrArray *list)
{
	g_autoptr(GPtrArray) unsent = g_ptr_array_new();

	for (guint i = 0; i < list->len;) {
		struct sabot_pending *pending = g_ptr_array_index(list, i);

		if (pending->unsent)
			g_ptr_array_add(unsent, g_ptr_array_steal_index(list, i));
		else
			i++;
	}
	for (guint i = 0; i < unsent->len; i++) {
		struct sabot_pending *pending = g_ptr_array_index(unsent, i);

		sabot_pending_answer(client, pending, NULL, pending->unsent);
	}
}

void
sabot_pending_apply_reply(struct sabot_client *client, GPtrArray *list,
			  const struct sabot_wire_message *message)
{
	for (guint i = 0; i < list->len; i++) {
		struct sabot_pending *pending = g_ptr_array_index(list, i);

		if (!json_is_integer(message->id) || pending->id != json_integer_value(message->id))
			continue;
		g_ptr_array_remove_index(list, i);
		sabot_pending_answer(client, pending, message->ok, message->error);
		return;
	}
}
