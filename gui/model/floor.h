/*
 * Everything one console shows: the daemons it follows, and the tables and incidents of all of
 * them together. With more than one daemon a table's name does not say whose it is: its feed's
 * label does. Emits "state-changed" when a connection's state does, and "incidents-changed" after
 * the count of open incidents may have. No GTK.
 */
#pragma once

#include "gui/model/feed.h"

#define SABOT_TYPE_FLOOR (sabot_floor_get_type())
G_DECLARE_FINAL_TYPE(SabotFloor, sabot_floor, SABOT, FLOOR, GObject)

SabotFloor *
sabot_floor_new(void);

/* Follow the daemon at `path` (as in sabot_client_new()) too; it is started. Borrowed. */
SabotFeed *
sabot_floor_add(SabotFloor *floor, const char *path);

/* Borrowed, in the order in which they were added. */
guint
sabot_floor_count_feeds(SabotFloor *floor);
SabotFeed *
sabot_floor_get_feed(SabotFloor *floor, guint n);

/* Borrowed: of SabotTableItem by name, and of SabotIncidentItem as in incident-list.h. */
GListModel *
sabot_floor_get_tables(SabotFloor *floor);
GListModel *
sabot_floor_get_incidents(SabotFloor *floor);

guint
sabot_floor_count_open_incidents(SabotFloor *floor);
/* Incidents that are not items of the model. */
/* What time alone moves in their order: sabot_incident_list_refresh(). */
void
sabot_floor_refresh_incidents(SabotFloor *floor);
guint
sabot_floor_count_hidden_incidents(SabotFloor *floor);

/* No daemon's word is too old. */
gboolean
sabot_floor_is_live(SabotFloor *floor);
