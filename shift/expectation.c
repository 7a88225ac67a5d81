/* Sums in 128 bits; a sum that would not fit is reported rather than wrong. */
#include "expectation.h"

#include <string.h>

enum { PPM = 1000000, PPB = 1000000000, HUNDREDTHS = 100 };

__extension__ typedef __int128 wide;

/* A bet of the round at hand. */
struct made {
	int64_t box, bet_minor;
	int bet; /* its place in the list */
};

struct sabot_expectation {
	int n;
	char **on;
	int64_t *edges_ppb, *errors_ppb;
	int64_t *of_a_box_ppm, *of_boxes_ppm;
	GArray *made;  /* of struct made */
	int64_t round; /* 0 = none yet */
	wide expected_ppb, error_ppb, variance_ppm;
	bool is_unknown;
};

struct sabot_expectation *
sabot_expectation_new(const struct sabot_bet_worth *worths, int n,
		      const struct sabot_bet_covariances *covariances)
{
	struct sabot_expectation *expectation = g_new0(struct sabot_expectation, 1);
	size_t cells = (size_t)n * (size_t)n;

	expectation->n = n;
	expectation->on = g_new0(char *, (size_t)n + 1);
	expectation->edges_ppb = g_new0(int64_t, (size_t)n + 1);
	expectation->errors_ppb = g_new0(int64_t, (size_t)n + 1);
	expectation->made = g_array_new(FALSE, FALSE, sizeof(struct made));
	for (int i = 0; i < n; i++) {
		expectation->on[i] = g_strdup(worths[i].on);
		expectation->edges_ppb[i] = worths[i].edge_ppb;
		expectation->errors_ppb[i] = worths[i].error_ppb;
	}
	expectation->of_a_box_ppm = g_memdup2(covariances->of_a_box_ppm, cells * sizeof(int64_t));
	expectation->of_boxes_ppm = g_memdup2(covariances->of_boxes_ppm, cells * sizeof(int64_t));
	return expectation;
}

void
sabot_expectation_free(struct sabot_expectation *expectation)
{
	if (!expectation)
		return;
	g_strfreev(expectation->on);
	g_free(expectation->edges_ppb);
	g_free(expectation->errors_ppb);
	g_free(expectation->of_a_box_ppm);
	g_free(expectation->of_boxes_ppm);
	g_array_unref(expectation->made);
	g_free(expectation);
}

static int64_t
covariance_ppm(const struct sabot_expectation *expectation, const struct made *one,
	       const struct made *other)
{
	const int64_t *table =
		one->box == other->box ? expectation->of_a_box_ppm : expectation->of_boxes_ppm;

	return table[one->bet * expectation->n + other->bet];
}

/* The round's variance, with all covariances. False when it is too large. */
static bool
add_variance(struct sabot_expectation *expectation)
{
	for (guint i = 0; i < expectation->made->len; i++) {
		const struct made *one = &g_array_index(expectation->made, struct made, i);

		for (guint j = 0; j < expectation->made->len; j++) {
			const struct made *other =
				&g_array_index(expectation->made, struct made, j);
			wide term = (wide)one->bet_minor * other->bet_minor;

			if (__builtin_mul_overflow(term, covariance_ppm(expectation, one, other),
						   &term) ||
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
	if (!add_variance(expectation))
		expectation->is_unknown = true;
	g_array_set_size(expectation->made, 0);
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
sabot_expectation_add(struct sabot_expectation *expectation, const struct sabot_expected_bet *place,
		      int64_t bet_minor)
{
	struct made made = {place->box, bet_minor, find_bet(expectation, place->on)};

	if (place->round != expectation->round)
		end_round(expectation);
	expectation->round = place->round;
	if (made.bet < 0) {
		expectation->is_unknown = true;
		return;
	}
	g_array_append_val(expectation->made, made);
	expectation->expected_ppb += (wide)bet_minor * expectation->edges_ppb[made.bet];
	expectation->error_ppb += (wide)bet_minor * expectation->errors_ppb[made.bet];
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

/* Luck, and what is not known better: neither hangs on the other. False when it is too large. */
static bool
deviate(const struct sabot_expectation *expectation, int64_t *ret_deviation_minor)
{
	wide error_minor = divide_rounded(expectation->error_ppb, PPB), square;

	if (__builtin_mul_overflow(error_minor, error_minor, &square) ||
	    __builtin_add_overflow(square, expectation->variance_ppm / PPM, &square))
		return false;
	*ret_deviation_minor = root(square);
	return true;
}

bool
sabot_expectation_finish(struct sabot_expectation *expectation, int64_t *ret_expected_minor,
			 int64_t *ret_deviation_minor)
{
	end_round(expectation);
	expectation->round = 0;
	if (expectation->is_unknown || expectation->variance_ppm < 0 ||
	    !deviate(expectation, ret_deviation_minor))
		return false;
	*ret_expected_minor = divide_rounded(expectation->expected_ppb, PPB);
	return true;
}

int64_t
sabot_expectation_z(int64_t difference_minor, int64_t deviation_minor)
{
	return divide_rounded((wide)difference_minor * HUNDREDTHS, deviation_minor);
}
