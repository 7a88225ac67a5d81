/*
 * Layout of the squares of the cloth: rows are bets and columns are seats, the bets nearest the
 * dealer in the nearest row; on a screen higher than wide seats are rows. Plain values.
 */
#pragma once

#include "proto/messages/table-messages.h"

#include <gdk/gdk.h>
#include <stdbool.h>

enum { SABOT_ROW_SQUARES = 4, SABOT_BET_ROWS = 16 };

/* Bets side by side in one row of a seat. */
struct sabot_bet_row {
	const char *on[SABOT_ROW_SQUARES]; /* interned */
	int bettors[SABOT_ROW_SQUARES];    /* as in struct sabot_dealer_square */
	int n;
	bool is_large; /* bets that are laid every round */
};

struct sabot_bet_layout {
	struct sabot_bet_row rows[SABOT_BET_ROWS];
	int n_rows, n_boxes;
	bool is_blackjack, has_stakes;
	int width_px, height_px;
	double em_px; /* size of the display's letters */
	int page;     /* the page shown, if not all fit on one */
};

/* Fill in the rows of bets that these rules offer. */
void
sabot_bet_layout_make_rows(struct sabot_bet_layout *layout, const struct sabot_wire_rules *rules);

/* True if the seats are stacked vertically. */
bool
sabot_bet_layout_is_tall(const struct sabot_bet_layout *layout);
/* True if the squares of a row are side by side, and share one name. */
bool
sabot_bet_layout_is_shared(const struct sabot_bet_layout *layout, int row);
/* The number of pages; if there are several, `ret_key` is the place of the key that turns them. */
int
sabot_bet_layout_count_pages(const struct sabot_bet_layout *layout, GdkRectangle *ret_key);
/* True if the page has this square of a row, or on a tall one this box (from 0). */
bool
sabot_bet_layout_has_row(const struct sabot_bet_layout *layout, int row, int n);
bool
sabot_bet_layout_has_box(const struct sabot_bet_layout *layout, int box);

/* The nth square of a row of a box (from 0). */
GdkRectangle
sabot_bet_layout_square(const struct sabot_bet_layout *layout, int box, int row, int n);
/*
 * The place for the number of a box, and for the name of a row; on a tall one, of a column. A name
 * whose place the key has taken is 0 high and not shown: its squares say it in short.
 */
GdkRectangle
sabot_bet_layout_head(const struct sabot_bet_layout *layout, int box);
GdkRectangle
sabot_bet_layout_name(const struct sabot_bet_layout *layout, int row, int n);
