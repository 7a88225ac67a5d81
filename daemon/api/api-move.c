/* `give`, `take`: the daemon's own user moves a table to another machine, or takes one over. */
#include "api-private.h"
#include "daemon/tables/mover.h"
#include "proto/messages/log-requests.h"

enum { KEYS_MAX = 16 };

static void
on_moved(const struct sabot_table_file *file, const GError *error, void *data)
{
	struct sabot_api_waiting *waiting = data;
	json_t *id = waiting->request.id;
	json_t *reply;

	if (error)
		reply = sabot_wire_reply_gerror(id, error);
	else
		reply = sabot_wire_reply_ok(id,
					    json_pack("{s:s, s:I, s:I}", "table", file->table,
						      "events", (json_int_t)file->records->len, "n",
						      (json_int_t)sabot_table_file_last_n(file)));
	sabot_peer_send_message(waiting->peer, id, reply);
	sabot_api_wait_end(waiting);
}

static bool
check_peer(const struct sabot_peer *peer, GError **error)
{
	if (sabot_api_is_admin(peer))
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		    SABOT_REFUSAL("only the daemon's own user may move tables"));
	return false;
}

/* The client's description for the log. Transferred. */
static char *
describe(const struct sabot_peer *peer)
{
	return g_strdup_printf("uid %u", (unsigned)sabot_peer_get_uid(peer));
}

json_t *
sabot_api_give(struct sabot_api *api, struct sabot_peer *peer,
	       const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_give_request *args = request->record;
	g_autofree char *by = describe(peer);
	struct sabot_mover_order order = {.path = args->file, .by = by, .fn = on_moved};
	struct sabot_table_service *table;
	struct sabot_api_waiting *waiting;

	if (!check_peer(peer, error))
		return NULL;
	table = sabot_api_get_table(api, peer, args->table, error);
	if (!table)
		return NULL;
	waiting = sabot_api_wait(api, peer, request);
	order.data = waiting;
	if (!sabot_mover_give(api->options.mover, table, &order, error))
		sabot_api_wait_end(waiting);
	return NULL;
}

/* Parse public keys, one a line. NULL with an error. Transferred. */
static GPtrArray *
read_keys(const GPtrArray *lines, GError **error)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new_with_free_func(sabot_key_free);
	g_autoptr(GError) failure = NULL;

	for (guint i = 0; lines->len <= KEYS_MAX && i < lines->len && !failure; i++) {
		struct sabot_key *key =
			sabot_key_from_public_line(g_ptr_array_index(lines, i), &failure);

		if (key)
			g_ptr_array_add(keys, key);
	}
	if (keys->len > 0 && keys->len == lines->len)
		return g_steal_pointer(&keys);
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, "keys: %s",
		    failure ? failure->message : SABOT_REFUSAL("a list of public keys is wanted"));
	return NULL;
}

json_t *
sabot_api_take(struct sabot_api *api, struct sabot_peer *peer,
	       const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_take_request *args = request->record;
	g_autofree char *by = describe(peer);
	struct sabot_mover_order order = {.path = args->file, .by = by, .fn = on_moved};
	g_autoptr(GPtrArray) keys = NULL;
	struct sabot_api_waiting *waiting;

	if (!check_peer(peer, error))
		return NULL;
	keys = read_keys(args->keys, error);
	if (!keys)
		return NULL;
	waiting = sabot_api_wait(api, peer, request);
	order.keys = keys;
	order.data = waiting;
	if (!sabot_mover_import(api->options.mover, &order, error))
		sabot_api_wait_end(waiting);
	return NULL;
}
