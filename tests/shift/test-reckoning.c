/*
 * Why a table won what it won: every difference has its name, and what is left is what nobody
 * wrote down.
 */
#include "shift-fixture.h"

#include "shift/reckoning-json.h"

static struct sabot_reckoned_stake
stake(int64_t round, int64_t box, const char *on, int64_t stake_minor, int64_t due_minor)
{
	return (struct sabot_reckoned_stake){
		.round = round,
		.box = box,
		.hand = -1,
		.bettor = box == 1 ? "1" : "2",
		.on = on,
		.stake_minor = stake_minor,
		.bet_minor = stake_minor,
		.due_minor = due_minor,
	};
}

static void
add(struct sabot_reckoning *reckoning, struct sabot_reckoned_stake reported)
{
	sabot_reckoning_add_stake(reckoning, &reported);
}

static void
pay(struct sabot_reckoning *reckoning, struct sabot_reckoned_stake reported, int64_t amount)
{
	sabot_reckoning_add_paid(reckoning, &reported, amount);
}

static const struct sabot_difference *
difference(const struct sabot_reckoning *reckoning, guint i)
{
	const GPtrArray *differences = sabot_reckoning_differences(reckoning);

	assert_true(i < differences->len);
	return g_ptr_array_index(differences, i);
}

static void
test_all_as_due(void **state)
{
	struct sabot_reckoning *reckoning = sabot_reckoning_new();
	struct sabot_reckoning_sum sum;

	(void)state;
	add(reckoning, stake(1, 1, "punto", 1000, 1000));
	add(reckoning, stake(1, 2, "banca", 1000, -1000));
	add(reckoning, stake(2, 1, "tie", 100, -100));
	pay(reckoning, stake(1, 1, "punto", 0, 0), 1000);
	sabot_reckoning_set_reported(reckoning, 1, 2);
	sabot_reckoning_finish(reckoning, &sum);
	assert_int_equal(sum.n_rounds, 2);
	assert_int_equal(sum.staked_minor, 2100);
	assert_int_equal(sum.cards_win_minor, 100);
	assert_int_equal(sum.paid_win_minor, 100);
	assert_int_equal(sabot_reckoning_differences(reckoning)->len, 0);
	assert_int_equal(sabot_reckoning_bets(reckoning)->len, 3);
	sabot_reckoning_free(reckoning);
}

static void
test_wrong_and_missing_payouts(void **state)
{
	struct sabot_reckoning *reckoning = sabot_reckoning_new();
	struct sabot_reckoning_sum sum;

	(void)state;
	add(reckoning, stake(7, 1, "punto", 1000, 1000));
	add(reckoning, stake(8, 2, "punto", 500, 500));
	add(reckoning, stake(9, 2, "punto", 500, 500)); /* its payments are not over */
	pay(reckoning, stake(7, 1, "punto", 0, 0), 3500);
	sabot_reckoning_set_reported(reckoning, 1, 8);
	sabot_reckoning_finish(reckoning, &sum);
	assert_int_equal(sum.cards_win_minor, -2000);
	assert_int_equal(sum.payouts_minor, 2500 - 500);
	assert_int_equal(sum.paid_win_minor, -4000);
	assert_int_equal(sabot_reckoning_differences(reckoning)->len, 2);
	assert_int_equal(difference(reckoning, 0)->kind, SABOT_DIFFERENCE_PAYOUT);
	assert_int_equal(difference(reckoning, 0)->round, 7);
	assert_int_equal(difference(reckoning, 0)->amount_minor, 2500);
	assert_int_equal(difference(reckoning, 1)->kind, SABOT_DIFFERENCE_UNPAID);
	assert_int_equal(difference(reckoning, 1)->amount_minor, -500);
	sabot_reckoning_free(reckoning);
}

