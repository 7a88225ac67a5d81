/*
 * One table on the pit boss's screen: what is played, where the round stands, the hands, what the
 * rules ask next, and, framed and named, what needs the pit. Follows its SabotTableItem, once a
 * frame at most.
 */
#pragma once

#include "gui/model/table-item.h"

#include <gtk/gtk.h>

/* How much room a tile has: it says less as it gets smaller, and the alarm last of all. */
enum sabot_tile_density {
	SABOT_TILE_LARGE,   /* up to 3 tables */
	SABOT_TILE_NORMAL,  /* up to 6 */
	SABOT_TILE_SMALL,   /* up to 12: no players' cards */
	SABOT_TILE_COMPACT, /* more: no cards at all */
};

#define SABOT_TYPE_TABLE_TILE (sabot_table_tile_get_type())
G_DECLARE_FINAL_TYPE(SabotTableTile, sabot_table_tile, SABOT, TABLE_TILE, GtkFlowBoxChild)

GtkWidget *
sabot_table_tile_new(SabotTableItem *item);

SabotTableItem *
sabot_table_tile_get_item(SabotTableTile *tile);

void
sabot_table_tile_set_density(SabotTableTile *tile, enum sabot_tile_density density);

/* Show the item as it is now, and ages as of now. */
void
sabot_table_tile_refresh(SabotTableTile *tile);
