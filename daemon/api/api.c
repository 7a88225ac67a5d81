/*
 * Shared by all requests: refusals, and what requests need to know about the
 * daemon's state. api-clients.c has the connections and the table of requests.
 */
#include "api-private.h"
#include "daemon/hub/hub.h"
#include "daemon/tables/floor-copy.h"
#include "proto/messages/hub-messages.h"

int64_t
sabot_api_get_seq(const struct sabot_api *api)
{
	return api->options.hub ? sabot_hub_get_seq(api->options.hub)
				: sabot_floor_get_published_seq(api->options.floor);
}

void
sabot_api_send_beat(struct sabot_api *api, struct sabot_peer *peer)
{
	sabot_peer_send_message(peer, NULL,
				sabot_wire_beat_build(sabot_api_get_seq(api), g_get_real_time()));
}

bool
sabot_api_check_from(int64_t from, guint *ret_from, GError **error)
{
	if (from < 0 || from > INT32_MAX) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    "from: a number from 0 on is wanted");
		return false;
	}
	*ret_from = (guint)from;
	return true;
}

static bool
has_room(const struct sabot_api *api, enum sabot_room_policy policy, enum sabot_role role)
{
	return policy == SABOT_ROOM_REQUIRED ||
	       (policy == SABOT_ROOM_AUTO &&
		sabot_person_book_has_role(sabot_floor_get_persons(api->options.floor), role));
}

struct sabot_access_rooms
sabot_api_get_rooms(const struct sabot_api *api)
{
	const struct sabot_config *config = api->options.config;

	return (struct sabot_access_rooms){
		.has_cage = has_room(api, config->cage, SABOT_ROLE_CAGE),
		.has_count_room = has_room(api, config->count_room, SABOT_ROLE_COUNT),
	};
}

void
sabot_api_add_stale(const struct sabot_api *api, json_t *ok)
{
	const struct sabot_wire_records *records =
		api->options.copy ? sabot_floor_copy_get_state(api->options.copy) : NULL;
	struct sabot_wire_missing missing = {
		.upstream = api->options.config->site,
		.error_class = (char *)SABOT_WIRE_MISSING_STALE,
	};
	json_t *list;

	if (!records || !records->why)
		return;
	missing.why = records->why;
	missing.since_us = records->until_us;
	list = json_array();
	json_array_append_new(list, sabot_wire_missing_build(&missing));
	json_object_set_new(ok, "missing", list);
}

const char *
sabot_api_why_no_log(const struct sabot_api *api)
{
	return api->options.copy ? "there are no records yet"
				 : "the store is down: there is no log now";
}
