/*
 * What a screen reader finds of a road: a table with a cell for each mark (AtkTable, whose cells
 * are AtkObjects), named "31, Banker, Natural". Its rows and columns are the road's. It manages its
 * cells: a reader takes the one it wants and does not walk through hundreds.
 */
#pragma once

#include <gtk/gtk-a11y.h>
#include <gtk/gtk.h>

#define SABOT_TYPE_ROAD_TABLE (sabot_road_table_get_type())
G_DECLARE_FINAL_TYPE(SabotRoadTable, sabot_road_table, SABOT, ROAD_TABLE, GtkWidgetAccessible)

/* The marks, of struct sabot_wire_cell; a reference is taken. Cells of those before are defunct. */
void
sabot_road_table_set_marks(SabotRoadTable *table, GArray *marks);
