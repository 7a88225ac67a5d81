/* tests of text: amounts, cards, sentences that lack a field, and that numbers stay plain. */
#include "text/incident-text.h"
#include "text/money.h"
#include "text/text.h"
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
	{INT64_MIN, "-92233720368547758.08", "-92233720368547758.08"},
};

static void
test_money(void **state)
{
	char buffer[SABOT_TEXT_MONEY_SIZE];

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(moneys); i++) {
		assert_string_equal(sabot_text_money(moneys[i].minor, buffer), moneys[i].text);
		assert_string_equal(sabot_text_money_short(moneys[i].minor, buffer),
				    moneys[i].brief);
	}
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
#include "engine/incident.def"
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(codes); i++)
		if (sabot_text_incident_name(codes[i])[0] == '\0')
			fail_msg("no words for %s", sabot_incident_code_to_string(codes[i]));
}

static void
test_sentence_needs_its_fields(void **state)
{
	struct sabot_incident incident = {.code = SABOT_INCIDENT_CARD_IN_EXCESS};
	g_autofree char *empty = sabot_text_incident(&incident);
	g_autofree char *whole = NULL;

	(void)state;
	assert_null(empty);
	incident.n_fields = 3;
	incident.fields[0] = (struct sabot_field){
		"card", SABOT_FIELD_CARD, {SABOT_KING, SABOT_HEARTS}, 0, {.number = 0}};
	incident.fields[1] = (struct sabot_field){.key = "hand", .kind = SABOT_FIELD_WORD};
	incident.fields[1].u.word = "banca";
	incident.fields[2] = (struct sabot_field){.key = "total", .kind = SABOT_FIELD_NUMBER};
	incident.fields[2].u.number = 7;
	whole = sabot_text_incident(&incident);
	assert_string_equal(whole, "Card KH was drawn though the coup was decided; banca has 7.");
}

static void
test_numbers_stay_plain(void **state)
{
	(void)state;
	sabot_text_init();
	assert_string_equal(setlocale(LC_NUMERIC, NULL), "C");
	assert_string_equal(setlocale(LC_MESSAGES, NULL), "C.UTF-8");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_money),
		cmocka_unit_test(test_cards),
		cmocka_unit_test(test_every_code_has_a_name),
		cmocka_unit_test(test_sentence_needs_its_fields),
		cmocka_unit_test(test_numbers_stay_plain),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