/* Where a card was not seen no due is guessed: neither a sum nor a difference hangs on it. */
static void
test_a_due_that_is_not_certain(void **state)
{
	struct sabot_reckoning *reckoning = sabot_reckoning_new();
	struct sabot_reckoned_stake uncertain = stake(2, 2, "punto", 500, 500);
	struct sabot_reckoning_sum sum;
	json_t *object;

	(void)state;
	uncertain.is_uncertain = true;
	uncertain.commission_minor = 25;
	add(reckoning, stake(1, 1, "punto", 1000, 1000));
	add(reckoning, uncertain);
	pay(reckoning, stake(1, 1, "punto", 0, 0), 1000);
	pay(reckoning, stake(2, 2, "punto", 0, 0), 9000);
	sabot_reckoning_set_reported(reckoning, 1, 2);
	sabot_reckoning_finish(reckoning, &sum);
	assert_int_equal(sum.n_uncertain, 1);
	assert_int_equal(sum.n_stakes, 1);
	assert_int_equal(sum.staked_minor, 1000);
	assert_int_equal(sum.cards_win_minor, -1000);
	assert_int_equal(sum.payouts_minor, 0);
	assert_int_equal(sum.commission_minor, 0);
	assert_false(sum.has_unexplained);
	assert_int_equal(sabot_reckoning_differences(reckoning)->len, 0);
	object = sabot_reckoning_sum_to_json(&sum);
	assert_int_equal(json_integer_value(json_object_get(object, "uncertain")), 1);
	json_decref(object);
	sabot_reckoning_free(reckoning);
}

/* Its card was read: the stake is settled again, and counts. */
static void
test_a_due_that_becomes_certain(void **state)
{
	struct sabot_reckoning *reckoning = sabot_reckoning_new();
	struct sabot_reckoned_stake uncertain = stake(2, 2, "punto", 500, 0);
	struct sabot_reckoning_sum sum;

	(void)state;
	uncertain.is_uncertain = true;
	add(reckoning, uncertain);
	add(reckoning, stake(2, 2, "punto", 500, 500));
	pay(reckoning, stake(2, 2, "punto", 0, 0), 900);
	sabot_reckoning_finish(reckoning, &sum);
	assert_int_equal(sum.n_uncertain, 0);
	assert_int_equal(sum.cards_win_minor, -500);
	assert_int_equal(sum.payouts_minor, 400);
	sabot_reckoning_free(reckoning);
}

/* A table that records no payments pays what is due, for all that is known. */
static void
test_nothing_reported(void **state)
{
	struct sabot_reckoning *reckoning = sabot_reckoning_new();
	struct sabot_reckoning_sum sum;

	(void)state;
	add(reckoning, stake(1, 1, "punto", 1000, 1000));
	sabot_reckoning_finish(reckoning, &sum);
	assert_int_equal(sum.paid_win_minor, -1000);
	assert_int_equal(sabot_reckoning_differences(reckoning)->len, 0);
	sabot_reckoning_free(reckoning);
}

static void
test_put_right_later(void **state)
{
	struct sabot_reckoning *reckoning = sabot_reckoning_new();
	struct sabot_reckoning_sum sum;

	(void)state;
	add(reckoning, stake(7, 1, "punto", 1000, 1000));
	add(reckoning, stake(7, 2, "punto", 1000, 1000));
	pay(reckoning, stake(7, 1, "punto", 0, 0), 1000);
	pay(reckoning, stake(7, 2, "punto", 0, 0), 400);
	sabot_reckoning_add_later(reckoning, 7, 0, 600); /* no box was said */
	sabot_reckoning_add_later(reckoning, 6, 1, 50);  /* a round that is not here */
	sabot_reckoning_finish(reckoning, &sum);
	assert_int_equal(sum.put_right_minor, 650);
	assert_int_equal(sum.payouts_minor, 50);
	assert_int_equal(sabot_reckoning_differences(reckoning)->len, 1);
	assert_int_equal(difference(reckoning, 0)->round, 6);
	sabot_reckoning_free(reckoning);
}

