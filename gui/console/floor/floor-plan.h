/*
 * The hall of one house: its tables as tiles at their places, scaled to the room; tables without a
 * place are in rows below. A touch on a tile opens its table (emits "table-activated", with its
 * SabotTableItem), except while the plan is being arranged: then plan-hand.h moves them.
 */
#pragma once

#include "gui/model/tables/hall.h"
#include "gui/model/tables/table-item.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_FLOOR_PLAN (sabot_floor_plan_get_type())
G_DECLARE_FINAL_TYPE(SabotFloorPlan, sabot_floor_plan, SABOT, FLOOR_PLAN, GtkContainer)

/* A plan without tables. Floating. */
GtkWidget *
sabot_floor_plan_new(void);

/*
 * Show these items (of SabotTableItem), in this order, and no others. `n_tables`: the number of
 * tables in the house; tiles are as large as that allows, however few are shown.
 */
void
sabot_floor_plan_set_items(SabotFloorPlan *plan, const GPtrArray *items, guint n_tables);

/* While arranging, tiles are moved, not opened, and the hall shows its grid. */
void
sabot_floor_plan_set_arranging(SabotFloorPlan *plan, gboolean is_arranging);

/* The tile of a table; NULL if it is not shown. Borrowed. */
GtkWidget *
sabot_floor_plan_find_tile(SabotFloorPlan *plan, SabotTableItem *item);

/* The table at a point of the widget; NULL if there is none. Borrowed. */
SabotTableItem *
sabot_floor_plan_get_item_at(SabotFloorPlan *plan, double x, double y);

/*
 * Where a table is drawn. A table without a place of its own (`ret_has_place` is false) is drawn in
 * the rows below the hall.
 */
struct sabot_wire_place
sabot_floor_plan_get_place(SabotFloorPlan *plan, SabotTableItem *item, bool *ret_has_place);

/* The places of all tables but one, of struct sabot_wire_place. Transferred. */
GArray *
sabot_floor_plan_get_others(SabotFloorPlan *plan, SabotTableItem *item);

/* The size of tables in the hall, and the number of screen pixels per pixel of the hall. */
struct sabot_hall_size
sabot_floor_plan_get_table_size(SabotFloorPlan *plan);
double
sabot_floor_plan_get_scale(SabotFloorPlan *plan);

/* Keep the scale while a table is being dragged. */
void
sabot_floor_plan_freeze(SabotFloorPlan *plan, gboolean is_frozen);

/* Draw a table at `place`, whatever its view says; NULL: below the hall. */
void
sabot_floor_plan_put(SabotFloorPlan *plan, SabotTableItem *item,
		     const struct sabot_wire_place *place);
/* Draw a table where its view says again. */
void
sabot_floor_plan_release(SabotFloorPlan *plan, SabotTableItem *item);

/* Refresh what changes with time: the clocks of waiting tables only, or everything. */
void
sabot_floor_plan_refresh(SabotFloorPlan *plan, gboolean is_clocks_only);
