/*
 * Which article is cited (docs/rules.md, "Which article is cited"): one row a rule book and a
 * subject, the events that break the rule and, beside them, the nearest ones that do not.
 */
#include "engine/games/blackjack.h"
#include "engine/table/prompt.h"
#include "table-script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { TEXT_SIZE = 128 };

static struct table_fixture fixture;

struct row {
	const char *settings;
	const char *script;
	const char *found; /* by the last event: the incident's code and rule, or nothing */
};

static void
expect(enum sabot_game game, const struct row *rows, size_t n_rows)
{
	char found[TEXT_SIZE];

	for (size_t i = 0; i < n_rows; i++) {
		fixture_begin(&fixture, game, rows[i].settings);
		script_run(&fixture, rows[i].script);
		enum sabot_incident_code code = fixture_incident(&fixture);
		snprintf(found, sizeof(found), "%s%s%s",
			 code != SABOT_INCIDENT_NONE ? sabot_incident_code_to_string(code) : "",
			 code != SABOT_INCIDENT_NONE ? " " : "", fixture_incident_rule(&fixture));
		if (strcmp(found, rows[i].found) != 0)
			fail_msg("%s | %s\n  \"%s\"\n  instead of\n  \"%s\"", rows[i].settings,
				 rows[i].script, found, rows[i].found);
	}
}

#define EXPECT(game, rows) expect(game, rows, sizeof(rows) / sizeof((rows)[0]))

#define LIMITS "min=500;max=50000"
/* Box 1 stakes; its first two cards and the dealer's first follow. */
#define DEAL "bet 1 main 1000; no_more_bets; cards "

/* BJ-07: the sum of a box's bettors; boxes apart; a double is judged as a hand. */
static void
test_limits(void **state)
{
	static const struct row rows[] = {
		{LIMITS, "bet 1 main 499; no_more_bets", "bet_below_minimum BJ-07"},
		{LIMITS, "bet 1 main 500; no_more_bets", ""},
		{LIMITS, "bet 1 main 50001; no_more_bets", "bet_above_maximum BJ-07"},
		{LIMITS, "bet 1 main 50000; no_more_bets", ""},
		{LIMITS, "bet 1 main 30000 ana; bet 1 main 20001 bea; no_more_bets",
		 "bet_above_maximum BJ-07"},
		{LIMITS, "bet 1 main 30000 ana; bet 1 main 20000 bea; no_more_bets", ""},
		{LIMITS, "bet 1 main 50000 ana; bet 2 main 50000 ana; no_more_bets", ""},
		{LIMITS, "bet 1 main 50000; no_more_bets; cards 6S 9H 5D; double 1", ""},
		{LIMITS ";book=st", "bet 1 main 499; no_more_bets", "bet_below_minimum ST-02"},
	};

	(void)state;
	EXPECT(SABOT_BLACKJACK, rows);
}

/* BJ-10, BJ-11: a card that is moved onto a hand that is complete is one too many. */
static void
test_complete(void **state)
{
#define TWO "bet 1 main 1000; bet 2 main 1000; no_more_bets; "
	static const struct row rows[] = {
		/* 21 takes no card, hard or soft: the next one is box 2's. */
		{"", TWO "cards 6S 9S 9H 5S 7S TD 4C; call; ruling_box move_card 1",
		 "card_in_excess BJ-10"},
		{"", TWO "cards AS 9S 9H 5S 7S 5D 4C; call; ruling_box move_card 1",
		 "card_in_excess BJ-10"},
		{"",
		 TWO "cards 6S 9S 9H 5S 7S; double 1; cards 2D 4C; call; ruling_box move_card 1",
		 "card_in_excess BJ-11"},
		/* With 20 box 1 may take it. */
		{"", TWO "cards 5S 9S 9H 5C 7S TD; stand 1; cards AC; call; ruling_box move_card 1",
		 ""},
		/* 21 is asked nothing more; 20 is. */
		{"", DEAL "6S 9H 5D TD; split 1", "action_out_of_turn BJ-06"},
		{"double=any", DEAL "6S 9H 4D; double 1", ""},
	};

	(void)state;
	EXPECT(SABOT_BLACKJACK, rows);
	fixture_begin(&fixture, SABOT_BLACKJACK, "");
	script_run(&fixture, TWO "cards 6S 9S 9H 5S 7S TD 4C");
	assert_int_equal(fixture.table.round.boxes[1].hands[0].pile.n_cards, 3);
	assert_int_equal(fixture.table.round.boxes[2].hands[0].pile.n_cards, 3);
#undef TWO
}

