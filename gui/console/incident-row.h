/* One incident in the console's list: sign, severity, table, age, round, sentence, state. */
#pragma once

#include "gui/model/incident-list.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_INCIDENT_ROW (sabot_incident_row_get_type())
G_DECLARE_FINAL_TYPE(SabotIncidentRow, sabot_incident_row, SABOT, INCIDENT_ROW, GtkListBoxRow)

GtkWidget *
sabot_incident_row_new(SabotIncidentItem *item);

SabotIncidentItem *
sabot_incident_row_get_item(SabotIncidentRow *row);

/* Say the age as of now. */
void
sabot_incident_row_refresh_age(SabotIncidentRow *row);
