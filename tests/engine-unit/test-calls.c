/*
 * What the dealer says and why (PB-13, PB-14, ES-13, ES-16, FA-01, FA-02), as text: one row a
 * state of the table, what led there and the calls in order.
 */
#include "engine/table/call.h"
#include "engine/table/prompt.h"
#include "table-script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { TEXT_SIZE = 512 };

static struct table_fixture fixture;

static const char *const owners[] = {"", " punto", " banca", " dealer", " player"};

static size_t
append_call(char *text, const struct sabot_call *call)
{
	int length = snprintf(text, TEXT_SIZE, "%s%s", sabot_call_id_to_string(call->id),
			      owners[call->owner]);

	if (call->box != 0)
		length += snprintf(text + length, TEXT_SIZE, " %d.%d", call->box, call->hand);
	if (call->number != 0)
		length += snprintf(text + length, TEXT_SIZE, " =%d%s", call->number,
				   call->soft ? "s" : "");
	if (call->amount_minor != 0)
		length +=
			snprintf(text + length, TEXT_SIZE, " %lld", (long long)call->amount_minor);
	return (size_t)length;
}

/* For example "points punto =5, points banca =3, card_for punto". */
static const char *
calls_of(const struct sabot_table *table)
{
	static char text[SABOT_CALLS_MAX * 64];
	struct sabot_call calls[SABOT_CALLS_MAX];
	unsigned n_calls = sabot_table_calls(table, calls);
	size_t length = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < n_calls; i++) {
		length += (size_t)snprintf(text + length, 3, "%s", i > 0 ? ", " : "");
		length += append_call(text + length, &calls[i]);
	}
	return text;
}

struct row {
	const char *settings;
	const char *script;
	const char *calls;
};

static void
expect(enum sabot_game game, const struct row *rows, size_t n_rows)
{
	for (size_t i = 0; i < n_rows; i++) {
		fixture_begin(&fixture, game, rows[i].settings);
		script_run(&fixture, rows[i].script);
		if (strcmp(calls_of(&fixture.table), rows[i].calls) != 0)
			fail_msg("%s | %s\n  %s\n  instead of\n  %s", rows[i].settings,
				 rows[i].script, calls_of(&fixture.table), rows[i].calls);
	}
}

#define EXPECT(game, rows) expect(game, rows, sizeof(rows) / sizeof((rows)[0]))

#define BETS "bet 2 punto 500; bet 5 banca 500; "
#define DEAL BETS "no_more_bets; cards "

/* PB-14, each call in its place; the deal is punto, punto, banca, banca. */
static void
test_coup(void **state)
{
	static const struct row rows[] = {
		{"", "", "place_bets"},
		{"", BETS, "place_bets"},
		{"", BETS "no_more_bets", "no_more_bets, cards 2.0"},
		{"", DEAL "5H", ""},
		{"", DEAL "5H KS 3C", ""},
		{"", DEAL "5H KS 3C TD", "points punto =5, points banca =3, card_for punto"},
		{"", DEAL "5H KS 3C TD 4S", "points punto =9, card_for banca"},
		{"", DEAL "5H KS 3C TD 4S 6D", "points banca =9, tie =9"},
		{"", DEAL "5H KS 3C TD 8S", "points punto =3, stands banca =3, tie =3"},
		{"", DEAL "6H KS 5C TD",
		 "points punto =6, points banca =5, stands punto =6, card_for banca"},
		{"", DEAL "6H KS 5C TD AC", "points banca =6, tie =6"},
		{"", DEAL "6H KS 7C TD",
		 "points punto =6, points banca =7, stands punto =6, stands banca =7, "
		 "wins banca =7"},
		{"", DEAL "9H KS 3C TD", "natural punto =9, points banca =3, wins punto =9"},
		{"", DEAL "2H KS 3C 5D", "points punto =2, natural banca =8, wins banca =8"},
		{"", DEAL "8H KS 8C TD", "natural punto =8, natural banca =8, tie =8"},
		{"", DEAL "KH KS QC TD", "points punto, points banca, card_for punto"},
		{"", DEAL "9H KS 3C TD; result", "place_bets"},
		{"deal_order=PBPB", DEAL "5H 3C KS TD",
		 "points punto =5, points banca =3, card_for punto"},
	};

	(void)state;
	EXPECT(SABOT_PUNTO_BANCO, rows);
}

