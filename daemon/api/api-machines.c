/*
 * The requests that admit machines by their certificates or expel them, and the end of connections;
 * see docs/access.md.
 */
#include "api-private.h"
#include "proto/messages/access-requests.h"
#include "proto/rfc3339.h"

#include <string.h>

/* A change of the machines that is being recorded. */
struct change {
	struct sabot_api *api;
	struct sabot_peer *peer;
	json_t *id;
	char *name;
};

static void
end_peer(struct sabot_peer *peer, const char *why)
{
	sabot_peer_send_message(peer, NULL,
				sabot_wire_reply_error(NULL, SABOT_WIRE_ERROR_NOT_ALLOWED, why));
	sabot_peer_finish(peer);
}

static gpointer
ref_peer(gconstpointer peer, gpointer data)
{
	(void)data;
	return sabot_peer_ref((struct sabot_peer *)peer);
}

/*
 * A copy of the list, with a reference to each peer: the list itself changes when one of them ends.
 */
static GPtrArray *
copy_peers(const struct sabot_api *api)
{
	return g_ptr_array_copy(api->peers, ref_peer, NULL);
}

/* Close the connections of this machine, which still have its former role; it can connect again. */
static void
end_machine(struct sabot_api *api, const char *name)
{
	g_autoptr(GPtrArray) peers = copy_peers(api);

	for (guint i = 0; i < peers->len; i++) {
		struct sabot_peer *peer = g_ptr_array_index(peers, i);
		const struct sabot_machine *machine = sabot_peer_get_machine(peer);

		if (machine && machine->fingerprint && !machine->is_configured &&
		    strcmp(machine->name, name) == 0)
			end_peer(peer, "what is allowed to this machine was changed");
	}
}

void
sabot_api_drop_idle(struct sabot_api *api)
{
	g_autoptr(GPtrArray) peers = copy_peers(api);
	int64_t limit_us = (int64_t)api->options.config->idle_s * G_USEC_PER_SEC;
	int64_t now_us = g_get_monotonic_time();

	for (guint i = 0; i < peers->len; i++) {
		struct sabot_peer *peer = g_ptr_array_index(peers, i);

		if (sabot_api_is_guessing(peer))
			end_peer(peer, "too many wrong PINs on this connection");
		else if (!sabot_peer_is_watching(peer) &&
			 !sabot_sessions_find(api->sessions, peer) &&
			 now_us - limit_us > sabot_peer_get_idle_since_us(peer))
			end_peer(peer, "nothing was asked for too long");
	}
}

json_t *
sabot_api_machines(struct sabot_api *api, struct sabot_peer *peer,
		   const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_page_request *args = request->record;
	const GPtrArray *lists[] = {api->options.config->machines,
				    sabot_floor_get_house(api->options.floor)->machines->machines};
	const struct sabot_certificate *own =
		api->options.certificate ? api->options.certificate(api->options.data) : NULL;
	g_autofree char *until = own ? sabot_time_format(own->until_us) : NULL;
	guint from, index = 0, n = lists[0]->len + lists[1]->len;
	struct sabot_answer_page page;
	json_t *ok;

	if (!sabot_machine_sees_all(sabot_peer_get_machine(peer))) {
		sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
				  SABOT_REFUSAL("this machine sees some tables only"), error);
		return NULL;
	}
	if (!sabot_api_check_from(args->from, &from, error))
		return NULL;
	sabot_answer_page_init(&page, SABOT_ANSWER_PAGE_BYTES_MAX);
	for (index = from; index < n; index++) {
		const struct sabot_machine *machine =
			index < lists[0]->len ? g_ptr_array_index(lists[0], index)
					      : g_ptr_array_index(lists[1], index - lists[0]->len);
		json_t *json = sabot_machine_to_json(machine);

		json_object_set_new(json, "configured", json_boolean(machine->is_configured));
		if (!sabot_answer_page_add(&page, json))
			break;
	}
	index += json_array_size(page.list) == 0;
	ok = sabot_answer_page_finish(&page, "machines", index, n);
	if (own)
		json_object_set_new(ok, "own",
				    json_pack("{s:s, s:s}", "fingerprint", own->fingerprint,
					      "until", until));
	return ok;
}

static void
free_change(struct change *change)
{
	sabot_peer_release(change->peer);
	sabot_peer_unref(change->peer);
	json_decref(change->id);
	g_free(change->name);
	g_free(change);
}

static void
on_recorded(const struct sabot_logged_event *step, void *data)
{
	struct change *change = data;
	json_t *reply;

	if (step)
		reply = sabot_wire_reply_ok(change->id,
					    json_pack("{s:s}", "machine", change->name));
	else
		reply = sabot_wire_reply_error(change->id, SABOT_WIRE_ERROR_INTERNAL,
					       "neither the database nor the spool took the event");
	sabot_peer_send_message(change->peer, change->id, reply);
	if (step)
		end_machine(change->api, change->name);
	free_change(change);
}

