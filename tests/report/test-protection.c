/*
 * Game protection: the tests of chance against numbers known otherwise; then many made periods with
 * nothing wrong, of which no more may be named than is promised, and with something planted, which
 * must be found. The dice are seeded.
 */
#include "protection-maker.h"
#include "report/kinds/chance.h"
#include "report/kinds/protection-try.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
/* cmocka.h needs the ones above */
#include <cmocka.h>

enum { PERIODS_CLEAN = 60, PERIODS_PLANTED = 15 };

static struct sabot_facts *
make_period(guint32 seed, enum protection_plant plant, bool is_over)
{
	struct protection_plan plan = protection_plan_of(plant);

	plan.is_over = is_over;
	return protection_make(seed, &plan);
}

/* How many of the periods name anything; how many name this. */
static void
count_periods(enum protection_plant plant, int n, const struct sabot_trial *wanted, int *ret_named,
	      int *ret_found)
{
	*ret_named = *ret_found = 0;
	for (int i = 0; i < n; i++) {
		struct sabot_facts *facts = make_period((guint32)i, plant, true);
		g_autoptr(GPtrArray) trials = sabot_protection_try(facts);
		bool names = false, finds = false;

		for (guint j = 0; j < trials->len; j++) {
			const struct sabot_trial *trial = g_ptr_array_index(trials, j);
			bool is_wanted = wanted != NULL && trial->kind == wanted->kind &&
					 trial->unit == wanted->unit && trial->box == wanted->box &&
					 g_strcmp0(trial->table, wanted->table) == 0 &&
					 g_strcmp0(trial->who, wanted->who) == 0;

			finds = finds || (trial->is_found && is_wanted);
			names = names || (trial->is_found && !is_wanted);
		}
		*ret_named += names;
		*ret_found += finds;
		sabot_facts_free(facts);
	}
}

/* Promised are 5 of 100; three standard deviations more are this test's own luck. */
static int
most_named(int n)
{
	return (int)(0.05 * n + 3 * sqrt(0.05 * 0.95 * n));
}

static void
test_nothing_planted(void **state)
{
	int named, found;

	(void)state;
	count_periods(PROTECTION_NOTHING, PERIODS_CLEAN, NULL, &named, &found);
	print_message("named in %d of %d periods in which nothing is wrong\n", named,
		      PERIODS_CLEAN);
	assert_in_range(named, 0, most_named(PERIODS_CLEAN));
	/* Where all are bad alike, nobody is unusual. */
	count_periods(PROTECTION_LATE_BUT_ALIKE, PERIODS_PLANTED, NULL, &named, &found);
	assert_in_range(named, 0, most_named(PERIODS_PLANTED));
}

static void
check_planted(enum protection_plant plant, const struct sabot_trial *wanted)
{
	int named, found;

	count_periods(plant, PERIODS_PLANTED, wanted, &named, &found);
	print_message("plant %d: found in %d of %d periods\n", plant, found, PERIODS_PLANTED);
	assert_in_range(found, PERIODS_PLANTED * 95 / 100, PERIODS_PLANTED);
}

static void
test_planted(void **state)
{
	(void)state;
	check_planted(PROTECTION_COUNTER, &(struct sabot_trial){.kind = SABOT_TRIAL_COUNT,
								.unit = SABOT_TRIAL_SEAT,
								.table = (char *)"T5",
								.box = 2});
	check_planted(PROTECTION_GENEROUS_DEALER, &(struct sabot_trial){.kind = SABOT_TRIAL_PAYOUTS,
									.unit = SABOT_TRIAL_DEALER,
									.who = (char *)"p3"});
	check_planted(PROTECTION_FRIEND, &(struct sabot_trial){.kind = SABOT_TRIAL_PAYOUTS,
							       .unit = SABOT_TRIAL_BETTOR,
							       .who = (char *)"friend"});
	check_planted(PROTECTION_LATE_TABLE, &(struct sabot_trial){.kind = SABOT_TRIAL_LATE_BETS,
								   .unit = SABOT_TRIAL_TABLE,
								   .table = (char *)"T2"});
	check_planted(PROTECTION_ERRING_DEALER, &(struct sabot_trial){.kind = SABOT_TRIAL_ERRORS,
								      .unit = SABOT_TRIAL_DEALER,
								      .who = (char *)"p5"});
	check_planted(PROTECTION_PAST_POSTER, &(struct sabot_trial){.kind = SABOT_TRIAL_LAST_MOMENT,
								    .unit = SABOT_TRIAL_SEAT,
								    .table = (char *)"T1",
								    .box = 2});
	check_planted(PROTECTION_FALSE_SHUFFLE, &(struct sabot_trial){.kind = SABOT_TRIAL_SHUFFLE,
								      .unit = SABOT_TRIAL_TABLE,
								      .table = (char *)"T3"});
}

