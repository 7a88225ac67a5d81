/*
 * The state of the floor in numbers at the head of the window: tables that are stopped, need
 * attention, run, are closed, or are stale. A number that is 0 is hidden, except that of running
 * tables.
 */
#pragma once

#include "gui/model/tables/floor-model.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_FLOOR_COUNTS (sabot_floor_counts_get_type())
G_DECLARE_FINAL_TYPE(SabotFloorCounts, sabot_floor_counts, SABOT, FLOOR_COUNTS, GtkBox)

/* Follow `floor`. Call it once. */
void
sabot_floor_counts_set_floor(SabotFloorCounts *counts, SabotFloorModel *floor);

/* Show only problems: there is no room for the numbers of running and closed tables. */
void
sabot_floor_counts_set_short(SabotFloorCounts *counts, gboolean is_short);
