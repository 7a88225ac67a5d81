/*
 * Blackjack against docs/rules.md: totals, the dealer's own play, splits, doubles, insurance, and
 * how money is rounded.
 */
#include "engine/games/blackjack.h"
#include "engine/table/prompt.h"
#include "engine/games/settle.h"
#include "table-fixture.h"
#include "engine/rules/rules-set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { IN_TURN = SABOT_HAND_IN_TURN };

static struct table_fixture fixture;

static void
place(struct sabot_round *round, const char *text, enum sabot_owner owner, int box)
{
	struct sabot_card cards[16];
	int n_cards = parse_cards(text, cards, 16);

	for (int i = 0; i < n_cards; i++)
		sabot_round_place_card(round, sabot_round_add_card(round, cards[i], -1, 0), owner,
				       box, 0);
}

/* A dealt round with one box, of which nobody has to decide any more. */
static struct sabot_round *
lay(const char *player, const char *dealer)
{
	static struct sabot_round round;

	sabot_round_init(&round, 1, 1);
	round.bets_closed = round.insurance_over = true;
	sabot_round_seat_box(&round, 1);
	round.boxes[1].hands[0].stood = true;
	round.n_dealt = 4;
	place(&round, player, SABOT_OWNER_PLAYER, 1);
	place(&round, dealer, SABOT_OWNER_DEALER, 0);
	return &round;
}

/* BJ-01, BJ-02. */
static void
test_totals(void **state)
{
	static const struct {
		const char *cards;
		int total;
		bool soft, blackjack, sevens;
	} table[] = {
		{"", 0, false, false, false},          {"AS", 11, true, false, false},
		{"2S 3S", 5, false, false, false},     {"TS KS", 20, false, false, false},
		{"AS TS", 21, true, true, false},      {"QS AS", 21, true, true, false},
		{"AS AH", 12, true, false, false},     {"AS AH AD", 13, true, false, false},
		{"AS AH 9D", 21, true, false, false},  {"AS AH TD", 12, false, false, false},
		{"AS 6H", 17, true, false, false},     {"AS 6H TD", 17, false, false, false},
		{"AS 6H 4D", 21, true, false, false},  {"AS 6H 5D", 12, false, false, false},
		{"7S 7H 7D", 21, false, false, true},  {"7S 7H", 14, false, false, false},
		{"7? 7H 7D", 21, false, false, true},  {"TS 6H 6D", 22, false, false, false},
		{"?? 7D", 7, false, false, false},     {"AS ?? TD", 21, true, false, false},
		{"KS QS AS", 21, false, false, false},
	};
	struct sabot_rules rules;

	(void)state;
	sabot_rules_init(&rules, SABOT_BLACKJACK);
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const struct sabot_round *round = lay(table[i].cards, table[i].cards);
		struct sabot_total player = sabot_blackjack_hand_total(&rules, round, 1, 0);
		struct sabot_total dealer = sabot_blackjack_dealer_total(round);
		if (player.total != table[i].total || player.soft != table[i].soft ||
		    player.is_blackjack != table[i].blackjack ||
		    player.is_three_sevens != table[i].sevens)
			fail_msg("%s: %d", table[i].cards, player.total);
		assert_int_equal(player.total, dealer.total);
		assert_int_equal(player.n_cards, dealer.n_cards);
		assert_int_equal(player.soft, dealer.soft);
		assert_int_equal(player.is_blackjack, dealer.is_blackjack);
		assert_int_equal(player.is_three_sevens, dealer.is_three_sevens);
	}
}

static void
test_blackjack_after_split(void **state)
{
	struct sabot_rules rules;
	struct sabot_round *round = lay("AS KS", "9S");

	(void)state;
	sabot_rules_init(&rules, SABOT_BLACKJACK);
	round->boxes[1].hands[0].from_split = true;
	assert_false(sabot_blackjack_hand_total(&rules, round, 1, 0).is_blackjack);
	assert_int_equal(sabot_blackjack_hand_total(&rules, round, 1, 0).total, 21);
	rules.blackjack_after_split = true;
	assert_true(sabot_blackjack_hand_total(&rules, round, 1, 0).is_blackjack);
}

