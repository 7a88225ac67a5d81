/* Amounts as people type them, and the events that forms send. */
#include "gui/model/amount.h"
#include "gui/model/money/money-phrases.h"
#include "gui/model/rules-change.h"
#include "gui/model/tables/table-action.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void
test_amounts(void **state)
{
	static const struct {
		const char *text;
		bool is_amount;
		int64_t minor;
	} cases[] = {
		{"25", true, 2500},
		{" 25.5 ", true, 2550},
		{"25,05", true, 2505},
		{"-3", true, -300},
		{"0", true, 0},
		{"99999999999", true, 9999999999900},
		{"999999999999", false, 0},
		{"1.000", false, 0},
		{"1.", false, 0},
		{".5", false, 0},
		{"", false, 0},
		{"-", false, 0},
		{"2 5", false, 0},
		{"1e3", false, 0},
		{"99999999999999999999999999", false, 0},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		int64_t minor = 7;

		assert_int_equal(sabot_amount_parse(cases[i].text, &minor), cases[i].is_amount);
		assert_int_equal(minor, cases[i].is_amount ? cases[i].minor : 7);
	}
}

static void
test_numbers(void **state)
{
	int64_t number = 7;

	(void)state;
	assert_false(sabot_number_parse("-1", &number));
	assert_false(sabot_number_parse("", &number));
	assert_false(sabot_number_parse("1.5", &number));
	assert_int_equal(number, 7);
	assert_true(sabot_number_parse(" 312 ", &number));
	assert_int_equal(number, 312);
}

static void
test_events(void **state)
{
	const struct sabot_table_action *action = sabot_table_action_find("correction");
	const char *texts[SABOT_FORM_FIELDS_MAX] = {"17", "", NULL, "-2.50", "mistyped"};
	g_autofree char *why = NULL, *why_not = NULL;
	json_t *wanted = json_pack("{s:s, s:i, s:i, s:s}", "table", "PB-01", "round", 17, "amount",
				   -250, "note", "mistyped");
	json_t *event = sabot_table_action_build(action, texts, &why), *args;

	(void)state;
	assert_null(why);
	assert_string_equal(sabot_table_action_request(action, "PB-01", event, &args),
			    "redress_order");
	assert_true(json_equal(args, wanted));
	json_decref(args);
	json_decref(wanted);
	texts[4] = "";
	assert_null(sabot_table_action_build(action, texts, &why));
	assert_string_equal(why, "Reason is missing.");
	texts[0] = "seventeen";
	assert_null(sabot_table_action_build(action, texts, &why_not));
	assert_string_equal(why_not, "Round: \"seventeen\" is no such number.");
}

/* Chips, a member of an object, a time of day; and from an event back to what was typed. */
static void
test_kinds_of_fields(void **state)
{
	static const struct sabot_form_field fields[SABOT_FORM_FIELDS_MAX] = {
		{"chips", "Count", SABOT_FORM_FIELD_CHIPS, SABOT_FORM_FIELD_REQUIRED, NULL},
		{"counts.cash", "Cash", SABOT_FORM_FIELD_AMOUNT, SABOT_FORM_FIELD_OPTIONAL, NULL},
		{"counts.vouchers", "Vouchers", SABOT_FORM_FIELD_AMOUNT, SABOT_FORM_FIELD_OPTIONAL,
		 NULL},
		{"happened", "When", SABOT_FORM_FIELD_CLOCK, SABOT_FORM_FIELD_EXTRA, NULL},
	};
	const char *texts[SABOT_FORM_FIELDS_MAX] = {"500x20 2.50x40 rolling:500x3", "3", "4,5",
						    NULL};
	json_t *wanted =
		json_pack("{s:[{s:i, s:i}, {s:i, s:i}, {s:i, s:i, s:s}], s:{s:i, s:i}}", "chips",
			  "chip", 50000, "count", 20, "chip", 250, "count", 40, "chip", 50000,
			  "count", 3, "kind", "rolling", "counts", "cash", 300, "vouchers", 450);
	char *back[SABOT_FORM_FIELDS_MAX];
	json_t *event = json_object();
	g_autofree char *why = NULL, *why_not = NULL;

	(void)state;
	assert_true(sabot_form_fill(fields, texts, event, &why));
	assert_true(json_equal(event, wanted));
	sabot_form_read_back(fields, event, back);
	assert_string_equal(back[0], "500x20 2.50x40 rolling:500x3");
	assert_string_equal(back[1], "3");
	assert_string_equal(back[2], "4.50");
	assert_null(back[3]);
	for (int i = 0; i < 3; i++)
		g_free(back[i]);
	texts[3] = "23:59";
	assert_true(sabot_form_fill(fields, texts, event, &why));
	assert_non_null(json_string_value(json_object_get(event, "happened")));
	texts[3] = "24:00";
	assert_false(sabot_form_fill(fields, texts, event, &why));
	texts[0] = "500x20 25";
	assert_false(sabot_form_fill(fields, texts, event, &why_not));
	assert_string_equal(why_not, "Count: \"500x20 25\" is no such number.");
	assert_int_equal(sabot_form_find_unfit(fields, texts), 0);
	texts[0] = "500x20";
	assert_int_equal(sabot_form_find_unfit(fields, texts), 3);
	texts[3] = NULL;
	assert_int_equal(sabot_form_find_unfit(fields, texts), -1);
	json_decref(event);
	json_decref(wanted);
}