/* A ruling makes a round void: it is settled again, and what was paid is too much. */
static void
test_settled_again(void **state)
{
	struct sabot_reckoning *reckoning = sabot_reckoning_new();
	struct sabot_reckoning_sum sum;

	(void)state;
	add(reckoning, stake(3, 1, "punto", 1000, 1000));
	pay(reckoning, stake(3, 1, "punto", 0, 0), 1000);
	add(reckoning, stake(3, 1, "punto", 1000, 0));
	sabot_reckoning_finish(reckoning, &sum);
	assert_int_equal(sum.n_stakes, 1);
	assert_int_equal(sum.payouts_minor, 1000);
	sabot_reckoning_free(reckoning);
}

static void
test_commission(void **state)
{
	struct sabot_reckoning *reckoning = sabot_reckoning_new();
	struct sabot_reckoned_stake banca = stake(1, 2, "banca", 1000, 1000);
	struct sabot_reckoning_sum sum;

	(void)state;
	banca.commission_minor = 50;
	add(reckoning, banca);
	banca.round = 2;
	add(reckoning, banca);
	sabot_reckoning_add_commission(reckoning, 2, "2", 30);
	sabot_reckoning_finish(reckoning, &sum);
	assert_int_equal(sum.cards_win_minor, -1900);
	assert_int_equal(sum.commission_minor, 100);
	assert_int_equal(sum.commission_unpaid_minor, 70);
	assert_int_equal(sum.paid_win_minor, -1970);
	assert_int_equal(difference(reckoning, 0)->kind, SABOT_DIFFERENCE_COMMISSION);
	assert_int_equal(difference(reckoning, 0)->box, 2);
	assert_int_equal(difference(reckoning, 0)->amount_minor, 70);
	sabot_reckoning_free(reckoning);
}

static void
count(struct fixture *fixture, const char *shift, const char *step, int n)
{
	g_autofree char *json =
		g_strdup_printf("{'ev':'count','do':'%s','table':'PB-01','shift':'%s','chips':"
				"[{'chip':500,'count':%d}]}",
				step, shift, n);

	fixture_take(fixture, json);
}

static void
test_chips(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_reckoning *reckoning = sabot_reckoning_new();
	struct sabot_reckoning_sum sum;

	add(reckoning, stake(1, 1, "punto", 4000, 4000));
	count(fixture, FIXTURE_SHIFT, "opener", 100);
	fixture_take(fixture, "{'ev':'drop','do':'box','table':'PB-01','box':'1','counts':"
			      "{'cash':10000,'match_play':500,'redemptions':900}}");
	count(fixture, FIXTURE_SHIFT, "closer", 60);
	count(fixture, FIXTURE_NEXT, "opener", 67);
	sabot_reckoning_set_result(reckoning, fixture->ledger, FIXTURE_SHIFT, "PB-01");
	sabot_reckoning_finish(reckoning, &sum);
	assert_true(sum.has_chips);
	assert_int_equal(sum.chips_win_minor, 30000 + 10500 - 50000);
	assert_int_equal(sum.closer_minor, 3500);
	assert_int_equal(sum.unexplained_minor, -9500 + 3500 + 4000);
	assert_int_equal(difference(reckoning, 0)->kind, SABOT_DIFFERENCE_CLOSER);
	assert_int_equal(difference(reckoning, 0)->amount_minor, 3500);
	sabot_reckoning_free(reckoning);
}