/* A total with an unread card is not called, nor what hangs on it; nor is what is face down. */
static void
test_unknown(void **state)
{
	static const struct row rows[] = {
		{"", DEAL "5H ?? 3C TD", "points banca =3"},
		{"", DEAL "5H 7? 3C TD", "points punto =2, points banca =3, card_for punto"},
		{"", DEAL "5H KS 3C TD ??", ""},
		{"", DEAL "5H KS 3C ??", "points punto =5"},
		{"", DEAL "9H KS 3C ??", "natural punto =9"},
		{"", DEAL "5H ?? 3C TD; ruling read_as KS",
		 "points punto =5, points banca =3, card_for punto"},
		{"", DEAL "5H KS 3C TD; lost 1", ""},
		{"reveal=on_button", DEAL "5H KS 3C TD", "turn punto"},
		{"reveal=on_button", DEAL "5H KS 3C TD; reveal punto",
		 "points punto =5, turn banca"},
		{"reveal=on_button", DEAL "5H KS 3C TD; reveal banca", "turn punto"},
		{"reveal=on_button", DEAL "5H KS 3C TD; reveal all",
		 "points punto =5, points banca =3, card_for punto"},
		{"reveal=on_button", DEAL "9H KS 3C TD", "turn punto"},
		{"reveal=on_button", DEAL "5H KS 3C TD; reveal all; cards 4S",
		 "points punto =9, card_for banca"},
	};

	(void)state;
	EXPECT(SABOT_PUNTO_BANCO, rows);
}

/* The load: burn, cut card, end. */
static void
test_load(void **state)
{
	static const struct row rows[] = {
		{"burn=first_card", "", "burn_first"},
		{"burn=first_card", "cards 3H", "burn =3"},
		{"burn=first_card", "cards 3H KS", ""},
		{"burn=first_card", "cards 3H KS KC KD", "place_bets"},
		{"burn=first_card", "cards ??", ""},
		{"burn=first_card", "offline", "burn_first"},
		{"burn=first_card", "offline; online 0", "burn_first"},
		{"burn=first_card", "cards 3H KS; offline", ""},
		{"burn=2", "", "burn =2"},
		{"burn=2", "cards KS", ""},
		{"burn=2", "cards KS KC", "place_bets"},
		{"cut_min=0", "cut_card", "cut_card, end_of_load"},
		{"cut_min=0;hands_after_cut=1", "cut_card", "cut_card, last_round, place_bets"},
		{"cut_min=0;hands_after_cut=2", "cut_card", "cut_card, rounds_left =2, place_bets"},
		{"cut_min=0;hands_after_cut=1", "cut_card;" BETS "no_more_bets",
		 "no_more_bets, cards 2.0"},
		{"cut_min=0", BETS "no_more_bets; cut_card",
		 "cut_card, last_round, no_more_bets, cards 2.0"},
		{"cut_min=0", DEAL "5H KS; cut_card", "cut_card, last_round"},
		{"cut_min=0;hands_after_cut=1", DEAL "5H KS; cut_card", "cut_card, rounds_left =1"},
		{"cut_min=0", DEAL "5H KS; cut_card; cards 3C", ""},
		{"cut_min=0", DEAL "9H KS 3C TD; cut_card; result", "cut_card, end_of_load"},
		{"", "unload 312", "load"},
		{"", "unload 312; load", "place_bets"},
	};

	(void)state;
	EXPECT(SABOT_PUNTO_BANCO, rows);
}

/* What the pit is asked about, and what it makes void. */
static void
test_ruled(void **state)
{
	static const struct row rows[] = {
		{"", DEAL "5H KS 3C TD; result", ""},
		{"", DEAL "5H KS 3C TD; result; ruling draw_now",
		 "points punto =5, points banca =3, card_for punto"},
		{"", DEAL "9H KS 3C TD; cards 4H",
		 "natural punto =9, points banca =3, wins punto =9"},
		{"", DEAL "5H KS 3C TD; call; ruling void_round", "place_bets"},
	};
	static const struct row blackjack[] = {
		{"cut_card=void_round", "bet 1 main 500; no_more_bets; cards 5H; cut_card",
		 "cut_card, last_round, void"},
	};

	(void)state;
	EXPECT(SABOT_PUNTO_BANCO, rows);
	EXPECT(SABOT_BLACKJACK, blackjack);
}

/* PB-07: punto's cards go to the highest bettor on it. */
static void
test_highest_bettor(void **state)
{
	static const struct row rows[] = {
		{"", "no_more_bets", "no_more_bets, cards"},
		{"", "bet 5 banca 900; no_more_bets", "no_more_bets, cards"},
		{"", "bet 2 punto 500; bet 4 punto 600; no_more_bets", "no_more_bets, cards 4.0"},
		{"boxes=16", "bet 16 punto 500; no_more_bets", "no_more_bets, cards 16.0"},
		{"", "bet 2 punto 500; bet 4 punto 500; no_more_bets", "no_more_bets, cards 2.0"},
		{"", "bet 2 punto 500; bet 4 punto 400 ana; bet 4 punto 400 bea; no_more_bets",
		 "no_more_bets, cards 2.0"},
	};

	(void)state;
	EXPECT(SABOT_PUNTO_BANCO, rows);
}

