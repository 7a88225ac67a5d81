/*
 * The roads of a load of punto banco, from the coups of a view: which mark is drawn where. They are
 * the engine's (engine/games/roads.h), so that every screen draws the same.
 */
#pragma once

#include "proto/view.h"

/* Also the order of the roads on the wire. */
enum sabot_wire_road {
	SABOT_WIRE_ROAD_BEAD,
	SABOT_WIRE_ROAD_BIG,
	SABOT_WIRE_ROAD_BIG_EYE,
	SABOT_WIRE_ROAD_SMALL,
	SABOT_WIRE_ROAD_COCKROACH,
	SABOT_WIRE_ROADS, /* how many */
};

/* A coup in a view's `coups`, and its mark on the bead plate, while it is not certain. */
enum { SABOT_WIRE_COUP_UNVERIFIED = '?' };

/* One mark on a board of six rows; columns and rows count from 1. */
struct sabot_wire_cell {
	char mark; /* p punto, b banca, t tie, ?; of derived roads r regular (red), i not (blue) */
	int column, row;
	int ties;                             /* big road: strokes on this cell */
	int coup;                             /* bead plate, big road: which certain one, from 1 */
	bool punto_pair, banca_pair, natural; /* likewise: of that coup */
};

/* "bead", "big", "big_eye", "small", "cockroach". */
const char *
sabot_wire_road_to_string(enum sabot_wire_road road);

/*
 * The letter of a coup in a view's `coups` (docs/wire.md), from its winner and the first two cards
 * of each side, whose ranks are known. 0 if nobody has won it and it is no tie.
 */
char
sabot_wire_coup_letter(enum sabot_winner winner, const struct sabot_card punto[2],
		       const struct sabot_card banca[2]);

/*
 * The cells of a road (struct sabot_wire_cell), oldest first, from the `coups` of a view, which may
 * be NULL, and how it draws tails. Transferred.
 */
GArray *
sabot_wire_road_cells(const char *coups, bool tails_fall, enum sabot_wire_road road);

/* Ties at the beginning of a load, before the big road has a cell that could hold their strokes. */
int
sabot_wire_road_waiting_ties(const char *coups);

/*
 * Ask-road: the mark that a derived road would get if punto or banca won next: 'r', 'i',
 * SABOT_WIRE_ASK_NONE where it would get none, and SABOT_WIRE_COUP_UNVERIFIED while a coup of the
 * load is not certain, for all that follows hangs on it.
 */
enum { SABOT_WIRE_ASK_NONE = '-' };
char
sabot_wire_road_ask(const char *coups, enum sabot_wire_road road, enum sabot_winner winner);

/* The same of all derived roads, in their order, as the wire has it: "ri-". */
enum { SABOT_WIRE_ASK_SIZE = SABOT_WIRE_ROADS - SABOT_WIRE_ROAD_BIG_EYE + 1 };
const char *
sabot_wire_road_ask_all(const char *coups, enum sabot_winner winner,
			char ret_marks[SABOT_WIRE_ASK_SIZE]);
