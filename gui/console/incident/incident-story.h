/*
 * What happened around an incident: the last events of its round, and the pictures that belong to
 * it, with a key that requests them from surveillance.
 */
#pragma once

#include "gui/model/tables/feed.h"
#include "proto/messages/table-messages.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_INCIDENT_STORY (sabot_incident_story_get_type())
G_DECLARE_FINAL_TYPE(SabotIncidentStory, sabot_incident_story, SABOT, INCIDENT_STORY, GtkBox)

/* Set the incident. Call it once. `incident` is borrowed for the call. */
void
sabot_incident_story_begin(SabotIncidentStory *story, SabotFeed *feed,
			   const struct sabot_wire_incident *incident);
