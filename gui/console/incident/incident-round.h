/*
 * The round of an incident: its hands, even after the table has moved on, and its stakes with what
 * is due on them now and after the chosen ruling.
 */
#pragma once

#include "gui/model/tables/feed.h"
#include "proto/messages/table-messages.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_INCIDENT_ROUND (sabot_incident_round_get_type())
G_DECLARE_FINAL_TYPE(SabotIncidentRound, sabot_incident_round, SABOT, INCIDENT_ROUND, GtkBox)

/* Set the round to show. Call it once. `incident` is borrowed for the call. */
void
sabot_incident_round_begin(SabotIncidentRound *round, SabotFeed *feed,
			   const struct sabot_wire_incident *incident);

/*
 * Show what is due on each stake after `remedy`, one of `remedies`; NULL: none is chosen. Both are
 * borrowed for the call.
 */
void
sabot_incident_round_set_remedy(SabotIncidentRound *round,
				const struct sabot_wire_remedies *remedies,
				const struct sabot_wire_remedy *remedy);
