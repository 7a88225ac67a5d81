/*
 * The keys of a rule profile (docs/rules.md, "Keys"): each takes what it should and refuses what it
 * should not, by name and without a change; what contradicts itself; what a ruling may say.
 */
#include "engine/rules/rules.h"
#include "engine/rules/rules-set.h"
#include "engine/rules/rules-text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { BOTH = -1, PB = SABOT_PUNTO_BANCO, BJ = SABOT_BLACKJACK, BAD_MAX = 4 };

static const struct {
	int game;
	const char *key;
	const char *good; /* not the default */
	const char *bad[BAD_MAX];
} table[] = {
	{BOTH, "decks", "8", {"0", "9", "six", "-1"}},
	{BOTH, "boxes", "16", {"0", "17", "", "1 "}},
	{BOTH, "backs", "4", {"0", "5", "two", "1.5"}},
	{BOTH, "burn", "7", {"1001", "first", "-1", "unlimited"}},
	{BOTH, "cut_min", "416", {"417", "-1", "", "0x10"}},
	{BOTH, "cut_tolerance", "2", {"417", "-1", "two", "+1"}},
	{BOTH, "hands_after_cut", "10", {"11", "-1", "yes", ""}},
	{BOTH, "min", "1", {"1000000000001", "-1", "5.00", "99999999999999"}},
	{BOTH, "max", "1000000000000", {"1000000000001", "-1", "", "max"}},
	{BOTH, "chips", "100 250 1000", {"0 100", "100 100", "500 100", "1.00"}},
	{BOTH, "reveal", "on_button", {"on deal", "yes", "", "ON_DEAL"}},
	{BOTH, "check_unshuffled_order", "no", {"off", "0", "", "No"}},
	{BOTH, "check_repeated_order", "no", {"off", "0", "", "No"}},
	{PB, "flow", "cards_only", {"cards", "", "bet", "yes"}},
	{PB, "deal_order", "PBPB", {"BPBP", "ppbb", "", "PP"}},
	{PB, "road_tails", "fall", {"falls", "", "Fall", "yes"}},
	{PB, "table_key", "points", {"third", "", "point", "yes"}},
	{PB,
	 "table",
	 "DDDDDDDDDDD,DDDDDDDDDDD,DDDDDDDDDDD,DDDDDDDDSDD,"
	 "SSDDDDDDSSD,SSSSDDDDSSD,SSSSSSDDSSD,SSSSSSSSSSD",
	 {"DDDDDDDDDDD",
	  "DDDDDDDDDDD,DDDDDDDDDDD,DDDDDDDDDDD,DDDDDDDDSDD,"
	  "SSDDDDDDSSD,SSSSDDDDSSD,SSSSSSDDSSX,SSSSSSSSSSS",
	  "DDDDDDDDDDD DDDDDDDDDDD DDDDDDDDDDD DDDDDDDDSDD "
	  "SSDDDDDDSSD SSSSDDDDSSD SSSSSSDDSSS SSSSSSSSSSS",
	  "DDDDDDDDDDD,DDDDDDDDDDD,DDDDDDDDDDD,DDDDDDDDSDD,"
	  "SSDDDDDDSSD,SSSSDDDDSSD,SSSSSSDDSSS,SSSSSSSSSSS,"}},
	{PB, "commission", "0", {"101", "-5", "5%", ""}},
	{PB, "commission_when", "at_end", {"never", "", "end", "at end"}},
	{PB, "banca_6_pays", "1:2", {"half", "1/2", "1:0", ":2"}},
	{PB, "banca_three_card_7_pushes", "yes", {"1", "", "true", "Yes"}},
	{PB, "bets", "tie=9:1 punto_pair=11:1", {"tie", "tie=9", "tie=9:0", "main=1:1"}},
	{BJ, "cut_card", "void_round", {"void", "", "finish", "no"}},
	{BJ, "hole", "yes", {"true", "1", "", "YES"}},
	{BJ, "dealer_up_cards", "0", {"2", "-1", "", "one"}},
	{BJ, "soft_17", "hit", {"draw", "yes", "", "hits"}},
	{BJ, "double", "9-11", {"9-12", "all", "", "10-11"}},
	{BJ, "double_after_split", "no", {"never", "0", "", "n"}},
	{BJ, "split_on", "rank", {"ranks", "", "colour", "yes"}},
	{BJ, "max_splits", "3", {"-1", "1001", "infinite", ""}},
	{BJ, "max_ace_splits", "unlimited", {"-1", "1001", "first_card", ""}},
	{BJ, "split_aces_one_card", "no", {"two", "0", "", "n"}},
	{BJ, "split_deal", "at_once", {"once", "", "yes", "in turn"}},
	{BJ, "split_order", "right", {"up", "", "r", "yes"}},
	{BJ, "blackjack_after_split", "yes", {"1", "", "y", "true"}},
	{BJ, "insurance", "exactly_half", {"half", "", "yes", "any"}},
	{BJ, "even_money", "yes", {"1", "", "y", "true"}},
	{BJ, "surrender", "at_turn", {"yes", "", "early", "at turn"}},
	{BJ, "surrender_vs_dealer_blackjack", "full", {"all", "", "yes", "none"}},
	{BJ, "dealer_draws_dead", "yes", {"1", "", "y", "true"}},
	{BJ, "fewer_cards_win", "yes", {"1", "", "y", "true"}},
	{BJ, "dealer_stops_when_ahead", "yes", {"1", "", "y", "true"}},
	{BJ, "blackjack_paid_at_once", "yes", {"1", "", "y", "true"}},
	{BJ, "pontoon", "yes", {"1", "", "y", "true"}},
	{BJ, "bank", "rotating", {"yes", "", "player", "Rotating"}},
	{BJ, "used_cards", "face_up", {"up", "", "yes", "face up"}},
	{BJ, "call_totals", "yes", {"1", "", "y", "true"}},
	{BJ, "bet_set_21_on", "value", {"yes", "", "ranks", "any"}},
	{BJ, "blackjack_pays", "6:5", {"6", "6:", "6:1001", "100001:1"}},
	{BJ, "insurance_pays", "3:1", {"two", "2:0", "-2:1", "2:1 "}},
	{BJ, "five_card_21_pays", "5:2", {"5", "5:0", "", "5-2"}},
	{BJ, "three_sevens_pays", "4:1", {"4", "4:0", "", "4;1"}},
	{PB, "side_bets", "lucky_6.two_cards=12:1", {"lucky_6=12:1", "tie=8:1", "x", "."}},
	{BJ, "side_bets", "bet_set_21.pair=10:1", {"bet_set_21=10:1", "pair=1:1", "x", "."}},
	{BOTH, "decks_allowed", "6 8", {"0", "9", "8 6", "six"}},
	{BJ, "book", "es", {"", "xx", "ES", "es st"}},
	{BJ, "actions", "all", {"", "none", "yes", "changes all"}},
	{BOTH, "remedies.dispute", "void_round let_stand", {"", "forget", "let_stand,x", " "}},
};
enum { ROWS = sizeof(table) / sizeof(table[0]) };

