/*
 * The floor as a plan: a hall a house, scrolled where there is not room for it, and the arranging
 * of its tables, which is requested of the daemon (`place`, docs/wire.md). Emits
 * "table-activated" as the floor page does.
 */
#pragma once

#include "gui/model/tables/floor-model.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_PLAN_VIEW (sabot_plan_view_get_type())
G_DECLARE_FINAL_TYPE(SabotPlanView, sabot_plan_view, SABOT, PLAN_VIEW, GtkBox)

/* Halls for the houses of `floor`; `arrange` is the key that begins and ends arranging, grey for
 * who may not. Both borrowed, they outlive it. Once. */
void
sabot_plan_view_set_floor(SabotPlanView *view, SabotFloorModel *floor, GtkToggleButton *arrange);

/* Show these tables (of SabotTableItem); NULL: the plan is not looked at, and arranging ends. */
void
sabot_plan_view_set_items(SabotPlanView *view, const GPtrArray *items);

/* Whether tables are being arranged: then all of them are to be shown. */
gboolean
sabot_plan_view_is_arranging(SabotPlanView *view);

/* A table's tile, NULL if it is not shown. Borrowed. */
GtkWidget *
sabot_plan_view_find_tile(SabotPlanView *view, SabotTableItem *item);

/* As sabot_floor_plan_refresh(). */
void
sabot_plan_view_refresh(SabotPlanView *view, gboolean is_clocks_only);
