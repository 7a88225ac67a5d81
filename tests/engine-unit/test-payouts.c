/*
 * The lines by which a dealer settles, as text: in what order, at what ratio, by which rule, with
 * which chips. The chips of these tables are 100, 500, 2500 and 10000 unless a row says otherwise.
 */
#include "engine/table/payout.h"
#include "engine/games/settle.h"
#include "table-script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { TEXT_SIZE = 1024 };

static struct table_fixture fixture;

static int
append_chips(char *text, const struct sabot_chips *chips)
{
	int length = 0;

	for (int i = 0; i < chips->n; i++)
		length +=
			snprintf(text + length, 48, " %lldx%lld", (long long)chips->stacks[i].count,
				 (long long)chips->stacks[i].minor);
	if (chips->rest_minor != 0)
		length += snprintf(text + length, 32, " rest %lld", (long long)chips->rest_minor);
	return length;
}

static int
append_payout(char *text, const struct sabot_payout *payout)
{
	int length = snprintf(text, 128, "%d %s", payout->box, sabot_bet_to_string(payout->on));

	if (payout->hand > 0)
		length += snprintf(text + length, 16, ".%d", payout->hand);
	length += snprintf(text + length, 128, " %s %s %lld",
			   sabot_hand_result_to_string(payout->result), payout->rule,
			   (long long)payout->stake_minor);
	if (payout->ratio.pays > 0)
		length += snprintf(text + length, 64, " at %d:%d", payout->ratio.pays,
				   payout->ratio.per);
	if (payout->commission_minor != 0)
		length += snprintf(text + length, 64, " %lld less %lld",
				   (long long)payout->gross_minor,
				   (long long)payout->commission_minor);
	length += snprintf(text + length, 32, " = %lld", (long long)payout->due_minor);
	return length + append_chips(text + length, &payout->chips);
}

/* For example "5 banca lose PB-12 500 = -500, 2 punto win PB-12 500 at 1:1 = 500 1x500". */
static const char *
payouts_of(const struct sabot_table *table)
{
	static char text[TEXT_SIZE];
	const struct sabot_round *round = table->round.open ? &table->round : &table->last;
	struct sabot_payout_walk walk = {0};
	struct sabot_payout payout;
	int length = 0;

	text[0] = '\0';
	while (sabot_payout_next(table, round, &walk, &payout)) {
		length += snprintf(text + length, 3, "%s", length > 0 ? ", " : "");
		length += append_payout(text + length, &payout);
		assert_true(length < TEXT_SIZE - 256);
	}
	return text;
}

struct row {
	const char *settings;
	const char *script;
	const char *payouts;
};

static void
expect(enum sabot_game game, const struct row *rows, size_t n_rows)
{
	char settings[256];

	for (size_t i = 0; i < n_rows; i++) {
		snprintf(settings, sizeof(settings), "chips=100 500 2500 10000;%s",
			 rows[i].settings);
		fixture_begin(&fixture, game, settings);
		script_run(&fixture, rows[i].script);
		if (strcmp(payouts_of(&fixture.table), rows[i].payouts) != 0)
			fail_msg("%s | %s\n  %s\n  instead of\n  %s", rows[i].settings,
				 rows[i].script, payouts_of(&fixture.table), rows[i].payouts);
	}
}

#define EXPECT(game, rows) expect(game, rows, sizeof(rows) / sizeof((rows)[0]))

#define BETS "bet 2 punto 3100; bet 3 banca 500; bet 5 tie 500; bet 9 punto 600; no_more_bets; "
#define PUNTO_WINS "cards 9H KS 3C TD; "
#define BANCA_WINS "cards 3H KS 3C 5D; "
#define TIE "cards 9H KS 4C 5D; "

