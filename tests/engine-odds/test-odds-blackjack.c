/*
 * The dealer's totals against a second way of counting them, with probabilities instead of orders;
 * side bets against closed forms for six decks.
 */
#include "engine/odds/odds-blackjack.h"
#include "engine/rules/rules-set.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void
set(struct sabot_rules *rules, const char *key, const char *value)
{
	char error[SABOT_RULES_ERROR_SIZE];

	if (!sabot_rules_set(rules, key, value, error))
		fail_msg("%s", error);
}

static struct sabot_rules
rules_of(int decks)
{
	struct sabot_rules rules;
	char text[] = {(char)('0' + decks), '\0'};

	sabot_rules_init(&rules, SABOT_BLACKJACK);
	set(&rules, "decks", text);
	set(&rules, "side_bets",
	    "royal_match_21.crown_treasure=1000:1 royal_match_21.royal_match=25:1 "
	    "royal_match_21.suited=5:2 bet_set_21.suited_pair=15:1 bet_set_21.pair=10:1 "
	    "kings_bounty.two_kings_of_spades_blackjack=1000:1 "
	    "kings_bounty.two_kings_of_spades=100:1 kings_bounty.suited_kings=30:1 "
	    "kings_bounty.suited_pair=20:1 kings_bounty.suited_20=9:1 kings_bounty.kings=6:1 "
	    "kings_bounty.any_20=4:1");
	return rules;
}

static int
set_up(void **state)
{
	*state = calloc(1, sizeof(struct sabot_round));
	return *state == NULL;
}

static int
tear_down(void **state)
{
	free(*state);
	return 0;
}

/* The dealer by hard sum and aces. */
struct again {
	bool soft_17_hits;
	double left[11], n_left;
	double finals[SABOT_DEALER_FINALS];
};

static void
draw_again(struct again *again, int sum, int aces, int cards, double chance)
{
	bool soft = aces > 0 && sum + 10 <= 21;
	int total = soft ? sum + 10 : sum;

	if (cards == 2 && total == 21)
		again->finals[SABOT_DEALER_BLACKJACK] += chance;
	else if (total > 21)
		again->finals[SABOT_DEALER_BUST] += chance;
	else if (cards > 1 && total >= 17 && !(again->soft_17_hits && soft && total == 17))
		again->finals[total - 17] += chance;
	else {
		for (int value = 1; value <= 10; value++) {
			double share = again->left[value] / again->n_left;
			if (share == 0)
				continue;
			again->left[value]--;
			again->n_left--;
			draw_again(again, sum + value, aces + (value == 1), cards + 1,
				   chance * share);
			again->left[value]++;
			again->n_left++;
		}
	}
}

static void
check_dealer(const struct sabot_rules *rules, struct sabot_round *round, int up)
{
	struct again again = {.soft_17_hits = rules->soft_17_hits};
	struct sabot_dealer_odds odds;
	sabot_wide sum = 0;

	for (int value = 1; value <= 10; value++)
		again.left[value] = 4.0 * rules->decks * (value == 10 ? 4 : 1);
	again.left[up]--;
	again.n_left = 52.0 * rules->decks - 1;
	draw_again(&again, up, up == 1, 1, 1);
	assert_true(sabot_dealer_odds_count(rules, round, (uint8_t)up, &odds));
	for (int final = 0; final < SABOT_DEALER_FINALS; final++) {
		double share = (double)odds.finals[final] / (double)odds.total;
		assert_true(fabs(share - again.finals[final]) < 1e-12);
		sum += odds.finals[final];
	}
	assert_true(sum == odds.total);
}

static void
test_dealer_counted_twice(void **state)
{
	static const int some_decks[] = {1, 2, 6, 8};

	for (size_t i = 0; i < sizeof(some_decks) / sizeof(some_decks[0]); i++) {
		struct sabot_rules rules = rules_of(some_decks[i]);
		for (int up = SABOT_ACE; up <= SABOT_TEN; up++) {
			rules.soft_17_hits = false;
			check_dealer(&rules, *state, up);
			rules.soft_17_hits = true;
			check_dealer(&rules, *state, up);
		}
	}
}

/* Rules that hang on the players' hands leave the dealer's own play as it is. */
static void
test_italian_dealer(void **state)
{
	struct sabot_rules rules = rules_of(6);
	struct sabot_dealer_odds plain, italian;

	assert_true(sabot_dealer_odds_count(&rules, *state, 6, &plain));
	set(&rules, "dealer_stops_when_ahead", "yes");
	assert_true(sabot_dealer_odds_count(&rules, *state, 6, &italian));
	assert_memory_equal(&plain, &italian, sizeof(plain));
}

static void
assert_share(sabot_wide part, sabot_wide total, uint64_t top, uint64_t bottom)
{
	assert_true(part * bottom == total * top);
}

static void
test_dealer_blackjack(void **state)
{
	struct sabot_rules rules = rules_of(6);
	struct sabot_dealer_odds odds;

	assert_true(sabot_dealer_odds_count(&rules, *state, SABOT_ACE, &odds));
	assert_share(odds.finals[SABOT_DEALER_BLACKJACK], odds.total, 96, 311);
	assert_true(sabot_dealer_odds_count(&rules, *state, SABOT_TEN, &odds));
	assert_share(odds.finals[SABOT_DEALER_BLACKJACK], odds.total, 24, 311);
	assert_true(sabot_dealer_odds_count(&rules, *state, 9, &odds));
	assert_true(odds.finals[SABOT_DEALER_BLACKJACK] == 0);
}

