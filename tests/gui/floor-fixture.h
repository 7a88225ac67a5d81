/*
 * Views and incidents for the tests of the models, and how they get into the lists.
 */
#pragma once

#include "gui/model/tables/incident-list.h"
#include "gui/model/tables/table-list.h"

/* A table of punto banco in a round. Transferred. */
struct sabot_wire_view *
view_new(const char *table);

/* An open card_in_excess of round 17. Transferred. */
struct sabot_wire_incident *
incident_new(const char *table, int64_t id, enum sabot_wire_severity severity, int64_t at_us);

/* Put incident_new() into the list. */
void
put_incident(SabotIncidentList *list, const char *table, int64_t id,
	     enum sabot_wire_severity severity, int64_t at_us);
