/*
 * Tiles of one size in rows that fill the room, in groups with headings. Of its sizes it
 * takes the largest at which all tiles are in sight; with the last one groups run on, a heading in
 * the place of a tile, and where even that is too much it is scrolled. Tiles are
 * kept while their order changes; a tile that is in no group is not shown.
 */
#pragma once

#include <gtk/gtk.h>

/* In units of the style's font size, so that tiles grow with what they say. */
struct sabot_tile_size {
	double width_em, height_em;
};

#define SABOT_TYPE_TILE_GRID (sabot_tile_grid_get_type())
G_DECLARE_FINAL_TYPE(SabotTileGrid, sabot_tile_grid, SABOT, TILE_GRID, GtkContainer)

/* The least sizes, the largest first; `sizes` is kept by reference. */
void
sabot_tile_grid_set_sizes(SabotTileGrid *grid, const struct sabot_tile_size *sizes, int n_sizes);

struct sabot_tile_group {
	char *title; /* "": no heading */
	guint n_tiles;
};

/*
 * The children in a new order, group after group; `tiles` is of GtkWidget, children of the grid,
 * `groups` of struct sabot_tile_group. A tile that is not named is no longer shown.
 */
void
sabot_tile_grid_arrange(SabotTileGrid *grid, const GPtrArray *tiles, const GArray *groups);

/* Which of the sizes is in use. Emits "size-changed" (an int) before tiles get another one. */
int
sabot_tile_grid_get_size(SabotTileGrid *grid);

/* Which of its sizes `n_tiles` in one group would get in a room of that size, in pixels. */
int
sabot_tile_grid_size_for(SabotTileGrid *grid, int n_tiles, int width, int height);
