/*
 * Punto banco against docs/rules.md: points, naturals, who draws, both deal orders. The table of
 * PB-10 is written out here once more, as a dealer learns it.
 */
#include "engine/games/punto-banco.h"
#include "engine/rules/rules-set.h"
#include "table-script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

/* Rows: banca's points 0 … 7. Columns: punto's third card 0 … 9, then punto stood. */
static const char *const pb_10[SABOT_BANCA_ROWS] = {
	"DDDDDDDDDD D", "DDDDDDDDDD D", "DDDDDDDDDD D", "DDDDDDDDSD D",
	"SSDDDDDDSS D", "SSSSDDDDSS D", "SSSSSSDDSS S", "SSSSSSSSSS S",
};

static const char *const two_cards_of[10] = {
	"KS TD", "AS TD", "2S TD", "3S TD", "4S TD", "5S TD", "6S TD", "7S TD", "8S TD", "9S TD",
};

static struct sabot_round
lay(const char *punto, const char *banca)
{
	static struct sabot_round round;
	struct sabot_card cards[3];
	int n_cards;

	sabot_round_init(&round, 1, 1);
	round.bets_closed = true;
	n_cards = parse_cards(punto, cards, 3);
	for (int i = 0; i < n_cards; i++)
		sabot_round_place_card(&round, sabot_round_add_card(&round, cards[i], -1, 0),
				       SABOT_OWNER_PUNTO, 0, 0);
	n_cards = parse_cards(banca, cards, 3);
	for (int i = 0; i < n_cards; i++)
		sabot_round_place_card(&round, sabot_round_add_card(&round, cards[i], -1, 0),
				       SABOT_OWNER_BANCA, 0, 0);
	return round;
}

static enum sabot_owner
next_of(const struct sabot_rules *rules, const char *punto, const char *banca)
{
	static struct sabot_round round;

	round = lay(punto, banca);
	return sabot_punto_banco_next(rules, &round);
}

static void
test_points(void **state)
{
	static const struct {
		const char *cards;
		int points;
	} table[] = {
		{"", 0},         {"AS", 1},       {"9H", 9},       {"TS", 0},       {"JS", 0},
		{"QS", 0},       {"KS", 0},       {"AS 9S", 0},    {"7D 8C", 5},    {"9S 9H 9D", 7},
		{"?? 4S", 4},    {"7? 2S", 9},    {"KS QD JH", 0}, {"?? ?? ??", 0}, {"5H 5S 5C", 5},
		{"AS 2S 3S", 6}, {"8H 8D 2C", 8},
	};
	struct sabot_card cards[3];

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		int n_cards = parse_cards(table[i].cards, cards, 3);
		if (sabot_punto_banco_points(cards, n_cards) != table[i].points)
			fail_msg("%s: %d", table[i].cards,
				 sabot_punto_banco_points(cards, n_cards));
	}
}

/* Punto's third card by value; ten stands for 0. */
static const char third_letters[] = "TA23456789";

static void
expect_banca(const struct sabot_rules *rules, int row, int column, bool draws)
{
	char punto[16];
	/* A punto of 2 and a third card; or one that stands on 6 or 7. */
	snprintf(punto, sizeof(punto), "2H KC %cH", third_letters[column % 10]);
	const char *cards = column == SABOT_PUNTO_STOOD ? "6H KC" : punto;
	enum sabot_owner next = next_of(rules, cards, two_cards_of[row]);

	if (next != (draws ? SABOT_OWNER_BANCA : SABOT_OWNER_NONE))
		fail_msg("banca %d, punto %s: next is %d", row, cards, next);
}

static void
test_banca_table(void **state)
{
	struct sabot_rules rules;

	(void)state;
	sabot_rules_init(&rules, SABOT_PUNTO_BANCO);
	for (int row = 0; row < SABOT_BANCA_ROWS; row++) {
		for (int column = 0; column < SABOT_BANCA_COLUMNS; column++) {
			char letter = pb_10[row][column + (column == SABOT_PUNTO_STOOD)];
			expect_banca(&rules, row, column, letter == 'D');
		}
	}
}

