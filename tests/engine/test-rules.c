/*
 * Rule keys as text: what is read back is what was set, for every key and many values; what cannot
 * be is refused and changes nothing; the defaults are those of docs/rules.md.
 */
#include "engine/rules/rules.h"
#include "engine/rules/rules-set.h"
#include "engine/rules/rules-text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const enum sabot_game games[] = {SABOT_PUNTO_BANCO, SABOT_BLACKJACK};

static void
set(struct sabot_rules *rules, const char *key, const char *value)
{
	char error[SABOT_RULES_ERROR_SIZE];

	if (!sabot_rules_set(rules, key, value, error))
		fail_msg("%s", error);
}

static void
assert_value(const struct sabot_rules *rules, const char *key, const char *value)
{
	char text[SABOT_RULES_TEXT_SIZE];

	assert_true(sabot_rules_get(rules, key, text));
	assert_string_equal(text, value);
}

static void
assert_refused(enum sabot_game game, const char *key, const char *value)
{
	char error[SABOT_RULES_ERROR_SIZE] = "";
	struct sabot_rules rules, before;

	sabot_rules_init(&rules, game);
	before = rules;
	assert_false(sabot_rules_set(&rules, key, value, error));
	assert_non_null(strstr(error, key));
	assert_memory_equal(&rules, &before, sizeof(rules));
}

/* Each key of each game: its default as text gives the default again. */
static void
defaults_are_read_back(void **state)
{
	char text[SABOT_RULES_TEXT_SIZE];
	const char *key;

	(void)state;
	for (size_t game = 0; game < 2; game++) {
		struct sabot_rules rules, same;
		int n_keys = 0;

		sabot_rules_init(&rules, games[game]);
		for (; (key = sabot_rules_key_name(games[game], n_keys)) != NULL; n_keys++) {
			same = rules;
			assert_true(sabot_rules_get(&rules, key, text));
			set(&same, key, text);
			assert_memory_equal(&rules, &same, sizeof(rules));
		}
		assert_true(n_keys > 15);
		assert_false(sabot_rules_get(&rules, "no_such_key", text));
		assert_false(sabot_rules_get(&rules, "remedies.no_such_code", text));
	}
}

/* The documented defaults of punto banco and of blackjack; NULL = the game has no such key. */
static const struct {
	const char *key;
	const char *values[2];
} documented[] = {
	{"decks", {"6", "6"}},
	{"boxes", {"14", "7"}},
	{"backs", {"1", "1"}},
	{"burn", {"first_card", "0"}},
	{"cut_min", {"7", "0"}},
	{"cut_tolerance", {"0", "0"}},
	{"hands_after_cut", {"0", "0"}},
	{"min", {"500", "500"}},
	{"max", {"50000", "50000"}},
	{"chips",
	 {"50 100 500 1000 2000 2500 5000 10000 50000 100000 500000",
	  "50 100 500 1000 2000 2500 5000 10000 50000 100000 500000"}},
	{"reveal", {"on_deal", "on_deal"}},
	{"check_unshuffled_order", {"yes", "yes"}},
	{"check_repeated_order", {"yes", "yes"}},
	{"flow", {"bets", NULL}},
	{"deal_order", {"PPBB", NULL}},
	{"road_tails", {"straight", NULL}},
	{"table_key", {"third_card", NULL}},
	{"table",
	 {"DDDDDDDDDDD,DDDDDDDDDDD,DDDDDDDDDDD,DDDDDDDDSDD,"
	  "SSDDDDDDSSD,SSSSDDDDSSD,SSSSSSDDSSS,SSSSSSSSSSS",
	  NULL}},
	{"commission", {"5", NULL}},
	{"commission_when", {"at_once", NULL}},
	{"banca_6_pays", {"1:1", NULL}},
	{"banca_three_card_7_pushes", {"no", NULL}},
	{"bets", {"tie=8:1", NULL}},
	{"decks_allowed", {"", ""}},
	{"book", {NULL, "none"}},
	{"actions", {NULL, "changes"}},
	{"cut_card", {NULL, "finish_round"}},
	{"hole", {NULL, "no"}},
	{"dealer_up_cards", {NULL, "1"}},
	{"soft_17", {NULL, "stand"}},
	{"double", {NULL, "any"}},
	{"double_after_split", {NULL, "yes"}},
	{"split_on", {NULL, "value"}},
	{"max_splits", {NULL, "unlimited"}},
	{"max_ace_splits", {NULL, "1"}},
	{"split_aces_one_card", {NULL, "yes"}},
	{"split_deal", {NULL, "in_turn"}},
	{"split_order", {NULL, "left"}},
	{"blackjack_after_split", {NULL, "no"}},
	{"insurance", {NULL, "up_to_half"}},
	{"even_money", {NULL, "no"}},
	{"surrender", {NULL, "none"}},
	{"surrender_vs_dealer_blackjack", {NULL, "half"}},
	{"dealer_draws_dead", {NULL, "no"}},
	{"fewer_cards_win", {NULL, "no"}},
	{"dealer_stops_when_ahead", {NULL, "no"}},
	{"blackjack_paid_at_once", {NULL, "no"}},
	{"pontoon", {NULL, "no"}},
	{"bank", {NULL, "house"}},
	{"used_cards", {NULL, "discarded"}},
	{"call_totals", {NULL, "no"}},
	{"bet_set_21_on", {NULL, "rank"}},
	{"blackjack_pays", {NULL, "3:2"}},
	{"insurance_pays", {NULL, "2:1"}},
	{"five_card_21_pays", {NULL, "2:1"}},
	{"three_sevens_pays", {NULL, "3:1"}},
	{"side_bets", {"", ""}},
};