static void
expect_good(enum sabot_game game, const char *key, const char *value)
{
	struct sabot_rules rules, before;
	char error[SABOT_RULES_ERROR_SIZE], text[SABOT_RULES_TEXT_SIZE];

	sabot_rules_init(&rules, game);
	before = rules;
	assert_true(sabot_rules_get(&rules, key, text));
	if (!sabot_rules_set(&rules, key, value, error))
		fail_msg("%s", error);
	if (memcmp(&rules, &before, sizeof(rules)) == 0)
		fail_msg("%s=%s changes nothing", key, value);
	/* Nothing else was changed: back to the default, all is as before. */
	assert_true(sabot_rules_set(&rules, key, text, error));
	if (memcmp(&rules, &before, sizeof(rules)) != 0)
		fail_msg("%s=%s changes more than itself", key, value);
}

static void
expect_bad(enum sabot_game game, const char *key, const char *value)
{
	struct sabot_rules rules, before;
	char error[SABOT_RULES_ERROR_SIZE] = "";

	sabot_rules_init(&rules, game);
	before = rules;
	if (sabot_rules_set(&rules, key, value, error))
		fail_msg("%s takes \"%s\"", key, value);
	if (strncmp(error, key, strlen(key)) != 0 || error[strlen(key)] != ':')
		fail_msg("%s is not named: %s", key, error);
	if (memcmp(&rules, &before, sizeof(rules)) != 0)
		fail_msg("%s: \"%s\" is refused and changes something", key, value);
}