/* The house takes first, then it pays, each from box to box. */
static void
test_order(void **state)
{
	static const struct row rows[] = {
		{"", BETS PUNTO_WINS "result",
		 "3 banca lose PB-12 500 = -500, 5 tie lose PB-12 500 = -500, "
		 "2 punto win PB-12 3100 at 1:1 = 3100 1x2500 1x500 1x100, "
		 "9 punto win PB-12 600 at 1:1 = 600 1x500 1x100"},
		{"", BETS TIE "result",
		 "2 punto push PB-12 3100 = 0, 3 banca push PB-12 500 = 0, "
		 "5 tie win PB-12 500 at 8:1 = 4000 1x2500 3x500, 9 punto push PB-12 600 = 0"},
		{"", "bet 2 punto 500 bea; bet 2 punto 600 ana; no_more_bets;" PUNTO_WINS "result",
		 "2 punto win PB-12 600 at 1:1 = 600 1x500 1x100, "
		 "2 punto win PB-12 500 at 1:1 = 500 1x500"},
		{"", BETS "cards 9H KS 3C TD; result; call; ruling void_round",
		 "2 punto void  3100 = 0, 3 banca void  500 = 0, 5 tie void  500 = 0, "
		 "9 punto void  600 = 0"},
	};

	(void)state;
	EXPECT(SABOT_PUNTO_BANCO, rows);
}

/* PB-12, PB-15, PB-16: what a banca win is paid. */
static void
test_banca(void **state)
{
	static const struct row rows[] = {
		{"", "bet 1 banca 2000; no_more_bets;" BANCA_WINS "result",
		 "1 banca win PB-12 2000 at 1:1 2000 less 100 = 1900 3x500 4x100"},
		{"", "bet 1 banca 1110; no_more_bets;" BANCA_WINS "result",
		 "1 banca win PB-12 1110 at 1:1 1110 less 56 = 1054 2x500 rest 54"},
		{"commission_when=at_end", "bet 1 banca 2000; no_more_bets;" BANCA_WINS "result",
		 "1 banca win PB-12 2000 at 1:1 2000 less 100 = 2000 4x500"},
		{"commission=0;banca_6_pays=1:2",
		 "bet 1 banca 1101; no_more_bets; cards 3H KS KC 6D KH; result",
		 "1 banca win PB-15 1101 at 1:2 = 551 1x500 rest 51"},
		{"commission=0;banca_6_pays=1:2",
		 "bet 1 banca 1100; no_more_bets; cards 3H KS KC 7D KH; result",
		 "1 banca win PB-12 1100 at 1:1 = 1100 2x500 1x100"},
		{"commission=0;banca_three_card_7_pushes=yes",
		 "bet 1 banca 1100; bet 2 punto 500; no_more_bets; cards AH KS KC 5D 4H 2D; result",
		 "2 punto lose PB-12 500 = -500, 1 banca push PB-16 1100 = 0"},
		{"commission=0;banca_three_card_7_pushes=yes",
		 "bet 1 banca 1100; no_more_bets; cards 3H KS KC 7D KH; result",
		 "1 banca win PB-12 1100 at 1:1 = 1100 2x500 1x100"},
	};

	(void)state;
	EXPECT(SABOT_PUNTO_BANCO, rows);
}

/* What no chip pays is the rest; without chips there is nothing to break down. */
static void
test_chips(void **state)
{
	static const struct row rows[] = {
		{"chips=250 1000", "bet 1 punto 2600; no_more_bets;" PUNTO_WINS "result",
		 "1 punto win PB-12 2600 at 1:1 = 2600 2x1000 2x250 rest 100"},
		{"chips=5000", "bet 1 punto 2600; no_more_bets;" PUNTO_WINS "result",
		 "1 punto win PB-12 2600 at 1:1 = 2600 rest 2600"},
		{"chips=1", "bet 1 punto 1000000000000; no_more_bets;" PUNTO_WINS "result",
		 "1 punto win PB-12 1000000000000 at 1:1 = 1000000000000 1000000000000x1"},
	};

	(void)state;
	EXPECT(SABOT_PUNTO_BANCO, rows);
	fixture_begin(&fixture, SABOT_PUNTO_BANCO, "");
	fixture.table.rules.chips.n = 0;
	script_run(&fixture, "bet 1 punto 700; no_more_bets;" PUNTO_WINS "result");
	assert_string_equal(payouts_of(&fixture.table),
			    "1 punto win PB-12 700 at 1:1 = 700 rest 700");
}

