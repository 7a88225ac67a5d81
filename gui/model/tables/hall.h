/*
 * The hall of the floor plan: how large a table is drawn there, where there is room for one, where
 * one goes when it is moved. Places are middles, in the hall's pixels, on its grid. Pure; no GTK.
 */
#pragma once

#include "proto/view.h"

struct sabot_hall_size {
	int width_px, height_px;
};

/* A move by the keyboard: -1, 0 or 1 each. */
struct sabot_hall_way {
	int x, y;
};

/* How large each of `n_tables` is drawn, so that there is room for all of them. */
struct sabot_hall_size
sabot_hall_table_size(guint n_tables);

/* True if a table there touches none of `others` (of struct sabot_wire_place). */
bool
sabot_hall_is_free(const GArray *others, const struct sabot_wire_place *place,
		   struct sabot_hall_size size);

/* The free place nearest to `wanted`, which need not be in the hall; without one its nearest. */
struct sabot_wire_place
sabot_hall_nearest(const GArray *others, const struct sabot_wire_place *wanted,
		   struct sabot_hall_size size);

/* The next free place that way; `from` itself if there is none. */
struct sabot_wire_place
sabot_hall_step(const GArray *others, const struct sabot_wire_place *from,
		struct sabot_hall_way way, struct sabot_hall_size size);

/* What a screen has for a hall, in its pixels. */
struct sabot_hall_room {
	int width, height;
	int heading; /* the height of the heading above tables without a place */
	guint n_below;
	struct sabot_hall_size table; /* in the hall's pixels */
	double least_scale;           /* below which a table cannot be read */
};

/* The hall above, tables without a place in rows below, each in the screen's pixels. */
struct sabot_hall_layout {
	double scale; /* so many of the screen's pixels are one of the hall */
	int hall_x, hall_width, hall_height;
	int tile_width, tile_height;
	int columns, rows;   /* of tables without a place */
	int heading_y, rows_y;
	int height;          /* of everything */
};

enum { SABOT_HALL_MARGIN_PX = 8, SABOT_HALL_GAP_PX = 6 }; /* on the screen; between tiles */

/* By that scale, however high it gets. */
struct sabot_hall_layout
sabot_hall_lay_out(const struct sabot_hall_room *room, double scale);

/* As large as the room allows; by the least scale where there is less room than that takes. */
struct sabot_hall_layout
sabot_hall_fit(const struct sabot_hall_room *room);

/* The upper left corner of the tile of a table at that place, wholly in the hall. */
void
sabot_hall_place_tile(const struct sabot_hall_layout *layout, const struct sabot_wire_place *place,
		      int *ret_x, int *ret_y);