/* A marker whose copy is not in the box is named, with its number, and not unexplained. */
static void
test_markers(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_reckoning *reckoning = sabot_reckoning_new();
	struct sabot_reckoning_sum sum;

	count(fixture, FIXTURE_SHIFT, "opener", 100);
	for (int number = 1; number <= 3; number++) {
		g_autofree char *json =
			g_strdup_printf("{'ev':'marker','do':'issue','table':'PB-01','number':%d,"
					"'amount':%d,'patron':'K'}",
					number, 1000 * number);

		fixture_take(fixture, json);
	}
	fixture_take(fixture, "{'ev':'marker','do':'void','table':'PB-01','number':3,'note':'x'}");
	fixture_take(fixture, "{'ev':'drop','do':'box','table':'PB-01','box':'1','counts':"
			      "{'cash':400,'markers':1000}}");
	count(fixture, FIXTURE_SHIFT, "closer", 94);
	sabot_reckoning_set_result(reckoning, fixture->ledger, FIXTURE_SHIFT, "PB-01");
	sabot_reckoning_finish(reckoning, &sum);
	assert_int_equal(sum.chips_win_minor, 47000 + 1400 - 50000);
	assert_int_equal(sum.markers_minor, 2000);
	assert_int_equal(difference(reckoning, 0)->kind, SABOT_DIFFERENCE_MARKER);
	assert_int_equal(difference(reckoning, 0)->number, 2);
	assert_int_equal(difference(reckoning, 0)->expected_minor, 3000);
	assert_int_equal(difference(reckoning, 0)->is_minor, 1000);
	assert_int_equal(difference(reckoning, 0)->amount_minor, 2000);
	assert_int_equal(sum.unexplained_minor, 400);
	sabot_reckoning_free(reckoning);
	/* All chips are there, or more: the missing copy says nothing. */
	reckoning = sabot_reckoning_new();
	fixture_take(fixture, "{'ev':'count','do':'closer','table':'PB-01','recount':true,'chips':"
			      "[{'chip':500,'count':98}]}");
	sabot_reckoning_set_result(reckoning, fixture->ledger, FIXTURE_SHIFT, "PB-01");
	sabot_reckoning_finish(reckoning, &sum);
	assert_int_equal(sum.markers_minor, 0);
	assert_int_equal(sum.unexplained_minor, 400);
	assert_int_equal(difference(reckoning, 0)->kind, SABOT_DIFFERENCE_UNEXPLAINED);
	sabot_reckoning_free(reckoning);
}

static void
test_veiled(void **state)
{
	struct fixture *fixture = *state;
	struct sabot_reckoning *reckoning = sabot_reckoning_new();
	struct sabot_reckoned_stake owing = stake(1, 1, "banca", 4000, 4000);
	struct sabot_reckoning_sum sum;

	owing.commission_minor = 200;
	add(reckoning, owing);
	pay(reckoning, owing, 5000);
	count(fixture, FIXTURE_SHIFT, "opener", 100);
	fixture_take(fixture, "{'ev':'drop','do':'box','table':'PB-01','box':'1','counts':{}}");
	count(fixture, FIXTURE_SHIFT, "closer", 60);
	sabot_reckoning_set_result(reckoning, fixture->ledger, FIXTURE_SHIFT, "PB-01");
	sabot_reckoning_set_veiled(reckoning);
	sabot_reckoning_finish(reckoning, &sum);
	assert_true(sum.has_chips);
	assert_false(sum.has_unexplained);
	assert_int_equal(sabot_reckoning_differences(reckoning)->len, 1);
	assert_int_equal(difference(reckoning, 0)->kind, SABOT_DIFFERENCE_PAYOUT);
	sabot_reckoning_free(reckoning);
}

/* Two bets: a coin, and its opposite, with an edge of a hundredth on the second. */
static struct sabot_expectation *
coin(void)
{
	static const struct sabot_bet_worth worths[] = {{"heads", 0, 0}, {"tails", 10000000, 0}};
	static const int64_t ppm[] = {1000000, -1000000, -1000000, 1000000};
	static const struct sabot_bet_covariances covariances = {ppm, ppm};

	return sabot_expectation_new(worths, 2, &covariances);
}

static void
test_expectation(void **state)
{
	struct sabot_reckoning *reckoning = sabot_reckoning_new();
	struct sabot_reckoning_sum sum;

	(void)state;
	for (int round = 1; round <= 100; round++) {
		add(reckoning, stake(round, 1, "heads", 300, round <= 60 ? -300 : 300));
		add(reckoning, stake(round, 2, "tails", 100, round <= 60 ? 100 : -100));
	}
	sabot_reckoning_set_expectation(reckoning, coin());
	sabot_reckoning_finish(reckoning, &sum);
	assert_true(sum.has_expectation);
	assert_int_equal(sum.expected_minor, 100);
	assert_int_equal(sum.deviation_minor, 2000); /* 200 a round that both hang on, 100 rounds */
	assert_int_equal(sum.cards_win_minor, 4000);
	assert_int_equal(sum.z_hundredths, 195);
	sabot_reckoning_free(reckoning);
}

