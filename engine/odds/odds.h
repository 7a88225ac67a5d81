/*
 * Exact arithmetic for odds: counts of orders of cards and fractions of them, in 128 bits, and what
 * the odds of a bet are. Nothing is rounded before it is printed. Pure.
 */
#pragma once

#include "engine/rules/rules.h"

/* Orders of cards. A plain number; no standard type is wide enough. */
__extension__ typedef unsigned __int128 sabot_wide;

enum {
	SABOT_WIDE_TEXT_SIZE = 40,
	SABOT_DECIMAL_DIGITS_MAX = 30,
	SABOT_DECIMAL_TEXT_SIZE = SABOT_WIDE_TEXT_SIZE + SABOT_DECIMAL_DIGITS_MAX + 2,
	SABOT_BET_OUTCOMES_MAX = 10,
};

/* In lowest terms; `bottom` is not 0. */
struct sabot_fraction {
	bool negative;
	sabot_wide top, bottom;
};

/* One thing that can become of a stake. */
struct sabot_bet_outcome {
	int64_t net_minor; /* what the player gains on `unit_minor`, commission paid */
	const char *name;  /* of a side bet's outcome, else NULL; static */
	sabot_wide count;
};

struct sabot_bet_odds {
	enum sabot_bet bet;
	int64_t unit_minor; /* a stake on which nothing is rounded */
	sabot_wide total;
	int n_outcomes;
	struct sabot_bet_outcome outcomes[SABOT_BET_OUTCOMES_MAX]; /* best first */
	struct sabot_fraction edge; /* the house's, of the stake; negative when players gain */
};

/* `top` / `bottom` in lowest terms. `bottom` must not be 0. */
struct sabot_fraction
sabot_fraction_make(bool negative, sabot_wide top, sabot_wide bottom);

/*
 * Write it as a decimal number with `digits` (0 … SABOT_DECIMAL_DIGITS_MAX) after the point,
 * rounded half away from zero. `bottom` must be below 2^124. Returns `buffer`.
 */
const char *
sabot_fraction_decimal(struct sabot_fraction fraction, int digits,
		       char buffer[SABOT_DECIMAL_TEXT_SIZE]);

/* Write the number in decimal. Returns `buffer`. */
const char *
sabot_wide_format(sabot_wide number, char buffer[SABOT_WIDE_TEXT_SIZE]);

/* A stake, in minor units, of which neither what the bet pays nor a commission is rounded. */
int64_t
sabot_odds_unit(const struct sabot_rules *rules, enum sabot_bet bet);

/*
 * Add `count` orders that end so. `name` separates outcomes that pay alike; may be NULL. False
 * when there are SABOT_BET_OUTCOMES_MAX others.
 */
bool
sabot_bet_odds_add(struct sabot_bet_odds *odds, int64_t net_minor, const char *name,
		   sabot_wide count);

/* With every outcome added: put them in order, set total and edge. */
void
sabot_bet_odds_finish(struct sabot_bet_odds *odds);