/* What the cage types: foreign money with the decimals of its currency, a rate, points. */
static void
test_what_the_cage_types(void **state)
{
	static const struct sabot_form_field fields[SABOT_FORM_FIELDS_MAX] = {
		{"foreign", "Money", SABOT_FORM_FIELD_FOREIGN, SABOT_FORM_FIELD_REQUIRED, NULL},
		{"rate", "Rate", SABOT_FORM_FIELD_RATE, SABOT_FORM_FIELD_REQUIRED, NULL},
		{"currencies", "All", SABOT_FORM_FIELD_CURRENCIES, SABOT_FORM_FIELD_OPTIONAL, NULL},
		{"points", "Points", SABOT_FORM_FIELD_POINTS, SABOT_FORM_FIELD_OPTIONAL, NULL},
		{"other", "Other", SABOT_FORM_FIELD_OTHER_CHIPS, SABOT_FORM_FIELD_EXTRA, NULL},
	};
	static const struct {
		int field;
		const char *text;
	} bad[] = {{0, "100 USD"}, {0, "USD"},      {0, "USD 1.234"}, {0, "JPY 1.5"}, {0, "USD -1"},
		   {0, "USD 0"},   {0, "USD 1 2"},  {0, "DOLLAR 1"},  {1, "1e3"},     {1, "nine"},
		   {2, "USD 1 x"}, {2, "USD 1 JP"}, {3, "p3"},        {3, "=4"},      {3, "p3=x"},
		   {4, "500"},     {4, "rolling"}};
	const char *texts[SABOT_FORM_FIELDS_MAX] = {"usd 100,5", "0,9215", "JPY 12000 KWD 1.5",
						    "p3=12  p4=8", "rolling:500x3"};
	json_t *wanted = json_pack(
		"{s:s, s:i, s:i, s:s, s:[{s:s, s:i}, {s:s, s:i}], s:[{s:s, s:i}, {s:s, s:i}],"
		" s:[{s:i, s:i, s:s}]}",
		"currency", "USD", "foreign", 10050, "digits", 2, "rate", "0.9215", "currencies",
		"currency", "JPY", "amount", 12000, "currency", "KWD", "amount", 1500, "points",
		"person", "p3", "points", 12, "person", "p4", "points", 8, "chips", "chip", 50000,
		"count", 3, "kind", "rolling");
	char *back[SABOT_FORM_FIELDS_MAX];
	json_t *event = json_object();
	g_autofree char *why = NULL;

	(void)state;
	assert_true(sabot_form_fill(fields, texts, event, &why));
	assert_true(json_equal(event, wanted));
	sabot_form_read_back(fields, event, back);
	assert_string_equal(back[0], "USD 100.50");
	assert_string_equal(back[1], "0.9215");
	assert_string_equal(back[2], "JPY 12000 KWD 1.500");
	assert_string_equal(back[3], "p3=12 p4=8");
	assert_null(back[4]);
	for (int i = 0; i < 4; i++)
		g_free(back[i]);
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		const char *good = texts[bad[i].field];
		g_autofree char *why_not = NULL;

		texts[bad[i].field] = bad[i].text;
		assert_false(sabot_form_fill(fields, texts, event, &why_not));
		assert_non_null(strstr(why_not, bad[i].text));
		texts[bad[i].field] = good;
	}
	json_decref(event);
	json_decref(wanted);
}

