/*
 * What was done about incidents, that shelving ends by the clock, and that no list grows forever.
 */
#include "daemon/tables/floor-alarm.h"
#include "daemon/tables/floor.h"
#include "eventlog/event-json.h"
#include "proto/rfc3339.h"
#include "tests/deadline.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { SHELVED_US = 300 * 1000 };

struct fixture {
	struct sabot_config config;
	struct sabot_table_config table;
	struct sabot_floor *floor;
};

static int
set_up(void **state)
{
	struct fixture *fixture = g_new0(struct fixture, 1);

	fixture->config.state_dir = g_dir_make_tmp("sabot-alarm-XXXXXX", NULL);
	fixture->config.spool_dir = g_strdup(fixture->config.state_dir);
	fixture->config.tables = g_ptr_array_new();
	fixture->table.name = g_strdup("PB-01");
	fixture->table.profile = g_strdup("punto-banco-es");
	fixture->table.overrides = g_strdup("");
	if (!sabot_config_build_rules("punto-banco-es", NULL, "", &fixture->table.rules, NULL))
		return -1;
	g_ptr_array_add(fixture->config.tables, &fixture->table);
	fixture->floor = sabot_floor_new(&fixture->config);
	*state = fixture;
	return sabot_floor_is_saved(fixture->floor) ? 0 : -1;
}

static int
tear_down(void **state)
{
	static const char *const names[] = {"sabot.db", "sabot.db-wal", "sabot.db-shm"};
	struct fixture *fixture = *state;

	sabot_floor_free(fixture->floor);
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *path = g_build_filename(fixture->config.state_dir, names[i], NULL);

		g_unlink(path);
	}
	g_rmdir(fixture->config.state_dir);
	g_ptr_array_unref(fixture->config.tables);
	g_free(fixture->config.state_dir);
	g_free(fixture->config.spool_dir);
	g_free(fixture->table.name);
	g_free(fixture->table.profile);
	g_free(fixture->table.overrides);
	g_free(fixture);
	return 0;
}

static void
wait_until_published(struct sabot_floor *floor)
{
	int64_t until_us = g_get_monotonic_time() + DEADLINE_S * G_USEC_PER_SEC;

	while (sabot_floor_get_published_seq(floor) < sabot_floor_get_seq(floor)) {
		assert_true(g_get_monotonic_time() < until_us);
		g_main_context_iteration(NULL, FALSE);
		g_usleep(1000);
	}
}

static void
raise_dispute(struct sabot_floor *floor)
{
	static const struct sabot_origin nobody;
	struct sabot_event event = {.type = SABOT_EVENT_CALL, .at_us = SABOT_TIME_NONE};
	json_t *object = json_pack("{s:s}", "ev", "call");

	sabot_floor_submit(floor, sabot_floor_find(floor, "PB-01"), object, &event, &nobody);
	json_decref(object);
}

static json_t *
shelve_event(int64_t until_us)
{
	g_autofree char *until = sabot_time_format(until_us);

	return json_pack("{s:s, s:s, s:i, s:s}", "ev", "shelve", "table", "PB-01", "incident", 1,
			 "until", until);
}

static void
test_shelving_ends(void **state)
{
	static const struct sabot_origin nobody;
	struct sabot_floor *floor = ((struct fixture *)*state)->floor;
	const struct sabot_table_service *table = sabot_floor_find(floor, "PB-01");
	int64_t end_us = g_get_real_time() + SHELVED_US;
	json_t *event = shelve_event(end_us);

	raise_dispute(floor);
	assert_true(sabot_floor_submit_house(floor, event, &nobody, NULL));
	json_decref(event);
	wait_until_published(floor);
	sabot_floor_alarm_expire(floor);
	/* On a machine so slow that it is over already there is nothing to see of it. */
	if (g_get_real_time() < end_us)
		assert_int_equal(table->published->incidents->shelved, 1);
	while (g_get_real_time() <= end_us)
		g_usleep(1000);
	sabot_floor_alarm_expire(floor);
	assert_int_equal(table->published->incidents->shelved, 0);
	assert_int_equal(table->published->incidents->open, 1);
}

/* `json` is taken over. */
static struct sabot_house_event *
read_event(json_t *json)
{
	struct sabot_house_event *event = sabot_house_event_new(json);

	json_decref(json);
	return event;
}

