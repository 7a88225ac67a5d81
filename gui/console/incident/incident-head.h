/*
 * The head of an incident's page: its severity and kind, its age, whether the table waits for it,
 * and who handles it. Emits "wanted" with a request (const char *) and its arguments (json_t *,
 * borrowed) when the incident is acknowledged or assigned.
 */
#pragma once

#include "gui/model/tables/feed.h"
#include "gui/widgets/panel.h"
#include "proto/view.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_INCIDENT_HEAD (sabot_incident_head_get_type())
G_DECLARE_FINAL_TYPE(SabotIncidentHead, sabot_incident_head, SABOT, INCIDENT_HEAD, GtkBox)

/* Call it once, before the first set. Its keys are placed beside the title of `panel`. */
void
sabot_incident_head_begin(SabotIncidentHead *head, SabotFeed *feed, SabotPanel *panel);

/* Add a key beside the title, from elsewhere on the panel. */
void
sabot_incident_head_add_key(SabotIncidentHead *head, GtkWidget *key);

/* Show the current incident; a reference is kept. */
void
sabot_incident_head_set(SabotIncidentHead *head, const struct sabot_wire_incident *incident);

/*
 * Update a key that handles the incident as an alarm: sensitive if the incident is open and the
 * person may do it; otherwise the key shows the refusal.
 */
void
sabot_incident_head_allow(gpointer widget, SabotSession *session,
			  const struct sabot_wire_incident *incident);
