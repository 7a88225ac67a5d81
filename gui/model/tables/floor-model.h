/*
 * Everything one console shows: the daemons it follows, and the tables and incidents of all of them
 * together. With more than one daemon a table's name does not identify its house: its feed's label
 * does. Emits "state-changed" when a connection's state changes, "tables-changed" when a table was
 * added, removed or changed, and "incidents-changed" when the count of open incidents may have
 * changed. No GTK.
 */
#pragma once

#include "feed.h"

#define SABOT_TYPE_FLOOR_MODEL (sabot_floor_model_get_type())
G_DECLARE_FINAL_TYPE(SabotFloorModel, sabot_floor_model, SABOT, FLOOR_MODEL, GObject)

SabotFloorModel *
sabot_floor_model_new(void);

/* Also follow the daemon at `path` (as in sabot_client_new()); the feed is started. Borrowed. */
SabotFeed *
sabot_floor_model_add(SabotFloorModel *floor, const char *path);

/* How many feeds were added. */
guint
sabot_floor_model_count_feeds(SabotFloorModel *floor);

/* The nth feed, from 0, in the order in which they were added. Borrowed. */
SabotFeed *
sabot_floor_model_get_feed(SabotFloorModel *floor, guint n);

/* Borrowed: of SabotTableItem by name, and of SabotIncidentItem as in incident-list.h. */
GListModel *
sabot_floor_model_get_tables(SabotFloorModel *floor);
GListModel *
sabot_floor_model_get_incidents(SabotFloorModel *floor);

/* Sort the incidents again after time has passed: sabot_incident_list_refresh(). */
void
sabot_floor_model_refresh_incidents(SabotFloorModel *floor);

/* The number of incidents beyond the model's limit, which are not items of it. */
guint
sabot_floor_model_count_hidden_incidents(SabotFloorModel *floor);

/* True if every daemon is connected and has answered in time. */
gboolean
sabot_floor_model_is_live(SabotFloorModel *floor);
