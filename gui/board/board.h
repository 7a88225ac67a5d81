/*
 * The guests' board of one table: for punto banco the hand in play, who has won, bead plate, big
 * road, the derived roads, ask-road and counts; for blackjack the dealer's hand and the rules. It
 * shows nothing that the rules keep hidden, and neither stakes nor names.
 */
#pragma once

#include "board-paint.h"

#define SABOT_TYPE_BOARD (sabot_board_get_type())
G_DECLARE_FINAL_TYPE(SabotBoard, sabot_board, SABOT, BOARD, GtkFixed)

/* References to both are kept. `is_one_of_many`: one of a wall. */
GtkWidget *
sabot_board_new(SabotBoardTable *table, struct sabot_board_style *style, bool is_one_of_many);

/* The current layout. Borrowed. */
const struct sabot_board_layout *
sabot_board_get_layout(SabotBoard *board);

/* How well the texts of all parts fitted when the board was last drawn. */
struct sabot_board_texts
sabot_board_get_texts(SabotBoard *board);
