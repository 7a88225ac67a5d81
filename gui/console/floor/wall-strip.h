/*
 * A strip above many small tiles: the tables that wait, as large as the strip's width allows, so
 * that they can be read from afar. If there are too many they take turns; a number says how many
 * are not visible.
 */
#pragma once

#include "gui/model/tables/table-item.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_WALL_STRIP (sabot_wall_strip_get_type())
G_DECLARE_FINAL_TYPE(SabotWallStrip, sabot_wall_strip, SABOT, WALL_STRIP, GtkBox)

/* Set the tables that wait (of SabotTableItem), in order; hidden if there are none. */
void
sabot_wall_strip_set(SabotWallStrip *strip, const GPtrArray *items);

/* Refresh clocks, and the tables shown. */
void
sabot_wall_strip_refresh(SabotWallStrip *strip);
