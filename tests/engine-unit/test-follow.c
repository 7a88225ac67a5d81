/*
 * What a table follows beside its rounds: who holds the shoe (PB-13), who the bank (FA-01) and when
 * its pack is shuffled (FA-02), what is owed of commission.
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

static struct table_fixture fixture;

/* Coups at a table of seats 2, 5 and 9. */
#define ALL "bet 2 punto 500; bet 5 banca 2000; bet 9 tie 500; no_more_bets; "
#define PUNTO "cards 9H KS 3C TD; result; "
#define BANCA "cards 3H KS 3C 5D; result; "
#define TIE "cards 9H KS 4C 5D; result; "

static bool
has_call(enum sabot_call_id id, int box)
{
	struct sabot_call calls[SABOT_CALLS_MAX];
	unsigned n_calls = sabot_table_calls(&fixture.table, calls);

	for (unsigned i = 0; i < n_calls; i++)
		if (calls[i].id == id && calls[i].box == box)
			return true;
	return false;
}

struct holder_row {
	const char *settings;
	const char *script;
	int box;
	bool called; /* that it passes there */
};

static void
expect_holders(enum sabot_game game, const struct holder_row *rows, size_t n_rows)
{
	enum sabot_call_id id =
		game == SABOT_BLACKJACK ? SABOT_CALL_BANK_PASSES : SABOT_CALL_SHOE_PASSES;

	for (size_t i = 0; i < n_rows; i++) {
		fixture_begin(&fixture, game, rows[i].settings);
		script_run(&fixture, rows[i].script);
		if (fixture.table.holder.box != rows[i].box)
			fail_msg("%s: held at %d", rows[i].script, fixture.table.holder.box);
		if (has_call(id, rows[i].box) != rows[i].called)
			fail_msg("%s: called %d", rows[i].script, !rows[i].called);
	}
}

#define EXPECT_HOLDERS(game, rows) expect_holders(game, rows, sizeof(rows) / sizeof((rows)[0]))

static void
test_shoe(void **state)
{
	static const struct holder_row rows[] = {
		{"", ALL PUNTO, 0, false},
		{"", "holder 2;", 2, false},
		{"", "holder 1;", 1, false},
		{"", "holder 14;", 14, false},
		{"", "holder 15;", 0, false},
		{"", "holder 9; bet 14 tie 500;" ALL PUNTO, 14, true},
		{"", "holder 2;" ALL PUNTO, 5, true},
		{"", "holder 2;" ALL BANCA, 2, false},
		{"", "holder 2;" ALL TIE, 2, false},
		{"", "holder 2;" ALL PUNTO ALL PUNTO, 9, true},
		{"", "holder 2;" ALL PUNTO ALL BANCA, 5, false},
		/* After the last seat comes the first; 3 did not stake. */
		{"", "holder 9;" ALL PUNTO, 2, true},
		{"", "holder 3;" ALL PUNTO, 5, true},
		/* Until the next bets are closed it is called. */
		{"", "holder 2;" ALL PUNTO "bet 2 punto 500", 5, true},
		{"", "holder 2;" ALL PUNTO ALL, 5, false},
		/* Who alone plays keeps it. */
		{"", "holder 2; bet 2 punto 500; no_more_bets;" PUNTO, 2, false},
		{"", "holder 2; no_more_bets;" PUNTO, 2, false},
		/* A note after the round counts, whatever a ruling makes of that. */
		{"", "holder 2;" ALL PUNTO "holder 9", 9, false},
		{"", "holder 2;" ALL PUNTO "holder 9; call; ruling void_round", 9, false},
	};

	(void)state;
	EXPECT_HOLDERS(SABOT_PUNTO_BANCO, rows);
}

