/* See hub-line.h. Each request is in `wishes` until it was answered. */
#include "hub-line.h"

struct hub_wish {
	struct sabot_hub_line *line;
	char *verb;
	json_t *args;
	sabot_client_reply_fn *fn;
	gpointer data;
	bool is_sent;
};

struct sabot_hub_line {
	struct sabot_client *client;
	sabot_hub_line_fn *ended;
	void *data;
	GPtrArray *wishes;         /* of struct hub_wish */
	GCancellable *cancellable; /* of those that were sent */
};

static void
free_wish(gpointer data)
{
	struct hub_wish *wish = data;

	g_free(wish->verb);
	json_decref(wish->args);
	g_free(wish);
}

static void
on_replied(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct hub_wish *wish = data;
	guint index;

	(void)client;
	if (g_ptr_array_find(wish->line->wishes, wish, &index))
		g_ptr_array_steal_index(wish->line->wishes, index);
	wish->fn(NULL, ok, error, wish->data);
	free_wish(wish);
}

static void
send_wishes(struct sabot_hub_line *line)
{
	for (guint i = 0; i < line->wishes->len; i++) {
		struct hub_wish *wish = g_ptr_array_index(line->wishes, i);

		if (wish->is_sent)
			continue;
		wish->is_sent = true;
		sabot_client_request(line->client, wish->verb, wish->args, line->cancellable,
				     on_replied, wish);
		/* It may have a PIN in it. */
		g_clear_pointer(&wish->args, json_decref);
	}
}

/* Those that were sent the client has answered itself. */
static void
fail_wishes(struct sabot_hub_line *line, const char *why)
{
	g_autoptr(GPtrArray) failed = line->wishes;
	g_autoptr(GError) error = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_CLOSED, why);

	line->wishes = g_ptr_array_new_with_free_func(free_wish);
	for (guint i = 0; i < failed->len; i++) {
		struct hub_wish *wish = g_ptr_array_index(failed, i);

		wish->fn(NULL, NULL, error, wish->data);
	}
}

static void
on_state_changed(struct sabot_client *client, gpointer data)
{
	struct sabot_hub_line *line = data;
	g_autofree char *why = NULL;

	switch (sabot_client_get_state(client)) {
	case SABOT_CLIENT_LIVE:
		send_wishes(line);
		break;
	case SABOT_CLIENT_OFFLINE:
		why = g_strdup(sabot_client_get_reason(client));
		fail_wishes(line, why);
		line->ended(line, why, line->data);
		break;
	case SABOT_CLIENT_CONNECTING:
	case SABOT_CLIENT_STALE:
		break;
	}
}

static void
on_logged_out(struct sabot_client *client, gpointer data)
{
	struct sabot_hub_line *line = data;

	(void)client;
	line->ended(line, "idle", line->data);
}

struct sabot_hub_line *
sabot_hub_line_new(const struct sabot_upstream_config *config, sabot_hub_line_fn *ended, void *data)
{
	static const struct sabot_client_callbacks callbacks = {
		.state_changed = on_state_changed,
		.logged_out = on_logged_out,
	};
	struct sabot_hub_line *line = g_new0(struct sabot_hub_line, 1);

	line->ended = ended;
	line->data = data;
	line->wishes = g_ptr_array_new_with_free_func(free_wish);
	line->cancellable = g_cancellable_new();
	line->client = sabot_client_new(config->connect, false, &callbacks, line);
	sabot_client_set_identity(line->client, config->certificate, config->key);
	sabot_client_refuse_role(line->client, sabot_role_to_string(SABOT_ROLE_ADMIN));
	sabot_client_start(line->client);
	return line;
}

void
sabot_hub_line_free(gpointer data)
{
	struct sabot_hub_line *line = data;

	if (!line)
		return;
	g_cancellable_cancel(line->cancellable);
	sabot_client_stop(line->client);
	fail_wishes(line, "the log-in ended");
	sabot_client_unref(line->client);
	g_ptr_array_unref(line->wishes);
	g_object_unref(line->cancellable);
	g_free(line);
}

void
sabot_hub_line_request(struct sabot_hub_line *line, const char *verb, json_t *args,
		       sabot_client_reply_fn *fn, gpointer data)
{
	struct hub_wish *wish = g_new0(struct hub_wish, 1);

	wish->line = line;
	wish->verb = g_strdup(verb);
	wish->args = json_incref(args);
	wish->fn = fn;
	wish->data = data;
	g_ptr_array_add(line->wishes, wish);
	if (sabot_client_get_state(line->client) == SABOT_CLIENT_LIVE)
		send_wishes(line);
}