static void
set(struct sabot_rules *rules, const char *key, const char *value)
{
	char error[SABOT_RULES_ERROR_SIZE];

	if (!sabot_rules_set(rules, key, value, error))
		fail_msg("%s", error);
}

/* BJ-05, ES-06, ES-15, IT-07. */
static void
test_dealer(void **state)
{
	static const struct {
		const char *key, *value; /* that differs from the base rules */
		const char *player, *dealer;
		bool draws;
	} table[] = {
		{"soft_17", "stand", "TS 8S", "6D", true},
		{"soft_17", "stand", "TS 8S", "6D TD", true},
		{"soft_17", "stand", "TS 8S", "7D TD", false},
		{"soft_17", "stand", "TS 8S", "6D AD", false},
		{"soft_17", "hit", "TS 8S", "6D AD", true},
		{"soft_17", "hit", "TS 8S", "7D AD", false},
		{"soft_17", "hit", "TS 8S", "6D AD TD", false},
		{"soft_17", "hit", "TS 8S", "5D AD AH", true},
		{"soft_17", "hit", "TS 8S", "7D TD", false},
		{"soft_17", "stand", "TS 8S", "6D TD TH", false},
		/* Every hand is out. */
		{"dealer_draws_dead", "no", "TS 8S 5D", "6D", false},
		{"dealer_draws_dead", "yes", "TS 8S 5D", "6D", true},
		{"dealer_draws_dead", "yes", "TS 8S 5D", "6D TD", true},
		{"dealer_draws_dead", "yes", "TS 8S 5D", "7D TD", false},
		/* Only a blackjack is left: one card, if it can make another blackjack. */
		{"dealer_draws_dead", "no", "AS KS", "9D", false},
		{"dealer_draws_dead", "no", "AS KS", "TD", true},
		{"dealer_draws_dead", "no", "AS KS", "AD", true},
		{"dealer_draws_dead", "no", "AS KS", "TD 5D", false},
		{"dealer_draws_dead", "yes", "AS KS", "TD 5D", true},
		/* A 21 of three cards is a hand like any other. */
		{"dealer_draws_dead", "no", "7S 7H 7D", "TD 5D", true},
		/* Paid at once, or three sevens that always win. */
		{"blackjack_paid_at_once", "yes", "AS KS", "TD", false},
		{"pontoon", "yes", "7S 7H 7D", "TD 5D", false},
		/* He stops as soon as he is ahead, below 17 too; a tie is not ahead. */
		{"dealer_stops_when_ahead", "no", "7S 8S", "TD 6D", true},
		{"dealer_stops_when_ahead", "yes", "7S 8S", "TD 6D", false},
		{"dealer_stops_when_ahead", "yes", "7S 8S", "TD", true},
		{"dealer_stops_when_ahead", "yes", "8H 8S", "TD 6D", true},
		{"dealer_stops_when_ahead", "yes", "TH 7S", "TD 7D", false},
		{"dealer_stops_when_ahead", "yes", "TH 9S", "TD 8D", false},
	};
	struct sabot_rules rules;

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		sabot_rules_init(&rules, SABOT_BLACKJACK);
		set(&rules, table[i].key, table[i].value);
		if (sabot_blackjack_dealer_draws(&rules, lay(table[i].player, table[i].dealer)) !=
		    table[i].draws)
			fail_msg("%s=%s: %s against %s", table[i].key, table[i].value,
				 table[i].dealer, table[i].player);
	}
}

static void
test_dealer_and_fewer_cards(void **state)
{
	struct sabot_rules rules;

	(void)state;
	sabot_rules_init(&rules, SABOT_BLACKJACK);
	set(&rules, "dealer_stops_when_ahead", "yes");
	assert_true(sabot_blackjack_dealer_draws(&rules, lay("5H 5S 6S", "TD 6D")));
	set(&rules, "fewer_cards_win", "yes");
	assert_false(sabot_blackjack_dealer_draws(&rules, lay("5H 5S 6S", "TD 6D")));
	assert_true(sabot_blackjack_dealer_draws(&rules, lay("8H 8S", "TD 6D")));
}

