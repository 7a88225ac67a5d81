/*
 * Refreshes the tiles of changed tables together, some times a second, and only while they are
 * visible; changes made meanwhile are shown when they become visible again.
 */
#pragma once

#include "table-tile.h"

struct sabot_due_tiles;

/*
 * `place` contains the tiles and is mapped while they are visible; it owns the result.
 * `on_refreshed` (or NULL) is called after each tile.
 */
struct sabot_due_tiles *
sabot_due_tiles_new(GtkWidget *place, void (*on_refreshed)(gpointer place, SabotTableTile *tile));
/* NULL is allowed. */
void
sabot_due_tiles_free(struct sabot_due_tiles *due);

/* Refresh the tile soon. */
void
sabot_due_tiles_add(struct sabot_due_tiles *due, SabotTableTile *tile);
/* Refresh the tile now. */
void
sabot_due_tiles_refresh(struct sabot_due_tiles *due, SabotTableTile *tile);
/* The tile is going to be removed. */
void
sabot_due_tiles_forget(struct sabot_due_tiles *due, SabotTableTile *tile);
