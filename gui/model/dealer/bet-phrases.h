/*
 * Names of the squares on a dealer's cloth, and texts about all bets. No GTK. Results are
 * transferred.
 */
#pragma once

#include "dealer-squares.h"

/* "seat 7", in blackjack "box 7". */
char *
sabot_phrase_seat(bool is_blackjack, int64_t box);
/* "banca", "main bet", "behind B". */
char *
sabot_phrase_bet_name(const char *on, int bettor);
/* The same, but a long name is abbreviated as on cloths: "PP", "RM 21". */
char *
sabot_phrase_bet_short(const char *on, int bettor);

/* The accessible name of a square: "seat 7, banca, 1 000", "box 2, behind B, 15 as before". */
char *
sabot_phrase_square(bool is_blackjack, const struct sabot_dealer_square *square,
		    const struct sabot_dealer_square_state *state);

/* The limit that the stake of a square breaks: "min 10", "max 500"; NULL for none. Transferred. */
char *
sabot_phrase_limit(const struct sabot_dealer_squares *squares,
		   const struct sabot_dealer_square_state *state);

/*
 * Text for the key that closes bets: "7 as before, 2 changed", "12 seats, 1 too low"; NULL if there
 * are no bets.
 */
char *
sabot_phrase_bets_close(bool is_blackjack, const struct sabot_dealer_bets_state *state);
/*
 * Summary of the bets on the cloth: "9 seats · on the cloth 1 675", and which are too low. NULL if
 * there are none.
 */
char *
sabot_phrase_bets_cloth(const struct sabot_dealer_squares *squares);