/* Of a coup in play only what is decided and shown is listed. */
static void
test_coup_in_play(void **state)
{
	static const struct row rows[] = {
		{"", "bet 1 punto 500; no_more_bets; cards 9H KS 3C", ""},
		{"", "bet 1 punto 500; no_more_bets;" PUNTO_WINS,
		 "1 punto win PB-12 500 at 1:1 = 500 1x500"},
		{"", "bet 1 punto 500; no_more_bets; cards 2H 3S KC TD; result", ""},
		{"reveal=on_button", "bet 1 punto 500; no_more_bets;" PUNTO_WINS, ""},
		{"reveal=on_button", "bet 1 punto 500; no_more_bets;" PUNTO_WINS "reveal punto",
		 ""},
		{"reveal=on_button", "bet 1 punto 500; no_more_bets;" PUNTO_WINS "reveal all",
		 "1 punto win PB-12 500 at 1:1 = 500 1x500"},
	};

	(void)state;
	EXPECT(SABOT_PUNTO_BANCO, rows);
}

#define ONE "bet 1 main 501; no_more_bets; cards "

/* The ratios and rules of a hand; halves are rounded away from zero. */
static void
test_hands(void **state)
{
	static const struct row rows[] = {
		{"", ONE "AS 9D KS; result",
		 "1 main blackjack BJ-03 501 at 3:2 = 752 1x500 2x100 "
		 "rest 52"},
		{"blackjack_pays=6:5", ONE "AS 9D KS; result",
		 "1 main blackjack BJ-03 501 at 6:5 = 601 1x500 1x100 rest 1"},
		{"", ONE "KD 9D KS; stand 1; cards 8D; result",
		 "1 main win BJ-03 501 at 1:1 = 501 1x500 rest 1"},
		{"", ONE "8D 9D 9S; stand 1; cards 8S; result", "1 main push BJ-03 501 = 0"},
		{"", ONE "7D 9D 9S; stand 1; cards 8S; result", "1 main lose BJ-03 501 = -501"},
		{"", ONE "7D 9D 9S KD; result", "1 main bust BJ-04 501 = -501"},
		{"", ONE "7D TD 9S; stand 1; cards AS; result", "1 main lose BJ-02 501 = -501"},
		{"", ONE "AD TD KS; cards AS; result", "1 main push BJ-03 501 = 0"},
		{"surrender=at_turn", ONE "7D 9D 9S; surrender 1; result",
		 "1 main surrender ST-07 501 = -251 2x100 rest 50"},
		{"surrender=late;hole=yes", ONE "7D 9D 9S KD; surrender 1; result",
		 "1 main surrender HB-04 501 = -251 2x100 rest 50"},
		{"surrender=at_turn;surrender_vs_dealer_blackjack=full",
		 ONE "7D TD 9S; surrender 1; cards AS; result",
		 "1 main surrender ST-07 501 = -501"},
		{"even_money=yes", ONE "AS AD KS; even_money 1; result",
		 "1 main even_money ST-06 501 at 1:1 = 501 1x500 rest 1"},
		{"fewer_cards_win=yes", ONE "KD 9D 9S; stand 1; cards 4D 6D; result",
		 "1 main win IT-06 501 at 1:1 = 501 1x500 rest 1"},
		{"fewer_cards_win=yes", ONE "2D 9D 9S 8S; stand 1; cards TD; result",
		 "1 main lose IT-06 501 = -501"},
		{"hole=yes;blackjack_paid_at_once=yes", ONE "AS 9D KS KD; result",
		 "1 main blackjack IT-05 501 at 3:2 = 752 1x500 2x100 rest 52"},
		{"pontoon=yes", ONE "2S 9D 3S 4S 5S 7S; cards KD; result",
		 "1 main win FA-03 501 at 2:1 = 1002 2x500 rest 2"},
		{"pontoon=yes", ONE "7S 9D 7H 7D; result",
		 "1 main win FA-03 501 at 3:1 = 1503 3x500 rest 3"},
		{"", ONE "5S 9D 5H; double 1; cards KD; cards 8D; result",
		 "1 main win BJ-03 1002 at 1:1 = 1002 2x500 rest 2"},
	};

	(void)state;
	EXPECT(SABOT_BLACKJACK, rows);
}