/* A box that sits out is still seated for a while. */
static void
test_seated(void **state)
{
	static const struct holder_row rows[] = {
		{"", "holder 2;" ALL TIE "bet 2 punto 500; no_more_bets;" PUNTO, 5, true},
		{"", "holder 2;" ALL TIE "no_more_bets;" TIE "no_more_bets;" PUNTO, 5, true},
		{"",
		 "holder 2;" ALL TIE "no_more_bets;" TIE "no_more_bets;" TIE "no_more_bets;" PUNTO,
		 2, false},
		{"", "holder 2;" ALL TIE "no_more_bets;" TIE "bet 9 punto 500; no_more_bets;" PUNTO,
		 5, true},
		{"",
		 "holder 2;" ALL TIE "no_more_bets;" TIE "no_more_bets;" TIE
		 "bet 9 punto 500; no_more_bets;" PUNTO,
		 9, true},
	};

	(void)state;
	EXPECT_HOLDERS(SABOT_PUNTO_BANCO, rows);
}

/* Void rounds and dummy hands change nothing; a ruling takes back what a round has moved. */
static void
test_shoe_and_rulings(void **state)
{
	static const struct holder_row rows[] = {
		{"", "holder 2;" ALL "cards 9H KS 3C TD; call; ruling void_round", 2, false},
		{"", "holder 2;" ALL PUNTO "call; ruling void_round", 2, false},
		{"", "holder 2;" ALL "cards 9H KS 3C ??; result", 2, false},
		{"", "holder 2;" ALL "cards 9H KS 3C ??; result; ruling read_as 6C", 2, false},
		{"", "holder 2;" ALL "cards 8H KS 9C ??; result; ruling read_as 7D", 5, true},
		{"", "holder 2;" ALL "cards 9H KS 3C TD AH; ruling dummy_hand; cards KD 9C TC TS",
		 5, true},
	};

	(void)state;
	EXPECT_HOLDERS(SABOT_PUNTO_BANCO, rows);
}

#define DEAL "bet 1 main 500; bet 3 main 500; no_more_bets; "
#define PLAIN "cards TH TS 9D 9H 9S; stand 1; stand 3; cards 8D; result; "
#define BLACKJACK_1 "cards AH TS 9D KH 9S; stand 3; cards 8D; result; "
#define BLACKJACK_3 "cards TH AS 9D 9H KS; stand 1; cards 8D; result; "
#define BLACKJACK_BOTH "cards AH AS 9D KH KS; result; "

/* FA-01. */
static void
test_bank(void **state)
{
	static const struct holder_row rows[] = {
		{"bank=rotating", DEAL PLAIN, 0, false},
		{"bank=rotating", "holder 2;" DEAL PLAIN, 2, false},
		{"bank=rotating", "holder 2;" DEAL BLACKJACK_3, 3, true},
		{"bank=rotating", DEAL BLACKJACK_3, 3, true},
		{"bank=rotating", "holder 2;" DEAL BLACKJACK_BOTH, 1, true},
		{"bank=rotating", "holder 3;" DEAL BLACKJACK_3, 3, false},
		/* Against a blackjack of the bank as well. */
		{"bank=rotating",
		 "holder 2;" DEAL "cards TH AS TD 9H KS; stand 1; cards AD; result", 3, true},
		{"bank=rotating", "holder 2;" DEAL BLACKJACK_3 "call; ruling void_round", 2, false},
		{"bank=rotating", "bet 7 main 500; no_more_bets; cards AS 9D KS 8D; result", 7,
		 true},
		/* A split hand's 21 is none. */
		{"bank=rotating",
		 "holder 2;" DEAL
		 "cards AH TS 9D AD 9S; split 1; cards KD KC; stand 3; cards 8D; result",
		 2, false},
		{"bank=house", "holder 2;" DEAL BLACKJACK_3, 2, false},
	};

	(void)state;
	EXPECT_HOLDERS(SABOT_BLACKJACK, rows);
}

