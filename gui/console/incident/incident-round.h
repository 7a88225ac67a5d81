/*
 * What lay there: the hands of an incident's round, also after the table went on to another one,
 * and its stakes with what is due on them as they lie and after the ruling that is chosen.
 */
#pragma once

#include "gui/model/tables/feed.h"
#include "proto/messages/table-messages.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_INCIDENT_ROUND (sabot_incident_round_get_type())
G_DECLARE_FINAL_TYPE(SabotIncidentRound, sabot_incident_round, SABOT, INCIDENT_ROUND, GtkBox)

/* Whose round it is: once. `incident` is borrowed for the call. */
void
sabot_incident_round_begin(SabotIncidentRound *round, SabotFeed *feed,
			   const struct sabot_wire_incident *incident);

/* `remedy` is one of `remedies`, or NULL: none is chosen. Both are borrowed for the call. */
void
sabot_incident_round_set_remedy(SabotIncidentRound *round,
				const struct sabot_wire_remedies *remedies,
				const struct sabot_wire_remedy *remedy);
