/* See device-removed.h. */
#include "device-removed.h"

#include "daemon/tables/device-faults.h"

static void
close_incident(struct sabot_floor *floor, struct sabot_table_service *table, int64_t id)
{
	static const char by[] = "sabotd", note[] = "the shoe is not in the configuration any more";
	static const struct sabot_origin nobody;
	struct sabot_event event = {
		.type = SABOT_EVENT_RULING,
		.source = SABOT_SOURCE_INFERRED,
		.at_us = SABOT_TIME_NONE,
	};
	json_t *object =
		json_pack("{s:s, s:I, s:s, s:s, s:s, s:s}", "ev", "ruling", "incident",
			  (json_int_t)id, "remedy", sabot_remedy_to_string(SABOT_REMEDY_LET_STAND),
			  "src", "inferred", "by", by, "note", note);

	event.u.ruling.incident = (unsigned)id;
	event.u.ruling.remedy = SABOT_REMEDY_LET_STAND;
	sabot_floor_submit(floor, table, object, &event, &nobody);
	json_decref(object);
}

void
sabot_device_removed_close(struct sabot_floor *floor)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);

	for (guint i = 0; i < tables->len; i++) {
		struct sabot_table_service *table = g_ptr_array_index(tables, i);
		g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(int64_t));

		for (guint k = 0; k < table->incidents.incidents->len; k++) {
			const struct sabot_wire_incident *incident =
				g_ptr_array_index(table->incidents.incidents, k);

			if (sabot_device_faults_is_fault(incident) &&
			    incident->state == SABOT_WIRE_INCIDENT_OPEN)
				g_array_append_val(open, incident->id);
		}
		for (guint k = 0; !table->config->device && !table->away && k < open->len; k++)
			close_incident(floor, table, g_array_index(open, int64_t, k));
	}
}