/* FA-02. */
static void
test_shuffle(void **state)
{
#define UP "decks=1;bank=rotating;used_cards=face_up"
#define DOWN "decks=1;bank=rotating;used_cards=face_down"
	static const struct {
		const char *settings, *script;
		enum sabot_prompt_kind kind;
		bool shuffle;
	} rows[] = {
		{UP, DEAL PLAIN, SABOT_PROMPT_BETS, false},
		{UP, DEAL PLAIN "face_up 4C", SABOT_PROMPT_UNLOAD, true},
		{UP, DEAL "cards TH TS 9D 9H 9S; face_up 4C", SABOT_PROMPT_PLAY, false},
		{UP, DEAL "face_up 4C;" PLAIN, SABOT_PROMPT_UNLOAD, true},
		{UP, DEAL "face_up 4C;" PLAIN "unload 44", SABOT_PROMPT_LOAD, false},
		{UP, DEAL "face_up 4C;" PLAIN "unload 44; load", SABOT_PROMPT_BETS, false},
		{UP, DEAL BLACKJACK_3, SABOT_PROMPT_BETS, false},
		{DOWN, DEAL "face_up 4C;" PLAIN, SABOT_PROMPT_BETS, false},
		{DOWN, DEAL BLACKJACK_3, SABOT_PROMPT_UNLOAD, true},
		{DOWN, DEAL BLACKJACK_3 "unload 44; load", SABOT_PROMPT_BETS, false},
		{DOWN, "holder 2; holder 3", SABOT_PROMPT_UNLOAD, true},
		{DOWN, "holder 2; holder 3; unload 52; load", SABOT_PROMPT_BETS, false},
		{DOWN, "holder 2", SABOT_PROMPT_BETS, false},
		{DOWN, DEAL BLACKJACK_3 "call; ruling void_round", SABOT_PROMPT_BETS, false},
		{"bank=rotating", DEAL "face_up 4C;" BLACKJACK_3, SABOT_PROMPT_BETS, false},
	};
	struct sabot_prompt prompt;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		fixture_begin(&fixture, SABOT_BLACKJACK, rows[i].settings);
		script_run(&fixture, rows[i].script);
		sabot_table_prompt(&fixture.table, &prompt);
		if (prompt.kind != rows[i].kind)
			fail_msg("%s: %s", rows[i].script,
				 sabot_prompt_kind_to_string(prompt.kind));
		if (has_call(SABOT_CALL_SHUFFLE, 0) != rows[i].shuffle)
			fail_msg("%s: shuffle %d", rows[i].script, !rows[i].shuffle);
	}
}

