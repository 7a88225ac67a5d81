/*
 * Roads, derived from the list of coups each time: streaks give the colours, then the cells are
 * laid out on six rows.
 */
#include "roads.h"

#include <string.h>

/* The big road as heights of its streaks, at one moment. */
struct streaks {
	enum sabot_winner winner;
	int n_columns;
	int heights[SABOT_ROAD_COUPS_MAX + 2]; /* by column from 1; one more to ask about */
};

void
sabot_roads_init(struct sabot_roads *roads)
{
	memset(roads, 0, sizeof(*roads));
}

static bool
is_decision(enum sabot_winner winner)
{
	return winner == SABOT_WINNER_PUNTO || winner == SABOT_WINNER_BANCA;
}

bool
sabot_roads_add(struct sabot_roads *roads, struct sabot_road_coup coup)
{
	if (!is_decision(coup.winner) && coup.winner != SABOT_WINNER_TIE)
		return true;
	if (roads->n_coups == SABOT_ROAD_COUPS_MAX)
		return false;
	roads->coups[roads->n_coups++] = coup;
	return true;
}

/* Put a decision on the big road. Returns its row. */
static int
extend(struct streaks *streaks, enum sabot_winner winner)
{
	if (streaks->n_columns == 0 || streaks->winner != winner) {
		streaks->winner = winner;
		streaks->heights[++streaks->n_columns] = 0;
	}
	return ++streaks->heights[streaks->n_columns];
}

/* How many columns back a derived road looks; 0 for the others. */
static int
look_back(enum sabot_road road)
{
	switch (road) {
	case SABOT_ROAD_BIG_EYE:
		return 1;
	case SABOT_ROAD_SMALL:
		return 2;
	case SABOT_ROAD_COCKROACH:
		return 3;
	case SABOT_ROAD_BEAD:
	case SABOT_ROAD_BIG:
		break;
	}
	return 0;
}

/* The mark that the newest cell of the big road gives to the derived road that looks `k` back. */
static enum sabot_road_mark
derived_mark(const struct streaks *streaks, int row, int k)
{
	int column = streaks->n_columns;
	const int *heights = streaks->heights;

	if (column < k + (row == 1 ? 2 : 1))
		return SABOT_ROAD_NONE;
	if (row == 1)
		return heights[column - 1] == heights[column - 1 - k] ? SABOT_ROAD_RED
								      : SABOT_ROAD_BLUE;
	/* Only where the other streak has just ended: one that ended before is red again. */
	return heights[column - k] == row - 1 ? SABOT_ROAD_BLUE : SABOT_ROAD_RED;
}

static void
set_coup(struct sabot_road_cell *cell, const struct sabot_roads *roads, int index)
{
	const struct sabot_road_coup *coup = &roads->coups[index];

	cell->mark = coup->winner == SABOT_WINNER_TIE     ? SABOT_ROAD_TIE
		     : coup->winner == SABOT_WINNER_PUNTO ? SABOT_ROAD_PUNTO
							  : SABOT_ROAD_BANCA;
	cell->coup = (uint16_t)(index + 1);
	cell->punto_pair = coup->punto_pair;
	cell->banca_pair = coup->banca_pair;
	cell->natural = coup->natural;
}

static int
list_bead(const struct sabot_roads *roads, struct sabot_road_cell *cells)
{
	for (int i = 0; i < roads->n_coups; i++) {
		cells[i] = (struct sabot_road_cell){
			.column = (uint16_t)(i / SABOT_ROAD_ROWS + 1),
			.row = (uint16_t)(i % SABOT_ROAD_ROWS + 1),
		};
		cells[i].drawn_column = cells[i].column;
		cells[i].drawn_row = cells[i].row;
		set_coup(&cells[i], roads, i);
	}
	return roads->n_coups;
}

int
sabot_roads_waiting_ties(const struct sabot_roads *roads)
{
	for (int i = 0; i < roads->n_coups; i++)
		if (is_decision(roads->coups[i].winner))
			return 0;
	return roads->n_coups;
}

