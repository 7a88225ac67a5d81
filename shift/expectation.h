/*
 * The house's expected win on the bets that were actually made, and its standard deviation. Bets of
 * one round depend on the same cards, all of them or those of one box, so their covariance counts.
 * Integers only. Pure.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* The house's edge on a bet, in billionths of the bet; negative: players gain. */
struct sabot_bet_worth {
	const char *on; /* borrowed */
	int64_t edge_ppb;
	int64_t error_ppb; /* standard deviation of the edge; 0 if it was counted exactly */
};

/*
 * The covariance of the players' gains per unit for each two of `n` bets, in millionths: n by n,
 * row by row.
 */
struct sabot_bet_covariances {
	const int64_t *of_a_box_ppm; /* two bets of one box, or a bet and itself */
	const int64_t *of_boxes_ppm; /* two bets of two boxes */
};

struct sabot_expectation;

/* All is copied. Transferred. */
struct sabot_expectation *
sabot_expectation_new(const struct sabot_bet_worth *worths, int n,
		      const struct sabot_bet_covariances *covariances);
/* NULL is allowed. */
void
sabot_expectation_free(struct sabot_expectation *expectation);

/* The place of a bet. */
struct sabot_expected_bet {
	int64_t round, box;
	const char *on; /* borrowed */
};

/* Add a bet made before the first card; bets of one round must be added one after another. */
void
sabot_expectation_add(struct sabot_expectation *expectation, const struct sabot_expected_bet *place,
		      int64_t bet_minor);

/*
 * The expected win of all bets added, and its standard deviation, which covers luck and the
 * uncertainty of the edges. False if there was a bet without a known edge, or if the sums are too
 * large.
 */
bool
sabot_expectation_finish(struct sabot_expectation *expectation, int64_t *ret_expected_minor,
			 int64_t *ret_deviation_minor);

/* How many deviations (above 0) this is, in hundredths, rounded half away from zero. */
int64_t
sabot_expectation_z(int64_t difference_minor, int64_t deviation_minor);
