/*
 * Wide numbers and fractions as they are printed, and a bet's outcomes summed up.
 */
#include "engine/odds/odds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void
test_wide(void **state)
{
	char text[SABOT_WIDE_TEXT_SIZE];

	(void)state;
	assert_string_equal(sabot_wide_format(0, text), "0");
	assert_string_equal(sabot_wide_format(4998398275503360, text), "4998398275503360");
	assert_string_equal(sabot_wide_format(~(sabot_wide)0, text),
			    "340282366920938463463374607431768211455");
}

static const struct {
	bool negative;
	uint64_t top, bottom;
	int digits;
	const char *text;
} decimals[] = {
	{false, 0, 7, 3, "0.000"},
	{true, 0, 7, 0, "0"},
	{false, 1, 3, 5, "0.33333"},
	{false, 2, 3, 5, "0.66667"},
	{true, 2, 3, 2, "-0.67"},
	{false, 1, 2, 0, "1"},
	{false, 1, 8, 2, "0.13"},
	{false, 9999, 1000, 2, "10.00"},
	{false, 43, 415, 10, "0.1036144578"},
	{false, 123456, 1, 1, "123456.0"},
};

static void
test_decimals(void **state)
{
	char text[SABOT_DECIMAL_TEXT_SIZE];

	(void)state;
	for (size_t i = 0; i < sizeof(decimals) / sizeof(decimals[0]); i++)
		assert_string_equal(sabot_fraction_decimal(sabot_fraction_make(decimals[i].negative,
									       decimals[i].top,
									       decimals[i].bottom),
							   decimals[i].digits, text),
				    decimals[i].text);
}

static void
test_lowest_terms(void **state)
{
	sabot_wide big = (sabot_wide)1 << 100;
	struct sabot_fraction fraction = sabot_fraction_make(false, big * 6, big * 21);

	(void)state;
	assert_true(fraction.top == 2 && fraction.bottom == 7);
	fraction = sabot_fraction_make(true, 0, big);
	assert_true(!fraction.negative && fraction.top == 0 && fraction.bottom == 1);
}

/* Roulette: 1 in 37 at 35:1, and the same stake back half of the time on zero. */
static void
test_outcomes(void **state)
{
	struct sabot_bet_odds odds = {.unit_minor = 10};

	(void)state;
	assert_true(sabot_bet_odds_add(&odds, -10, NULL, 30));
	assert_true(sabot_bet_odds_add(&odds, 350, NULL, 1));
	assert_true(sabot_bet_odds_add(&odds, -10, NULL, 6));
	sabot_bet_odds_finish(&odds);
	assert_int_equal(odds.n_outcomes, 2);
	assert_int_equal(odds.outcomes[0].net_minor, 350);
	assert_true(odds.outcomes[1].count == 36 && odds.total == 37);
	assert_true(odds.edge.top == 1 && odds.edge.bottom == 37 && !odds.edge.negative);
	assert_true(sabot_bet_odds_add(&odds, 20, "a", 3));
	sabot_bet_odds_finish(&odds);
	assert_string_equal(odds.outcomes[1].name, "a");
	assert_true(odds.edge.negative && odds.edge.top == 1 && odds.edge.bottom == 8);
}

static void
test_too_many_outcomes(void **state)
{
	struct sabot_bet_odds odds = {.unit_minor = 1};

	(void)state;
	for (int i = 0; i < SABOT_BET_OUTCOMES_MAX; i++)
		assert_true(sabot_bet_odds_add(&odds, i, NULL, 1));
	assert_false(sabot_bet_odds_add(&odds, -1, NULL, 1));
	assert_true(sabot_bet_odds_add(&odds, 3, NULL, 1));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wide),
		cmocka_unit_test(test_decimals),
		cmocka_unit_test(test_lowest_terms),
		cmocka_unit_test(test_outcomes),
		cmocka_unit_test(test_too_many_outcomes),
	};

	return cmocka_run_group_tests_name("odds", tests, NULL, NULL);
}
