/*
 * The board's head and its band: the house, the table and its limits, who has won, what comes next.
 */
#pragma once

#include "board-paint.h"

/* Parts: see board-paint.h. */
sabot_board_draw_fn sabot_board_draw_head, sabot_board_draw_band, sabot_board_draw_now;
sabot_board_name_fn sabot_board_name_head, sabot_board_name_band, sabot_board_name_now;
