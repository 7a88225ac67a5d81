/*
 * What the dealer of blackjack can come to, and what side bets earn, counted over every order of
 * cards from a full load; whether the dealer draws is sabot_blackjack_dealer_draws()'s word. Pure.
 */
#pragma once

#include "odds.h"
#include "engine/core/round.h"

enum sabot_dealer_final {
	SABOT_DEALER_17,
	SABOT_DEALER_18,
	SABOT_DEALER_19,
	SABOT_DEALER_20,
	SABOT_DEALER_21, /* of more than two cards */
	SABOT_DEALER_BLACKJACK,
	SABOT_DEALER_BUST,
};
enum { SABOT_DEALER_FINALS = SABOT_DEALER_BUST + 1 };

/* "17" … "21", "blackjack", "bust". */
const char *
sabot_dealer_final_to_string(enum sabot_dealer_final final);

/* Orders of the cards after the up card. After the peek, leave out the blackjacks. */
struct sabot_dealer_odds {
	sabot_wide total;
	sabot_wide finals[SABOT_DEALER_FINALS];
};

/*
 * Count what the dealer comes to who shows `up_rank` (ace … ten) of a full load of `rules->decks`,
 * against a hand that still lives and is not yet beaten. `scratch` is used to deal on. False for
 * the rules of another game, or under which the dealer stops below 17 or continues for too long.
 */
bool
sabot_dealer_odds_count(const struct sabot_rules *rules, struct sabot_round *scratch,
			uint8_t up_rank, struct sabot_dealer_odds *ret_odds);

/* What insurance earns behind an ace. False when the rules do not offer it. */
bool
sabot_insurance_odds(const struct sabot_rules *rules, struct sabot_round *scratch,
		     struct sabot_bet_odds *ret_odds);

/*
 * What a side bet earns, by what sabot_side_bet_pays() says of the player's and the bank's first
 * two cards. `scratch` is used to deal on. False when the rules do not offer it.
 */
bool
sabot_side_bet_odds(const struct sabot_rules *rules, enum sabot_bet bet,
		    struct sabot_round *scratch, struct sabot_bet_odds *ret_odds);