static void
test_nothing_is_expected_of_unknown_bets(void **state)
{
	struct sabot_reckoning *reckoning = sabot_reckoning_new();
	struct sabot_reckoning_sum sum;

	(void)state;
	add(reckoning, stake(1, 1, "heads", 300, -300));
	add(reckoning, stake(1, 1, "edge", 300, -300));
	sabot_reckoning_set_expectation(reckoning, coin());
	sabot_reckoning_finish(reckoning, &sum);
	assert_false(sum.has_expectation);
	sabot_reckoning_free(reckoning);
}

/*
 * Boxes that hang together by a half, with an edge that is known to a thousandth only; a double and
 * a split add to the stake, not to the bet.
 */
static void
test_expectation_of_boxes(void **state)
{
	static const struct sabot_bet_worth worths[] = {{"main", 10000000, 1000000}};
	static const int64_t of_a_box_ppm[] = {1000000}, of_boxes_ppm[] = {500000};
	static const struct sabot_bet_covariances covariances = {of_a_box_ppm, of_boxes_ppm};
	struct sabot_reckoning *reckoning = sabot_reckoning_new();
	struct sabot_reckoned_stake doubled = stake(1, 1, "main", 800, 0);
	struct sabot_reckoned_stake split = stake(1, 2, "main", 300, 0);
	struct sabot_reckoned_stake added = split;
	struct sabot_reckoning_sum sum;

	(void)state;
	doubled.hand = split.hand = 0;
	doubled.bet_minor = 400;
	added.hand = 1;
	added.bet_minor = 0;
	add(reckoning, doubled);
	add(reckoning, split);
	add(reckoning, added);
	sabot_reckoning_set_expectation(reckoning, sabot_expectation_new(worths, 1, &covariances));
	sabot_reckoning_finish(reckoning, &sum);
	assert_true(sum.has_expectation);
	assert_int_equal(sum.expected_minor, 7);
	/* 400^2 + 300^2 + 2 * 400 * 300 / 2 = 370000; the error of 0.7 is rounded to 1 */
	assert_int_equal(sum.deviation_minor, 608);
	sabot_reckoning_free(reckoning);
}

static void
add_heads(struct sabot_expectation *expectation, int64_t round, int64_t bet_minor)
{
	const struct sabot_expected_bet place = {round, 1, "heads"};

	sabot_expectation_add(expectation, &place, bet_minor);
}

static void
test_limits_of_expectation(void **state)
{
	struct sabot_expectation *expectation = coin();
	int64_t expected, deviation;

	(void)state;
	for (int round = 1; round <= 100; round++)
		add_heads(expectation, round, INT64_C(1000000000000));
	assert_true(sabot_expectation_finish(expectation, &expected, &deviation));
	assert_true(deviation == INT64_C(10000000000000));
	for (int round = 1; round <= 10; round++)
		add_heads(expectation, round, INT64_MAX / 2);
	assert_false(sabot_expectation_finish(expectation, &expected, &deviation));
	assert_int_equal(sabot_expectation_z(-5, 1000), -1);
	sabot_expectation_free(expectation);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_as_due),
		cmocka_unit_test(test_wrong_and_missing_payouts),
		cmocka_unit_test(test_a_due_that_is_not_certain),
		cmocka_unit_test(test_a_due_that_becomes_certain),
		cmocka_unit_test(test_nothing_reported),
		cmocka_unit_test(test_put_right_later),
		cmocka_unit_test(test_settled_again),
		cmocka_unit_test(test_commission),
		cmocka_unit_test_setup_teardown(test_chips, fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(test_markers, fixture_set_up, fixture_tear_down),
		cmocka_unit_test_setup_teardown(test_veiled, fixture_set_up, fixture_tear_down),
		cmocka_unit_test(test_expectation),
		cmocka_unit_test(test_expectation_of_boxes),
		cmocka_unit_test(test_nothing_is_expected_of_unknown_bets),
		cmocka_unit_test(test_limits_of_expectation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
