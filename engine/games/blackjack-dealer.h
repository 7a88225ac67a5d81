/*
 * The dealer's own play in blackjack: by rule only (BJ-05, ES-15, IT-07). Private to the engine.
 */
#pragma once

#include "blackjack.h"

/* With the deal complete and no player's decision left: must the dealer take a card? */
bool
sabot_blackjack_dealer_draws(const struct sabot_rules *rules, const struct sabot_round *round);
