/*
 * What the main bet of blackjack is worth under some rules when it is played plainly: simulated, as
 * there is no counting it. Hits, stands and doubles go by the usual table, aces and eights are
 * split, insurance is never taken. Played worse it is worth more to the house.
 */
#pragma once

#include "engine/rules/rules.h"

#include <glib.h>

struct blackjack_worth {
	double edge;       /* the house's share of the bet before the first card */
	double error;      /* of the edge: its standard deviation, by so many rounds only */
	double variance;   /* of what the player gains on a unit */
	double covariance; /* of what two boxes of one round gain */
	int64_t rounds;
};

/* Takes some seconds. False for rules of another game, or where the simulation fails. */
bool
blackjack_worth_simulate(const struct sabot_rules *rules, struct blackjack_worth *ret_worth);
