/*
 * Where everything stands on a guests' board: one table on a wide or a high screen, or one of many
 * on a wall. In units: a drawing of 1920×1080, 1080×1920 or 960×540 that is scaled as a whole; what
 * the screen has beside it goes to the roads. Pure; no GTK.
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
	SABOT_BOARD_BAND, /* who has won, or what can be done */
	SABOT_BOARD_COUNTS,
	SABOT_BOARD_ASK,
	SABOT_BOARD_NOW, /* what can be done, where the band says who has won */
	SABOT_BOARD_LEGEND,
	SABOT_BOARD_DEALER, /* from here on: blackjack */
	SABOT_BOARD_RULES,
	SABOT_BOARD_LAST,
	SABOT_BOARD_PARTS, /* how many */
};

struct sabot_board_box {
	double x, y, width, height; /* width 0: it is not there */
};

struct sabot_board_layout {
	enum sabot_board_form form;
	double unit_px;       /* pixels of a unit */
	double width, height; /* of the board, in units */
	struct sabot_board_box parts[SABOT_BOARD_PARTS];
	struct sabot_board_box roads[SABOT_WIRE_ROADS];  /* the grids */
	struct sabot_board_box labels[SABOT_WIRE_ROADS]; /* their names above them */
	double cells[SABOT_WIRE_ROADS];                  /* of the roads: at most so large */
};

/* `is_one_of_many`: a wall's, unless its place is as large as a screen. */
void
sabot_board_lay_out(int width_px, int height_px, bool is_one_of_many, enum sabot_wire_game game,
		    struct sabot_board_layout *ret_layout);

/*
 * How each road's cells are drawn there, so that all of it fits if it can: `cells` are of struct
 * sabot_wire_cell. The derived roads' marks are half of the big road's cells, or less.
 */
void
sabot_board_fit_roads(const struct sabot_board_layout *layout,
		      const GArray *const cells[SABOT_WIRE_ROADS],
		      struct sabot_road_grid ret_grids[SABOT_WIRE_ROADS]);

/* How many columns of a wall let `n` boards be largest; of equal ones the fewest. At least 1. */
int
sabot_board_wall_columns(int n, int width_px, int height_px);
