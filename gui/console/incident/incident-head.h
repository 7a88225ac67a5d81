/*
 * The head of an incident's page: how grave it is and what it is, for how long, whether the table
 * waits for it, who sees to it. Emits "wanted" with a request (const char *) and its arguments
 * (json_t *, borrowed) when the incident is acknowledged or given to somebody.
 */
#pragma once

#include "gui/model/tables/feed.h"
#include "gui/widgets/panel.h"
#include "proto/view.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_INCIDENT_HEAD (sabot_incident_head_get_type())
G_DECLARE_FINAL_TYPE(SabotIncidentHead, sabot_incident_head, SABOT, INCIDENT_HEAD, GtkBox)

/* Whose it is: once, before the first set. Its keys go beside the title of `panel`. */
void
sabot_incident_head_begin(SabotIncidentHead *head, SabotFeed *feed, SabotPanel *panel);

/* One more key beside the title, from elsewhere on the panel. */
void
sabot_incident_head_add_key(SabotIncidentHead *head, GtkWidget *key);

/* The incident as it is now; a reference is kept. */
void
sabot_incident_head_set(SabotIncidentHead *head, const struct sabot_wire_incident *incident);

/* Whether a key that treats the incident as an alarm can be pressed; why not stands at the key. */
void
sabot_incident_head_allow(gpointer widget, SabotSession *session,
			  const struct sabot_wire_incident *incident);