static void
test_dealer_and_surrender(void **state)
{
	struct sabot_rules rules;
	struct sabot_round *round = lay("TH 6S", "TD");

	(void)state;
	sabot_rules_init(&rules, SABOT_BLACKJACK);
	round->boxes[1].hands[0].surrendered = true;
	assert_false(sabot_blackjack_dealer_draws(&rules, round));
	set(&rules, "surrender_vs_dealer_blackjack", "full");
	assert_true(sabot_blackjack_dealer_draws(&rules, round));
	place(round, "5D", SABOT_OWNER_DEALER, 0);
	assert_false(sabot_blackjack_dealer_draws(&rules, round));
}

/* One box with a stake of 1000; `cards` are the deal without a hole card. */
static void
deal(const char *settings, const char *cards)
{
	fixture_begin(&fixture, SABOT_BLACKJACK, settings);
	fixture_bet(&fixture, 1, SABOT_BET_MAIN, 1000);
	fixture_no_more_bets(&fixture);
	fixture_cards(&fixture, cards);
	assert_int_equal(fixture_incident(&fixture), SABOT_INCIDENT_NONE);
}

static void
act(enum sabot_action action)
{
	fixture_action(&fixture, 1, IN_TURN, action);
}

static void
expect_accepted(enum sabot_action action)
{
	act(action);
	assert_int_equal(fixture_incident(&fixture), SABOT_INCIDENT_NONE);
	assert_true(fixture.update.applied);
}

static void
expect_refused(const char *why)
{
	assert_int_equal(fixture_incident(&fixture), SABOT_INCIDENT_ACTION_NOT_ALLOWED);
	assert_string_equal(fixture_incident_word(&fixture, "why"), why);
	assert_false(fixture.update.applied);
}

static void
expect_prompt(enum sabot_prompt_kind kind, int hand)
{
	struct sabot_prompt prompt;

	sabot_table_prompt(&fixture.table, &prompt);
	assert_int_equal(prompt.kind, kind);
	assert_int_equal(prompt.hand, hand);
}

static void
expect_hand(int hand, const char *text)
{
	struct sabot_card expected[8], found[8];
	int n_expected = parse_cards(text, expected, 8);
	int n_found = sabot_round_hand_cards(&fixture.table.round,
					     (struct sabot_hand_id){SABOT_OWNER_PLAYER, 1, hand},
					     found, 8);

	assert_int_equal(n_found, n_expected);
	assert_memory_equal(found, expected, (size_t)n_found * sizeof(found[0]));
}

/* ES-11, section 7: each hand gets its second card when its turn comes. */
static void
split_in_turn(const char *settings, int first, int second)
{
	deal(settings, "8S 6D 8H");
	expect_prompt(SABOT_PROMPT_PLAY, 0);
	expect_accepted(SABOT_ACTION_SPLIT);
	expect_prompt(SABOT_PROMPT_DRAW, first);
	fixture_cards(&fixture, "2C");
	expect_prompt(SABOT_PROMPT_PLAY, first);
	expect_accepted(SABOT_ACTION_STAND);
	expect_prompt(SABOT_PROMPT_DRAW, second);
	fixture_cards(&fixture, "3C 9C");
	expect_prompt(SABOT_PROMPT_PLAY, second);
	expect_accepted(SABOT_ACTION_STAND);
	expect_prompt(SABOT_PROMPT_DRAW, 0);
	expect_hand(first, first == 0 ? "8S 2C" : "8H 2C");
	expect_hand(second, second == 0 ? "8S 3C 9C" : "8H 3C 9C");
}

