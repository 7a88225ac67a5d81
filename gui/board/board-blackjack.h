/* Blackjack on the board: the dealer's hand, the dealer's last hands, and the table's rules. */
#pragma once

#include "board-paint.h"

/* Parts: see board-paint.h. */
sabot_board_draw_fn sabot_board_draw_dealer, sabot_board_draw_rules, sabot_board_draw_last;
sabot_board_name_fn sabot_board_name_dealer, sabot_board_name_rules, sabot_board_name_last;
