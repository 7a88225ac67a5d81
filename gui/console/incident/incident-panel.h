/*
 * One incident: what it is, who sees to it, what was said about it, and the ruling: the remedies
 * with their articles and their effect on each stake, a reason, and where it takes two, the second
 * person's name and PIN. Three touches do for the usual case: the incident, the remedy, apply.
 */
#pragma once

#include "gui/widgets/panel.h"
#include "gui/model/tables/floor-model.h"

#define SABOT_TYPE_INCIDENT_PANEL (sabot_incident_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotIncidentPanel, sabot_incident_panel, SABOT, INCIDENT_PANEL, SabotPanel)

/* The panel of one incident. Floating. */
GtkWidget *
sabot_incident_panel_new(SabotFloorModel *floor, SabotIncidentItem *item);

/* Whose it is, and which. Borrowed. */
SabotFeed *
sabot_incident_panel_get_feed(SabotIncidentPanel *panel);
const struct sabot_wire_incident *
sabot_incident_panel_get_incident(SabotIncidentPanel *panel);
