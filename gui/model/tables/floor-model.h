/*
 * Everything one console shows: the daemons it follows, and the tables and incidents of all of
 * them together. With more than one daemon a table's name does not say whose it is: its feed's
 * label does. Emits "state-changed" when a connection's state does, and "incidents-changed" after
 * the count of open incidents may have. No GTK.
 */
#pragma once

#include "feed.h"

#define SABOT_TYPE_FLOOR_MODEL (sabot_floor_model_get_type())
G_DECLARE_FINAL_TYPE(SabotFloorModel, sabot_floor_model, SABOT, FLOOR_MODEL, GObject)

SabotFloorModel *
sabot_floor_model_new(void);

/* Follow the daemon at `path` (as in sabot_client_new()) too; it is started. Borrowed. */
SabotFeed *
sabot_floor_model_add(SabotFloorModel *floor, const char *path);

/* Borrowed, in the order in which they were added. */
guint
sabot_floor_model_count_feeds(SabotFloorModel *floor);
SabotFeed *
sabot_floor_model_get_feed(SabotFloorModel *floor, guint n);

/* Borrowed: of SabotTableItem by name, and of SabotIncidentItem as in incident-list.h. */
GListModel *
sabot_floor_model_get_tables(SabotFloorModel *floor);
GListModel *
sabot_floor_model_get_incidents(SabotFloorModel *floor);

/* Open incidents of all houses. */
guint
sabot_floor_model_count_open_incidents(SabotFloorModel *floor);
/* Incidents that are not items of the model. */
/* What time alone moves in their order: sabot_incident_list_refresh(). */
void
sabot_floor_model_refresh_incidents(SabotFloorModel *floor);
guint
sabot_floor_model_count_hidden_incidents(SabotFloorModel *floor);

/* No daemon's word is too old. */
gboolean
sabot_floor_model_is_live(SabotFloorModel *floor);
