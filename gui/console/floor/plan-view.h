/*
 * The floor as a plan: a hall for each house, scrolled if there is not enough room, and the
 * arranging of its tables, which is requested from the daemon (`place`, docs/wire.md). Emits
 * "table-activated" as the floor page does.
 */
#pragma once

#include "gui/model/tables/floor-model.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_PLAN_VIEW (sabot_plan_view_get_type())
G_DECLARE_FINAL_TYPE(SabotPlanView, sabot_plan_view, SABOT, PLAN_VIEW, GtkBox)

/*
 * Show halls for the houses of `floor`; `arrange` is the key that starts and ends arranging,
 * insensitive for a person without the right. Both are borrowed and outlive the view. Call it once.
 */
void
sabot_plan_view_set_floor(SabotPlanView *view, SabotFloorModel *floor, GtkToggleButton *arrange);

/* Show these tables (of SabotTableItem); NULL: the plan is hidden, and arranging ends. */
void
sabot_plan_view_set_items(SabotPlanView *view, const GPtrArray *items);

/* True while tables are being arranged: all of them must then be shown. */
gboolean
sabot_plan_view_is_arranging(SabotPlanView *view);

/* A table's tile, NULL if it is not shown. Borrowed. */
GtkWidget *
sabot_plan_view_find_tile(SabotPlanView *view, SabotTableItem *item);

/* As sabot_floor_plan_refresh(). */
void
sabot_plan_view_refresh(SabotPlanView *view, gboolean is_clocks_only);