#define ONE "bet 1 main 500; no_more_bets; "
#define TWO "bet 1 main 500; bet 3 main 500; no_more_bets; "

static void
test_blackjack(void **state)
{
	static const struct row rows[] = {
		{"", "", "place_bets"},
		{"", TWO, "no_more_bets"},
		{"", TWO "cards 5H", ""},
		{"", TWO "cards 5H 6H 9D TC 7C", ""},
		{"", TWO "cards AH 6H 9D TC 7C", "blackjack player 1.0"},
		{"", TWO "cards AH 6H 9D KC 7C; stand 3", ""},
		{"boxes=16", "bet 15 main 500; bet 16 main 500; no_more_bets; cards AH AS 9D TC KC",
		 "blackjack player 15.0, blackjack player 16.0"},
		{"boxes=16",
		 "bet 15 main 500; bet 16 main 500; no_more_bets; cards TS AS 9D TC KC; stand 15",
		 ""},
		{"boxes=16;even_money=yes", "bet 16 main 500; no_more_bets; cards AS AD KC",
		 "blackjack player 16.0, insurance, even_money 16.0"},
		{"", TWO "cards AH AS 9D TC KC", "blackjack player 1.0, blackjack player 3.0"},
		{"", TWO "cards AH 6H 9D TC 7C KD", "bust player 3.0 =23"},
		{"", TWO "cards 5H 6H 9D TC 7C TS", "bust player 1.0 =25"},
		{"", TWO "cards 5H 6H 9D TC 7C TS; stand 3", ""},
		{"", TWO "cards 5H 6H 9D TC 7C TS KD", "bust player 3.0 =23"},
		{"", TWO "cards 5H 6H 9D TC 7C; stand 1; stand 3; cards 8D", "total dealer =17"},
		{"", TWO "cards 5H 6H AD TC 7C; insurance_closed; stand 1; stand 3; cards 6D",
		 "total dealer =17s"},
		{"", TWO "cards 5H 6H 9D TC 7C; stand 1; stand 3; cards 2D", ""},
		{"", TWO "cards 5H 6H 9D TC 7C; stand 1; stand 3; cards 2D KD", "total dealer =21"},
		{"", TWO "cards 5H 6H 9D TC 7C; stand 1; stand 3; cards 6D KD", "bust dealer =25"},
		{"", TWO "cards 5H 6H KD TC 7C; stand 1; stand 3; cards AD", "blackjack dealer"},
		{"", TWO "cards 5H 6H ?? TC 7C; stand 1; stand 3; cards 8D KD", ""},
		{"", TWO "cards 5H 6H AD TC 7C", "insurance"},
		{"even_money=yes", TWO "cards AH 6H AD TC 7C",
		 "blackjack player 1.0, insurance, even_money 1.0"},
		{"even_money=yes", TWO "cards AH 6H AD TC 7C; even_money 1",
		 "blackjack player 1.0, insurance"},
		{"", TWO "cards 5H 6H AD TC 7C; insurance_closed", ""},
		{"insurance=none", TWO "cards 5H 6H AD TC 7C", ""},
	};

	(void)state;
	EXPECT(SABOT_BLACKJACK, rows);
}

static void
test_called_totals(void **state)
{
	static const struct row rows[] = {
		{"call_totals=yes", TWO "cards 5H 6H 9D TC 7C", "total player 1.0 =15"},
		{"call_totals=yes", TWO "cards 5H ?? 9D TC 7C", "total player 1.0 =15"},
		{"call_totals=yes", TWO "cards AH 6H 9D 5C 7C", "total player 1.0 =16s"},
		{"call_totals=yes", TWO "cards 5H 6H 9D TC 7C 3S", "total player 1.0 =18"},
		{"call_totals=yes", TWO "cards 5H 6H 9D TC 7C 6S",
		 "total player 1.0 =21, total player 3.0 =13"},
		{"call_totals=yes", TWO "cards 5H 6H 9D TC 7C; stand 1", "total player 3.0 =13"},
		{"call_totals=yes", TWO "cards 5H ?? 9D TC 7C; stand 1", ""},
		{"call_totals=yes", TWO "cards 8H 6H 9D 8C 7C; split 1; cards 2D",
		 "total player 1.0 =10"},
	};

	(void)state;
	EXPECT(SABOT_BLACKJACK, rows);
}

