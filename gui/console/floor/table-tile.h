/*
 * One table on the pit boss's screen: the game, the state of the round, the hands, what the
 * rules ask next, and, framed and named, what needs the pit. It shows its SabotTableItem as of the
 * last refresh; its owner decides when that is. Clicked (or Enter) like any button.
 */
#pragma once

#include "gui/model/tables/table-item.h"
#include "gui/widgets/tile-grid.h"

/* How much room a tile has: it says less as it gets smaller, and the alarm last of all. */
enum sabot_tile_density {
	SABOT_TILE_LARGE,
	SABOT_TILE_NORMAL,  /* no prompt */
	SABOT_TILE_SMALL,   /* no road, nobody's name */
	SABOT_TILE_COMPACT, /* no cards: totals */
	SABOT_TILE_MINI,    /* the name and one word */
	SABOT_TILE_CELL,    /* the name, and a sign */
	SABOT_TILE_N_DENSITIES,
	SABOT_TILE_WALL = SABOT_TILE_N_DENSITIES, /* one that waits, above many small ones */
	SABOT_TILE_N_LOOKS,
};

/* The room that each density needs. */
extern const struct sabot_tile_size sabot_tile_sizes[SABOT_TILE_N_DENSITIES];

#define SABOT_TYPE_TABLE_TILE (sabot_table_tile_get_type())
G_DECLARE_FINAL_TYPE(SabotTableTile, sabot_table_tile, SABOT, TABLE_TILE, GtkButton)

/* A tile that follows `item`. Floating. */
GtkWidget *
sabot_table_tile_new(SabotTableItem *item, enum sabot_tile_density density);

/* The table that it shows. Borrowed. */
SabotTableItem *
sabot_table_tile_get_item(SabotTableTile *tile);

/* How much the tile shows, by its size. */
void
sabot_table_tile_set_density(SabotTableTile *tile, enum sabot_tile_density density);

/* Show the item as it is now, and ages as of now. Touches only what differs. */
void
sabot_table_tile_refresh(SabotTableTile *tile);
