/*
 * The hall of the floor plan: how large a table is drawn, where there is room for one, and where a
 * table goes when it is moved. Places are the tables' centres, in the hall's pixels, on its grid.
 * Pure; no GTK.
 */
#pragma once

#include "proto/view.h"

struct sabot_hall_size {
	int width_px, height_px;
};

/* A move by the keyboard: -1, 0 or 1 in each direction. */
struct sabot_hall_way {
	int x, y;
};

/* The size at which there is room for all of `n_tables`. */
struct sabot_hall_size
sabot_hall_table_size(guint n_tables);

/* True if a table at `place` touches none of `others` (of struct sabot_wire_place). */
bool
sabot_hall_is_free(const GArray *others, const struct sabot_wire_place *place,
		   struct sabot_hall_size size);

/*
 * The free place nearest to `wanted`, which may be outside the hall; if there is none, the place in
 * the hall nearest to it.
 */
struct sabot_wire_place
sabot_hall_nearest(const GArray *others, const struct sabot_wire_place *wanted,
		   struct sabot_hall_size size);

/* The next free place in that direction; `from` itself if there is none. */
struct sabot_wire_place
sabot_hall_step(const GArray *others, const struct sabot_wire_place *from,
		struct sabot_hall_way way, struct sabot_hall_size size);

/* The room on the screen for a hall, in its pixels. */
struct sabot_hall_room {
	int width, height;
	int heading; /* the height of the heading above tables without a place */
	guint n_below;
	struct sabot_hall_size table; /* in the hall's pixels */
	double least_scale;           /* smallest scale at which a table is readable */
};

/* The hall above and tables without a place in rows below it, in the screen's pixels. */
struct sabot_hall_layout {
	double scale; /* the screen's pixels per pixel of the hall */
	int hall_x, hall_width, hall_height;
	int tile_width, tile_height;
	int columns, rows;   /* of tables without a place */
	int heading_y, rows_y;
	int height;          /* total height */
};

enum { SABOT_HALL_MARGIN_PX = 8, SABOT_HALL_GAP_PX = 6 }; /* on the screen; between tiles */

/* Lay out at the given scale, whatever the height. */
struct sabot_hall_layout
sabot_hall_lay_out(const struct sabot_hall_room *room, double scale);

/* Lay out as large as the room allows; at the least scale if the room is too small for it. */
struct sabot_hall_layout
sabot_hall_fit(const struct sabot_hall_room *room);

/*
 * The upper left corner of the tile of a table at that place, moved so that it is inside the hall.
 */
void
sabot_hall_place_tile(const struct sabot_hall_layout *layout, const struct sabot_wire_place *place,
		      int *ret_x, int *ret_y);
