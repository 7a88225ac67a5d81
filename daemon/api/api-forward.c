/*
 * `forward_refused`: the forwarder reports what a core refuses. This needs a right of the machine,
 * since nobody logs in to the forwarder.
 */
#include "api-private.h"
#include "daemon/tables/evidence.h"
#include "proto/messages/forward-messages.h"

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

json_t *
sabot_api_forward_refused(struct sabot_api *api, struct sabot_peer *peer,
			  const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_forward_refused_request *args = request->record;

	if (!may(peer, error) || !check(args, error))
		return NULL;
	sabot_evidence_report_once(api->options.floor, SABOT_INCIDENT_FORWARD_REFUSED,
				   json_pack("{s:s, s:s, s:I}", "why", args->why, "log", args->log,
					     "n", (json_int_t)args->n));
	return json_object();
}