static void
test_values(void **state)
{
	(void)state;
	for (int game = PB; game <= BJ; game++) {
		for (size_t i = 0; i < ROWS; i++) {
			if (table[i].game != BOTH && table[i].game != game)
				continue;
			expect_good((enum sabot_game)game, table[i].key, table[i].good);
			for (int bad = 0; bad < BAD_MAX; bad++)
				expect_bad((enum sabot_game)game, table[i].key, table[i].bad[bad]);
		}
	}
}

/* A key of one game is no key of the other. */
static void
test_games(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS; i++)
		if (table[i].game != BOTH && strcmp(table[i].key, "side_bets") != 0)
			expect_bad(table[i].game == PB ? SABOT_BLACKJACK : SABOT_PUNTO_BANCO,
				   table[i].key, table[i].good);
	expect_bad(SABOT_BLACKJACK, "no_such_key", "1");
	expect_bad(SABOT_BLACKJACK, "remedies.no_such_code", "let_stand");
	expect_bad(SABOT_BLACKJACK, "", "1");
}

static bool
has_row(int game, const char *key)
{
	for (size_t i = 0; i < ROWS; i++)
		if ((table[i].game == BOTH || table[i].game == game) &&
		    strcmp(table[i].key, key) == 0)
			return true;
	return false;
}

static void
test_every_key_has_a_row(void **state)
{
	const char *key;

	(void)state;
	for (int game = PB; game <= BJ; game++)
		for (int i = 0; (key = sabot_rules_key_name((enum sabot_game)game, i)) != NULL; i++)
			if (!has_row(game, key))
				fail_msg("%s has no row in this test: add one", key);
}

static void
test_contradictions(void **state)
{
	static const struct {
		int game;
		const char *settings[3][2];
		const char *named; /* one of the keys; NULL = they go together */
	} cases[] = {
		{BOTH, {{"min", "1000"}, {"max", "999"}}, "min"},
		{BOTH, {{"min", "1000"}, {"max", "1000"}}, NULL},
		{BOTH, {{"decks", "1"}, {"cut_min", "52"}}, "cut_min"},
		{BOTH, {{"decks", "1"}, {"cut_min", "51"}}, NULL},
		{BOTH, {{"decks", "1"}, {"burn", "52"}}, "burn"},
		{BOTH, {{"decks", "1"}, {"burn", "51"}}, NULL},
		{BOTH, {{"decks", "1"}, {"burn", "32"}, {"cut_min", "20"}}, "cut_min"},
		{BOTH, {{"decks", "1"}, {"burn", "31"}, {"cut_min", "20"}}, NULL},
		{BOTH, {{"decks", "2"}, {"backs", "3"}}, "backs"},
		{PB, {{"flow", "cards_only"}, {"reveal", "on_button"}}, "reveal"},
		{PB, {{"flow", "cards_only"}, {"reveal", "on_deal"}}, NULL},
		{PB, {{"flow", "bets"}, {"reveal", "on_button"}}, NULL},
		{BJ, {{"dealer_stops_when_ahead", "yes"}, {"dealer_draws_dead", "yes"}}, "dead"},
		{BJ, {{"dealer_stops_when_ahead", "yes"}}, NULL},
		{BJ, {{"dealer_draws_dead", "yes"}}, NULL},
		{BOTH, {{"decks", "3"}, {"backs", "3"}}, NULL},
		{BJ, {{"even_money", "yes"}, {"insurance", "none"}}, "even_money"},
		{BJ, {{"even_money", "yes"}, {"insurance", "exactly_half"}}, NULL},
		{BJ, {{"even_money", "yes"}, {"dealer_up_cards", "0"}}, "dealer_up_cards"},
		{BJ, {{"used_cards", "face_up"}}, "decks"},
		{BJ, {{"used_cards", "face_up"}, {"decks", "1"}}, NULL},
		{BJ, {{"used_cards", "face_up"}, {"decks", "1"}, {"cut_min", "9"}}, "cut_min"},
		{BJ, {{"used_cards", "face_down"}, {"decks", "1"}}, "bank"},
		{BJ, {{"used_cards", "face_down"}, {"decks", "1"}, {"bank", "rotating"}}, NULL},
		{BJ, {{"blackjack_pays", "0:1"}}, "blackjack_pays"},
		{BJ, {{"insurance_pays", "0:1"}}, "insurance_pays"},
	};
	struct sabot_rules rules;
	char error[SABOT_RULES_ERROR_SIZE];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		sabot_rules_init(&rules, cases[i].game == PB ? SABOT_PUNTO_BANCO : SABOT_BLACKJACK);
		for (int j = 0; j < 3 && cases[i].settings[j][0] != NULL; j++)
			assert_true(sabot_rules_set(&rules, cases[i].settings[j][0],
						    cases[i].settings[j][1], error));
		error[0] = '\0';
		if (sabot_rules_check(&rules, error) != (cases[i].named == NULL))
			fail_msg("case %zu: %s", i, error);
		if (cases[i].named != NULL && strstr(error, cases[i].named) == NULL)
			fail_msg("%s is not named: %s", cases[i].named, error);
	}
}

