/*
 * The worth of the main bet of blackjack under some rules if it is played by a simple strategy:
 * simulated, because it cannot be counted. Hits, stands and doubles follow the usual table, aces
 * and eights are split, insurance is never taken. Worse play is worth more to the house.
 */
#pragma once

#include "engine/rules/rules.h"

#include <glib.h>

struct blackjack_worth {
	double edge;       /* the house's share of the bet before the first card */
	double error;      /* standard deviation of the edge, from the limited number of rounds */
	double variance;   /* of the player's gain per unit */
	double covariance; /* of the gains of two boxes of one round */
	int64_t rounds;
};

/* Takes some seconds. False for rules of another game, or if the simulation fails. */
bool
blackjack_worth_simulate(const struct sabot_rules *rules, struct blackjack_worth *ret_worth);