/* Each cell of `table` is asked, and no other: one that is turned changes one answer. */
static void
test_banca_table_is_data(void **state)
{
	struct sabot_rules rules;

	(void)state;
	sabot_rules_init(&rules, SABOT_PUNTO_BANCO);
	for (int row = 0; row < SABOT_BANCA_ROWS; row++) {
		for (int column = 0; column < SABOT_BANCA_COLUMNS; column++) {
			bool draws = rules.banca_draws[row][column];
			rules.banca_draws[row][column] = !draws;
			expect_banca(&rules, row, column, !draws);
			rules.banca_draws[row][column] = draws;
		}
	}
}

/* `table_key = points`: the heading's word; banca with 6 draws against a punto that stood. */
static void
test_table_key_points(void **state)
{
	struct sabot_rules rules;
	char error[SABOT_RULES_ERROR_SIZE];

	(void)state;
	sabot_rules_init(&rules, SABOT_PUNTO_BANCO);
	assert_int_equal(next_of(&rules, "6H KC", "6S TD"), SABOT_OWNER_NONE);
	assert_true(sabot_rules_set(&rules, "table_key", "points", error));
	assert_int_equal(next_of(&rules, "6H KC", "6S TD"), SABOT_OWNER_BANCA);
	assert_int_equal(next_of(&rules, "7H KC", "6S TD"), SABOT_OWNER_BANCA);
	/* 2 and 6 are 8 points: banca with 3 stands on 8, though the third card was a six. */
	assert_int_equal(next_of(&rules, "2H KC 6D", "3S TD"), SABOT_OWNER_NONE);
	assert_int_equal(next_of(&rules, "2H KC 8D", "3S TD"), SABOT_OWNER_BANCA);
}

static void
test_naturals(void **state)
{
	struct sabot_rules rules;
	struct sabot_coup coup;

	(void)state;
	sabot_rules_init(&rules, SABOT_PUNTO_BANCO);
	for (int punto = 0; punto < 10; punto++) {
		for (int banca = 0; banca < 10; banca++) {
			static struct sabot_round round;
			round = lay(two_cards_of[punto], two_cards_of[banca]);
			sabot_punto_banco_read(&round, &coup);
			bool natural = punto >= 8 || banca >= 8;
			assert_int_equal(sabot_punto_banco_is_natural(&coup), natural);
			assert_int_equal(coup.punto_points, punto);
			assert_int_equal(coup.winner, punto == banca  ? SABOT_WINNER_TIE
						      : punto > banca ? SABOT_WINNER_PUNTO
								      : SABOT_WINNER_BANCA);
			if (natural)
				assert_int_equal(sabot_punto_banco_next(&rules, &round),
						 SABOT_OWNER_NONE);
		}
	}
	/* Eight in three cards is no natural. */
	static struct sabot_round late;
	late = lay("2H KC 6D", "KS 5D");
	sabot_punto_banco_read(&late, &coup);
	assert_int_equal(coup.punto_points, 8);
	assert_false(sabot_punto_banco_is_natural(&coup));
}

/* PB-09: draws on 0 to 5, stands on 6 and 7, before banca is asked. */
static void
test_punto(void **state)
{
	struct sabot_rules rules;

	(void)state;
	sabot_rules_init(&rules, SABOT_PUNTO_BANCO);
	for (int punto = 0; punto <= 7; punto++) {
		for (int banca = 0; banca <= 7; banca++) {
			enum sabot_owner next =
				next_of(&rules, two_cards_of[punto], two_cards_of[banca]);
			assert_int_equal(next == SABOT_OWNER_PUNTO, punto <= 5);
		}
	}
	assert_int_equal(next_of(&rules, "2H KC 6D", "KS 5D 2S"), SABOT_OWNER_NONE);
}

/* A coup whose four cards are all different shows whose each one was. */
static void
expect_deal(const char *settings, const char *punto, const char *banca)
{
	static struct table_fixture fixture;
	struct sabot_card expected[2];
	struct sabot_coup coup;

	fixture_begin(&fixture, SABOT_PUNTO_BANCO, settings);
	fixture_no_more_bets(&fixture);
	fixture_cards(&fixture, "2S 3S 5S 4S");
	assert_int_equal(fixture_incident(&fixture), SABOT_INCIDENT_NONE);
	sabot_punto_banco_read(&fixture.table.round, &coup);
	parse_cards(punto, expected, 2);
	assert_memory_equal(coup.punto, expected, sizeof(expected));
	parse_cards(banca, expected, 2);
	assert_memory_equal(coup.banca, expected, sizeof(expected));
	assert_int_equal(coup.n_punto + coup.n_banca, 4);
}

