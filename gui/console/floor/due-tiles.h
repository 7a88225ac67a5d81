/*
 * Tiles whose tables have changed, brought up to date together, some times a second, and only while
 * where they stand is seen: what came meanwhile is made up for when it is seen again.
 */
#pragma once

#include "table-tile.h"

struct sabot_due_tiles;

/* `place` holds the tiles: it is mapped while they are seen. It owns the answer; `on_refreshed`
 * (or NULL) is called after each tile. */
struct sabot_due_tiles *
sabot_due_tiles_new(GtkWidget *place, void (*on_refreshed)(gpointer place, SabotTableTile *tile));
/* NULL is allowed. */
void
sabot_due_tiles_free(struct sabot_due_tiles *due);

/* Soon. */
void
sabot_due_tiles_add(struct sabot_due_tiles *due, SabotTableTile *tile);
/* Now. */
void
sabot_due_tiles_refresh(struct sabot_due_tiles *due, SabotTableTile *tile);
/* The tile goes. */
void
sabot_due_tiles_forget(struct sabot_due_tiles *due, SabotTableTile *tile);