static int
list_big(const struct sabot_roads *roads, struct sabot_road_cell *cells)
{
	struct streaks streaks = {0};
	uint16_t waiting = 0;
	int n = 0;

	for (int i = 0; i < roads->n_coups; i++) {
		enum sabot_winner winner = roads->coups[i].winner;
		if (!is_decision(winner)) {
			if (n > 0)
				cells[n - 1].ties++;
			else
				waiting++;
			continue;
		}
		int row = extend(&streaks, winner);
		cells[n] = (struct sabot_road_cell){
			.column = (uint16_t)streaks.n_columns,
			.row = (uint16_t)row,
			.ties = n == 0 ? waiting : 0,
		};
		set_coup(&cells[n++], roads, i);
	}
	return n;
}

static int
list_derived(const struct sabot_roads *roads, int k, struct sabot_road_cell *cells)
{
	struct streaks streaks = {0};
	int n = 0;

	for (int i = 0; i < roads->n_coups; i++) {
		if (!is_decision(roads->coups[i].winner))
			continue;
		int row = extend(&streaks, roads->coups[i].winner);
		struct sabot_road_cell cell = {.mark = derived_mark(&streaks, row, k)};
		if (cell.mark == SABOT_ROAD_NONE)
			continue;
		bool goes_on = n > 0 && cells[n - 1].mark == cell.mark;
		cell.row = (uint16_t)(goes_on ? cells[n - 1].row + 1 : 1);
		cell.column = (uint16_t)((n > 0 ? cells[n - 1].column : 0) + (goes_on ? 0 : 1));
		cells[n++] = cell;
	}
	return n;
}

int
sabot_roads_list(const struct sabot_roads *roads, enum sabot_road road,
		 struct sabot_road_cell ret_cells[SABOT_ROAD_COUPS_MAX])
{
	int n;

	if (road == SABOT_ROAD_BEAD)
		return list_bead(roads, ret_cells);
	if (road == SABOT_ROAD_BIG)
		n = list_big(roads, ret_cells);
	else
		n = list_derived(roads, look_back(road), ret_cells);
	sabot_roads_lay_out(ret_cells, n, roads->tails_fall);
	return n;
}

enum sabot_road_mark
sabot_roads_predict(const struct sabot_roads *roads, enum sabot_road road, enum sabot_winner winner)
{
	struct streaks streaks = {0};

	if (look_back(road) == 0 || !is_decision(winner))
		return SABOT_ROAD_NONE;
	for (int i = 0; i < roads->n_coups; i++)
		if (is_decision(roads->coups[i].winner))
			extend(&streaks, roads->coups[i].winner);
	return derived_mark(&streaks, extend(&streaks, winner), look_back(road));
}

/* Which rows of each drawn column are taken, as bits. A cell adds one column at most. */
struct board {
	uint8_t filled[SABOT_ROAD_COUPS_MAX + 2];
};

static bool
is_filled(const struct board *board, int column, int row)
{
	return row > SABOT_ROAD_ROWS || (board->filled[column] >> (row - 1) & 1) != 0;
}

void
sabot_roads_lay_out(struct sabot_road_cell *cells, int n_cells, bool tails_fall)
{
	struct board board = {0};
	int start = 0, column = 0, row = 0;
	bool turned = false;

	for (int i = 0; i < n_cells && i < SABOT_ROAD_COUPS_MAX; i++) {
		if (cells[i].row == 1) {
			/* Right of the last streak's start, not of its tail's end. */
			do
				start++;
			while (is_filled(&board, start, 1));
			column = start;
			row = 1;
			turned = false;
		} else if ((!turned || tails_fall) && !is_filled(&board, column, row + 1)) {
			row++;
		} else {
			turned = true;
			column++;
		}
		board.filled[column] = (uint8_t)(board.filled[column] | 1U << (row - 1));
		cells[i].drawn_column = (uint16_t)column;
		cells[i].drawn_row = (uint16_t)row;
	}
}