/* `change` of a machine, and who requests it. Transferred. */
static struct change *
new_change(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_wire_request *request,
	   const char *machine)
{
	struct change *change = g_new0(struct change, 1);

	*change = (struct change){
		.api = api,
		.peer = sabot_peer_ref(peer),
		.id = json_incref(request->id),
		.name = g_strdup(machine),
	};
	sabot_peer_hold(peer);
	return change;
}

/*
 * Record the change as an event, with who made it; it takes effect once recorded. Both are
 * transferred.
 */
static void
record(struct change *change, json_t *event, GError **error)
{
	struct sabot_origin origin = {.done = on_recorded, .data = change};
	const struct sabot_person *by = sabot_api_get_person(change->api, change->peer);
	g_autofree char *who =
		by ? sabot_person_id(by)
		   : g_strdup_printf("uid %d", (int)sabot_peer_get_uid(change->peer));

	json_object_set_new(event, "by", json_string(who));
	if (!sabot_floor_submit_house(change->api->options.floor, event, &origin, error))
		free_change(change);
	json_decref(event);
}

/* The daemon's own user has the right while no known person could have it. */
static bool
may_change(struct sabot_api *api, struct sabot_peer *peer, GError **error)
{
	if (sabot_floor_get_outage(api->options.floor))
		return sabot_wire_refuse(
			SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("the daemon has no database: machines cannot be changed"),
			error);
	if (!sabot_machine_sees_all(sabot_peer_get_machine(peer)))
		return sabot_wire_refuse(SABOT_WIRE_ERROR_NOT_ALLOWED,
					 SABOT_REFUSAL("this machine sees some tables only"),
					 error);
	return sabot_api_may(api, peer, SABOT_RIGHT_MACHINES, NULL, error);
}

static bool
check_tables(struct sabot_api *api, const struct sabot_machine *machine, GError **error)
{
	for (size_t i = 0; machine->tables && machine->tables[i]; i++) {
		if (sabot_floor_find(api->options.floor, machine->tables[i]))
			continue;
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_UNKNOWN_TABLE,
			    SABOT_REFUSAL("there is no table %.40s"), machine->tables[i]);
		return false;
	}
	return true;
}

/*
 * A certificate belongs to one machine only, and machines of the configuration cannot be changed.
 */
static bool
check_clash(struct sabot_api *api, const struct sabot_machine *machine, GError **error)
{
	const GPtrArray *configured = api->options.config->machines;
	const struct sabot_machine *other = sabot_machine_book_find(
		sabot_floor_get_house(api->options.floor)->machines, machine->fingerprint);

	if (other && strcmp(other->name, machine->name) != 0) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    SABOT_REFUSAL("fingerprint: it is %s's already"), other->name);
		return false;
	}
	for (guint i = 0; i < configured->len; i++) {
		other = g_ptr_array_index(configured, i);
		if (strcmp(other->name, machine->name) == 0 ||
		    g_strcmp0(other->fingerprint, machine->fingerprint) == 0)
			return sabot_wire_refuse(
				SABOT_WIRE_ERROR_NOT_ALLOWED,
				SABOT_REFUSAL("machine: it stands in the configuration"), error);
	}
	return true;
}

json_t *
sabot_api_machine_allow(struct sabot_api *api, struct sabot_peer *peer,
			const struct sabot_wire_request *request, GError **error)
{
	struct sabot_machine *machine;
	json_t *event;

	if (!may_change(api, peer, error))
		return NULL;
	machine = sabot_machine_from_json(request->args, error);
	if (machine && check_tables(api, machine, error) && check_clash(api, machine, error)) {
		event = json_pack("{s:s, s:s}", "ev", "machine", "do", "allow");
		json_object_update_new(event, sabot_machine_to_json(machine));
		record(new_change(api, peer, request, machine->name), event, error);
	}
	sabot_machine_unref(machine);
	return NULL;
}

json_t *
sabot_api_machine_revoke(struct sabot_api *api, struct sabot_peer *peer,
			 const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_machine_revoke_request *args = request->record;
	const char *name = args->machine;

	if (!may_change(api, peer, error))
		return NULL;
	if (sabot_machine_book_find_name(sabot_floor_get_house(api->options.floor)->machines, name))
		record(new_change(api, peer, request, name),
		       json_pack("{s:s, s:s, s:s}", "ev", "machine", "do", "revoke", "machine",
				 name),
		       error);
	else
		g_set_error(
			error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			SABOT_REFUSAL(
				"machine: none called %.40s is allowed (those in the configuration "
				"are changed there)"),
			name);
	return NULL;
}
