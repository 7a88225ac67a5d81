/* tests of text: amounts, cards, sentences that lack a field, and that numbers stay plain. */
#include "text/call-text.h"
#include "text/device-text.h"
#include "text/effect-text.h"
#include "text/escape.h"
#include "text/incident-text.h"
#include "text/money.h"
#include "text/payout-text.h"
#include "text/prompt-text.h"
#include "text/reason-text.h"
#include "text/rule-text.h"
#include "text/text.h"
#include "text/ruling-reason.h"
#include "text/words.h"

#include <glib.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
/* cmocka.h needs the ones above */
#include <cmocka.h>

static const struct {
	int64_t minor;
	const char *text, *brief;
} moneys[] = {
	{0, "0.00", "0"},
	{500, "5.00", "5"},
	{1250, "12.50", "12.50"},
	{5, "0.05", "0.05"},
	{-1250, "-12.50", "-12.50"},
	{-500, "-5.00", "-5"},
	{INT64_MIN + 1, "-92,233,720,368,547,758.07", "-92233720368547758.07"},
	{123456789, "1,234,567.89", "1234567.89"},
	{-100000, "-1,000.00", "-1000"},
	{SABOT_TEXT_NO_MONEY, "?", "?"},
};

static void
test_money(void **state)
{
	char buffer[SABOT_TEXT_MONEY_SIZE];
	int64_t sum_minor;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(moneys); i++) {
		assert_string_equal(sabot_text_money(moneys[i].minor, buffer), moneys[i].text);
		assert_string_equal(sabot_text_money_short(moneys[i].minor, buffer),
				    moneys[i].brief);
	}
	sum_minor = 500;
	sabot_text_money_add(&sum_minor, -200);
	assert_int_equal(sum_minor, 300);
	sabot_text_money_add(&sum_minor, SABOT_TEXT_NO_MONEY);
	sabot_text_money_add(&sum_minor, 100);
	assert_true(sum_minor == SABOT_TEXT_NO_MONEY);
}

static void
test_cards(void **state)
{
	g_autofree char *known = sabot_text_card((struct sabot_card){SABOT_TEN, SABOT_DIAMONDS});
	g_autofree char *half = sabot_text_card((struct sabot_card){7, SABOT_SUIT_UNKNOWN});
	g_autofree char *unread = sabot_text_card((struct sabot_card){0});

	(void)state;
	assert_string_equal(known, "ten of diamonds");
	assert_string_equal(half, "seven, suit unread");
	assert_string_equal(unread, "unread card");
}

static void
test_every_code_has_a_name(void **state)
{
	static const enum sabot_incident_code codes[] = {
#define SABOT_INCIDENT(number, name, word, severity) SABOT_INCIDENT_##name,
#define SABOT_HOUSE_INCIDENT SABOT_INCIDENT
#include "engine/core/incident.def"
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(codes); i++)
		if (sabot_text_incident_name(codes[i])[0] == '\0')
			fail_msg("no words for %s", sabot_incident_code_to_string(codes[i]));
}

static void
test_sentence_needs_its_fields(void **state)
{
	struct sabot_incident incident = {.code = SABOT_INCIDENT_CARD_BEFORE_NO_MORE_BETS};
	g_autofree char *empty = sabot_text_incident(&incident);
	g_autofree char *whole = NULL;

	(void)state;
	assert_null(empty);
	incident.code = SABOT_INCIDENT_CARD_IN_EXCESS;
	incident.n_fields = 3;
	incident.fields[0] = (struct sabot_field){
		"card", SABOT_FIELD_CARD, {SABOT_KING, SABOT_HEARTS}, 0, {.number = 0}};
	incident.fields[1] = (struct sabot_field){.key = "hand", .kind = SABOT_FIELD_WORD};
	incident.fields[1].u.word = "banca";
	incident.fields[2] = (struct sabot_field){.key = "total", .kind = SABOT_FIELD_NUMBER};
	incident.fields[2].u.number = 7;
	whole = sabot_text_incident(&incident);
	assert_string_equal(whole, "Card K♥ was drawn though the coup was decided; banca has 7.");
}

