/*
 * See hub-desk.h. A request of a client who has logged in at a daemon goes there on his own
 * connection; of all others on the one by which the hub follows that daemon.
 */
#include "hub-desk-private.h"

#include "hub-cursor.h"
#include "hub-file.h"
#include "proto/floor-names.h"
#include "proto/message.h"
#include "proto/messages/log-messages.h"
#include "text/refusal.h"

#include <string.h>

enum {
	DESK_PATIENCE_MS = 30 * 1000,
	DESK_LONG_PATIENCE_MS = 330 * 1000, /* of what a daemon may work on for minutes */
};

struct sabot_hub_relay *
sabot_hub_relay_new(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		    const struct sabot_wire_request *request)
{
	struct sabot_hub_relay *relay = g_new0(struct sabot_hub_relay, 1);

	relay->desk = desk;
	relay->peer = sabot_peer_ref(peer);
	relay->id = json_incref(request->id);
	relay->verb = g_strdup(request->verb);
	sabot_peer_hold(peer);
	g_hash_table_add(desk->relays, relay);
	return relay;
}

static void
release_peer(struct sabot_hub_relay *relay)
{
	g_clear_handle_id(&relay->due, g_source_remove);
	if (!relay->peer)
		return;
	sabot_peer_release(relay->peer);
	g_clear_pointer(&relay->peer, sabot_peer_unref);
}

static void
free_relay(gpointer data)
{
	struct sabot_hub_relay *relay = data;

	if (relay->free_data)
		relay->free_data(relay->data);
	release_peer(relay);
	json_decref(relay->id);
	g_free(relay->verb);
	g_free(relay);
}

static void
answer(struct sabot_hub_relay *relay, json_t *ok, const GError *error)
{
	if (relay->peer)
		sabot_peer_send_message(relay->peer, relay->id,
					error ? sabot_wire_reply_gerror(relay->id, error)
					      : sabot_wire_reply_ok(relay->id, ok));
	else
		json_decref(ok);
}

void
sabot_hub_relay_answer(struct sabot_hub_relay *relay, json_t *ok, const GError *error)
{
	answer(relay, ok, error);
	g_hash_table_remove(relay->desk->relays, relay);
}

/* The relay stays until the daemon's answer, which nobody gets. */
static gboolean
on_relay_due(gpointer data)
{
	struct sabot_hub_relay *relay = data;
	const char *name = relay->upstream ? sabot_upstream_get_name(relay->upstream) : "a daemon";
	g_autoptr(GError) error = g_error_new(
		SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_AWAY,
		SABOT_REFUSAL("%s did not answer in time: what became of it is not known"), name);

	relay->due = 0;
	answer(relay, NULL, error);
	release_peer(relay);
	return G_SOURCE_REMOVE;
}

void
sabot_hub_relay_hurry(struct sabot_hub_relay *relay)
{
	static const char *const long_verbs[] = {"report", "case", "verify", "what_if", NULL};
	bool is_long = g_strv_contains(long_verbs, relay->verb);

	relay->due = g_timeout_add(is_long ? DESK_LONG_PATIENCE_MS : DESK_PATIENCE_MS, on_relay_due,
				   relay);
}

json_t *
sabot_hub_widen(const struct sabot_upstream *upstream, json_t *ok)
{
	const struct sabot_floor_naming naming = sabot_upstream_get_naming(upstream);
	json_t *wide = json_deep_copy(ok);

	sabot_floor_names_widen(wide, &naming);
	return wide;
}

static gboolean
on_sweep(gpointer data)
{
	struct sabot_hub_desk *desk = data;

	desk->sweep = 0;
	g_ptr_array_set_size(desk->dropped, 0);
	return G_SOURCE_REMOVE;
}

/* A line may be in the middle of a callback of its own. */
static void
drop_line(struct sabot_hub_desk *desk, struct sabot_hub_line *line)
{
	g_ptr_array_add(desk->dropped, line);
	if (desk->sweep == 0)
		desk->sweep = g_idle_add_full(G_PRIORITY_DEFAULT, on_sweep, desk, NULL);
}

static void
free_session(gpointer data)
{
	struct sabot_hub_session *session = data;

	for (guint i = 0; i < session->entries->len; i++) {
		struct sabot_hub_entry *entry = g_ptr_array_index(session->entries, i);

		drop_line(session->desk, entry->line);
	}
	g_ptr_array_unref(session->entries);
	g_free(session);
}

static struct sabot_hub_session *
need_session(struct sabot_hub_desk *desk, struct sabot_peer *peer)
{
	struct sabot_hub_session *session = g_hash_table_lookup(desk->sessions, peer);

	if (session)
		return session;
	session = g_new0(struct sabot_hub_session, 1);
	session->desk = desk;
	session->peer = peer;
	session->entries = g_ptr_array_new_with_free_func(g_free);
	g_hash_table_insert(desk->sessions, peer, session);
	return session;
}

struct sabot_hub_entry *
sabot_hub_find_entry(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		     const struct sabot_upstream *upstream)
{
	struct sabot_hub_session *session = g_hash_table_lookup(desk->sessions, peer);

	for (guint i = 0; session && i < session->entries->len; i++) {
		struct sabot_hub_entry *entry = g_ptr_array_index(session->entries, i);

		if (entry->upstream == upstream)
			return entry;
	}
	return NULL;
}