static void
split_at_once(const char *settings, int first, int second)
{
	deal(settings, "8S 6D 8H");
	expect_accepted(SABOT_ACTION_SPLIT);
	expect_prompt(SABOT_PROMPT_DRAW, 0);
	fixture_cards(&fixture, "2C");
	expect_prompt(SABOT_PROMPT_DRAW, 1);
	fixture_cards(&fixture, "3C");
	expect_prompt(SABOT_PROMPT_PLAY, first);
	fixture_cards(&fixture, "4C");
	expect_prompt(SABOT_PROMPT_PLAY, first);
	expect_accepted(SABOT_ACTION_STAND);
	expect_prompt(SABOT_PROMPT_PLAY, second);
	fixture_cards(&fixture, "5C");
	expect_hand(0, first == 0 ? "8S 2C 4C" : "8S 2C 5C");
	expect_hand(1, first == 0 ? "8H 3C 5C" : "8H 3C 4C");
}

static void
test_split_order(void **state)
{
	(void)state;
	split_in_turn("split_order=left;split_deal=in_turn", 0, 1);
	split_in_turn("split_order=right;split_deal=in_turn", 1, 0);
	split_at_once("split_order=left;split_deal=at_once", 0, 1);
	split_at_once("split_order=right;split_deal=at_once", 1, 0);
}

/* A split of the left hand moves the right one up. */
static void
test_split_again(void **state)
{
	(void)state;
	deal("max_splits=2", "8S 6D 8H");
	expect_accepted(SABOT_ACTION_SPLIT);
	fixture_cards(&fixture, "8C");
	expect_accepted(SABOT_ACTION_SPLIT);
	assert_int_equal(fixture.table.round.boxes[1].n_hands, 3);
	expect_hand(0, "8S");
	expect_hand(1, "8C");
	expect_hand(2, "8H");
	fixture_cards(&fixture, "8D");
	act(SABOT_ACTION_SPLIT);
	expect_refused("too many splits");
	assert_int_equal(fixture.table.round.boxes[1].n_hands, 3);
}

/* ES-10, TB-06: of equal value, or of equal rank. */
static void
test_split_on(void **state)
{
	(void)state;
	deal("split_on=value", "KS 6D TH");
	expect_accepted(SABOT_ACTION_SPLIT);
	deal("split_on=rank", "KS 6D TH");
	act(SABOT_ACTION_SPLIT);
	expect_refused("no pair");
	deal("split_on=rank", "KS 6D KH");
	expect_accepted(SABOT_ACTION_SPLIT);
	deal("max_ace_splits=1", "AS 6D AH");
	expect_accepted(SABOT_ACTION_SPLIT);
	/* One card each, then nothing: the dealer's turn. */
	fixture_cards(&fixture, "AD 5D");
	expect_prompt(SABOT_PROMPT_DRAW, 0);
	assert_int_equal(fixture_due(&fixture, 1, 1, SABOT_BET_MAIN).stake_minor, 1000);
}

static void
double_on(const char *settings, const char *cards, const char *why)
{
	deal(settings, cards);
	act(SABOT_ACTION_DOUBLE);
	if (why != NULL) {
		expect_refused(why);
		assert_int_equal(fixture_due(&fixture, 1, 0, SABOT_BET_MAIN).stake_minor, 1000);
		return;
	}
	assert_int_equal(fixture_incident(&fixture), SABOT_INCIDENT_NONE);
	assert_int_equal(fixture_due(&fixture, 1, 0, SABOT_BET_MAIN).stake_minor, 2000);
	/* BJ-11: one card is owed, and then it is the dealer's. */
	expect_prompt(SABOT_PROMPT_DRAW, 0);
	fixture_cards(&fixture, "2C 3C");
	assert_int_equal(fixture.table.round.boxes[1].hands[0].pile.n_cards, 3);
}

