/*
 * Where the squares of the cloth lie: rows are bets and columns are seats, nearest the dealer what
 * lies nearest to him; on a screen that is higher than wide seats are rows. Plain values.
 */
#pragma once

#include "proto/messages/table-messages.h"

#include <gdk/gdk.h>
#include <stdbool.h>

enum { SABOT_ROW_SQUARES = 4, SABOT_BET_ROWS = 16 };

/* Bets that lie beside each other in one row of a seat. */
struct sabot_bet_row {
	const char *on[SABOT_ROW_SQUARES]; /* interned */
	int bettors[SABOT_ROW_SQUARES];    /* as in struct sabot_dealer_square */
	int n;
	bool is_large; /* the bets that are laid every round */
};

struct sabot_bet_layout {
	struct sabot_bet_row rows[SABOT_BET_ROWS];
	int n_rows, n_boxes;
	bool is_blackjack, has_stakes;
	int width_px, height_px;
	double em_px; /* of the display's letters */
	int page;     /* where not all have room on one */
};

/* Fill in the rows of bets that these rules offer. */
void
sabot_bet_layout_make_rows(struct sabot_bet_layout *layout, const struct sabot_wire_rules *rules);

/* True if the seats are stacked vertically. */
bool
sabot_bet_layout_is_tall(const struct sabot_bet_layout *layout);
/* The squares of a row lie beside each other, and have one name. */
bool
sabot_bet_layout_is_shared(const struct sabot_bet_layout *layout, int row);
/* So many pages are needed; the key that turns them lies in `ret_key` where there are several. */
int
sabot_bet_layout_count_pages(const struct sabot_bet_layout *layout, GdkRectangle *ret_key);
/* The page has this square of a row, or of a tall one this box (from 0). */
bool
sabot_bet_layout_has_row(const struct sabot_bet_layout *layout, int row, int n);
bool
sabot_bet_layout_has_box(const struct sabot_bet_layout *layout, int box);

/* The nth square of a row of a box (from 0). */
GdkRectangle
sabot_bet_layout_square(const struct sabot_bet_layout *layout, int box, int row, int n);
/* Where the number of a box stands, and the name of a row; of a tall one, of a column. */
GdkRectangle
sabot_bet_layout_head(const struct sabot_bet_layout *layout, int box);
GdkRectangle
sabot_bet_layout_name(const struct sabot_bet_layout *layout, int row, int n);