static bool
is_anywhere(const struct sabot_hub_session *session)
{
	for (guint i = 0; i < session->entries->len; i++)
		if (((struct sabot_hub_entry *)g_ptr_array_index(session->entries, i))->is_in)
			return true;
	return false;
}

/* His last log-in ended without his doing: he gets the push that a daemon sends. */
static void
on_line_ended(struct sabot_hub_line *line, const char *why, void *data)
{
	struct sabot_hub_session *session = data;

	for (guint i = 0; i < session->entries->len; i++) {
		struct sabot_hub_entry *entry = g_ptr_array_index(session->entries, i);
		bool was_in = entry->is_in;

		if (entry->line != line)
			continue;
		drop_line(session->desk, line);
		g_ptr_array_remove_index(session->entries, i);
		if (was_in && !is_anywhere(session))
			sabot_peer_send_message(session->peer, NULL,
						json_pack("{s:s, s:s}", "push", "logged_out", "why",
							  strcmp(why, "idle") == 0 ? why : "away"));
		return;
	}
}

struct sabot_hub_entry *
sabot_hub_need_entry(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		     const struct sabot_upstream *upstream)
{
	struct sabot_hub_entry *entry = sabot_hub_find_entry(desk, peer, upstream);
	struct sabot_hub_session *session;

	if (entry)
		return entry;
	session = need_session(desk, peer);
	entry = g_new0(struct sabot_hub_entry, 1);
	entry->upstream = upstream;
	entry->line =
		sabot_hub_line_new(sabot_upstream_get_config(upstream), on_line_ended, session);
	g_ptr_array_add(session->entries, entry);
	return entry;
}

void
sabot_hub_drop_entry(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		     const struct sabot_upstream *upstream)
{
	struct sabot_hub_entry *entry = sabot_hub_find_entry(desk, peer, upstream);
	struct sabot_hub_session *session = g_hash_table_lookup(desk->sessions, peer);

	if (!entry)
		return;
	drop_line(desk, entry->line);
	g_ptr_array_remove(session->entries, entry);
}

/* Without what was for the hub. */
json_t *
sabot_hub_narrow(const json_t *args, const struct sabot_upstream *upstream, GError **error)
{
	const struct sabot_floor_naming naming = sabot_upstream_get_naming(upstream);
	json_t *own = json_deep_copy(args);

	json_object_del(own, "id");
	json_object_del(own, "do");
	json_object_del(own, "upstream");
	if (sabot_floor_names_narrow(own, &naming, error))
		return own;
	json_decref(own);
	return NULL;
}

void
sabot_hub_send(struct sabot_hub_desk *desk, struct sabot_peer *peer,
	       const struct sabot_upstream *upstream, const struct sabot_hub_sending *sending)
{
	struct sabot_hub_entry *entry = sabot_hub_find_entry(desk, peer, upstream);

	if (entry)
		sabot_hub_line_request(entry->line, sending->verb, sending->args, sending->fn,
				       sending->data);
	else
		sabot_client_request(sabot_upstream_get_client(upstream), sending->verb,
				     sending->args, NULL, sending->fn, sending->data);
}

void
sabot_hub_desk_forget(struct sabot_hub_desk *desk, struct sabot_peer *peer)
{
	g_hash_table_remove(desk->sessions, peer);
}

void
sabot_hub_desk_leave(struct sabot_hub_desk *desk, struct sabot_peer *peer)
{
	GHashTableIter iter;
	gpointer key;

	/* What he waits for is nobody's from now on. */
	g_hash_table_iter_init(&iter, desk->relays);
	while (g_hash_table_iter_next(&iter, &key, NULL)) {
		struct sabot_hub_relay *relay = key;

		if (relay->peer == peer)
			release_peer(relay);
	}
	sabot_hub_desk_forget(desk, peer);
	sabot_hub_files_forget(desk->joined, peer);
}

struct sabot_hub_desk *
sabot_hub_desk_new(struct sabot_hub *hub)
{
	struct sabot_hub_desk *desk;

	if (!hub)
		return NULL;
	desk = g_new0(struct sabot_hub_desk, 1);
	desk->hub = hub;
	desk->gathers = sabot_hub_gathers_new();
	desk->sessions = g_hash_table_new_full(NULL, NULL, NULL, free_session);
	desk->relays = g_hash_table_new_full(NULL, NULL, free_relay, NULL);
	desk->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	desk->dropped = g_ptr_array_new_with_free_func(sabot_hub_line_free);
	desk->cursors = sabot_hub_cursors_new();
	desk->joined = sabot_hub_files_new();
	return desk;
}

void
sabot_hub_desk_free(struct sabot_hub_desk *desk)
{
	if (!desk)
		return;
	g_hash_table_remove_all(desk->sessions);
	g_clear_handle_id(&desk->sweep, g_source_remove);
	g_ptr_array_unref(desk->dropped);
	g_hash_table_unref(desk->sessions);
	sabot_hub_gathers_free(desk->gathers);
	g_hash_table_unref(desk->relays);
	g_hash_table_unref(desk->files);
	sabot_hub_cursors_free(desk->cursors);
	sabot_hub_files_free(desk->joined);
	g_free(desk);
}