static void
test_deal_orders(void **state)
{
	(void)state;
	expect_deal("deal_order=PPBB", "2S 3S", "5S 4S");
	expect_deal("deal_order=PBPB", "2S 5S", "3S 4S");
}

static void
expect_money(const char *cards, int64_t punto_due, int64_t banca_due, int64_t tie_due)
{
	static struct table_fixture fixture;

	fixture_begin(&fixture, SABOT_PUNTO_BANCO, "");
	fixture_bet(&fixture, 1, SABOT_BET_PUNTO, 1000);
	fixture_bet(&fixture, 2, SABOT_BET_BANCA, 1000);
	fixture_bet(&fixture, 3, SABOT_BET_TIE, 1000);
	fixture_no_more_bets(&fixture);
	fixture_cards(&fixture, cards);
	fixture_say(&fixture, SABOT_EVENT_RESULT);
	assert_int_equal(fixture_incident(&fixture), SABOT_INCIDENT_NONE);
	assert_int_equal(fixture_due(&fixture, 1, -1, SABOT_BET_PUNTO).due_minor, punto_due);
	assert_int_equal(fixture_due(&fixture, 2, -1, SABOT_BET_BANCA).due_minor, banca_due);
	assert_int_equal(fixture_due(&fixture, 3, -1, SABOT_BET_TIE).due_minor, tie_due);
}

/* PB-12. */
static void
test_money(void **state)
{
	(void)state;
	expect_money("4S 5S KS 7S", 1000, -1000, -1000);
	expect_money("KS 7S 4S 5S", -1000, 950, -1000);
	expect_money("4S 4H KS 8S", 0, 0, 8000);
}

/* PB-12: half away from zero, taken off the win or owed. */
static void
test_commission(void **state)
{
	static struct table_fixture fixture;
	struct sabot_settlement stake;

	(void)state;
	for (int at_end = 0; at_end <= 1; at_end++) {
		fixture_begin(&fixture, SABOT_PUNTO_BANCO,
			      at_end ? "commission_when=at_end" : "commission_when=at_once");
		fixture_bet(&fixture, 2, SABOT_BET_BANCA, 1010);
		fixture_no_more_bets(&fixture);
		fixture_cards(&fixture, "KS 7S 4S 5S");
		fixture_say(&fixture, SABOT_EVENT_RESULT);
		stake = fixture_due(&fixture, 2, -1, SABOT_BET_BANCA);
		assert_int_equal(stake.stake_minor, 1010);
		assert_int_equal(stake.commission_minor, 51);
		assert_int_equal(stake.due_minor, at_end ? 1010 : 959);
	}
}

/*
 * While a card is open, what was laid and taken back stays in the log, for which the round is
 * derived by each reading again: only so much of it does.
 */
static void
test_taken_back_without_end(void **state)
{
	static struct table_fixture fixture;

	(void)state;
	fixture_begin(&fixture, SABOT_PUNTO_BANCO, "burn=0");
	script_run(&fixture, "no_more_bets; cards 7S TC 5H ??");
	for (int i = 0; i < 200; i++)
		script_run(&fixture, "bet 2 punto 600; undo");
	assert_in_range(fixture.table.round.n_log, 1, 50);
	assert_in_range(fixture.table.journal.n_entries, 1, 50);
	script_run(&fixture, "ruling read_as 4D");
	assert_int_equal(fixture.table.aside.n_bets, 0);
	assert_int_equal(fixture_incident(&fixture), SABOT_INCIDENT_NONE);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_points),
		cmocka_unit_test(test_taken_back_without_end),
		cmocka_unit_test(test_banca_table),
		cmocka_unit_test(test_banca_table_is_data),
		cmocka_unit_test(test_table_key_points),
		cmocka_unit_test(test_naturals),
		cmocka_unit_test(test_punto),
		cmocka_unit_test(test_deal_orders),
		cmocka_unit_test(test_money),
		cmocka_unit_test(test_commission),
	};

	return cmocka_run_group_tests_name("punto banco", tests, NULL, NULL);
}
