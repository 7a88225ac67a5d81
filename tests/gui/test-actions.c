/* Amounts as people type them, and the events that forms send. */
#include "gui/model/amount.h"
#include "gui/model/table-action.h"

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
	const char *texts[SABOT_ACTION_FIELDS_MAX] = {"17", "", NULL, "-2.50", "mistyped"};
	g_autofree char *why = NULL, *why_not = NULL;
	json_t *wanted = json_pack("{s:s, s:i, s:i, s:s}", "ev", "correction", "round", 17,
				   "amount", -250, "note", "mistyped");
	json_t *event = sabot_table_action_build(action, texts, &why);

	(void)state;
	assert_true(json_equal(event, wanted));
	assert_null(why);
	json_decref(event);
	json_decref(wanted);
	texts[4] = "";
	assert_null(sabot_table_action_build(action, texts, &why));
	assert_string_equal(why, "Reason is missing.");
	texts[0] = "seventeen";
	assert_null(sabot_table_action_build(action, texts, &why_not));
	assert_string_equal(why_not, "Round: \"seventeen\" is no such number.");
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
		assert_true(!event || json_is_string(json_object_get(event, "ev")));
		for (int j = 0; j < SABOT_ACTION_FIELDS_MAX && action->fields[j].name; j++)
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
		cmocka_unit_test(test_the_table),
		cmocka_unit_test(test_when_it_makes_sense),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
