/*
 * See hub-desk.h. A request of a client who has logged in at a daemon goes there on his own
 * connection; of all others on the one by which the hub follows that daemon.
 */
#include "hub-desk-private.h"

#include "hub-file.h"
#include "hub-route.h"
#include "proto/floor-names.h"
#include "proto/message.h"
#include "proto/messages/log-messages.h"
#include "proto/messages/table-requests.h"

#include <string.h>

enum {
	DESK_FILES_MAX = 256,
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
		"%s did not answer in time: what became of it is not known", name);

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

	relay->due = g_timeout_add(is_long ? DESK_LONG_PATIENCE_MS : DESK_PATIENCE_MS,
				   on_relay_due, relay);
}

json_t *
sabot_hub_widen(const struct sabot_upstream *upstream, json_t *ok)
{
	json_t *wide = json_deep_copy(ok);

	sabot_floor_names_widen(wide, sabot_upstream_get_name(upstream));
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
		desk->sweep = g_idle_add(on_sweep, desk);
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

/* Further pages of a file are where the first one came from. */
static void
remember_file(const struct sabot_hub_relay *relay, json_t *ok)
{
	GHashTable *files = relay->desk->files;
	struct sabot_wire_file_page *page =
		strcmp(relay->verb, "case") == 0 || strcmp(relay->verb, "report") == 0
			? sabot_record_parse(&sabot_wire_file_page_type, ok, NULL)
			: NULL;

	if (page && page->next > 0) {
		if (g_hash_table_size(files) >= DESK_FILES_MAX)
			g_hash_table_remove_all(files);
		g_hash_table_insert(files, g_strdup(page->file),
				    (gpointer)sabot_upstream_get_name(relay->upstream));
	}
	sabot_record_unref(page);
}

static void
on_relayed(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct sabot_hub_relay *relay = data;
	g_autoptr(GError) why = error ? sabot_hub_explain(relay->upstream, error) : NULL;

	(void)client;
	if (ok)
		remember_file(relay, ok);
	sabot_hub_relay_answer(relay, ok ? sabot_hub_widen(relay->upstream, ok) : NULL, why);
}

/* Without what was for the hub. */
json_t *
sabot_hub_narrow(const json_t *args, const struct sabot_upstream *upstream, GError **error)
{
	json_t *own = json_deep_copy(args);

	json_object_del(own, "id");
	json_object_del(own, "do");
	json_object_del(own, "upstream");
	if (sabot_floor_names_narrow(own, sabot_upstream_get_name(upstream), error))
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

/* The answer of several daemons to one list: the first refusal, else the last answer. */
struct split {
	GPtrArray *shares; /* of struct share */
	guint n_left;
	json_t *ok;
	GError *error;
};

static void
free_split(gpointer data)
{
	struct split *split = data;

	g_ptr_array_unref(split->shares);
	json_decref(split->ok);
	g_clear_error(&split->error);
	g_free(split);
}

/* One daemon's part of it. */
struct share {
	struct sabot_hub_relay *relay;
	const struct sabot_upstream *upstream;
};

static void
finish_share(struct sabot_hub_relay *relay)
{
	struct split *split = relay->data;

	if (--split->n_left == 0)
		sabot_hub_relay_answer(relay, json_incref(split->ok), split->error);
}

static void
on_share_answered(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct share *share = data;
	struct sabot_hub_relay *relay = share->relay;
	struct split *split = relay->data;

	(void)client;
	if (error && !split->error)
		split->error = sabot_hub_explain(share->upstream, error);
	if (ok) {
		json_decref(split->ok);
		split->ok = sabot_hub_widen(share->upstream, ok);
	}
	finish_share(relay);
}

/* The incidents of one daemon, of those that the request names. NULL: none. */
static json_t *
build_share(const struct sabot_hub_asked *asked, const struct sabot_wire_acknowledge_request *all,
	    const struct sabot_upstream *upstream)
{
	json_t *list = json_array();

	for (guint i = 0; i < all->incidents->len; i++) {
		const struct sabot_wire_incident_name *name = g_ptr_array_index(all->incidents, i);

		if (name->table && sabot_hub_route_table(asked, name->table, NULL) == upstream)
			json_array_append_new(list,
					      json_pack("{s:s, s:I}", "table", name->table,
							"incident", (json_int_t)name->incident));
	}
	if (json_array_size(list) > 0)
		return json_pack("{s:o, s:s*}", "incidents", list, "by", all->by);
	json_decref(list);
	return NULL;
}

static void
request_share(struct sabot_hub_relay *relay, const struct sabot_upstream *upstream, json_t *args)
{
	struct split *split = relay->data;
	struct share *share = g_new0(struct share, 1);
	json_t *own = sabot_hub_narrow(args, upstream, NULL);

	share->relay = relay;
	share->upstream = upstream;
	g_ptr_array_add(split->shares, share);
	split->n_left++;
	sabot_hub_send(relay->desk, relay->peer, upstream,
		       &(struct sabot_hub_sending){relay->verb, own, on_share_answered, share});
	json_decref(own);
}

/* Every incident must have its daemon before any is acknowledged. */
static bool
split_list(struct sabot_hub_desk *desk, struct sabot_peer *peer,
	   const struct sabot_wire_request *request, const struct sabot_hub_asked *asked,
	   GError **error)
{
	const struct sabot_wire_acknowledge_request *all = request->record;
	const GPtrArray *upstreams = sabot_hub_get_upstreams(desk->hub);
	struct sabot_hub_relay *relay;
	struct split *split;

	for (guint i = 0; i < all->incidents->len; i++) {
		const struct sabot_wire_incident_name *name = g_ptr_array_index(all->incidents, i);

		if (!sabot_hub_route_table(asked, name->table ? name->table : "", error))
			return false;
	}
	relay = sabot_hub_relay_new(desk, peer, request);
	sabot_hub_relay_hurry(relay);
	split = g_new0(struct split, 1);
	relay->data = split;
	relay->free_data = free_split;
	split->shares = g_ptr_array_new_with_free_func(g_free);
	split->n_left = 1;
	for (guint i = 0; i < upstreams->len; i++) {
		json_t *args = build_share(asked, all, g_ptr_array_index(upstreams, i));

		if (args)
			request_share(relay, g_ptr_array_index(upstreams, i), args);
		json_decref(args);
	}
	finish_share(relay);
	return true;
}

static bool
pass_on(struct sabot_hub_desk *desk, struct sabot_peer *peer,
	const struct sabot_wire_request *request, struct sabot_upstream *upstream, GError **error)
{
	json_t *own = sabot_upstream_check(upstream, error)
			      ? sabot_hub_narrow(request->args, upstream, error)
			      : NULL;
	struct sabot_hub_relay *relay;

	if (!own)
		return false;
	relay = sabot_hub_relay_new(desk, peer, request);
	relay->upstream = upstream;
	sabot_hub_relay_hurry(relay);
	sabot_hub_send(desk, peer, upstream,
		       &(struct sabot_hub_sending){relay->verb, own, on_relayed, relay});
	json_decref(own);
	return true;
}

/* Whose file it is. NULL with an error. */
static struct sabot_upstream *
find_file(const struct sabot_hub_desk *desk, const char *file, GError **error)
{
	const char *name = g_hash_table_lookup(desk->files, file);

	if (name)
		return sabot_hub_find_upstream(desk->hub, name);
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    "file: there is no such file any more: have it made again");
	return NULL;
}

/* A page of a file: of one that was put together here, or where its daemon has it. */
static void
give_page(struct sabot_hub_desk *desk, struct sabot_peer *peer,
	  const struct sabot_wire_request *request, const struct sabot_wire_hub_request *head,
	  GError **error)
{
	struct sabot_upstream *upstream;
	json_t *page;

	if (sabot_hub_file_is_kept(desk->joined, head->file)) {
		page = sabot_hub_file_page(desk->joined, peer, head->file, head->from, error);
		if (page)
			sabot_peer_send_message(peer, request->id,
						sabot_wire_reply_ok(request->id, page));
		return;
	}
	upstream = find_file(desk, head->file, error);
	if (upstream)
		pass_on(desk, peer, request, upstream, error);
}

static bool
go_way(struct sabot_hub_desk *desk, struct sabot_peer *peer,
       const struct sabot_wire_request *request, const struct sabot_hub_asked *asked,
       GError **error)
{
	enum sabot_hub_way way;
	struct sabot_upstream *upstream;

	if (!sabot_hub_route(asked, &way, &upstream, error))
		return true;
	switch (way) {
	case SABOT_HUB_WAY_OWN:
		return false;
	case SABOT_HUB_WAY_SPLIT:
		split_list(desk, peer, request, asked, error);
		break;
	case SABOT_HUB_WAY_LOGIN:
		sabot_hub_login(desk, peer, request);
		break;
	case SABOT_HUB_WAY_LOGOUT:
		sabot_hub_logout(desk, peer, request);
		break;
	case SABOT_HUB_WAY_PERSONS:
		sabot_hub_list_persons(desk, peer, request);
		break;
	case SABOT_HUB_WAY_ROLES:
		sabot_hub_list_roles(desk, peer, request);
		break;
	case SABOT_HUB_WAY_TOGETHER:
		sabot_hub_ask_together(desk, peer, request, sabot_hub_merge_find(request->verb),
				       error);
		break;
	case SABOT_HUB_WAY_PAGE:
		give_page(desk, peer, request, asked->request, error);
		break;
	case SABOT_HUB_WAY_DAEMON:
		pass_on(desk, peer, request, upstream, error);
		break;
	}
	return true;
}

bool
sabot_hub_desk_answer(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		      const struct sabot_wire_request *request)
{
	struct sabot_wire_hub_request *head =
		sabot_record_parse_lenient(&sabot_wire_hub_request_type, request->args);
	const struct sabot_hub_asked asked = {desk->hub, sabot_peer_get_machine(peer),
					      request->verb, head};
	g_autoptr(GError) error = NULL;
	bool is_taken = go_way(desk, peer, request, &asked, &error);

	if (error)
		sabot_peer_send_message(peer, request->id,
					sabot_wire_reply_gerror(request->id, error));
	sabot_record_unref(head);
	return is_taken;
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