/* The event as the register has it. `event` is transferred. */
static struct sabot_wire_document *
read_document(json_t *event)
{
	struct sabot_wire_document *document;

	json_object_update_missing_new(event,
				       json_pack("{s:i, s:s, s:s}", "n", 7, "shift", "2026-11-22/1",
						 "at", "2026-11-22T20:00:00Z"));
	document = sabot_record_parse(&sabot_wire_document_type, event, NULL);
	assert_non_null(document);
	json_decref(event);
	return document;
}

/* Each document is known again by its event, and has room for what is asked of all. */
static void
test_the_documents(void **state)
{
	struct sabot_form_field fields[SABOT_FORM_FIELDS_MAX];
	const struct sabot_money_document *document;
	unsigned n_steps = 0;

	(void)state;
	for (unsigned i = 0; (document = sabot_money_document_nth(i)); i++) {
		json_t *event = sabot_money_document_build(document);
		struct sabot_wire_document *written = read_document(event);

		assert_ptr_equal(sabot_money_document_find(document->id), document);
		/* A fill's step and a credit's are one in the log. */
		assert_non_null(sabot_money_document_of(written));
		assert_string_equal(sabot_money_document_of(written)->done, document->done);
		sabot_money_document_get_fields(document, true, true, fields);
		assert_null(fields[SABOT_FORM_FIELDS_MAX - 1].name);
		n_steps += document->is_step;
		/* Steps are behind what begins at a table, the cage last. */
		assert_true(document->is_step || document->is_cage || n_steps == 0);
		assert_false(document->is_step && document->is_cage);
		sabot_record_unref(written);
	}
	assert_null(sabot_money_document_find("nothing"));
}

/* A correction wants a reason, and two names where nobody logs in. */
static void
test_fields_of_all_documents(void **state)
{
	struct sabot_form_field fields[SABOT_FORM_FIELDS_MAX];

	(void)state;
	sabot_money_document_get_fields(sabot_money_document_find("opener"), false, false, fields);
	assert_string_equal(fields[1].name, "note");
	assert_int_equal(fields[1].want, SABOT_FORM_FIELD_EXTRA);
	assert_string_equal(fields[2].name, "happened");
	assert_null(fields[3].name);
	sabot_money_document_get_fields(sabot_money_document_find("opener"), true, true, fields);
	assert_int_equal(fields[1].want, SABOT_FORM_FIELD_REQUIRED);
	assert_string_equal(fields[2].name, "by");
	assert_string_equal(fields[3].name, "second");
}

static void
test_what_the_register_says(void **state)
{
	struct sabot_wire_document *slip =
		read_document(json_pack("{s:s, s:s, s:s, s:i, s:i}", "ev", "slip", "do", "request",
					"kind", "credit", "number", 7, "amount", 50000));
	struct sabot_wire_table_result *result = sabot_record_new(&sabot_wire_table_result_type);
	g_autofree char *text = sabot_money_document_phrase(slip), *sum = NULL;

	(void)state;
	result->opener_minor = result->fills_minor = 0;
	result->tips_minor = 250;
	sum = sabot_money_result_phrase(result);
	assert_string_equal(text, "Credit requested · 7 · 500.00");
	assert_string_equal(sum, "Opener 0.00\nTips 2.50");
	assert_true(sabot_money_document_is_correctable(slip));
	slip->replaced_by = 9;
	assert_false(sabot_money_document_is_correctable(slip));
	sabot_record_unref(slip);
	sabot_record_unref(result);
}