/* ES-16: from the left, each box with its hands first and then its other bets. */
static void
test_pass(void **state)
{
	static const struct row rows[] = {
		{"",
		 "bet 4 main 500; bet 1 main 600; no_more_bets; cards 8S KS AD 8D TS; split 1; "
		 "cards KD; stand 1; cards 9D; stand 1; stand 4; cards KH; result",
		 "1 main lose BJ-02 600 = -600, 1 main.1 lose BJ-02 600 = -600, "
		 "4 main lose BJ-02 500 = -500"},
		{"",
		 "bet 1 main 600; bet 1 main 400 ana; no_more_bets; cards 8S AD KS; "
		 "insurance 1 300; stand 1; cards KH; result",
		 "1 main lose BJ-02 600 = -600, 1 main lose BJ-02 400 = -400, "
		 "1 insurance win BJ-09 300 at 2:1 = 600 1x500 1x100"},
		{"insurance=exactly_half",
		 "bet 1 main 601; no_more_bets; cards 8S AD KS; insurance 1 300; stand 1; "
		 "cards 9H; result",
		 "1 main lose BJ-03 601 = -601, 1 insurance lose IT-10 300 = -300"},
		{"side_bets=bet_set_21.pair=10:1",
		 "bet 1 main 500; bet 1 bet_set_21 100; bet 2 main 500; bet 2 bet_set_21 100; "
		 "no_more_bets; cards 8S 7H 9D 8D 5C; stand 1; stand 2; cards 8H; result",
		 "1 main lose BJ-03 500 = -500, 1 bet_set_21 win TB-07 100 at 10:1 = 1000 2x500, "
		 "2 main lose BJ-03 500 = -500, 2 bet_set_21 lose TB-07 100 = -100"},
	};

	(void)state;
	EXPECT(SABOT_BLACKJACK, rows);
}

/* ST-10 and the like: settled before the end, and nothing that reveals a hole card. */
static void
test_deal_in_play(void **state)
{
#define TWO "bet 1 main 500; bet 2 main 500; no_more_bets; cards "
	static const struct row rows[] = {
		{"", TWO "8S 7H 9D 8D 5C", ""},
		{"", TWO "8S 7H 9D 8D 5C TD", "1 main bust BJ-04 500 = -500"},
		{"", TWO "AS 7H 9D KD 5C",
		 "1 main blackjack BJ-03 500 at 3:2 = 750 1x500 2x100 "
		 "rest 50"},
		{"", TWO "AS 7H TD KD 5C", ""},
		{"surrender=at_turn", TWO "8S 7H 9D 8D 5C; surrender 1",
		 "1 main surrender ST-07 500 = -250 2x100 rest 50"},
		{"hole=yes", TWO "AS 7H AD KD 5C 9C", ""},
		{"hole=yes", TWO "AS 7H AD KD 5C KC", ""},
		{"hole=yes", TWO "AS 7H AD KD 5C 9C; insurance_closed",
		 "1 main blackjack BJ-03 500 at 3:2 = 750 1x500 2x100 rest 50"},
		{"hole=yes;even_money=yes", TWO "AS 7H AD KD 5C KC; even_money 1",
		 "1 main even_money ST-06 500 at 1:1 = 500 1x500"},
		{"hole=yes", "bet 1 main 500; no_more_bets; cards AS AD KD KC", ""},
		{"hole=yes", "bet 1 main 500; no_more_bets; cards 8S AD KS 9C; insurance 1 250",
		 ""},
		{"hole=yes",
		 "bet 1 main 500; no_more_bets; cards 8S AD KS 9C; insurance 1 250; "
		 "insurance_closed",
		 "1 insurance lose BJ-09 250 = -250"},
		{"hole=yes;side_bets=bet_set_21.pair=10:1",
		 "bet 1 bet_set_21 100; bet 2 bet_set_21 100;" TWO "8S 7H 9D 8D 5C KC",
		 "2 bet_set_21 lose TB-07 100 = -100"},
		{"side_bets=bet_set_21.pair=10:1",
		 "bet 1 bet_set_21 100; bet 2 bet_set_21 100;" TWO "8S 7H 9D 8D 5C",
		 "1 bet_set_21 win TB-07 100 at 10:1 = 1000 2x500, "
		 "2 bet_set_21 lose TB-07 100 = -100"},
	};

	(void)state;
	EXPECT(SABOT_BLACKJACK, rows);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order),        cmocka_unit_test(test_banca),
		cmocka_unit_test(test_chips),        cmocka_unit_test(test_coup_in_play),
		cmocka_unit_test(test_hands),        cmocka_unit_test(test_pass),
		cmocka_unit_test(test_deal_in_play),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
