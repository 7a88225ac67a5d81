/*
 * The floor: a tile for every table of every daemon, searched, filtered, and grouped by pit, by
 * name or by urgency. Emits "table-activated" with the table's SabotTableItem when one is clicked
 * or chosen with Enter. Order and grouping are kept in the settings; search and filter are not, so
 * that no table stays hidden unnoticed.
 */
#pragma once

#include "gui/model/tables/arrangement.h"
#include "gui/model/tables/floor-model.h"
#include "gui/model/settings.h"

#include <gtk/gtk.h>

#define SABOT_TYPE_FLOOR_PAGE (sabot_floor_page_get_type())
G_DECLARE_FINAL_TYPE(SabotFloorPage, sabot_floor_page, SABOT, FLOOR_PAGE, GtkBox)

/* All tables of `floor` as tiles. Floating. */
GtkWidget *
sabot_floor_page_new(SabotFloorModel *floor, SabotSettings *settings);

/* Bring a table's tile into sight, even if it was filtered out, and give it the focus. */
void
sabot_floor_page_show_table(SabotFloorPage *page, SabotFeed *feed, const char *table);

/* Move the focus to the search entry. */
void
sabot_floor_page_start_search(SabotFloorPage *page);

/* Refresh the clocks of waiting tables. */
void
sabot_floor_page_refresh_clocks(SabotFloorPage *page);

/* Refresh ages and exposure clocks. */
void
sabot_floor_page_refresh(SabotFloorPage *page);