static void
test_insurance(void **state)
{
	struct sabot_rules rules = rules_of(6);
	struct sabot_bet_odds odds;

	set(&rules, "insurance", "up_to_half");
	assert_true(sabot_insurance_odds(&rules, *state, &odds));
	assert_true(odds.edge.top == 23 && odds.edge.bottom == 311 && !odds.edge.negative);
	set(&rules, "insurance", "none");
	assert_false(sabot_insurance_odds(&rules, *state, &odds));
}

struct expected {
	int64_t pays, per;
	uint64_t top, bottom; /* its share */
};

static void
check_side_bet(struct sabot_round *round, enum sabot_bet bet, const struct expected *expected,
	       int n_expected)
{
	struct sabot_rules rules = rules_of(6);
	struct sabot_bet_odds odds;
	double edge = 1;

	assert_true(sabot_side_bet_odds(&rules, bet, round, &odds));
	assert_true(odds.total == (sabot_wide)312 * 311 * 310 * 309);
	assert_int_equal(odds.n_outcomes, n_expected + 1);
	for (int i = 0; i < n_expected; i++) {
		const struct expected *row = &expected[i];
		assert_non_null(odds.outcomes[i].name);
		assert_int_equal(odds.outcomes[i].net_minor * row->per,
				 odds.unit_minor * row->pays);
		assert_share(odds.outcomes[i].count, odds.total, row->top, row->bottom);
		edge -= ((double)row->pays / (double)row->per + 1) * (double)row->top /
			(double)row->bottom;
	}
	assert_null(odds.outcomes[n_expected].name);
	double counted = (double)odds.edge.top / (double)odds.edge.bottom;
	assert_true(fabs((odds.edge.negative ? -counted : counted) - edge) < 1e-12);
}

enum {
	PLAYERS = 312 * 311, /* orders of the player's two cards */
};
static const uint64_t both = (uint64_t)PLAYERS * 310 * 309; /* and the bank's */

/* K and Q of one suit: 4 suits, 2 orders, 6 of each; the bank has 5 of each left, or 6. */
static void
test_royal_match(void **state)
{
	uint64_t crown = 4ULL * 72 * 50 + 4ULL * 72 * 3 * 72;
	uint64_t royal = 4ULL * 72 * 310 * 309 - crown;
	const struct expected expected[] = {
		{1000, 1, crown, both},
		{25, 1, royal, both},
		{5, 2, 312 * 77 - 4 * 72, PLAYERS},
	};

	check_side_bet(*state, SABOT_BET_ROYAL_MATCH_21, expected, 3);
}

static void
test_bet_set(void **state)
{
	static const struct expected expected[] = {{15, 1, 5, 311}, {10, 1, 18, 311}};

	check_side_bet(*state, SABOT_BET_BET_SET_21, expected, 2);
}

static void
test_kings_bounty(void **state)
{
	uint64_t spades = 30, blackjacks = 2 * 24 * 94;
	const struct expected expected[] = {
		{1000, 1, spades * blackjacks, both},
		{100, 1, spades * (310 * 309 - blackjacks), both},
		{30, 1, 3 * 30, PLAYERS},
		{20, 1, 3 * 4 * 30, PLAYERS},
		/* Two tens of one suit and unequal rank; ace and nine of one suit. */
		{9, 1, 4 * 24 * 18 + 4 * 72, PLAYERS},
		{6, 1, 24 * 18, PLAYERS},
		/* Two tens of unequal suit, kings left out; ace and nine of unequal suit. */
		{4, 1, 96 * 72 - 24 * 18 + 2 * 24 * 18, PLAYERS},
	};

	check_side_bet(*state, SABOT_BET_KINGS_BOUNTY, expected, 7);
}

/* With one deck there is no second king of spades, and what is not offered is not counted. */
static void
test_one_deck(void **state)
{
	struct sabot_rules rules = rules_of(1);
	struct sabot_bet_odds odds;

	set(&rules, "side_bets", "bet_set_21.pair=15:1");
	assert_true(sabot_side_bet_odds(&rules, SABOT_BET_BET_SET_21, *state, &odds));
	assert_share(odds.outcomes[0].count, odds.total, 3, 51);
	assert_true(odds.edge.top == 1 && odds.edge.bottom == 17);
	set(&rules, "bet_set_21_on", "value");
	assert_true(sabot_side_bet_odds(&rules, SABOT_BET_BET_SET_21, *state, &odds));
	/* Nine values of four cards, and sixteen tens. */
	assert_share(odds.outcomes[0].count, odds.total, 9 * 4 * 3 + 16 * 15, 52 * 51);
	assert_false(sabot_side_bet_odds(&rules, SABOT_BET_TIE, *state, &odds));
	sabot_rules_init(&rules, SABOT_BLACKJACK);
	assert_false(sabot_side_bet_odds(&rules, SABOT_BET_BET_SET_21, *state, &odds));
}

static void
test_refused(void **state)
{
	struct sabot_rules rules = rules_of(6);
	struct sabot_dealer_odds odds;

	assert_false(sabot_dealer_odds_count(&rules, *state, 0, &odds));
	assert_false(sabot_dealer_odds_count(&rules, *state, SABOT_KING, &odds));
	sabot_rules_init(&rules, SABOT_PUNTO_BANCO);
	assert_false(sabot_dealer_odds_count(&rules, *state, SABOT_ACE, &odds));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dealer_counted_twice),
		cmocka_unit_test(test_italian_dealer),
		cmocka_unit_test(test_dealer_blackjack),
		cmocka_unit_test(test_insurance),
		cmocka_unit_test(test_royal_match),
		cmocka_unit_test(test_bet_set),
		cmocka_unit_test(test_kings_bounty),
		cmocka_unit_test(test_one_deck),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests_name("odds-blackjack", tests, set_up, tear_down);
}