/* 100 of commission on each win of banca with 2000 at box 5. */
static void
test_commission(void **state)
{
	static const struct {
		const char *settings, *script;
		int64_t owed_minor; /* by the seat of box 5 */
		int64_t total_minor;
	} rows[] = {
		{"commission_when=at_end", ALL PUNTO, 0, 0},
		{"commission_when=at_end", ALL BANCA, 100, 100},
		{"commission_when=at_end", ALL BANCA ALL BANCA ALL TIE, 200, 200},
		{"commission_when=at_end", ALL BANCA ALL BANCA "commission_paid 5 150", 50, 50},
		{"commission_when=at_end", ALL BANCA "commission_paid 5 130", -30, -30},
		{"commission_when=at_end", ALL BANCA "commission_paid 5 130 ana", 100, -30},
		{"commission_when=at_end", "bet 5 banca 2000 ana;" ALL BANCA, 100, 200},
		{"commission_when=at_end", "bet 1 banca 1000;" ALL BANCA, 100, 150},
		{"commission_when=at_end", ALL BANCA "call; ruling void_round", 0, 0},
		{"commission_when=at_end", ALL BANCA ALL BANCA "call; ruling void_round", 100, 100},
		{"commission_when=at_end",
		 ALL BANCA "commission_paid 5 100; call; ruling void_round", -100, -100},
		/* Banca's nine becomes an eight like punto's, or stays one. */
		{"commission_when=at_end", ALL "cards 8H KS 9C ??; result", 0, 0},
		{"commission_when=at_end", ALL "cards 8H KS 9C ??; result; ruling read_as 9D", 0,
		 0},
		{"commission_when=at_end", ALL "cards 8H KS 9C ??; result; ruling read_as TD", 100,
		 100},
		{"commission_when=at_end", ALL BANCA "unload 308; load", 100, 100},
		{"commission_when=at_once", ALL BANCA "commission_paid 5 100", 0, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		fixture_begin(&fixture, SABOT_PUNTO_BANCO, rows[i].settings);
		script_run(&fixture, rows[i].script);
		const struct sabot_commission *commission = &fixture.table.commission;
		if (sabot_commission_of(commission, 5, NULL) != rows[i].owed_minor ||
		    sabot_commission_total(commission) != rows[i].total_minor)
			fail_msg("%s: %lld, together %lld", rows[i].script,
				 (long long)sabot_commission_of(commission, 5, NULL),
				 (long long)sabot_commission_total(commission));
	}
}

static void
bet_of_nobody_known(unsigned name)
{
	char script[64];

	snprintf(script, sizeof(script), "bet %u banca 2000 n%u;", name % 14 + 1, name);
	script_run(&fixture, script);
}

/* More bettors than lines: nobody's money is lost, and a line that is paid up is used again. */
static void
test_full_ledger(void **state)
{
	const struct sabot_commission *commission = &fixture.table.commission;
	const unsigned n_rounds = 2, n_bettors = 14 * SABOT_BETTORS_MAX;
	unsigned name = 0;

	(void)state;
	fixture_begin(&fixture, SABOT_PUNTO_BANCO, "commission_when=at_end;decks=8;max=1000000");
	for (unsigned round = 0; round < n_rounds; round++) {
		for (unsigned i = 0; i < n_bettors; i++)
			bet_of_nobody_known(name++);
		script_run(&fixture, "no_more_bets;" BANCA);
	}
	assert_int_equal(commission->n_debts, SABOT_COMMISSION_DEBTS_MAX);
	assert_int_equal(sabot_commission_total(commission), n_rounds * n_bettors * 100);
	assert_int_equal(commission->others.owed_minor,
			 (n_rounds * n_bettors - SABOT_COMMISSION_DEBTS_MAX) * 100);
	/* Who has no line pays what the others owe. */
	script_run(&fixture, "commission_paid 1 100 nobody");
	assert_int_equal(sabot_commission_total(commission), n_rounds * n_bettors * 100 - 100);
	/* Who has one pays what he owes himself. */
	script_run(&fixture, "commission_paid 2 40 n1");
	assert_int_equal(sabot_commission_of(commission, 2, "n1"), 60);
	script_run(&fixture, "commission_paid 2 -40 n1; call; ruling void_round");
	assert_int_equal(sabot_commission_total(commission), n_bettors * 100 - 100);
	/* The first is paid up, and the next new name has his line. */
	script_run(&fixture, "commission_paid 1 100 n0; bet 5 banca 2000 new; no_more_bets;" BANCA);
	assert_int_equal(sabot_commission_of(commission, 5, "new"), 100);
	assert_int_equal(sabot_commission_total(commission), n_bettors * 100 - 100);
}

/* Paid before anything was owed, it is his own. */
static void
test_paid_in_advance(void **state)
{
	(void)state;
	fixture_begin(&fixture, SABOT_PUNTO_BANCO, "commission_when=at_end");
	script_run(&fixture, "commission_paid 5 130 ana; bet 5 banca 2000 ana;" ALL BANCA);
	assert_int_equal(sabot_commission_of(&fixture.table.commission, 5, "ana"), -30);
	assert_int_equal(sabot_commission_of(&fixture.table.commission, 5, NULL), 100);
	assert_int_equal(fixture.table.commission.others.owed_minor, 0);
}

/* Owed commission is prompted for when a load ends. */
static void
test_commission_is_called(void **state)
{
	(void)state;
	fixture_begin(&fixture, SABOT_PUNTO_BANCO, "commission_when=at_end;cut_min=0");
	script_run(&fixture, ALL BANCA);
	assert_false(has_call(SABOT_CALL_COMMISSION, 0));
	script_run(&fixture, "cut_card");
	assert_true(has_call(SABOT_CALL_COMMISSION, 0));
	script_run(&fixture, "commission_paid 5 100");
	assert_false(has_call(SABOT_CALL_COMMISSION, 0));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shoe),
		cmocka_unit_test(test_seated),
		cmocka_unit_test(test_shoe_and_rulings),
		cmocka_unit_test(test_bank),
		cmocka_unit_test(test_shuffle),
		cmocka_unit_test(test_commission),
		cmocka_unit_test(test_full_ledger),
		cmocka_unit_test(test_paid_in_advance),
		cmocka_unit_test(test_commission_is_called),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