/* ES-09, ST-04: on the best total. */
static void
test_double(void **state)
{
	(void)state;
	double_on("double=any", "5S 6D 3H", NULL);
	double_on("double=any", "TS 6D 9H", NULL);
	double_on("double=none", "5S 6D 6H", "not offered");
	double_on("double=9-11", "5S 6D 3H", "total");
	double_on("double=9-11", "5S 6D 4H", NULL);
	double_on("double=9-11", "5S 6D 5H", NULL);
	double_on("double=9-11", "5S 6D 6H", NULL);
	double_on("double=9-11", "5S 6D 7H", "total");
	double_on("double=9-11", "AS 6D 8H", "total");
	deal("double=any", "2S 6D 3H");
	act(SABOT_ACTION_HIT);
	fixture_cards(&fixture, "4H");
	act(SABOT_ACTION_DOUBLE);
	expect_refused("cards");
	/* Sent directly after a card that nobody announced, it is the double's one card. */
	deal("double=any", "2S 6D 3H");
	fixture_cards(&fixture, "4H");
	expect_accepted(SABOT_ACTION_DOUBLE);
	assert_int_equal(fixture_due(&fixture, 1, 0, SABOT_BET_MAIN).stake_minor, 2000);
}

static void
test_double_after_split(void **state)
{
	(void)state;
	deal("double_after_split=no", "8S 6D 8H");
	expect_accepted(SABOT_ACTION_SPLIT);
	fixture_cards(&fixture, "3C");
	act(SABOT_ACTION_DOUBLE);
	expect_refused("after a split");
	deal("double_after_split=yes", "8S 6D 8H");
	expect_accepted(SABOT_ACTION_SPLIT);
	fixture_cards(&fixture, "3C");
	expect_accepted(SABOT_ACTION_DOUBLE);
	fixture_cards(&fixture, "9C");
	expect_prompt(SABOT_PROMPT_DRAW, 1);
	assert_int_equal(fixture_due(&fixture, 1, 0, SABOT_BET_MAIN).stake_minor, 2000);
	assert_int_equal(fixture_due(&fixture, 1, 1, SABOT_BET_MAIN).stake_minor, 1000);
}

static void
insure(int64_t amount_minor, const char *why)
{
	fixture_insure(&fixture, 1, amount_minor);
	if (why != NULL)
		expect_refused(why);
	else
		assert_int_equal(fixture_incident(&fixture), SABOT_INCIDENT_NONE);
}

static int64_t
insured(void)
{
	return fixture_due(&fixture, 1, -1, SABOT_BET_INSURANCE).stake_minor;
}

/* BJ-09: from the last card of the deal to the first thing that is done. */
static void
test_insurance_window(void **state)
{
	(void)state;
	deal("", "9S AD");
	fixture_insure(&fixture, 1, 500);
	assert_int_equal(fixture_incident(&fixture), SABOT_INCIDENT_EVENT_OUT_OF_ORDER);
	fixture_cards(&fixture, "7H");
	expect_prompt(SABOT_PROMPT_INSURANCE, 0);
	insure(501, "too much");
	assert_int_equal(insured(), 0);
	insure(500, NULL);
	assert_int_equal(insured(), 500);
	fixture_say(&fixture, SABOT_EVENT_INSURANCE_CLOSED);
	expect_prompt(SABOT_PROMPT_PLAY, 0);
	insure(400, "too late");
	assert_int_equal(insured(), 500);
	deal("", "9S AD 7H");
	expect_accepted(SABOT_ACTION_STAND);
	insure(500, "too late");
	deal("", "9S AD 3H");
	fixture_cards(&fixture, "2H");
	insure(500, "too late");
}

static void
test_insurance_rules(void **state)
{
	(void)state;
	deal("", "9S KD 7H");
	insure(500, "no ace");
	deal("dealer_up_cards=0", "9S AD 7H");
	insure(500, "no ace");
	deal("insurance=none", "9S AD 7H");
	insure(500, "not offered");
	deal("insurance=exactly_half", "9S AD 7H");
	insure(499, "not exactly half");
	insure(500, NULL);
	deal("even_money=yes", "AS AD KH");
	insure(500, "even money instead");
	deal("", "AS AD KH");
	insure(500, NULL);
	/* 2:1 against a dealer blackjack; the player's own blackjack pushes. */
	fixture_cards(&fixture, "KC");
	assert_int_equal(fixture_due(&fixture, 1, -1, SABOT_BET_INSURANCE).due_minor, 1000);
	assert_int_equal(fixture_due(&fixture, 1, 0, SABOT_BET_MAIN).due_minor, 0);
}