/* Only what is other than was wanted already; all of it with another profile. */
static void
test_other_rules(void **state)
{
	json_t *ok = json_pack("{s:s, s:i, s:i, s:[], s:[i, i], s:i, s:i, s:{s:s, s:{}, s:i, s:i}}",
			       "rules", "punto-banco-es", "decks", 6, "boxes", 14, "bets", "chips",
			       500, 2500, "min", 500, "max", 50000, "next", "rules", "house-rules",
			       "set", "min", 1000, "max", 50000);
	struct sabot_wire_rules *rules = sabot_record_parse(&sabot_wire_rules_type, ok, NULL);
	json_t *wanted = json_pack("{s:{s:i}}", "set", "max", 60000), *args;
	const char *texts[SABOT_FORM_FIELDS_MAX] = {"10", "600", "5 25"};
	g_autofree char *why = NULL, *why_not = NULL;

	(void)state;
	assert_string_equal(sabot_rules_change_profile(rules), "house-rules");
	args = sabot_rules_change_build(rules, "house-rules", texts, &why);
	assert_true(json_equal(args, wanted));
	json_decref(args);
	args = sabot_rules_change_build(rules, "punto-banco-es", texts, &why);
	assert_string_equal(json_string_value(json_object_get(args, "rules")), "punto-banco-es");
	assert_int_equal(json_object_size(json_object_get(args, "set")), 3);
	json_decref(args);
	assert_null(why);
	texts[1] = "500";
	assert_null(sabot_rules_change_build(rules, "house-rules", texts, &why));
	assert_string_equal(why, "Nothing was changed.");
	texts[2] = "5 twenty";
	assert_null(sabot_rules_change_build(rules, "house-rules", texts, &why_not));
	assert_string_equal(why_not, "Chips, as 1 5 25 100: \"5 twenty\" is no such number.");
	json_decref(wanted);
	json_decref(ok);
	sabot_record_unref(rules);
}

/* Each action's event is an object with an `ev`, and its fields have names and titles. */
static void
test_the_table(void **state)
{
	const struct sabot_table_action *action;

	(void)state;
	for (unsigned i = 0; (action = sabot_table_action_nth(i)); i++) {
		json_t *event = action->event ? json_loads(action->event, 0, NULL) : NULL;

		assert_ptr_equal(sabot_table_action_find(action->id), action);
		assert_int_equal(event != NULL, action->event != NULL);
		assert_true(!event || action->verb || json_is_string(json_object_get(event, "ev")));
		for (int j = 0; j < SABOT_FORM_FIELDS_MAX && action->fields[j].name; j++)
			assert_non_null(action->fields[j].title);
		json_decref(event);
	}
	assert_null(sabot_table_action_find("nothing"));
}

static void
test_when_it_makes_sense(void **state)
{
	struct sabot_wire_view *view = sabot_record_new(&sabot_wire_view_type);
	const struct sabot_table_action *limits = sabot_table_action_find("limits");
	const struct sabot_table_action *unload = sabot_table_action_find("unload");

	(void)state;
	view->phase = SABOT_WIRE_PHASE_DEALING;
	assert_non_null(limits->hindrance(view));
	assert_non_null(unload->hindrance(view));
	view->phase = SABOT_WIRE_PHASE_BETTING;
	assert_null(limits->hindrance(view));
	assert_null(unload->hindrance(view));
	view->phase = SABOT_WIRE_PHASE_NO_LOAD;
	assert_null(limits->hindrance(view));
	assert_non_null(unload->hindrance(view));
	sabot_record_unref(view);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_amounts),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_events),
		cmocka_unit_test(test_kinds_of_fields),
		cmocka_unit_test(test_what_the_cage_types),
		cmocka_unit_test(test_the_documents),
		cmocka_unit_test(test_fields_of_all_documents),
		cmocka_unit_test(test_what_the_register_says),
		cmocka_unit_test(test_other_rules),
		cmocka_unit_test(test_the_table),
		cmocka_unit_test(test_when_it_makes_sense),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
