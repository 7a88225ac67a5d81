/*
 * The accessible object of a road: a table with a cell for each mark (AtkTable, whose cells are
 * AtkObjects), named "31, Banker, Natural". Its rows and columns are the road's. It manages its
 * descendants: a screen reader requests a cell and does not walk through hundreds.
 */
#pragma once

#include <gtk/gtk-a11y.h>
#include <gtk/gtk.h>

#define SABOT_TYPE_ROAD_TABLE (sabot_road_table_get_type())
G_DECLARE_FINAL_TYPE(SabotRoadTable, sabot_road_table, SABOT, ROAD_TABLE, GtkWidgetAccessible)

/*
 * The marks, of struct sabot_wire_cell; a reference is taken. Cells of earlier marks become
 * defunct.
 */
void
sabot_road_table_set_marks(SabotRoadTable *table, GArray *marks);
