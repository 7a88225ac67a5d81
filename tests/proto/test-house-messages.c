/*
 * Events of the house log as structs: each kind's members, and that a line that holds anything else
 * is read as far as it goes.
 */
#include "proto/messages/house-messages.h"
#include "proto/messages/log-messages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static json_t *
load(const char *text)
{
	json_t *json = json_loads(text, 0, NULL);

	assert_non_null(json);
	return json;
}

static struct sabot_house_event *
read_event(const char *text)
{
	json_t *json = load(text);
	struct sabot_house_event *event = sabot_house_event_new(json);

	json_decref(json);
	return event;
}

static void
test_kinds(void **state)
{
	static const struct {
		const char *ev;
		enum sabot_house_kind kind;
		bool has_rest;
	} kinds[] = {
		{"finding", SABOT_HOUSE_FINDING, true},
		{"ruling", SABOT_HOUSE_RULING, true},
		{"shoe", SABOT_HOUSE_SHOE, true},
		{"machine", SABOT_HOUSE_MACHINE, true},
		{"acknowledge", SABOT_HOUSE_ACKNOWLEDGE, true},
		{"assign", SABOT_HOUSE_ASSIGN, true},
		{"shelve", SABOT_HOUSE_SHELVE, true},
		{"unshelve", SABOT_HOUSE_UNSHELVE, true},
		{"comment", SABOT_HOUSE_COMMENT, true},
		{"redress", SABOT_HOUSE_REDRESS, true},
		{"rules", SABOT_HOUSE_RULES, true},
		{"started", SABOT_HOUSE_STARTED, true},
		{"carried", SABOT_HOUSE_CARRIED, true},
		{"software", SABOT_HOUSE_SOFTWARE, true},
		{"given", SABOT_HOUSE_GIVEN, false},
		{"taking", SABOT_HOUSE_TAKING, false},
		{"taken", SABOT_HOUSE_TAKEN, false},
		{"count", SABOT_HOUSE_OTHER, false},
		{"", SABOT_HOUSE_OTHER, false},
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
		g_autofree char *text = g_strdup_printf("{\"ev\":\"%s\"}", kinds[i].ev);
		struct sabot_house_event *event = read_event(text);

		assert_string_equal(event->head->ev, kinds[i].ev);
		assert_int_equal(event->kind, kinds[i].kind);
		assert_int_equal(event->of.any != NULL, kinds[i].has_rest);
		sabot_house_event_unref(event);
	}
}

static void
test_head(void **state)
{
	struct sabot_house_event *event =
		read_event("{\"ev\":\"comment\",\"table\":\"PB-01\",\"incident\":7,\"by\":\"p1\","
			   "\"at\":\"2026-11-21T20:00:05.5Z\",\"text\":\"seen\"}");

	(void)state;
	assert_string_equal(event->head->table, "PB-01");
	assert_string_equal(event->head->by, "p1");
	assert_string_equal(event->head->at, "2026-11-21T20:00:05.5Z");
	assert_int_equal(event->head->at_us, INT64_C(1795291205500000));
	assert_int_equal(event->head->incident, 7);
	assert_int_equal(event->of.mark->at_us, event->head->at_us);
	assert_ptr_equal(sabot_house_event_ref(event), event);
	sabot_house_event_unref(event);
	sabot_house_event_unref(event);
}

static void
test_finding(void **state)
{
	struct sabot_house_event *event = read_event(
		"{\"ev\":\"finding\",\"code\":\"shoe_swapped\",\"detail\":{\"table\":\"PB-01\","
		"\"expected\":\"S-1\",\"load\":3,\"what\":17}}");

	(void)state;
	assert_string_equal(event->of.finding->code, "shoe_swapped");
	assert_string_equal(event->of.finding->detail->table, "PB-01");
	assert_string_equal(event->of.finding->detail->expected, "S-1");
	assert_int_equal(event->of.finding->detail->load, 3);
	/* Of the wrong type: absent, and the others are read all the same. */
	assert_null(event->of.finding->detail->what);
	sabot_house_event_unref(event);
}

static void
test_orders(void **state)
{
	struct sabot_house_event *order =
		read_event("{\"ev\":\"redress\",\"do\":\"order\",\"table\":\"PB-01\",\"round\":4,"
			   "\"amount\":-500,\"box\":3,\"note\":\"twice\"}");
	struct sabot_house_event *rules = read_event(
		"{\"ev\":\"rules\",\"do\":\"change\",\"table\":\"PB-01\",\"rules\":\"x\","
		"\"set\":{\"decks\":8},\"limits\":true}");

	(void)state;
	assert_string_equal(order->of.redress->action, "order");
	assert_int_equal(order->of.redress->amount_minor, -500);
	assert_int_equal(order->of.redress->box, 3);
	assert_int_equal(order->of.redress->redress, 0);
	assert_null(order->of.redress->bettor);
	assert_true(rules->of.rules->has_limits);
	assert_int_equal(json_object_size(rules->of.rules->set), 1);
	sabot_house_event_unref(order);
	sabot_house_event_unref(rules);
}

/* Whatever a line holds it is read, and what it lacks is absent. */
static void
test_odd_lines(void **state)
{
	static const char *const lines[] = {"[]", "{}", "{\"ev\":7}",
					    "{\"ev\":\"finding\",\"detail\":[]}"};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		struct sabot_house_event *event = read_event(lines[i]);

		assert_null(event->head->table);
		assert_int_equal(event->head->at_us, SABOT_TIME_NONE);
		if (event->kind == SABOT_HOUSE_FINDING)
			assert_null(event->of.finding->detail);
		sabot_house_event_unref(event);
	}
	sabot_house_event_unref(sabot_house_event_new(NULL));
	sabot_house_event_unref(NULL);
}

static struct sabot_wire_event_rest *
read_rest(const char *text)
{
	json_t *json = load(text);
	struct sabot_wire_event_rest *rest =
		sabot_record_parse_lenient(&sabot_wire_event_rest_type, json);

	json_decref(json);
	return rest;
}

static void
test_rest_of_an_event(void **state)
{
	struct sabot_wire_event_rest *rest = read_rest(
		"{\"ev\":\"staff\",\"who\":\"p1\",\"post\":\"dealer\",\"on\":false,\"sim\":true,"
		"\"exposure\":{\"rounds\":9,\"since\":\"yesterday\"}}");

	(void)state;
	assert_string_equal(rest->who, "p1");
	assert_string_equal(rest->post, "dealer");
	assert_false(rest->is_on);
	assert_true(rest->is_simulated);
	assert_int_equal(rest->exposure->rounds, 9);
	assert_int_equal(rest->exposure->since_us, SABOT_TIME_NONE);
	sabot_record_unref(rest);

	rest = read_rest("{\"ev\":\"ruling\",\"prompted\":true,\"note\":\"shown\",\"second\":9}");
	assert_true(rest->is_prompted);
	assert_string_equal(rest->note, "shown");
	assert_null(rest->second);
	sabot_record_unref(rest);

	rest = read_rest("{\"ev\":\"correction\",\"redress\":12}");
	assert_false(rest->is_prompted);
	assert_true(rest->is_on);
	assert_int_equal(rest->redress, 12);
	assert_null(rest->exposure);
	sabot_record_unref(rest);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kinds),     cmocka_unit_test(test_head),
		cmocka_unit_test(test_finding),   cmocka_unit_test(test_orders),
		cmocka_unit_test(test_odd_lines), cmocka_unit_test(test_rest_of_an_event),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
