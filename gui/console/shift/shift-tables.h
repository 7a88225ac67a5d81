/*
 * The totals of each table in a shift: one row a table with what was counted, drop, win and hold,
 * and its first open item; sums below. A narrow one leaves out the least important columns. Emits
 * "table-wanted" with the SabotTableItem of the row touched.
 */
#pragma once

#include "gui/model/money/shift-work.h"
#include "gui/model/tables/feed.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_SHIFT_TABLES (sabot_shift_tables_get_type())
G_DECLARE_FINAL_TYPE(SabotShiftTables, sabot_shift_tables, SABOT, SHIFT_TABLES, GtkBox)

/* Set the daemon of the tables: once, before anything is added. Borrowed. */
void
sabot_shift_tables_set_feed(SabotShiftTables *tables, SabotFeed *feed);

/* Clear it; `sum` is borrowed for the call, and may be NULL. */
void
sabot_shift_tables_reset(SabotShiftTables *tables, const struct sabot_wire_table_result *sum);

/* Add the open items of a table, the worst first, before the table itself is added. */
void
sabot_shift_tables_add_open(SabotShiftTables *tables, const struct sabot_wire_open_item *item);
void
sabot_shift_tables_add(SabotShiftTables *tables, const struct sabot_wire_table_result *result);
