/* What is called what behind a hub, there and back. */
#include "proto/floor-names.h"
#include "proto/wire-error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const struct sabot_floor_naming east = {"east", false};

/* A message of the daemon east; as the floor has it; NULL: the same. */
static const struct {
	const char *own, *wide;
} messages[] = {
	{"{\"by\":\"p3\",\"second\":\"p12\",\"text\":\"p3\"}",
	 "{\"by\":\"p3@east\",\"second\":\"p12@east\",\"text\":\"p3\"}"},
	{"{\"staff\":[{\"who\":\"p1\",\"post\":\"dealer\"}]}",
	 "{\"staff\":[{\"who\":\"p1@east\",\"post\":\"dealer\"}]}"},
	{"{\"logged_in\":[\"p1\",\"p2\"]}", "{\"logged_in\":[\"p1@east\",\"p2@east\"]}"},
	{"{\"table\":\"house\",\"about\":\"PB-01\"}",
	 "{\"table\":\"house@east\",\"about\":\"PB-01\"}"},
	{"{\"device\":{\"name\":\"shoe-1\",\"detail\":\"lid\"}}",
	 "{\"device\":{\"name\":\"shoe-1@east\",\"detail\":\"lid\"}}"},
	{"{\"devices\":[{\"name\":\"shoe-1\",\"table\":\"PB-01\"}]}",
	 "{\"devices\":[{\"name\":\"shoe-1@east\",\"table\":\"PB-01\"}]}"},
	{"{\"do\":\"command\",\"device\":\"shoe-1\"}",
	 "{\"do\":\"command\",\"device\":\"shoe-1@east\"}"},
	/* No person, house or shoe. */
	{"{\"by\":\"Ada\",\"who\":\"p\",\"to\":\"p3x\",\"second\":{\"name\":\"p3\"}}", NULL},
	{"{\"name\":\"shoe-1\",\"table\":\"p3\",\"bettor\":\"p3\",\"by\":7}", NULL},
	{"{\"ev\":\"device\",\"state\":\"online\",\"to\":\"2026-11-21T20:00:00Z\"}", NULL},
};

static void
check_equal(const json_t *json, const char *text)
{
	json_t *expected = json_loads(text, 0, NULL);

	assert_non_null(expected);
	assert_true(json_equal(json, expected));
	json_decref(expected);
}

static void
test_there_and_back(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(messages); i++) {
		json_t *json = json_loads(messages[i].own, 0, NULL);

		sabot_floor_names_widen(json, &east);
		check_equal(json, messages[i].wide ? messages[i].wide : messages[i].own);
		assert_true(sabot_floor_names_narrow(json, &east, NULL));
		check_equal(json, messages[i].own);
		json_decref(json);
	}
}

/* Where the hub renames the tables of a daemon. */
static void
test_tables(void **state)
{
	static const struct sabot_floor_naming renaming = {"east", true};
	static const char own[] = "{\"table\":\"PB-01\",\"about\":\"PB-02\",\"by\":\"p3\","
				  "\"tables\":[\"PB-01\",{\"table\":\"house\",\"n\":7}]}";
	static const char wide[] = "{\"table\":\"PB-01@east\",\"about\":\"PB-02@east\","
				   "\"by\":\"p3@east\",\"tables\":[\"PB-01@east\","
				   "{\"table\":\"house@east\",\"n\":7}]}";
	json_t *json = json_loads(own, 0, NULL);
	json_t *other = json_loads("{\"table\":\"PB-01@west\"}", 0, NULL);
	g_autoptr(GError) error = NULL;

	(void)state;
	sabot_floor_names_widen(json, &renaming);
	check_equal(json, wide);
	sabot_floor_names_widen(json, &renaming);
	check_equal(json, wide);
	assert_true(sabot_floor_names_narrow(json, &renaming, NULL));
	check_equal(json, own);
	assert_false(sabot_floor_names_narrow(other, &renaming, &error));
	assert_true(g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST));
	json_decref(other);
	json_decref(json);
}

static void
test_of_another_daemon(void **state)
{
	static const char *const requests[] = {
		"{\"to\":\"p3@west\"}",
		"{\"event\":{\"who\":\"p3@west\"}}",
		"{\"incidents\":[{\"table\":\"house@west\",\"incident\":1}]}",
		"{\"device\":\"shoe-1@west\"}",
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(requests); i++) {
		json_t *json = json_loads(requests[i], 0, NULL);
		g_autoptr(GError) error = NULL;

		assert_false(sabot_floor_names_narrow(json, &east, &error));
		assert_true(g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST));
		json_decref(json);
	}
}

/* A second person's name may say whose he is; a PIN is never touched. */
static void
test_claims(void **state)
{
	json_t *json =
		json_loads("{\"second\":{\"name\":\"Bea@east\",\"pin\":\"1@east\"}}", 0, NULL);

	(void)state;
	assert_true(sabot_floor_names_narrow(json, &east, NULL));
	check_equal(json, "{\"second\":{\"name\":\"Bea\",\"pin\":\"1@east\"}}");
	json_decref(json);
}

static void
test_houses(void **state)
{
	(void)state;
	assert_true(sabot_floor_name_is_house("house"));
	assert_true(sabot_floor_name_is_house("house@east"));
	assert_false(sabot_floor_name_is_house("house-2"));
	assert_false(sabot_floor_name_is_house(NULL));
	assert_null(sabot_floor_name_daemon("PB-01"));
	assert_string_equal(sabot_floor_name_daemon("p3@east"), "east");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_there_and_back),
		cmocka_unit_test(test_tables),
		cmocka_unit_test(test_of_another_daemon),
		cmocka_unit_test(test_claims),
		cmocka_unit_test(test_houses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
