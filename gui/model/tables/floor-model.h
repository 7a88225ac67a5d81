/*
 * Everything one console shows: the daemons it follows, and the tables and incidents of all of
 * them together. With more than one daemon a table's name does not say whose it is: its feed's
 * label does. Emits "state-changed" when a connection's state changes, "tables-changed" when a
 * table was added, removed or changed, and "incidents-changed" when the count of open incidents may
 * have changed. No GTK.
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

guint
sabot_floor_model_count_feeds(SabotFloorModel *floor);

/* The feed with that number, from 0, in the order in which they were added. Borrowed. */
SabotFeed *
sabot_floor_model_get_feed(SabotFloorModel *floor, guint n);

/* Borrowed: of SabotTableItem by name, and of SabotIncidentItem as in incident-list.h. */
GListModel *
sabot_floor_model_get_tables(SabotFloorModel *floor);
GListModel *
sabot_floor_model_get_incidents(SabotFloorModel *floor);

/* Put the incidents in order again after time has passed: sabot_incident_list_refresh(). */
void
sabot_floor_model_refresh_incidents(SabotFloorModel *floor);

/* The incidents that are beyond the limit of the model, and not items of it. */
guint
sabot_floor_model_count_hidden_incidents(SabotFloorModel *floor);

/* Whether every daemon is connected and has answered in time. */
gboolean
sabot_floor_model_is_live(SabotFloorModel *floor);
