/*
 * Requests that read the log: `find`, `story`, `replay`, `verify`, `what_if`. This file decides who
 * may, and how much he sees; lookup-*.c answer on a thread of their own.
 */
#include "api-private.h"
#include "daemon/lookup/lookup-find.h"
#include "daemon/lookup/lookup-replay.h"
#include "daemon/lookup/lookup-what-if.h"
#include "proto/messages/log-requests.h"

#include <string.h>

/* Add a table as the client may see it now. */
static void
add_place(struct sabot_api *api, const struct sabot_peer *peer, struct sabot_lookup *lookup,
	  const struct sabot_table_service *table)
{
	bool is_veiled = sabot_unveilings_is_veiled(table) &&
			 !sabot_unveilings_has(api->unveilings, peer, table);

	sabot_lookup_add_source(lookup, table->config->name, table->published->n,
				is_veiled ? MAX(sabot_derive_table(table->derive)->load.number, 1)
					  : 0);
}

static struct sabot_lookup *
build_lookup(struct sabot_api *api, const struct sabot_peer *peer,
	     const struct sabot_wire_request *request)
{
	struct sabot_lookup *lookup = sabot_lookup_new(sabot_record_ref(request->record));
	g_autoptr(GPtrArray) tables = sabot_api_tables_of(api, peer);

	for (guint i = 0; i < tables->len; i++)
		add_place(api, peer, lookup, g_ptr_array_index(tables, i));
	lookup->sees_house = sabot_api_sees(peer, SABOT_HOUSE_NAME);
	return lookup;
}

/* Errors of the database or its index go to the journal only: they name files. */
json_t *
sabot_api_refuse_lookup(json_t *id, const GError *error)
{
	if (error->domain == SABOT_WIRE_ERROR)
		return sabot_wire_reply_gerror(id, error);
	if (error->domain != SABOT_STORE_ERROR)
		return sabot_wire_reply_error(id, SABOT_WIRE_ERROR_BAD_REQUEST, error->message);
	g_warning("the log cannot be looked into: %s", error->message);
	return sabot_wire_reply_error(id, SABOT_WIRE_ERROR_INTERNAL,
				      SABOT_REFUSAL("the log cannot be looked into now"));
}

static void
on_looked_up(json_t *ok, const GError *error, void *data)
{
	struct sabot_api_waiting *waiting = data;
	json_t *id = waiting->request.id;

	if (ok && strcmp(waiting->request.verb, "find") == 0)
		sabot_api_add_stale(waiting->api, ok);
	sabot_peer_send_message(waiting->peer, id,
				ok ? sabot_wire_reply_ok(id, json_incref(ok))
				   : sabot_api_refuse_lookup(id, error));
	sabot_api_wait_end(waiting);
}

/* `name` is the table's; NULL: the request is about all tables. */
static bool
may_look_up(struct sabot_api *api, struct sabot_peer *peer, const char *name, GError **error)
{
	struct sabot_table_service *table =
		name ? sabot_api_get_table(api, peer, name, error) : NULL;

	if ((name && !table) || !sabot_api_may(api, peer, SABOT_RIGHT_LOOK_UP, table, error))
		return false;
	if (!sabot_floor_get_reader(api->options.floor))
		sabot_wire_refuse(SABOT_WIRE_ERROR_INTERNAL, sabot_api_why_no_log(api), error);
	return sabot_floor_get_reader(api->options.floor) != NULL;
}

json_t *
sabot_api_look_up(struct sabot_api *api, struct sabot_peer *peer,
		  const struct sabot_wire_request *request, const struct sabot_api_look *how,
		  GError **error)
{
	struct sabot_lookup_order order = {.work = how->work, .done = how->done};

	order.lookup = build_lookup(api, peer, request);
	order.lookup->house = how->house;
	if (!may_look_up(api, peer, how->table, error)) {
		sabot_lookup_free(order.lookup);
		return NULL;
	}
	order.path = sabot_floor_get_reader(api->options.floor)->path;
	order.data = sabot_api_wait(api, peer, request);
	if (sabot_lookups_request(api->lookups, &order, error))
		return NULL;
	sabot_lookup_free(order.lookup);
	sabot_api_wait_end(order.data);
	return NULL;
}

void
sabot_api_add_journal(const struct sabot_api *api, const char *table,
		      struct sabot_lookup_house *house)
{
	const struct sabot_table_service *service = sabot_floor_find(api->options.floor, table);
	const struct sabot_device_config *device = service ? service->config->device : NULL;

	if (!device)
		return;
	house->journal = g_strdup(device->journal);
	house->journal_files = (unsigned)device->journal_files;
}

json_t *
sabot_api_find(struct sabot_api *api, struct sabot_peer *peer,
	       const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_find_request *args = request->record;
	const struct sabot_api_look how = {sabot_lookup_find, on_looked_up, args->table, NULL};

	return sabot_api_look_up(api, peer, request, &how, error);
}

json_t *
sabot_api_story(struct sabot_api *api, struct sabot_peer *peer,
		const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_story_request *args = request->record;
	struct sabot_api_look how = {sabot_lookup_story, on_looked_up, args->table, NULL};

	how.house = g_new0(struct sabot_lookup_house, 1);
	sabot_api_add_journal(api, args->table, how.house);
	return sabot_api_look_up(api, peer, request, &how, error);
}

json_t *
sabot_api_replay(struct sabot_api *api, struct sabot_peer *peer,
		 const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_replay_request *args = request->record;
	const struct sabot_api_look how = {sabot_lookup_replay, on_looked_up, args->table, NULL};

	return sabot_api_look_up(api, peer, request, &how, error);
}

json_t *
sabot_api_verify(struct sabot_api *api, struct sabot_peer *peer,
		 const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_verify_request *args = request->record;
	const struct sabot_api_look how = {sabot_lookup_verify, on_looked_up, args->table, NULL};

	return sabot_api_look_up(api, peer, request, &how, error);
}

json_t *
sabot_api_what_if(struct sabot_api *api, struct sabot_peer *peer,
		  const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_what_if_request *args = request->record;
	const struct sabot_api_look how = {sabot_lookup_what_if, on_looked_up, args->table, NULL};

	return sabot_api_look_up(api, peer, request, &how, error);
}
