/*
 * Layout of a guests' board: one table on a wide or a high screen, or one of many on a wall. In
 * units of a drawing of 1920×1080, 1080×1920 or 960×540 that is scaled as a whole; any further room
 * of the screen goes to the roads. Pure; no GTK.
 */
#pragma once

#include "road-grid.h"

enum sabot_board_form {
	SABOT_BOARD_WIDE,
	SABOT_BOARD_TALL,
	SABOT_BOARD_TILE, /* one of a wall */
};

enum sabot_board_part {
	SABOT_BOARD_HEAD,
	SABOT_BOARD_PUNTO,
	SABOT_BOARD_BANCA,
	SABOT_BOARD_BAND, /* who has won, or what guests can do now */
	SABOT_BOARD_COUNTS,
	SABOT_BOARD_ASK,
	SABOT_BOARD_NOW, /* what guests can do now, if the band shows who has won */
	SABOT_BOARD_LEGEND,
	SABOT_BOARD_DEALER, /* from here on: blackjack */
	SABOT_BOARD_RULES,
	SABOT_BOARD_LAST,
	SABOT_BOARD_PARTS, /* number of parts */
};

struct sabot_board_box {
	double x, y, width, height; /* width 0: the part is not shown */
};

struct sabot_board_layout {
	enum sabot_board_form form;
	double unit_px;       /* pixels per unit */
	double width, height; /* size of the board, in units */
	struct sabot_board_box parts[SABOT_BOARD_PARTS];
	struct sabot_board_box roads[SABOT_WIRE_ROADS];  /* the grids */
	struct sabot_board_box labels[SABOT_WIRE_ROADS]; /* their names above them */
	double cells[SABOT_WIRE_ROADS];                  /* largest cell of each road */
};

/* `is_one_of_many`: a wall's, unless its place is as large as a screen. */
void
sabot_board_lay_out(int width_px, int height_px, bool is_one_of_many, enum sabot_wire_game game,
		    struct sabot_board_layout *ret_layout);

/*
 * How large each road's cells are drawn, so that the whole road fits if possible. `cells` are of
 * struct sabot_wire_cell. The marks of the derived roads are at most half as large as the big
 * road's cells.
 */
void
sabot_board_fit_roads(const struct sabot_board_layout *layout,
		      const GArray *const cells[SABOT_WIRE_ROADS],
		      struct sabot_road_grid ret_grids[SABOT_WIRE_ROADS]);

/*
 * The number of columns with which `n` boards on a wall are largest; the fewest if several are
 * equal. At least 1.
 */
int
sabot_board_wall_columns(int n, int width_px, int height_px);
