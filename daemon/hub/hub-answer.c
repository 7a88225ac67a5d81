/*
 * Answers the requests of a hub's clients: each is passed on to the daemon that it is for, to
 * several, or to all (hub-route.c).
 */
#include "hub-answer.h"

#include "hub-desk-private.h"
#include "hub-file.h"
#include "hub-route.h"
#include "proto/floor-names.h"
#include "proto/message.h"
#include "proto/messages/log-messages.h"
#include "proto/messages/table-requests.h"
#include "text/refusal.h"

#include <string.h>

enum { FILES_MAX = 256 };

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
		if (g_hash_table_size(files) >= FILES_MAX)
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

/* The answer of several daemons to one list: the first refusal, else the last answer. */
struct split {
	GPtrArray *shares; /* of struct share */
	guint n_left;
	json_t *ok;
	GError *error;
};

/* One daemon's part of it. */
struct share {
	struct sabot_hub_relay *relay;
	const struct sabot_upstream *upstream;
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
		    SABOT_REFUSAL("file: there is no such file any more: have it made again"));
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
		sabot_hub_request_together(desk, peer, request, sabot_hub_merge_find(request->verb),
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
	bool is_accepted = go_way(desk, peer, request, &asked, &error);

	if (error)
		sabot_peer_send_message(peer, request->id,
					sabot_wire_reply_gerror(request->id, error));
	sabot_record_unref(head);
	return is_accepted;
}
