/*
 * One incident: what it is, who handles it, its notes, and the ruling: the remedies with their
 * articles and their effect on each stake, a reason, and, if two must sign, the second person's
 * name and PIN. The usual case takes three touches: the incident, the remedy, apply.
 */
#pragma once

#include "gui/widgets/panel.h"
#include "gui/model/tables/floor-model.h"

#define SABOT_TYPE_INCIDENT_PANEL (sabot_incident_panel_get_type())
G_DECLARE_FINAL_TYPE(SabotIncidentPanel, sabot_incident_panel, SABOT, INCIDENT_PANEL, SabotPanel)

/* The panel of one incident. Floating. */
GtkWidget *
sabot_incident_panel_new(SabotFloorModel *floor, SabotIncidentItem *item);

/* The daemon and the incident. Borrowed. */
SabotFeed *
sabot_incident_panel_get_feed(SabotIncidentPanel *panel);
const struct sabot_wire_incident *
sabot_incident_panel_get_incident(SabotIncidentPanel *panel);