/* BJ-13: it is found wherever it comes, and the hand gets the card after it. */
static void
test_boxed(void **state)
{
	static const struct row rows[] = {
		{"", DEAL "6S; face_up 9H", "boxed_card BJ-13"},
		{"", DEAL "6S 9H", ""},
		{"", "bet 1 main 1000; no_more_bets; face_up 9H", "boxed_card BJ-13"},
		{"book=es", DEAL "6S 9H 5D; face_up TS", "boxed_card BJ-13"},
	};

	(void)state;
	EXPECT(SABOT_BLACKJACK, rows);
	fixture_begin(&fixture, SABOT_BLACKJACK, "");
	script_run(&fixture, DEAL "6S; face_up TS; cards 9H 5D; face_up KD");
	assert_int_equal(fixture.table.round.boxes[1].hands[0].pile.n_cards, 2);
	assert_int_equal(sabot_blackjack_dealer_total(&fixture.table.round).n_cards, 1);
}

#define TB "book=tb;decks_allowed=4 5 6;hole=yes;"

/* TB-01 to TB-06. */
static void
test_table_bank(void **state)
{
	static const struct row rows[] = {
		{TB, "unload 312; load 3", "wrong_decks TB-01"},
		{TB, "unload 312; load 4", ""},
		{TB, "unload 312; load 7", "wrong_decks TB-01"},
		{"book=tb;decks=1;hole=yes", DEAL "6S 9H 6S", "impossible_card TB-01"},
		/* Both hands have two cards, and one of the bank's is up. */
		{TB, DEAL "TS 9H 8D 7C; surrender 1", "action_not_allowed "},
		{TB, DEAL "TS AH 8D 7C; insurance 1 501", "action_not_allowed TB-03"},
		{TB, DEAL "TS AH 8D 7C; insurance 1 500", ""},
		{TB, DEAL "TS KH 8D 7C; insurance 1 500", "action_not_allowed TB-03"},
		{TB "insurance=none", DEAL "TS AH 8D 7C; insurance 1 500",
		 "action_not_allowed TB-03"},
		{TB, DEAL "TS KH 8D AC 5S", "card_in_excess TB-04"},
		{TB "soft_17=stand", DEAL "TS 6H 8D AC; stand 1; cards 2S", "card_in_excess TB-04"},
		{TB "soft_17=hit", DEAL "TS 6H 8D AC; stand 1; cards 2S", ""},
		/* Without insurance the hole card is looked at, and ends the round. */
		{TB "insurance=none", DEAL "TS AH 8D KC; cards 5S", "card_in_excess TB-04"},
		{TB "double=9-11", DEAL "6S 9H 6D 7C; double 1", "action_not_allowed TB-05"},
		{TB "double=9-11", DEAL "6S 9H 5D 7C; double 1", ""},
		{TB "double=none", DEAL "6S 9H 5D 7C; double 1", "action_not_allowed TB-05"},
		{TB, DEAL "6S 9H 5D 7C 2S 2H; double 1", "action_not_allowed TB-05"},
		{TB, DEAL "6S 9H 5D 7C; double 1; result", "card_missing TB-05"},
		{TB "split_on=rank", DEAL "KS 9H QD 7C; split 1", "action_not_allowed TB-06"},
		{TB "split_on=rank", DEAL "KS 9H KD 7C; split 1", ""},
	};

	(void)state;
	EXPECT(SABOT_BLACKJACK, rows);
}

