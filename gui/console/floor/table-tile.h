/*
 * One table on the pit boss's screen: the game, the state of the round, the hands, the next step by
 * the rules, and, framed and named, what needs the pit. It shows its SabotTableItem as of the last
 * refresh, which its owner triggers. Clicked (or Enter) like any button.
 */
#pragma once

#include "gui/model/tables/table-item.h"
#include "tile-look.h"

#define SABOT_TYPE_TABLE_TILE (sabot_table_tile_get_type())
G_DECLARE_FINAL_TYPE(SabotTableTile, sabot_table_tile, SABOT, TABLE_TILE, GtkButton)

/* A tile that follows `item`. Floating. */
GtkWidget *
sabot_table_tile_new(SabotTableItem *item, enum sabot_tile_density density);

/* The table that it shows. Borrowed. */
SabotTableItem *
sabot_table_tile_get_item(SabotTableTile *tile);

/* Set how much the tile shows, by its size. */
void
sabot_table_tile_set_density(SabotTableTile *tile, enum sabot_tile_density density);

/* Show the item and all ages as of now. Changes only what differs. */
void
sabot_table_tile_refresh(SabotTableTile *tile);
