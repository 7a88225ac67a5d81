/*
 * What a guests' board says: short sentences for who plays, in the house's words. Their context is
 * "board", and only these are in every catalogue that a board can speak (po/zh.po). No GTK.
 */
#pragma once

#include "proto/messages/table-messages.h"
#include "proto/wire-roads.h"

/* Of the bead plate: "B", "P", "T"; "?" of any other mark. Static. */
const char *
sabot_board_phrase_letter(char mark);

/*
 * A road's mark for who cannot see it: "31, Banker, Natural, Player pair", "12, Tie"; of the big
 * road with its ties, "Ties: 2"; of a derived road "red" or "blue"; "?" while it is not certain.
 * Transferred.
 */
char *
sabot_board_phrase_mark(const struct sabot_wire_cell *cell);

/* "Banker", "Player", "Tie"; "" of no winner. Static. */
const char *
sabot_board_phrase_side(enum sabot_winner who);

/* "Big road". Static. */
const char *
sabot_board_phrase_road(enum sabot_wire_road road);

/* "Baccarat", "Blackjack"; "" of an unknown game. Static. */
const char *
sabot_board_phrase_game(enum sabot_wire_game game);

/* "10 – 1 000"; "" where there are no limits. Transferred. */
char *
sabot_board_phrase_limits(int64_t min_minor, int64_t max_minor);

/* "shoe 2, hand 67": the hand that is dealt, else the last one; "" while there is no shoe.
 * Transferred. */
char *
sabot_board_phrase_place(const struct sabot_wire_view *view);

/* "BANKER WINS", while it is shown and certain; else "". Static. */
const char *
sabot_board_phrase_winner(const struct sabot_wire_view *view);

/* "Place your bets": what guests can do now, or why nothing. Static. */
const char *
sabot_board_phrase_now(const struct sabot_wire_view *view, bool is_stale);

/* "9"; "?" while it is not certain; "" where there is none. Transferred. */
char *
sabot_board_phrase_total(const struct sabot_wire_hand *hand);

/* Of blackjack, a line each: what the dealer does with 17, what is paid. Transferred. */
GPtrArray *
sabot_board_phrase_rules(const struct sabot_wire_rules *rules);

/* How the dealer's hand ended: "19", "Bust 24", "Blackjack"; "?" while it is not certain.
 * Transferred. */
char *
sabot_board_phrase_dealer(int64_t total, guint n_cards);
