/*
 * `forward_refused`: the forwarder reports what a core refuses. This needs a right of the machine,
 * since nobody logs in to the forwarder.
 */
#include "api-private.h"
#include "daemon/tables/evidence.h"
#include "proto/messages/forward-messages.h"
#include "store/log/log.h"

#include <string.h>

enum { FORWARD_LOG_BYTES_MAX = 64 };

static bool
may(const struct sabot_peer *peer, GError **error)
{
	const struct sabot_machine *machine = sabot_peer_get_machine(peer);

	if (machine->forwards || sabot_api_is_admin(peer))
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		    "the machine %s is not the forwarder's ([machine NAME] forwards)",
		    machine->name);
	return false;
}

/* Refuse findings that are not a core's: they would be open at the pit. */
static bool
check(const struct sabot_wire_forward_refused_request *args, GError **error)
{
	static const char *const whys[] = {"forked", "rewound", "gap", NULL};

	if (g_strv_contains(whys, args->why) && args->n >= 0 && args->log[0] != '\0' &&
	    strlen(args->log) <= FORWARD_LOG_BYTES_MAX)
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    "why: is forked, rewound or gap, of a log by its name, at a number");
	return false;
}

/*
 * Of a log that this house does not have, nothing can be found out or ruled on. A table that is
 * configured counts even without an event here: a backup may have none of it. The checkpoints are
 * a log, too (forward/segment.h).
 */
static bool
is_log_here(struct sabot_floor *floor, const char *log)
{
	static const char *const always[] = {SABOT_HOUSE_NAME, "@checkpoints", NULL};
	struct sabot_db *reader = sabot_floor_get_reader(floor);
	int64_t id = 0;

	return g_strv_contains(always, log) || sabot_floor_find(floor, log) ||
	       (reader && sabot_log_get_id(reader, log, &id, NULL) && id > 0);
}

static bool
is_open_about(const struct sabot_wire_incident *incident, const void *log)
{
	return incident->state == SABOT_WIRE_INCIDENT_OPEN &&
	       g_strcmp0(sabot_wire_incident_log(incident), log) == 0;
}

/* True if a finding about this log waits for a ruling. */
static bool
is_open(const struct sabot_floor *floor, const char *log)
{
	return sabot_incident_book_find_matching(&sabot_floor_get_house(floor)->incidents,
						 SABOT_INCIDENT_FORWARD_REFUSED, is_open_about,
						 log) != NULL;
}

static json_t *
refuse_unknown(struct sabot_api *api, const char *log, GError **error)
{
	api->n_unknown_logs++;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    "log: this house has no log %s", log);
	return NULL;
}

json_t *
sabot_api_forward_refused(struct sabot_api *api, struct sabot_peer *peer,
			  const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_forward_refused_request *args = request->record;
	struct sabot_floor *floor = api->options.floor;

	if (!may(peer, error) || !check(args, error))
		return NULL;
	if (!is_log_here(floor, args->log))
		return refuse_unknown(api, args->log, error);
	if (!is_open(floor, args->log))
		sabot_evidence_report_once(floor, SABOT_INCIDENT_FORWARD_REFUSED,
					   json_pack("{s:s, s:s, s:I}", "why", args->why, "log",
						     args->log, "n", (json_int_t)args->n));
	return json_object();
}
