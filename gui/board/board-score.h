/* The two hands of a coup, the counts of results, the ask-road, and the legend. */
#pragma once

#include "board-paint.h"

/* A hand on its plate; that of the last round is pale. `colour` is the title's. */
struct sabot_board_hand {
	const char *title, *colour;
	const struct sabot_wire_hand *hand; /* or NULL */
	bool has_won, is_past;
};
void
sabot_board_draw_hand(const struct sabot_board_pen *pen, const struct sabot_board_box *place,
		      const struct sabot_board_hand *hand);

/*
 * Draw cards from the left of `box`, as high as possible so that all fit. Of struct
 * sabot_wire_card.
 */
void
sabot_board_draw_cards(const struct sabot_board_pen *pen, const struct sabot_board_box *box,
		       const GArray *cards);

/* Parts: see board-paint.h. */
sabot_board_draw_fn sabot_board_draw_punto, sabot_board_draw_banca, sabot_board_draw_counts,
	sabot_board_draw_ask, sabot_board_draw_legend;
sabot_board_name_fn sabot_board_name_punto, sabot_board_name_banca, sabot_board_name_counts,
	sabot_board_name_ask, sabot_board_name_legend;
