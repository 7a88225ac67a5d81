/* What the squares of a dealer's cloth are called, and what is said of all bets. No GTK. Results
 * are transferred. */
#pragma once

#include "dealer-squares.h"

/* "seat 7", in blackjack "box 7". */
char *
sabot_phrase_seat(bool is_blackjack, int64_t box);
/* "banca", "main bet", "behind B". */
char *
sabot_phrase_bet_name(const char *on, int bettor);
/* The same as short as it is on cloths, where it is long: "PP", "RM 21". */
char *
sabot_phrase_bet_short(const char *on, int bettor);

/* A square for who does not see it: "seat 7, banca, 1 000", "box 2, behind B, 15 as before". */
char *
sabot_phrase_square(bool is_blackjack, const struct sabot_dealer_square *square,
		    const struct sabot_dealer_square_state *state);

/* On the key that closes bets: "7 as before, 2 changed", "12 seats, 1 too low"; NULL: no bets. */
char *
sabot_phrase_bets_close(bool is_blackjack, const struct sabot_dealer_bets_state *state);
/* What lies: "9 seats · on the cloth 1 675", and what is too low. NULL: nothing. */
char *
sabot_phrase_bets_cloth(const struct sabot_dealer_squares *squares);
