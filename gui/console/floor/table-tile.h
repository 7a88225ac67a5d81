/*
 * One table on the pit boss's screen: the game, the state of the round, the hands, the next step by
 * the rules, and, framed and named, what needs the pit. It shows its SabotTableItem as of the last
 * refresh, which its owner triggers. Clicked (or Enter) like any button.
 */
#pragma once

#include "gui/model/tables/table-item.h"
#include "gui/widgets/tile-grid.h"

/* How much a tile shows: less as it gets smaller; the alarm is dropped last. */
enum sabot_tile_density {
	SABOT_TILE_LARGE,
	SABOT_TILE_NORMAL,  /* no prompt */
	SABOT_TILE_SMALL,   /* no road, no person's name */
	SABOT_TILE_COMPACT, /* no cards: totals */
	SABOT_TILE_NARROW,  /* the same without the number of other incidents */
	SABOT_TILE_LOW,     /* the name in large letters, and one line: totals or a word */
	SABOT_TILE_MINI,    /* the same with a small name */
	SABOT_TILE_CELL,    /* the name, and a sign */
	SABOT_TILE_FINE,    /* a cell in small letters */
	SABOT_TILE_N_DENSITIES,
	SABOT_TILE_WALL = SABOT_TILE_N_DENSITIES, /* a waiting table, above many small tiles */
	SABOT_TILE_N_LOOKS,
};

/* The room that each density takes. */
extern const struct sabot_tile_size sabot_tile_sizes[SABOT_TILE_N_DENSITIES];

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