static const struct {
	struct sabot_card card;
	const char *sign, *sentence;
} unread[] = {
	{{SABOT_QUEEN, SABOT_HEARTS}, "Q♥", "A card left the shoe and its suit was not read (Q♥)."},
	{{SABOT_TEN, SABOT_SPADES}, "10♠", "A card left the shoe and its suit was not read (10♠)."},
	{{7, SABOT_SUIT_UNKNOWN}, "7?", "A card left the shoe and its suit was not read (7?)."},
	{{SABOT_ACE, SABOT_CLUBS}, "A♣", "A card left the shoe and its suit was not read (A♣)."},
	{{SABOT_RANK_UNKNOWN, SABOT_SUIT_UNKNOWN}, "?", "A card left the shoe and was not read."},
};

/* Nowhere the two letters of the log. */
static void
test_cards_in_sentences_have_signs(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(unread); i++) {
		struct sabot_incident incident = {.code = SABOT_INCIDENT_UNREAD_CARD,
						  .n_fields = 1};
		char sign[SABOT_TEXT_CARD_SIZE];
		g_autofree char *said = NULL;

		incident.fields[0] = (struct sabot_field){
			"card", SABOT_FIELD_CARD, unread[i].card, 0, {.number = 0}};
		said = sabot_text_incident(&incident);
		assert_string_equal(sabot_text_card_sign(unread[i].card, sign), unread[i].sign);
		assert_string_equal(said, unread[i].sentence);
	}
}

/* What is certain of a round with an open card may be a code and a card, and nothing else. */
static void
test_what_is_not_certain_is_left_out(void **state)
{
	static const struct {
		enum sabot_incident_code code;
		const char *text;
	} cases[] = {
		{SABOT_INCIDENT_CARD_IN_EXCESS, "Card 10♦ was drawn though no card was due."},
		{SABOT_INCIDENT_ACTION_NOT_ALLOWED, "Box 4: double is not allowed here."},
		{SABOT_INCIDENT_EVENT_OUT_OF_ORDER, "\"paid\" makes no sense now and was ignored."},
		{SABOT_INCIDENT_CARD_NOT_ASKED,
		 "Card 10♦ was dealt to box 4, which had not requested a card."},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct sabot_incident incident = {.code = cases[i].code, .n_fields = 4};
		g_autofree char *said = NULL;

		incident.fields[0] = (struct sabot_field){
			"card", SABOT_FIELD_CARD, {SABOT_TEN, SABOT_DIAMONDS}, 0, {.number = 0}};
		incident.fields[1] = (struct sabot_field){.key = "box", .u.number = 4};
		incident.fields[2] = (struct sabot_field){.key = "do", .kind = SABOT_FIELD_WORD};
		incident.fields[2].u.word = "double";
		incident.fields[3] = (struct sabot_field){.key = "ev", .kind = SABOT_FIELD_WORD};
		incident.fields[3].u.word = "paid";
		said = sabot_text_incident(&incident);
		assert_string_equal(said, cases[i].text);
	}
}

/* Nobody is owed "-10.00", and nothing is no amount (D16). */
static void
test_what_is_due_on_a_stake(void **state)
{
	static const int64_t paid = 2000, taken = -1000, none = 0;
	static const struct {
		const int64_t *before, *after;
		const char *text;
	} cases[] = {
		{NULL, &paid, "Box 1: 20.00 due"},
		{NULL, &taken, "Box 1: 10.00 is taken"},
		{NULL, &none, "Box 1: nothing is due"},
		{&paid, &taken, "Box 1: 10.00 is taken (before: 20.00 due)"},
		{&taken, &none, "Box 1: nothing is due (before: 10.00 taken)"},
		{&none, &paid, "Box 1: 20.00 due (before: nothing)"},
		{&paid, NULL, "Box 1: open again"},
		{NULL, NULL, "Box 1"},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *said =
			sabot_text_stake_effect(1, SABOT_BET_MAIN, cases[i].before, cases[i].after);

		assert_string_equal(said, cases[i].text);
	}
}

