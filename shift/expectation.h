/*
 * What the house could expect to win on the bets that were really made, and how far luck can carry
 * it from there. Stakes of one round win and lose by the same cards: their covariance counts. Whole
 * numbers. Pure.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* What a bet is worth to the house, in billionths of the stake; negative: players gain. */
struct sabot_bet_worth {
	const char *on; /* borrowed */
	int64_t edge_ppb;
};

struct sabot_expectation;

/*
 * `n` bets, and for each two of them the covariance of what a player gains on one unit, in
 * millionths: n by n, row by row. All is copied. Transferred.
 */
struct sabot_expectation *
sabot_expectation_new(const struct sabot_bet_worth *worths, int n, const int64_t *covariance_ppm);
/* NULL is allowed. */
void
sabot_expectation_free(struct sabot_expectation *expectation);

/* A stake; those of one round come together. */
void
sabot_expectation_add(struct sabot_expectation *expectation, int64_t round, const char *on,
		      int64_t stake_minor);

/*
 * What was to be expected, and its standard deviation, of all that was added. False when there was
 * a bet whose worth is not known, or the sums are too large.
 */
bool
sabot_expectation_finish(struct sabot_expectation *expectation, int64_t *ret_expected_minor,
			 int64_t *ret_deviation_minor);

/* How many deviations (above 0) this is, in hundredths, rounded half away from zero. */
int64_t
sabot_expectation_z(int64_t difference_minor, int64_t deviation_minor);