/* The prompt cites the same articles; players act only once insurance is over. */
static void
test_prompts(void **state)
{
	static const struct {
		const char *settings, *script;
		enum sabot_prompt_kind kind;
		const char *rule;
	} table[] = {
		{TB, DEAL "TS AH 8D 7C", SABOT_PROMPT_INSURANCE, "TB-03"},
		{TB, DEAL "TS AH 8D 7C; insurance_closed", SABOT_PROMPT_PLAY, "BJ-06"},
		{TB "insurance=none", DEAL "TS AH 8D 7C", SABOT_PROMPT_PLAY, "BJ-06"},
		{TB "insurance=none", DEAL "TS AH 8D KC", SABOT_PROMPT_RESULT, "TB-03"},
		{TB "insurance=none", DEAL "TS KH 8D AC", SABOT_PROMPT_RESULT, "TB-02"},
		{"book=es;hole=yes", DEAL "TS AH 8D KC; insurance_closed", SABOT_PROMPT_RESULT,
		 "ES-07"},
		{TB, DEAL "6S 9H 5D 7C; double 1", SABOT_PROMPT_DRAW, "TB-05"},
		{TB, "unload 312", SABOT_PROMPT_LOAD, "TB-01"},
		{"book=st", DEAL "TS AH 8D", SABOT_PROMPT_INSURANCE, "ST-06"},
		{"", DEAL "TS AH 8D", SABOT_PROMPT_INSURANCE, "BJ-09"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct sabot_prompt prompt;
		fixture_begin(&fixture, SABOT_BLACKJACK, table[i].settings);
		script_run(&fixture, table[i].script);
		sabot_table_prompt(&fixture.table, &prompt);
		if (prompt.kind != table[i].kind || strcmp(prompt.why.rule, table[i].rule) != 0)
			fail_msg("%s | %s: %s %s", table[i].settings, table[i].script,
				 sabot_prompt_kind_to_string(prompt.kind), prompt.why.rule);
	}
}

/* What a book does not say is the game's own article; what it says is its own. */
static void
test_other_books(void **state)
{
	static const struct row blackjack[] = {
		{"book=es;double=9-11", DEAL "6S 9H 6D; double 1", "action_not_allowed ES-09"},
		{"book=es", DEAL "KS 9H 9D; split 1", "action_not_allowed ES-10"},
		{"book=es", DEAL "KS AH 9D; insurance 1 501", "action_not_allowed ES-12"},
		{"book=es", "bet 1 main 1000; cards 6S", "card_before_no_more_bets BJ-08"},
		{"book=es;decks=1", DEAL "6S 9H 6S", "impossible_card ES-01"},
		{"book=fa;decks=1", DEAL "6S 9H 6S", "impossible_card FA-01"},
		{"book=it;decks=1", DEAL "6S 9H 6S", "impossible_card IT-01"},
		{"book=hb;decks=1", DEAL "6S 9H 6S", "impossible_card HB-01"},
		{"book=st;double=none", DEAL "6S 9H 6D; double 1", "action_not_allowed ST-04"},
		{"book=st", DEAL "KS 9H 9D; split 1", "action_not_allowed ST-05"},
		{"book=it;insurance=exactly_half", DEAL "KS AH 9D; insurance 1 400",
		 "action_not_allowed IT-10"},
		{"book=hb;hole=yes", DEAL "KS AH 9D 9C; insurance 1 501",
		 "action_not_allowed HB-05"},
		{"book=hb;burn=2", "bet 1 main 1000; cards 4S; no_more_bets",
		 "burn_incomplete HB-01"},
		{"book=es;burn=5", "cards 4S 5S 6S 7S; bet 1 main 1000; no_more_bets",
		 "burn_incomplete ES-04"},
		{"book=es;burn=5", "cards 4S 5S 6S 7S 8S; bet 1 main 1000; no_more_bets", ""},
	};

	(void)state;
	EXPECT(SABOT_BLACKJACK, blackjack);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_limits),  cmocka_unit_test(test_complete),
		cmocka_unit_test(test_boxed),   cmocka_unit_test(test_table_bank),
		cmocka_unit_test(test_prompts), cmocka_unit_test(test_other_books),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