/* In English they are the log's; check-catalogues.py looks for their translations. */
static void
test_every_reason_is_said(void **state)
{
	(void)state;
	for (int i = 0; i < SABOT_REASONS; i++) {
		const char *words = sabot_reason_to_string((enum sabot_reason)i);

		assert_string_equal(sabot_text_reason((enum sabot_reason)i), words);
		assert_string_equal(sabot_text_why(words), words);
	}
	assert_string_equal(sabot_text_why("of another age"), "of another age");
}

/* Nobody at a table has erred, or seen it, where the record itself is not as it was. */
static void
test_reasons_for_a_ruling_on_the_record(void **state)
{
	static const enum sabot_incident_code codes[] = {SABOT_INCIDENT_CHAIN_BROKEN,
							 SABOT_INCIDENT_LOG_REPLACED,
							 SABOT_INCIDENT_STORE_DOWN};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(codes); i++) {
		for (int n = 0; n < SABOT_RULING_REASONS; n++) {
			assert_null(strstr(sabot_text_ruling_reason(codes[i], n), "dealer"));
			assert_null(strstr(sabot_text_ruling_reason(codes[i], n), "player"));
			assert_null(strstr(sabot_text_ruling_reason(codes[i], n), "seen by me"));
		}
	}
}

/* What is found broken is said of what it is, never of a log without a name. */
static void
test_broken_chain_names_what_is_broken(void **state)
{
	static const struct {
		struct sabot_field field;
		const char *text;
	} cases[] = {
		{{"log", SABOT_FIELD_TEXT, {0}, 0, {.word = "PB-01"}},
		 "The log PB-01 was changed at its event 7."},
		{{"log", SABOT_FIELD_TEXT, {0}, 0, {.word = ""}},
		 "The database is not as it was written: its signature is not one by the key that "
		 "it names."},
		{{"checkpoint", SABOT_FIELD_NUMBER, {0}, 0, {.number = 3}},
		 "Checkpoint 3 is not as it was made, or no known key has signed it."},
		{{"archive", SABOT_FIELD_NUMBER, {0}, 0, {.number = 2}},
		 "Archive 2 is not as it was made, or no known key has signed it."},
		{{"person", SABOT_FIELD_TEXT, {0}, 0, {.word = "p4"}},
		 "The database gives p4 other rights than the house log does: those of the log "
		 "count."},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct sabot_incident incident = {.code = SABOT_INCIDENT_CHAIN_BROKEN,
						  .n_fields = 3};
		g_autofree char *said = NULL;

		incident.fields[0] = cases[i].field;
		incident.fields[1] = (struct sabot_field){.key = "n", .kind = SABOT_FIELD_NUMBER};
		incident.fields[1].u.number = 7;
		incident.fields[2] = (struct sabot_field){.key = "why", .kind = SABOT_FIELD_TEXT};
		incident.fields[2].u.word = "signature";
		said = sabot_text_incident(&incident);
		assert_string_equal(said, cases[i].text);
	}
}

static void
test_every_call_is_said(void **state)
{
	(void)state;
	for (int id = 0; id < SABOT_CALLS; id++) {
		for (int owner = SABOT_OWNER_PUNTO; owner <= SABOT_OWNER_PLAYER; owner++) {
			struct sabot_call call = {.id = (enum sabot_call_id)id,
						  .owner = (enum sabot_owner)owner,
						  .box = 3,
						  .number = 6};
			g_autofree char *said = sabot_text_call(&call);

			if (said == NULL || said[0] == '\0')
				fail_msg("%s is not said", sabot_call_id_to_string(call.id));
		}
	}
}

#define CHIPS(chip, number)                                                                        \
	{                                                                                          \
		.n = 1, .stacks = { {(chip), (number)} }                                           \
	}

