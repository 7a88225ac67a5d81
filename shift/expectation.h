/*
 * What the house could expect to win on the bets that were really made, and how far luck can carry
 * it from there. Bets of one round win and lose by the same cards, all of them or those of one box:
 * their covariance counts. Whole numbers. Pure.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* What a bet is worth to the house, in billionths of it; negative: players gain. */
struct sabot_bet_worth {
	const char *on; /* borrowed */
	int64_t edge_ppb;
	int64_t error_ppb; /* of the edge, its standard deviation; 0 where it was counted exactly */
};

/*
 * For each two of `n` bets the covariance of what a player gains on one unit, in millionths: n by
 * n, row by row.
 */
struct sabot_bet_covariances {
	const int64_t *of_a_box_ppm; /* of two bets of one box, or one and itself */
	const int64_t *of_boxes_ppm; /* of two bets of two boxes */
};

struct sabot_expectation;

/* All is copied. Transferred. */
struct sabot_expectation *
sabot_expectation_new(const struct sabot_bet_worth *worths, int n,
		      const struct sabot_bet_covariances *covariances);
/* NULL is allowed. */
void
sabot_expectation_free(struct sabot_expectation *expectation);

/* Where a bet was made. */
struct sabot_expected_bet {
	int64_t round, box;
	const char *on; /* borrowed */
};

/* A bet before the first card; those of one round come together. */
void
sabot_expectation_add(struct sabot_expectation *expectation, const struct sabot_expected_bet *place,
		      int64_t bet_minor);

/*
 * What was to be expected, and its standard deviation, of all that was added: luck, and what is not
 * known better of the worths. False when there was a bet whose worth is not known, or the sums are
 * too large.
 */
bool
sabot_expectation_finish(struct sabot_expectation *expectation, int64_t *ret_expected_minor,
			 int64_t *ret_deviation_minor);

/* How many deviations (above 0) this is, in hundredths, rounded half away from zero. */
int64_t
sabot_expectation_z(int64_t difference_minor, int64_t deviation_minor);
