/*
 * How the floor is, in numbers at the head of the window: tables that are stopped, that are to be
 * seen to, that run, are closed, are stale. A number that is 0 is not shown, but for running ones.
 */
#pragma once

#include "gui/model/tables/floor-model.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_FLOOR_COUNTS (sabot_floor_counts_get_type())
G_DECLARE_FINAL_TYPE(SabotFloorCounts, sabot_floor_counts, SABOT, FLOOR_COUNTS, GtkBox)

/* Follow `floor`, once. */
void
sabot_floor_counts_set_floor(SabotFloorCounts *counts, SabotFloorModel *floor);

/* Only what is wrong: how many are running or closed has no room. */
void
sabot_floor_counts_set_short(SabotFloorCounts *counts, gboolean is_short);