static const struct {
	struct sabot_payout payout;
	const char *text;
} payouts[] = {
	{{.box = 3,
	  .on = SABOT_BET_MAIN,
	  .bettor = "3",
	  .result = SABOT_RESULT_BLACKJACK,
	  .stake_minor = 5000,
	  .ratio = {3, 2},
	  .gross_minor = 7500,
	  .due_minor = 7500,
	  .pay_minor = 7500,
	  .chips = {.n = 2, .stacks = {{5000, 1}, {2500, 1}}}},
	 "Box 3: 75.00 = 3:2 on 50.00 → 1×50 1×25"},
	{{.box = 3,
	  .hand = 1,
	  .on = SABOT_BET_MAIN,
	  .bettor = "anna",
	  .result = SABOT_RESULT_WIN,
	  .stake_minor = 501,
	  .ratio = {1, 1},
	  .gross_minor = 501,
	  .due_minor = 501,
	  .pay_minor = 501,
	  .chips = {.n = 1, .stacks = {{500, 1}}, .rest_minor = 1}},
	 "Box 3, hand 2, anna: 5.01 = 1:1 on 5.01 → 1×5 + 0.01"},
	{{.box = 9,
	  .hand = -1,
	  .on = SABOT_BET_BANCA,
	  .bettor = "9",
	  .result = SABOT_RESULT_WIN,
	  .stake_minor = 5000,
	  .ratio = {1, 1},
	  .gross_minor = 5000,
	  .commission_minor = 250,
	  .due_minor = 5000,
	  .pay_minor = 5000,
	  .chips = CHIPS(5000, 1)},
	 "Box 9, banca: 50.00 = 1:1 on 50.00; 2.50 commission is owed → 1×50"},
	{{.box = 9,
	  .hand = -1,
	  .on = SABOT_BET_BANCA,
	  .bettor = "9",
	  .result = SABOT_RESULT_WIN,
	  .stake_minor = 5000,
	  .ratio = {1, 2},
	  .gross_minor = 2500,
	  .due_minor = 2500,
	  .pay_minor = 2500},
	 "Box 9, banca: 25.00 = 1:2 on 50.00"}, /* a table without chips */
	{{.box = 1, .on = SABOT_BET_MAIN, .result = SABOT_RESULT_PUSH, .stake_minor = 500},
	 "Box 1: push, 5.00 stays"},
	{{.box = 1,
	  .on = SABOT_BET_MAIN,
	  .result = SABOT_RESULT_SURRENDER,
	  .stake_minor = 1000,
	  .due_minor = -500,
	  .pay_minor = 500,
	  .chips = CHIPS(500, 1)},
	 "Box 1: surrender, 5.00 back of 10.00 → 1×5"},
	{{.box = 1,
	  .on = SABOT_BET_MAIN,
	  .result = SABOT_RESULT_BUST,
	  .stake_minor = 1000,
	  .due_minor = -1000},
	 "Box 1: 10.00 is taken"},
	{{.box = 1,
	  .hand = -1,
	  .on = SABOT_BET_INSURANCE,
	  .result = SABOT_RESULT_LOSE,
	  .stake_minor = 500,
	  .due_minor = -500},
	 "Box 1, insurance: 5.00 is taken"},
	{{.box = 1, .on = SABOT_BET_MAIN, .result = SABOT_RESULT_VOID, .stake_minor = 1000},
	 "Box 1: void, 10.00 back"},
};

static void
test_payouts(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(payouts); i++) {
		g_autofree char *said = sabot_text_payout(&payouts[i].payout);

		assert_string_equal(said, payouts[i].text);
	}
}

#define UNKNOWN SABOT_TOTAL_UNKNOWN

