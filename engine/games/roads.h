/*
 * The roads of punto banco, as boards beside the table draw them: which mark is where. The
 * state is the list of coups only; every road follows from it. Colours are decided on streaks
 * (logical columns); where a cell is drawn, with its dragon tail, is a separate step. Pure.
 */
#pragma once

#include "engine/core/round.h"

enum {
	SABOT_ROAD_ROWS = 6,
	SABOT_ROAD_COUPS_MAX = 192, /* a load of eight decks holds 104 */
};

enum sabot_road {
	SABOT_ROAD_BEAD,
	SABOT_ROAD_BIG,
	SABOT_ROAD_BIG_EYE,
	SABOT_ROAD_SMALL,
	SABOT_ROAD_COCKROACH,
};

/* Bead plate and big road show who won; the three derived roads are red or blue, which is neither
   banca nor punto: red is regular, blue is not. */
enum sabot_road_mark {
	SABOT_ROAD_NONE,
	SABOT_ROAD_PUNTO,
	SABOT_ROAD_BANCA,
	SABOT_ROAD_TIE, /* bead plate only */
	SABOT_ROAD_RED,
	SABOT_ROAD_BLUE,
};

/* What the roads need to know about a coup. */
struct sabot_road_coup {
	enum sabot_winner winner;
	bool punto_pair, banca_pair, natural;
};

struct sabot_roads {
	bool tails_fall; /* the rules' `road_tails`; false at first */
	int n_coups;
	struct sabot_road_coup coups[SABOT_ROAD_COUPS_MAX];
};

/* All numbers count from 1. */
struct sabot_road_cell {
	enum sabot_road_mark mark;
	uint16_t column, row;                 /* the streak and the place in it */
	uint16_t drawn_column, drawn_row;     /* on the board: at most SABOT_ROAD_ROWS rows */
	uint16_t ties;                        /* big road: the strokes on this cell */
	uint16_t coup;                        /* bead plate, big road: its number among the coups */
	bool punto_pair, banca_pair, natural; /* bead plate, big road: of that coup */
};

/* Make empty roads. `roads` may be uninitialised. */
void
sabot_roads_init(struct sabot_roads *roads);

/*
 * Record a coup. One that nobody won (void, undecided) is left out. False when there are
 * SABOT_ROAD_COUPS_MAX already.
 */
bool
sabot_roads_add(struct sabot_roads *roads, struct sabot_road_coup coup);

/* The cells of a road, oldest first. Returns how many there are. */
int
sabot_roads_list(const struct sabot_roads *roads, enum sabot_road road,
		 struct sabot_road_cell ret_cells[SABOT_ROAD_COUPS_MAX]);

/* Ties before the first decision, while they wait for its cell on the big road. */
int
sabot_roads_waiting_ties(const struct sabot_roads *roads);

/*
 * Ask-road: the mark a derived road would get if `winner` (punto or banca) won next; NONE where it
 * would get none, and for the other roads.
 */
enum sabot_road_mark
sabot_roads_predict(const struct sabot_roads *roads, enum sabot_road road,
		    enum sabot_winner winner);

/*
 * Lay out `n_cells` cells whose column and row are given, streak after streak: fills drawn_column
 * and drawn_row. A streak that finds no room below turns right. With `tails_fall` it goes down
 * again as soon as there is room; else it stays in its row.
 */
void
sabot_roads_lay_out(struct sabot_road_cell *cells, int n_cells, bool tails_fall);
