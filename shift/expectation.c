/*
 * Sums in 128 bits; a sum that would not fit is said, not wrong.
 */
#include "expectation.h"

#include <string.h>

enum { PPM = 1000000, PPB = 1000000000, HUNDREDTHS = 100 };

__extension__ typedef __int128 wide;

struct sabot_expectation {
	int n;
	char **on;
	int64_t *edges_ppb, *covariance_ppm;
	int64_t *staked_minor; /* of the round at hand, by bet */
	int64_t round;         /* 0 = none yet */
	wide expected_ppb, variance_ppm;
	bool is_unknown;
};

struct sabot_expectation *
sabot_expectation_new(const struct sabot_bet_worth *worths, int n, const int64_t *covariance_ppm)
{
	struct sabot_expectation *expectation = g_new0(struct sabot_expectation, 1);
	size_t cells = (size_t)n * (size_t)n;

	expectation->n = n;
	expectation->on = g_new0(char *, (size_t)n + 1);
	expectation->edges_ppb = g_new0(int64_t, (size_t)n + 1);
	expectation->staked_minor = g_new0(int64_t, (size_t)n + 1);
	for (int i = 0; i < n; i++) {
		expectation->on[i] = g_strdup(worths[i].on);
		expectation->edges_ppb[i] = worths[i].edge_ppb;
	}
	expectation->covariance_ppm = g_memdup2(covariance_ppm, cells * sizeof(int64_t));
	return expectation;
}

void
sabot_expectation_free(struct sabot_expectation *expectation)
{
	if (!expectation)
		return;
	g_strfreev(expectation->on);
	g_free(expectation->edges_ppb);
	g_free(expectation->staked_minor);
	g_free(expectation->covariance_ppm);
	g_free(expectation);
}

/* The round's variance, with all covariances. False when it is too large. */
static bool
add_variance(struct sabot_expectation *expectation)
{
	for (int i = 0; i < expectation->n; i++) {
		for (int j = 0; j < expectation->n; j++) {
			wide covariance = expectation->covariance_ppm[i * expectation->n + j];
			wide term =
				(wide)expectation->staked_minor[i] * expectation->staked_minor[j];

			if (__builtin_mul_overflow(term, covariance, &term) ||
			    __builtin_add_overflow(expectation->variance_ppm, term,
						   &expectation->variance_ppm))
				return false;
		}
	}
	return true;
}

static void
end_round(struct sabot_expectation *expectation)
{
	if (expectation->round != 0 && !add_variance(expectation))
		expectation->is_unknown = true;
	memset(expectation->staked_minor, 0, sizeof(int64_t) * (size_t)expectation->n);
}

static int
find_bet(const struct sabot_expectation *expectation, const char *on)
{
	for (int i = 0; i < expectation->n; i++)
		if (strcmp(expectation->on[i], on) == 0)
			return i;
	return -1;
}

void
sabot_expectation_add(struct sabot_expectation *expectation, int64_t round, const char *on,
		      int64_t stake_minor)
{
	int bet = find_bet(expectation, on);

	if (round != expectation->round)
		end_round(expectation);
	expectation->round = round;
	if (bet < 0) {
		expectation->is_unknown = true;
		return;
	}
	expectation->staked_minor[bet] += stake_minor;
	expectation->expected_ppb += (wide)stake_minor * expectation->edges_ppb[bet];
}

/* The largest number whose square is not above this. */
static int64_t
root(wide square)
{
	wide low = 0, high = INT64_MAX;

	while (low < high) {
		wide middle = (low + high + 1) / 2;

		if (middle <= square / middle)
			low = middle;
		else
			high = middle - 1;
	}
	return (int64_t)low;
}

static int64_t
divide_rounded(wide number, int64_t by)
{
	return (int64_t)((number + (number < 0 ? -by : by) / 2) / by);
}

bool
sabot_expectation_finish(struct sabot_expectation *expectation, int64_t *ret_expected_minor,
			 int64_t *ret_deviation_minor)
{
	end_round(expectation);
	expectation->round = 0;
	if (expectation->is_unknown || expectation->variance_ppm < 0)
		return false;
	*ret_expected_minor = divide_rounded(expectation->expected_ppb, PPB);
	*ret_deviation_minor = root(expectation->variance_ppm / PPM);
	return true;
}

int64_t
sabot_expectation_z(int64_t difference_minor, int64_t deviation_minor)
{
	return divide_rounded((wide)difference_minor * HUNDREDTHS, deviation_minor);
}