static const struct {
	struct sabot_prompt prompt;
	const char *text, *why;
} prompts[] = {
	{{.kind = SABOT_PROMPT_DRAW,
	  .who = SABOT_OWNER_BANCA,
	  .why = {"PB-10", 2, 5, 4, UNKNOWN, UNKNOWN, false, false}},
	 "Card for the banca",
	 "banca has 5, punto's third card counts 4 (§ PB-10)"},
	{{.kind = SABOT_PROMPT_DRAW,
	  .who = SABOT_OWNER_BANCA,
	  .why = {"PB-10", 6, 5, UNKNOWN, UNKNOWN, UNKNOWN, false, false}},
	 "Card for the banca",
	 "banca has 5, punto has 6 (§ PB-10)"},
	{{.kind = SABOT_PROMPT_DRAW,
	  .who = SABOT_OWNER_PUNTO,
	  .why = {"PB-09", UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, false, false}},
	 "Card for the punto",
	 "§ PB-09"}, /* a card of it was not read */
	{{.kind = SABOT_PROMPT_PLAY,
	  .who = SABOT_OWNER_PLAYER,
	  .box = 3,
	  .can = 7,
	  .why = {"BJ-06", UNKNOWN, UNKNOWN, UNKNOWN, 17, 10, true, false}},
	 "Box 3 has soft 17: stand, hit, double?",
	 "the dealer shows 10 (§ BJ-06)"},
	{{.kind = SABOT_PROMPT_PLAY,
	  .who = SABOT_OWNER_PLAYER,
	  .box = 3,
	  .can = 3,
	  .why = {"BJ-06", UNKNOWN, UNKNOWN, UNKNOWN, 15, 11, false, false}},
	 "Box 3 has 15: stand, hit?",
	 "the dealer shows an ace (§ BJ-06)"},
	{{.kind = SABOT_PROMPT_DRAW,
	  .who = SABOT_OWNER_DEALER,
	  .why = {"TB-04", UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, 17, true, false}},
	 "Card for the dealer",
	 "the dealer has soft 17 (§ TB-04)"},
	{{.kind = SABOT_PROMPT_DRAW,
	  .who = SABOT_OWNER_DEALER,
	  .why = {"ES-07", UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, 21, true, true}},
	 "Card for the dealer",
	 "the dealer has a blackjack (§ ES-07)"},
	{{.kind = SABOT_PROMPT_BURN,
	  .left_cards = 1,
	  .why = {"", UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, false, false}},
	 "Burn 1 card",
	 ""},
};

static void
test_prompts(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(prompts); i++) {
		g_autofree char *text = sabot_text_prompt(&prompts[i].prompt);
		g_autofree char *why = sabot_text_prompt_why(&prompts[i].prompt);

		assert_string_equal(text, prompts[i].text);
		assert_string_equal(why, prompts[i].why);
	}
}

static void
test_numbers_stay_plain(void **state)
{
	(void)state;
	sabot_text_init();
	assert_string_equal(setlocale(LC_NUMERIC, NULL), "C");
	assert_string_equal(setlocale(LC_MESSAGES, NULL), "C.UTF-8");
}

/* Text from others has no effect beyond being shown. */
static void
test_controls_are_shown(void **state)
{
	static const struct {
		const char *text, *shown;
	} cases[] = {
		{"Zoë 7♥ 👩\xe2\x80\x8d💼", "Zoë 7♥ 👩\xe2\x80\x8d💼"},
		{"a\nb\tc\rd", "a\\nb\\tc\\rd"},
		{"\x1b[2J\x7f\x01", "\\x1b[2J\\x7f\\x01"},
		{"\xc2\x9b"
		 "2J",
		 "\\x9b2J"},
		{"\xe2\x80\xae\xe2\x81\xa6\xe2\x80\xa8", "\\u202e\\u2066\\u2028"},
		{"\xff\xc3", "\\xff\\xc3"},
		{"", ""},
	};
	g_autofree char *lines = sabot_text_escape_lines("a\n\0\tb\x1b", 6);

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *shown = sabot_text_escape(cases[i].text);

		assert_string_equal(shown, cases[i].shown);
		assert_string_equal(sabot_text_plain(cases[i].text), cases[i].shown);
	}
	assert_ptr_equal(sabot_text_plain(cases[0].text), cases[0].text);
	assert_string_equal(sabot_text_plain(NULL), "");
	assert_string_equal(lines, "a\n\\x00\tb\\x1b");
}

