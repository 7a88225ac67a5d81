/*
 * Events are dated by the daemon's clock. The time that a client gives is kept beside it, as a
 * claim. A claim that no buffering explains is a finding, but the event is kept: a display with a
 * wrong clock has still seen the card.
 */
#include "api-private.h"
#include "proto/messages/event-line.h"
#include "proto/rfc3339.h"

enum {
	CLAIM_AHEAD_S = 60,     /* how far another clock may be ahead */
	CLAIM_FINDING_S = 3600, /* a machine is reported at most once in this time */
};

/* True once an hour. */
static bool
is_due(struct sabot_api *api, const char *origin)
{
	int64_t now_us = g_get_monotonic_time();
	const int64_t *last_us = g_hash_table_lookup(api->claims, origin);

	if (last_us && now_us - *last_us < (int64_t)CLAIM_FINDING_S * G_USEC_PER_SEC)
		return false;
	g_hash_table_insert(api->claims, g_strdup(origin), g_memdup2(&now_us, sizeof(now_us)));
	return true;
}

/* `table`: NULL where the event is about none. */
static void
keep_claim(struct sabot_api *api, const struct sabot_peer *peer, const char *table, json_t *object,
	   int64_t at_us)
{
	g_autofree char *claimed = sabot_time_format(at_us), *origin = sabot_api_origin(peer);
	int64_t back_us = g_get_real_time() - at_us;

	json_object_set_new(object, "claimed", json_string(claimed));
	json_object_del(object, "at");
	if (back_us <= (int64_t)api->options.config->claim_s * G_USEC_PER_SEC &&
	    back_us >= -(int64_t)CLAIM_AHEAD_S * G_USEC_PER_SEC)
		return;
	if (is_due(api, origin))
		sabot_floor_report(api->options.floor, SABOT_INCIDENT_CLAIMED_TIME,
				   json_pack("{s:s*, s:s, s:s}", "table", table, "machine", origin,
					     "claimed", claimed));
}

void
sabot_api_date_event(struct sabot_api *api, const struct sabot_peer *peer, const char *table,
		     json_t *object, struct sabot_event *event)
{
	json_object_del(object, "claimed");
	if (event->at_us == SABOT_TIME_NONE || api->options.config->is_dated_by_client)
		return;
	keep_claim(api, peer, table, object, event->at_us);
	event->at_us = SABOT_TIME_NONE;
}

void
sabot_api_date_document(struct sabot_api *api, const struct sabot_peer *peer, const char *table,
			json_t *object)
{
	int64_t at_us = sabot_event_line_time(object);

	json_object_del(object, "claimed");
	if (at_us == SABOT_TIME_NONE)
		json_object_del(object, "at");
	else
		keep_claim(api, peer, table, object, at_us);
}