/* Nothing gives the hole card away before it is turned. */
static void
test_hole_card(void **state)
{
	static const struct row rows[] = {
		{"hole=yes", TWO "cards 5H 6H AD TC 7C KD", "insurance"},
		{"hole=yes", TWO "cards 5H 6H AD TC 7C KD; insurance_closed", "blackjack dealer"},
		{"hole=yes", TWO "cards 5H 6H 9D TC 7C KD", ""},
		/* A blackjack alone has nothing to decide but that. */
		{"hole=yes;even_money=yes", ONE "cards AH AD KS KD",
		 "blackjack player 1.0, insurance, even_money 1.0"},
		{"hole=yes;even_money=yes", ONE "cards AH AD KS KD; even_money 1",
		 "blackjack player 1.0, blackjack dealer"},
		{"hole=yes;even_money=yes", ONE "cards AH AD KS 8D; insurance_closed",
		 "blackjack player 1.0, total dealer =19s"},
		{"even_money=yes", ONE "cards AH AD KS; even_money 1", "blackjack player 1.0"},
		{"hole=yes", TWO "cards 5H 6H 9D TC 7C KD; stand 1; stand 3", "total dealer =19"},
		{"hole=yes;reveal=on_button", TWO "cards 5H 6H 9D TC 7C KD; stand 1; stand 3",
		 "turn dealer"},
		{"hole=yes;reveal=on_button",
		 TWO "cards 5H 6H 9D TC 7C KD; stand 1; stand 3; reveal hole", "total dealer =19"},
	};

	(void)state;
	EXPECT(SABOT_BLACKJACK, rows);
}

/* For example "draw PB-10 punto 9 banca 5 third 4". */
static const char *
why_of(const struct sabot_table *table)
{
	static char text[TEXT_SIZE];
	struct sabot_prompt prompt;

	sabot_table_prompt(table, &prompt);
	const struct {
		const char *word;
		int number;
	} numbers[] = {
		{"punto", prompt.why.punto},   {"banca", prompt.why.banca},
		{"third", prompt.why.third},   {"player", prompt.why.player},
		{"dealer", prompt.why.dealer},
	};
	int length = snprintf(text, sizeof(text), "%s %s", sabot_prompt_kind_to_string(prompt.kind),
			      prompt.why.rule);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (numbers[i].number != SABOT_TOTAL_UNKNOWN)
			length += snprintf(text + length, 32, " %s %d", numbers[i].word,
					   numbers[i].number);
	if (prompt.why.soft)
		snprintf(text + length, 8, " soft");
	return text;
}

static void
expect_why(enum sabot_game game, const struct row *rows, size_t n_rows)
{
	for (size_t i = 0; i < n_rows; i++) {
		fixture_begin(&fixture, game, rows[i].settings);
		script_run(&fixture, rows[i].script);
		if (strcmp(why_of(&fixture.table), rows[i].calls) != 0)
			fail_msg("%s | %s\n  %s\n  instead of\n  %s", rows[i].settings,
				 rows[i].script, why_of(&fixture.table), rows[i].calls);
	}
}

static void
test_why_of_coup(void **state)
{
	static const struct row rows[] = {
		{"burn=first_card", "lost 0", "read PB-04"},
		{"burn=first_card", "lost 0; cards 2H", "read PB-04"},
		{"burn=first_card", "cards 2H; lost 0; cards KS", "burn PB-04"},
		{"", "unload 312", "load PB-02"},
		{"burn=first_card", "", "burn PB-04"},
		{"", "", "bets PB-05"},
		{"cut_min=0", "cut_card", "unload PB-03"},
		{"", DEAL "5H", "deal PB-06"},
		{"", DEAL "5H KS 3C TD", "draw PB-09 punto 5 banca 3"},
		{"", DEAL "5H KS 5C TD 4S", "draw PB-10 punto 9 banca 5 third 4"},
		{"", DEAL "6H KS 5C TD", "draw PB-10 punto 6 banca 5"},
		{"", DEAL "5H KS 5C TD 8S", "result PB-10 punto 3 banca 5 third 8"},
		{"", DEAL "5H KS 5C TD 4S 6D", "result PB-11 punto 9 banca 1 third 4"},
		{"", DEAL "9H KS 3C TD", "result PB-08 punto 9 banca 3"},
		/* What is due depends on the open card: the prompt is for it, and nothing else. */
		{"", DEAL "5H ?? 5C TD", "read "},
		{"", DEAL "5H KS 5C ??", "read "},
		{"", DEAL "5H KS 5C TD ??", "read "},
		/* What it was makes no difference: banca stands on 7, draws with 2. */
		{"", DEAL "5H KS 7C TD ??", "result PB-10 banca 7"},
		{"", DEAL "5H KS 2C TD ??", "draw PB-10 banca 2"},
		{"", DEAL "9H KS ?? ??", "result PB-08 punto 9"},
		/* In a torn round the order of the cards is not known, nor who draws. */
		{"", DEAL "5H KS 5C TD; lost 1", "read "},
		{"reveal=on_button", DEAL "5H KS 5C TD", "draw PB-09"},
		{"reveal=on_button", DEAL "5H KS 5C TD; reveal banca", "draw PB-09 banca 5"},
		{"table_key=points", DEAL "5H KS 5C TD 4S", "result PB-10 punto 9 banca 5"},
	};

	(void)state;
	expect_why(SABOT_PUNTO_BANCO, rows, sizeof(rows) / sizeof(rows[0]));
}

