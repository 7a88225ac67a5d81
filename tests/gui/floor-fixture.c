/* See floor-fixture.h. */
#include "floor-fixture.h"

struct sabot_wire_view *
view_new(const char *table)
{
	struct sabot_wire_view *view = sabot_record_new(&sabot_wire_view_type);

	view->table = g_strdup(table);
	view->game = SABOT_WIRE_GAME_PUNTO_BANCO;
	view->phase = SABOT_WIRE_PHASE_DEALING;
	return view;
}

struct sabot_wire_incident *
incident_new(const char *table, int64_t id, enum sabot_wire_severity severity, int64_t at_us)
{
	struct sabot_wire_incident *incident = sabot_record_new(&sabot_wire_incident_type);

	incident->table = g_strdup(table);
	incident->id = id;
	incident->at_us = at_us;
	incident->round = 17;
	incident->code = g_strdup("card_in_excess");
	incident->severity = severity;
	incident->text = g_strdup("A card too many.");
	incident->state = SABOT_WIRE_INCIDENT_OPEN;
	return incident;
}

void
put_incident(SabotIncidentList *list, const char *table, int64_t id,
	     enum sabot_wire_severity severity, int64_t at_us)
{
	struct sabot_wire_incident *incident = incident_new(table, id, severity, at_us);

	sabot_incident_list_put(list, incident);
	sabot_record_unref(incident);
}