static void
test_the_book(void **state)
{
	struct sabot_alarm_book *book = sabot_alarm_book_new();
	struct sabot_house_event *shelve = read_event(shelve_event(1000));
	struct sabot_house_event *other = read_event(json_pack("{s:s}", "ev", "login"));
	json_t *notes;

	(void)state;
	sabot_alarm_book_apply(book, other);
	assert_false(sabot_alarm_book_expire(book, 5000));
	for (int i = 0; i < SABOT_ALARM_NOTES_MAX + 3; i++)
		sabot_alarm_book_apply(book, shelve);
	assert_false(sabot_alarm_book_expire(book, 999));
	assert_true(sabot_alarm_book_expire(book, 1000));
	assert_false(sabot_alarm_book_expire(book, 2000));
	notes = sabot_alarm_book_list(book, "PB-01", 1);
	assert_int_equal(json_array_size(notes), SABOT_ALARM_NOTES_MAX);
	json_decref(notes);
	notes = sabot_alarm_book_list(book, "PB-0", 1);
	assert_int_equal(json_array_size(notes), 0);
	json_decref(notes);
	sabot_house_event_unref(shelve);
	sabot_house_event_unref(other);
	sabot_alarm_book_free(book);
}

static void
acknowledge(struct sabot_floor *floor, int id)
{
	static const struct sabot_origin nobody;
	json_t *event =
		json_pack("{s:s, s:s, s:i}", "ev", "acknowledge", "table", "PB-01", "incident", id);

	assert_true(sabot_floor_submit_house(floor, event, &nobody, NULL));
	json_decref(event);
}

static size_t
count_notes(const struct sabot_floor *floor, int64_t id)
{
	json_t *notes = sabot_alarm_book_list(sabot_floor_get_house(floor)->alarms, "PB-01", id);
	size_t n_notes = json_array_size(notes);

	json_decref(notes);
	return n_notes;
}

/* The list of incidents has an end: so has the book of what was done about them. */
static void
test_what_is_forgotten(void **state)
{
	struct sabot_floor *floor = ((struct fixture *)*state)->floor;
	int last = SABOT_INCIDENT_BOOK_MAX + 1;

	raise_dispute(floor);
	acknowledge(floor, 1);
	wait_until_published(floor);
	assert_int_equal(count_notes(floor, 1), 1);
	for (int id = 2; id <= last; id++)
		raise_dispute(floor);
	for (int i = 0; i < SABOT_ALARM_FORGOTTEN; i++)
		acknowledge(floor, last - i);
	wait_until_published(floor);
	assert_int_equal(count_notes(floor, 1), 0);
	assert_int_equal(count_notes(floor, last - SABOT_ALARM_FORGOTTEN + 1), 1);
	assert_int_equal(count_notes(floor, last), 1);
}

/* What 800 tables have held for long; 200 of it and what is open is for who begins to watch. */
static void
test_many_are_picked_from(void **state)
{
	enum { HELD = 400 * 1000, OPEN_EACH = 1000, OTHERS = 200 };
	struct sabot_wire_incident *open = sabot_record_new(&sabot_wire_incident_type);
	struct sabot_wire_incident *ruled = sabot_record_new(&sabot_wire_incident_type);
	g_autoptr(GPtrArray) held = g_ptr_array_new_with_free_func(sabot_record_unref);
	g_autoptr(GPtrArray) picked = NULL;
	int64_t until_us = g_get_monotonic_time() + DEADLINE_S * G_USEC_PER_SEC;

	(void)state;
	open->state = SABOT_WIRE_INCIDENT_OPEN;
	ruled->state = SABOT_WIRE_INCIDENT_RULED;
	for (int i = 0; i < HELD; i++)
		g_ptr_array_add(held, sabot_record_ref(i % OPEN_EACH == 0 ? open : ruled));
	picked = sabot_incidents_pick(held, OTHERS);
	assert_true(g_get_monotonic_time() < until_us);
	assert_int_equal(picked->len, HELD / OPEN_EACH + OTHERS);
	assert_ptr_equal(g_ptr_array_index(picked, 0), open);
	assert_ptr_equal(g_ptr_array_index(picked, OTHERS), ruled);
	assert_ptr_equal(g_ptr_array_index(picked, OTHERS + 1), open);
	sabot_record_unref(open);
	sabot_record_unref(ruled);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_book),
		cmocka_unit_test(test_many_are_picked_from),
		cmocka_unit_test_setup_teardown(test_shelving_ends, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_what_is_forgotten, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
