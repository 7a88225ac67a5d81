/* One incident in the console's list: sign, severity, table, age, round, sentence, state. */
#pragma once

#include "gui/model/tables/incident-list.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_INCIDENT_ROW (sabot_incident_row_get_type())
G_DECLARE_FINAL_TYPE(SabotIncidentRow, sabot_incident_row, SABOT, INCIDENT_ROW, GtkListBoxRow)

/* A row that is updated when `item` changes. Floating. */
GtkWidget *
sabot_incident_row_new(SabotIncidentItem *item);

/* The incident that it shows. Borrowed. */
SabotIncidentItem *
sabot_incident_row_get_item(SabotIncidentRow *row);

/* Refresh the age shown in each row of `list`; rows of other classes are skipped. */
void
sabot_incident_rows_refresh_ages(GtkListBox *list);