static void
defaults_are_documented(void **state)
{
	char text[SABOT_RULES_TEXT_SIZE];

	(void)state;
	for (size_t game = 0; game < 2; game++) {
		struct sabot_rules rules;
		int n_keys = 0;

		sabot_rules_init(&rules, games[game]);
		for (size_t i = 0; i < sizeof(documented) / sizeof(documented[0]); i++) {
			const char *value = documented[i].values[game];
			if (value != NULL)
				assert_value(&rules, documented[i].key, value);
			else
				assert_false(sabot_rules_get(&rules, documented[i].key, text));
			n_keys += value != NULL;
		}
		assert_null(sabot_rules_key_name(games[game], n_keys));
	}
}

static void
values_are_read_back(void **state)
{
	static const struct {
		enum sabot_game game;
		const char *key, *value;
	} cases[] = {
		{SABOT_PUNTO_BANCO, "banca_6_pays", "1:2"},
		{SABOT_PUNTO_BANCO, "banca_three_card_7_pushes", "yes"},
		{SABOT_PUNTO_BANCO, "bets", "tie=9:1 dragon_7=40:1"},
		{SABOT_PUNTO_BANCO, "bets", ""},
		{SABOT_PUNTO_BANCO, "side_bets",
		 "lucky_6.three_cards=20:1 lucky_6.two_cards=12:1 banca_dragon_bonus.by_9=30:1"},
		{SABOT_PUNTO_BANCO, "burn", "3"},
		{SABOT_PUNTO_BANCO, "max", "1000000000000"},
		{SABOT_PUNTO_BANCO, "check_unshuffled_order", "no"},
		{SABOT_BLACKJACK, "check_repeated_order", "no"},
		{SABOT_BLACKJACK, "five_card_21_pays", "5:2"},
		{SABOT_BLACKJACK, "three_sevens_pays", "4:1"},
		{SABOT_BLACKJACK, "surrender", "late"},
		{SABOT_BLACKJACK, "max_splits", "unlimited"},
		{SABOT_BLACKJACK, "max_splits", "2"},
		{SABOT_BLACKJACK, "side_bets", "bet_set_21.pair=10:1"},
		{SABOT_BLACKJACK, "remedies.card_in_excess", "burn_card let_stand"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sabot_rules rules;

		sabot_rules_init(&rules, cases[i].game);
		set(&rules, cases[i].key, cases[i].value);
		assert_value(&rules, cases[i].key, cases[i].value);
	}
}

static void
bets_do_not_disturb_side_bets(void **state)
{
	struct sabot_rules rules;

	(void)state;
	sabot_rules_init(&rules, SABOT_PUNTO_BANCO);
	set(&rules, "side_bets", "lucky_6.two_cards=12:1");
	assert_value(&rules, "bets", "tie=8:1");
	set(&rules, "bets", "tie=9:1");
	assert_value(&rules, "side_bets", "lucky_6.two_cards=12:1");
	assert_true(sabot_rules_offer_bet(&rules, SABOT_BET_LUCKY_6));
	assert_false(sabot_rules_offer_bet(&rules, SABOT_BET_PUNTO_DRAGON_BONUS));
	assert_false(sabot_rules_offer_bet(&rules, SABOT_BET_MAIN));
}

static void
nonsense_is_refused(void **state)
{
	(void)state;
	assert_refused(SABOT_PUNTO_BANCO, "banca_6_pays", "half");
	assert_refused(SABOT_PUNTO_BANCO, "banca_three_card_7_pushes", "1");
	assert_refused(SABOT_PUNTO_BANCO, "bets", "lucky_6=12:1");
	assert_refused(SABOT_PUNTO_BANCO, "side_bets", "tie=8:1");
	assert_refused(SABOT_PUNTO_BANCO, "side_bets", "lucky_6.four_cards=8:1");
	assert_refused(SABOT_PUNTO_BANCO, "side_bets", "bet_set_21.pair=10:1");
	assert_refused(SABOT_BLACKJACK, "side_bets", "lucky_6.two_cards=12:1");
	assert_refused(SABOT_BLACKJACK, "banca_6_pays", "1:2");
	assert_refused(SABOT_PUNTO_BANCO, "three_sevens_pays", "3:1");
}

static void
assert_contradiction(const struct sabot_rules *rules, const char *key)
{
	char error[SABOT_RULES_ERROR_SIZE] = "";

	assert_false(sabot_rules_check(rules, error));
	assert_non_null(strstr(error, key));
}

static void
contradictions_are_refused(void **state)
{
	struct sabot_rules rules;
	char error[SABOT_RULES_ERROR_SIZE];

	(void)state;
	sabot_rules_init(&rules, SABOT_BLACKJACK);
	set(&rules, "surrender", "late");
	assert_contradiction(&rules, "surrender");
	set(&rules, "hole", "yes");
	assert_true(sabot_rules_check(&rules, error));
	set(&rules, "five_card_21_pays", "0:1");
	assert_true(sabot_rules_check(&rules, error));
	set(&rules, "pontoon", "yes");
	assert_contradiction(&rules, "five_card_21_pays");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_are_read_back),
		cmocka_unit_test(defaults_are_documented),
		cmocka_unit_test(values_are_read_back),
		cmocka_unit_test(bets_do_not_disturb_side_bets),
		cmocka_unit_test(nonsense_is_refused),
		cmocka_unit_test(contradictions_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
