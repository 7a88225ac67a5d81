/*
 * `statistics`: how often incidents were raised and how they ended, per code, device and hour, to
 * see which alarms are worth their noise. Counts the incidents held (incident-book.h).
 */
#include "api-private.h"
#include "daemon/books/incident-counts.h"
#include "proto/messages/log-messages.h"
#include "proto/messages/table-messages.h"
#include "proto/rfc3339.h"

#define HOUR_US (INT64_C(3600) * G_USEC_PER_SEC)
enum { STATISTICS_HOURS_MAX = 168 };

/* What is counted, and where. */
struct counting {
	int64_t from_us;
	const struct sabot_peer *peer;           /* the client */
	const struct sabot_table_service *table; /* NULL: all tables that the client sees */
	GPtrArray *codes, *devices, *hours;      /* of struct sabot_wire_count */
};

/* The device named in the incident's detail; NULL: none. Transferred. */
static char *
named_device(const struct sabot_wire_incident *incident)
{
	struct sabot_wire_house_line *detail =
		incident->detail
			? sabot_record_parse(&sabot_wire_house_detail_type, incident->detail, NULL)
			: NULL;
	char *device = detail ? g_strdup(detail->device) : NULL;

	sabot_record_unref(detail);
	return device;
}

/*
 * The shoe that an incident is about, or that found it; NULL: none. `table` is NULL for the house.
 * Transferred.
 */
static char *
device_of(const struct sabot_table_service *table, const struct sabot_wire_incident *incident)
{
	static const char *const codes[] = {"device_error", "device_offline", "frames_lost",
					    "unread_card", NULL};
	char *named = named_device(incident);

	if (named)
		return named;
	if (!table || !table->config->device || !g_strv_contains(codes, incident->code))
		return NULL;
	return g_strdup(table->config->device->name);
}

static void
count_list(struct counting *counting, const struct sabot_table_service *table,
	   const struct sabot_incident_book *list)
{
	const char *name = counting->table ? counting->table->config->name : NULL;

	for (guint i = 0; i < list->incidents->len; i++) {
		const struct sabot_wire_incident *incident = g_ptr_array_index(list->incidents, i);
		const char *place = sabot_wire_incident_table(incident);
		g_autofree char *device = device_of(table, incident), *hour = NULL;

		if (incident->at_us < counting->from_us || (name && g_strcmp0(place, name) != 0) ||
		    !sabot_api_sees(counting->peer, place))
			continue;
		hour = sabot_time_format(incident->at_us / HOUR_US * HOUR_US);
		sabot_incident_counts_add(counting->codes, incident->code, incident);
		sabot_incident_counts_add(counting->hours, hour, incident);
		if (device)
			sabot_incident_counts_add(counting->devices, device, incident);
	}
}

static bool
read_hours(int64_t hours, int64_t *ret_from_us, GError **error)
{
	if (hours < 1 || hours > STATISTICS_HOURS_MAX) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    "hours: 1 to %d are wanted", STATISTICS_HOURS_MAX);
		return false;
	}
	*ret_from_us = g_get_real_time() - hours * HOUR_US;
	return true;
}

json_t *
sabot_api_statistics(struct sabot_api *api, struct sabot_peer *peer,
		     const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_statistics_request *args = request->record;
	const struct sabot_floor *floor = api->options.floor;
	const GPtrArray *tables = sabot_floor_get_tables(floor);
	struct counting counting = {.peer = peer};
	struct sabot_wire_statistics *answer;
	json_t *ok;

	if (!read_hours(args->hours, &counting.from_us, error))
		return NULL;
	if (args->table) {
		counting.table = sabot_api_get_table(api, peer, args->table, error);
		if (!counting.table)
			return NULL;
	}
	answer = sabot_record_new(&sabot_wire_statistics_type);
	answer->from_us = counting.from_us;
	counting.codes = answer->codes;
	counting.devices = answer->devices;
	counting.hours = answer->hours;
	for (guint i = 0; i < tables->len; i++) {
		const struct sabot_table_service *table = g_ptr_array_index(tables, i);

		count_list(&counting, table, &table->published_incidents);
	}
	count_list(&counting, NULL, &sabot_floor_get_house(floor)->published_incidents);
	sabot_incident_counts_finish(answer->codes);
	sabot_incident_counts_finish(answer->devices);
	sabot_incident_counts_finish(answer->hours);
	ok = sabot_record_build(&sabot_wire_statistics_type, answer);
	sabot_record_unref(answer);
	return ok;
}