static void
test_why_of_deal(void **state)
{
	static const struct row rows[] = {
		{"burn=5", "", "burn "},
		{"", "", "bets BJ-08"},
		{"", TWO "cards 5H", "deal BJ-06"},
		{"", TWO "cards 5H 6H 9D TC 7C", "play BJ-06 player 15 dealer 9"},
		{"", TWO "cards 5H 6H TD AC 7C", "play BJ-06 player 16 dealer 10 soft"},
		{"", TWO "cards 5H 6H AD TC 7C", "insurance BJ-09 player 15 dealer 11"},
		{"", TWO "cards 5H 6H ?? TC 7C", "play BJ-06 player 15"},
		{"", TWO "cards 5H 6H 9D 5C 7C; double 1", "draw BJ-11 player 10 dealer 9"},
		{"", TWO "cards 8H 6H 9D 8C 7C; split 1", "draw BJ-12 player 8 dealer 9"},
		{"", TWO "cards 5H 6H 9D TC 7C; stand 1; stand 3", "draw BJ-05 dealer 9"},
		{"", TWO "cards 5H 6H 9D TC 7C; stand 1; stand 3; cards 8D",
		 "result BJ-05 dealer 17"},
		{"soft_17=hit",
		 TWO "cards 5H 6H AD TC 7C; insurance_closed; stand 1; stand 3; cards 6D",
		 "draw BJ-05 dealer 17 soft"},
		{"", TWO "cards 5H 6H TD TC 7C; stand 1; stand 3; cards AD",
		 "result BJ-02 dealer 21 soft"},
		{"", TWO "cards TH TS 6D 5C 6C KD KC", "result ES-15 dealer 6"},
		{"dealer_stops_when_ahead=yes",
		 TWO "cards 2H 3H TD TC TS; stand 1; stand 3; cards 4D", "result IT-07 dealer 14"},
		{"hole=yes", TWO "cards 5H 6H 9D TC 7C KD", "play BJ-06 player 15 dealer 9"},
		{"hole=yes", TWO "cards 5H 6H AD TC 7C KD", "insurance BJ-09 player 15 dealer 11"},
		{"hole=yes", ONE "cards AH AD KS KD", "insurance BJ-09 dealer 11 soft"},
		{"hole=yes;dealer_up_cards=0;insurance=none", TWO "cards 5H 6H 9D TC 7C KD",
		 "play BJ-06 player 15"},
	};

	(void)state;
	expect_why(SABOT_BLACKJACK, rows, sizeof(rows) / sizeof(rows[0]));
}

static void
test_words(void **state)
{
	enum sabot_call_id back;

	(void)state;
	for (int id = 0; id < SABOT_CALLS; id++) {
		const char *word = sabot_call_id_to_string((enum sabot_call_id)id);
		assert_non_null(word);
		assert_true(sabot_call_id_from_string(word, &back));
		assert_int_equal(back, id);
	}
	assert_null(sabot_call_id_to_string((enum sabot_call_id)SABOT_CALLS));
	assert_null(sabot_call_id_to_string((enum sabot_call_id) - 1));
	assert_false(sabot_call_id_from_string("no_such_call", &back));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_coup),           cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_load),           cmocka_unit_test(test_ruled),
		cmocka_unit_test(test_highest_bettor), cmocka_unit_test(test_blackjack),
		cmocka_unit_test(test_called_totals),  cmocka_unit_test(test_hole_card),
		cmocka_unit_test(test_why_of_coup),    cmocka_unit_test(test_why_of_deal),
		cmocka_unit_test(test_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
