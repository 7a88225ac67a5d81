/*
 * The texts of a guests' board: short sentences for players, in the house's words. Their context is
 * "board"; they alone are in every catalogue that a board can use (po/zh.po). No GTK.
 */
#pragma once

#include "proto/messages/table-messages.h"
#include "proto/wire-roads.h"

/* The letter of a mark on the bead plate: "B", "P", "T"; "?" for any other mark. Static. */
const char *
sabot_board_phrase_letter(char mark);

/*
 * The accessible text of a road's mark: "31, Banker, Natural, Player pair", "12, Tie"; for ties on
 * the big road "Ties: 2"; for a derived road "red" or "blue"; "?" while it is not certain.
 * Transferred.
 */
char *
sabot_board_phrase_mark(const struct sabot_wire_cell *cell);

/* "Banker", "Player", "Tie"; "" if nobody has won. Static. */
const char *
sabot_board_phrase_side(enum sabot_winner who);

/* "Big road". Static. */
const char *
sabot_board_phrase_road(enum sabot_wire_road road);

/* "Baccarat", "Blackjack"; "" for an unknown game. Static. */
const char *
sabot_board_phrase_game(enum sabot_wire_game game);

/* "10 – 1 000"; "" if there are no limits. Transferred. */
char *
sabot_board_phrase_limits(int64_t min_minor, int64_t max_minor);

/*
 * "shoe 2, hand 67": the hand being dealt, else the last one; "" while there is no shoe.
 * Transferred.
 */
char *
sabot_board_phrase_place(const struct sabot_wire_view *view);

/* "BANKER WINS" while the winner is shown and certain; else "". Static. */
const char *
sabot_board_phrase_winner(const struct sabot_wire_view *view);

/* "Place your bets": what guests can do now, or why they can do nothing. Static. */
const char *
sabot_board_phrase_now(const struct sabot_wire_view *view, bool is_stale);

/* The total of a hand: "9"; "?" while it is not certain; "" if there is none. Transferred. */
char *
sabot_board_phrase_total(const struct sabot_wire_hand *hand);

/*
 * The rules of blackjack, one line each: what the dealer does with 17, what is paid. Transferred.
 */
GPtrArray *
sabot_board_phrase_rules(const struct sabot_wire_rules *rules);

/* How the dealer's hand ended: "19", "Bust 24", "Blackjack"; "?" while it is not certain.
 * Transferred. */
char *
sabot_board_phrase_dealer(int64_t total, guint n_cards);