static void
test_what_a_shoe_says(void **state)
{
	static const char *const words[] = {
		"the port has gone",
		"a card could not be read (7)",
		"back after 1.5 s; what left the shoe meanwhile was not read",
		"back after x s; of no shoe",
		"what no shoe says",
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
		g_autofree char *said = sabot_text_device(words[i]);

		assert_string_equal(said, words[i]);
	}
}

static void
check_foreign(const char *language, const char *money, const char *rate)
{
	g_autofree char *said = NULL, *said_rate = NULL;

	sabot_text_set_language(language);
	said = sabot_text_money_foreign("USD", -10005, 2);
	said_rate = sabot_text_rate("0.9215");
	sabot_text_set_language("en");
	assert_string_equal(said, money);
	assert_string_equal(said_rate, rate);
}

/* Also beside amounts of the house: one decimal mark in a sentence. */
static void
test_foreign_money_has_the_readers_mark(void **state)
{
	(void)state;
	sabot_text_init();
	check_foreign("en", "USD -100.05", "0.9215");
	check_foreign("es", "USD -100,05", "0,9215");
	check_foreign("it", "USD -100,05", "0,9215");
}

static void
test_shifts_have_the_readers_names(void **state)
{
	(void)state;
	sabot_text_init();
	assert_string_equal(sabot_text_shift_name("swing"), "swing");
	assert_string_equal(sabot_text_shift_name(NULL), "");
	sabot_text_set_language("es");
	assert_string_equal(sabot_text_shift_name("day"), "día");
	assert_string_equal(sabot_text_shift_name("night"), "noche");
	assert_string_equal(sabot_text_shift_name("Night"), "Night"); /* the house's own */
	sabot_text_set_language("it");
	assert_string_equal(sabot_text_shift_name("night"), "notte");
	assert_string_equal(sabot_text_shift_name("graveyard"), "notte fonda");
	assert_string_equal(sabot_text_shift_name("Turno rosso"), "Turno rosso");
	sabot_text_set_language("en");
}

static void
test_rules_are_said(void **state)
{
	(void)state;
	assert_string_equal(sabot_text_rule_sentence("PB-09"),
			    "Punto draws on 0 to 5 and stands on 6 and 7.");
	sabot_text_set_language("es");
	assert_string_equal(sabot_text_rule_sentence("PB-09"),
			    "Punto pide con 0 a 5 y se planta con 6 y 7.");
	sabot_text_set_language("it");
	assert_string_equal(sabot_text_rule_sentence("PB-09"),
			    "Il punto tira con 0 a 5 e sta con 6 e 7.");
	sabot_text_set_language("en");
	assert_null(sabot_text_rule_sentence("PB-99"));
	assert_null(sabot_text_rule_sentence(NULL));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_money),
		cmocka_unit_test(test_cards),
		cmocka_unit_test(test_every_code_has_a_name),
		cmocka_unit_test(test_sentence_needs_its_fields),
		cmocka_unit_test(test_cards_in_sentences_have_signs),
		cmocka_unit_test(test_what_is_not_certain_is_left_out),
		cmocka_unit_test(test_what_is_due_on_a_stake),
		cmocka_unit_test(test_every_reason_is_said),
		cmocka_unit_test(test_broken_chain_names_what_is_broken),
		cmocka_unit_test(test_reasons_for_a_ruling_on_the_record),
		cmocka_unit_test(test_every_call_is_said),
		cmocka_unit_test(test_payouts),
		cmocka_unit_test(test_prompts),
		cmocka_unit_test(test_numbers_stay_plain),
		cmocka_unit_test(test_controls_are_shown),
		cmocka_unit_test(test_what_a_shoe_says),
		cmocka_unit_test(test_shifts_have_the_readers_names),
		cmocka_unit_test(test_rules_are_said),
		cmocka_unit_test(test_foreign_money_has_the_readers_mark),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
