/*
 * Above many small tiles: the tables that wait, as large as the strip is wide, so that they are
 * read from afar. More than have room take turns; a number says how many are not in sight.
 */
#pragma once

#include "gui/model/tables/table-item.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_WALL_STRIP (sabot_wall_strip_get_type())
G_DECLARE_FINAL_TYPE(SabotWallStrip, sabot_wall_strip, SABOT, WALL_STRIP, GtkBox)

/* The tables that wait (of SabotTableItem), in their order; hidden while there is none. */
void
sabot_wall_strip_set(SabotWallStrip *strip, const GPtrArray *items);

/* Clocks, and what became of the tables that are shown. */
void
sabot_wall_strip_refresh(SabotWallStrip *strip);
