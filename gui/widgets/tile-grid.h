/*
 * Tiles of one size in rows that fill the room, in groups with headings. The grid uses the largest
 * of its sizes at which all tiles are visible. At the smallest size groups follow each other
 * without a new row, a heading taking the place of a tile; if even that is too much, the grid
 * scrolls. Tiles are kept when their order changes; a tile that is in no group is not shown.
 */
#pragma once

#include <gtk/gtk.h>

/* In units of the style's font size, so that tiles grow with their text; the width in those of its
 * letters (gui/style/screen-font.h). */
struct sabot_tile_size {
	double width_em, height_em;
};

#define SABOT_TYPE_TILE_GRID (sabot_tile_grid_get_type())
G_DECLARE_FINAL_TYPE(SabotTileGrid, sabot_tile_grid, SABOT, TILE_GRID, GtkContainer)

/* The least sizes of a tile, largest first; `sizes` is kept by reference. */
void
sabot_tile_grid_set_sizes(SabotTileGrid *grid, const struct sabot_tile_size *sizes, int n_sizes);

struct sabot_tile_group {
	char *title; /* "": no heading */
	guint n_tiles;
};

/*
 * Set a new order of the children, group after group. `tiles` is of GtkWidget, children of the
 * grid; `groups` of struct sabot_tile_group. A tile that is not listed is no longer shown.
 */
void
sabot_tile_grid_arrange(SabotTileGrid *grid, const GPtrArray *tiles, const GArray *groups);

/* Index of the size in use. Emits "size-changed" (an int) before the tiles get another one. */
int
sabot_tile_grid_get_size(SabotTileGrid *grid);

/* Index of the size that `n_tiles` in one group would get in that room, in pixels. */
int
sabot_tile_grid_size_for(SabotTileGrid *grid, int n_tiles, int width, int height);