/* What is still in the shoe is not counted, and without leave nobody is compared. */
static void
test_what_is_not_looked_at(void **state)
{
	struct sabot_facts *facts = make_period(1, PROTECTION_COUNTER, false);
	g_autoptr(GPtrArray) open = sabot_protection_try(facts);

	(void)state;
	for (guint i = 0; i < open->len; i++)
		assert_int_not_equal(((struct sabot_trial *)g_ptr_array_index(open, i))->kind,
				     SABOT_TRIAL_COUNT);
	sabot_facts_free(facts);
	facts = make_period(1, PROTECTION_COUNTER, true);
	facts->names_people = false;
	g_autoptr(GPtrArray) trials = sabot_protection_try(facts);
	for (guint i = 0; i < trials->len; i++) {
		const struct sabot_trial *trial = g_ptr_array_index(trials, i);

		assert_int_equal(trial->unit, SABOT_TRIAL_TABLE);
		assert_null(trial->who);
		assert_int_equal(trial->box, 0);
	}
	sabot_facts_free(facts);
}

static void
assert_near(double got, double wanted)
{
	if (fabs(got - wanted) > 1e-6)
		fail_msg("%.9f is not %.9f", got, wanted);
}

/* Against tables of the tests, and sums by hand. */
static void
test_chances(void **state)
{
	double low, high, p[] = {0.01, 0.04, 0.03, 0.005};

	(void)state;
	/* The lady tasting tea: 3 of 4 right has (16 + 1) / 70, doubled. */
	assert_near(sabot_chance_fisher(3, 4, 4, 8), 34.0 / 70);
	assert_near(sabot_chance_fisher(4, 4, 4, 8), 2.0 / 70);
	assert_near(sabot_chance_fisher(0, 4, 4, 8), 2.0 / 70);
	assert_near(sabot_chance_fisher(5, 100, 50, 1000), 1);
	assert_near(sabot_chance_sign(10, 10), 2.0 / 1024);
	assert_near(sabot_chance_sign(8, 10), 112.0 / 1024);
	assert_near(sabot_chance_sign(5, 10), 1);
	assert_near(sabot_chance_t(0, 7), 0.5);
	assert_near(sabot_chance_t(1, 1), 0.25);
	assert_near(sabot_chance_t(-1, 1), 0.75);
	assert_near(sabot_chance_t_95(10), 2.228138852);
	assert_near(sabot_chance_t_95(1), 12.706204736);
	sabot_chance_interval(0, 10, &low, &high);
	assert_near(low, 0);
	assert_near(high, 1 - pow(0.025, 0.1));
	sabot_chance_interval(5, 10, &low, &high);
	assert_near(low, 0.187086028);
	assert_near(high, 1 - low);
	sabot_chance_holm(p, 4);
	assert_near(p[3], 0.02);
	assert_near(p[0], 0.03);
	assert_near(p[2], 0.06);
	assert_near(p[1], 0.06);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_chances),
		cmocka_unit_test(test_nothing_planted),
		cmocka_unit_test(test_planted),
		cmocka_unit_test(test_what_is_not_looked_at),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