/* The half is rounded down: what is staked is never more than half. */
static void
test_insurance_of_odd_stake(void **state)
{
	(void)state;
	fixture_begin(&fixture, SABOT_BLACKJACK, "insurance=exactly_half");
	fixture_bet(&fixture, 1, SABOT_BET_MAIN, 501);
	fixture_no_more_bets(&fixture);
	fixture_cards(&fixture, "9S AD 7H");
	insure(251, "too much");
	insure(250, NULL);
	assert_int_equal(insured(), 250);
}

/* Half away from zero on the magnitude. */
static void
test_rounding(void **state)
{
	static const struct {
		int64_t stake_minor;
		struct sabot_ratio ratio;
		int64_t expected_minor;
	} table[] = {
		{501, {1, 2}, 251},
		{500, {1, 2}, 250},
		{1, {1, 2}, 1},
		{0, {1, 2}, 0},
		{501, {3, 2}, 752},
		{333, {3, 2}, 500},
		{1, {3, 2}, 2},
		{1000, {3, 2}, 1500},
		{501, {5, 2}, 1253},
		{510, {5, 100}, 26},
		{509, {5, 100}, 25},
		{1010, {5, 100}, 51},
		{9, {5, 100}, 0},
		{10, {5, 100}, 1},
		{500, {6, 5}, 600},
		{501, {6, 5}, 601},
		{100, {54, 100}, 54},
		{101, {54, 100}, 55},
		{1, {100000, 1}, 100000},
		{SABOT_AMOUNT_MAX, {100000, 1}, SABOT_AMOUNT_MAX * 100000},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		assert_int_equal(sabot_settle_ratio(table[i].stake_minor, table[i].ratio),
				 table[i].expected_minor);
}

static void
play_odd_stake(const char *settings, const char *cards, int64_t stake_minor)
{
	fixture_begin(&fixture, SABOT_BLACKJACK, settings);
	fixture_bet(&fixture, 1, SABOT_BET_MAIN, stake_minor);
	fixture_no_more_bets(&fixture);
	fixture_cards(&fixture, cards);
}

static void
test_odd_stakes(void **state)
{
	(void)state;
	play_odd_stake("surrender=before_first_hit", "TS 9D 6H", 501);
	expect_accepted(SABOT_ACTION_SURRENDER);
	assert_int_equal(fixture_due(&fixture, 1, 0, SABOT_BET_MAIN).due_minor, -251);
	play_odd_stake("", "AS 9D KH", 501);
	fixture_say(&fixture, SABOT_EVENT_RESULT);
	assert_int_equal(fixture_incident(&fixture), SABOT_INCIDENT_NONE);
	assert_int_equal(fixture_due(&fixture, 1, 0, SABOT_BET_MAIN).due_minor, 752);
	play_odd_stake("blackjack_pays=6:5", "AS 9D KH", 501);
	assert_int_equal(fixture_due(&fixture, 1, 0, SABOT_BET_MAIN).due_minor, 601);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_totals),
		cmocka_unit_test(test_blackjack_after_split),
		cmocka_unit_test(test_dealer),
		cmocka_unit_test(test_dealer_and_fewer_cards),
		cmocka_unit_test(test_dealer_and_surrender),
		cmocka_unit_test(test_split_order),
		cmocka_unit_test(test_split_again),
		cmocka_unit_test(test_split_on),
		cmocka_unit_test(test_double),
		cmocka_unit_test(test_double_after_split),
		cmocka_unit_test(test_insurance_window),
		cmocka_unit_test(test_insurance_rules),
		cmocka_unit_test(test_insurance_of_odd_stake),
		cmocka_unit_test(test_rounding),
		cmocka_unit_test(test_odd_stakes),
	};

	return cmocka_run_group_tests_name("blackjack", tests, NULL, NULL);
}