static bool
offers(const struct sabot_rules *rules, enum sabot_incident_code code, enum sabot_remedy remedy)
{
	return sabot_rules_offer_remedy(rules, code, remedy);
}

static void
test_remedies(void **state)
{
	struct sabot_rules rules;
	char error[SABOT_RULES_ERROR_SIZE];
	const enum sabot_incident_code excess = SABOT_INCIDENT_CARD_IN_EXCESS;

	(void)state;
	sabot_rules_init(&rules, SABOT_PUNTO_BANCO);
	assert_int_equal(rules.remedies[excess].remedies[0], SABOT_REMEDY_FIRST_OF_NEXT_ROUND);
	assert_true(offers(&rules, excess, SABOT_REMEDY_DUMMY_HAND));
	assert_false(offers(&rules, excess, SABOT_REMEDY_DRAW_NOW));
	assert_false(offers(&rules, excess, SABOT_REMEDY_UNKNOWN));
	assert_true(
		sabot_rules_set(&rules, "remedies.card_in_excess", "burn_card  void_round", error));
	assert_true(offers(&rules, excess, SABOT_REMEDY_BURN_CARD));
	assert_true(offers(&rules, excess, SABOT_REMEDY_VOID_ROUND));
	assert_false(offers(&rules, excess, SABOT_REMEDY_FIRST_OF_NEXT_ROUND));
	assert_int_equal(rules.remedies[excess].n_remedies, 2);
	/* Another code's list is its own. */
	assert_true(offers(&rules, SABOT_INCIDENT_CARD_MISSING, SABOT_REMEDY_DRAW_NOW));
	for (int code = 1; code < SABOT_INCIDENTS; code++)
		if (sabot_incident_code_to_string((enum sabot_incident_code)code) != NULL)
			assert_true(rules.remedies[code].n_remedies > 0);
}

static void
test_bets(void **state)
{
	struct sabot_rules rules;
	char error[SABOT_RULES_ERROR_SIZE];

	(void)state;
	sabot_rules_init(&rules, SABOT_PUNTO_BANCO);
	assert_true(sabot_rules_offer_bet(&rules, SABOT_BET_TIE));
	assert_false(sabot_rules_offer_bet(&rules, SABOT_BET_DRAGON_7));
	assert_false(sabot_rules_offer_bet(&rules, SABOT_BET_UNKNOWN));
	assert_true(sabot_rules_set(&rules, "bets", "dragon_7=40:1", error));
	assert_true(sabot_rules_offer_bet(&rules, SABOT_BET_DRAGON_7));
	/* The list replaces all of them; punto and banca are always there. */
	assert_false(sabot_rules_offer_bet(&rules, SABOT_BET_TIE));
	assert_true(sabot_rules_offer_bet(&rules, SABOT_BET_PUNTO));
	assert_true(sabot_rules_offer_bet(&rules, SABOT_BET_BANCA));
	sabot_rules_init(&rules, SABOT_BLACKJACK);
	assert_true(sabot_rules_offer_bet(&rules, SABOT_BET_MAIN));
	assert_false(sabot_rules_offer_bet(&rules, SABOT_BET_PUNTO));
	assert_false(sabot_rules_offer_bet(&rules, SABOT_BET_INSURANCE));
	assert_false(sabot_rules_offer_bet(&rules, SABOT_BET_BET_SET_21));
	assert_true(sabot_rules_set(&rules, "side_bets", "bet_set_21.pair=10:1", error));
	assert_true(sabot_rules_offer_bet(&rules, SABOT_BET_BET_SET_21));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_games),
		cmocka_unit_test(test_every_key_has_a_row),
		cmocka_unit_test(test_contradictions),
		cmocka_unit_test(test_remedies),
		cmocka_unit_test(test_bets),
	};

	return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
