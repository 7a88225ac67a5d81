/*
 * The typed reader of derived lines and events: each kind as it should be and malformed, and every
 * line of the golden logs.
 */
#include "proto/messages/derived-lines.h"
#include "proto/messages/event-line.h"
#include "proto/messages/members.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static json_t *
parse(const char *text)
{
	json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);

	assert_non_null(json);
	return json;
}

static struct sabot_derived_line
read_line(const char *text, enum sabot_derived_kind kind)
{
	json_t *json = parse(text);
	struct sabot_derived_line line;

	assert_int_equal(sabot_derived_line_kind(json), kind);
	if (!sabot_derived_line_read(json, &line))
		fail_msg("%s is not read", text);
	assert_int_equal(line.kind, kind);
	json_decref(json);
	return line;
}

static void
assert_refused(const char *text)
{
	json_t *json = parse(text);
	struct sabot_derived_line line;

	assert_false(sabot_derived_line_read(json, &line));
	assert_int_equal(line.kind, SABOT_DERIVED_OTHER);
	assert_null(line.u.record);
	json_decref(json);
}

static void
test_round(void **state)
{
	struct sabot_derived_line again = read_line(
		"{\"out\":\"round\",\"load\":2,\"round\":7,\"again\":true}", SABOT_DERIVED_ROUND);
	struct sabot_derived_line first = read_line(
		"{\"out\":\"round\",\"load\":2,\"round\":7,\"winner\":null}", SABOT_DERIVED_ROUND);

	(void)state;
	assert_true(again.u.round->is_again);
	assert_false(first.u.round->is_again);
	sabot_derived_line_clear(&again);
	assert_int_equal(again.kind, SABOT_DERIVED_OTHER);
	sabot_derived_line_clear(&again);
	sabot_derived_line_clear(&first);
	assert_refused("{\"out\":\"round\",\"load\":1,\"round\":7,\"again\":1}");
}

static void
test_settle(void **state)
{
	struct sabot_derived_line line =
		read_line("{\"out\":\"settle\",\"round\":1,\"box\":5,\"hand\":0,\"bettor\":\"5\","
			  "\"on\":\"main\",\"stake\":2000,\"due\":-2000,\"commission\":50}",
			  SABOT_DERIVED_SETTLE);
	const struct sabot_settle_line *stake = line.u.settle;

	(void)state;
	assert_int_equal(stake->box, 5);
	assert_int_equal(stake->hand, 0);
	assert_string_equal(stake->bettor, "5");
	assert_string_equal(stake->on, "main");
	assert_int_equal(stake->due_minor, -2000);
	sabot_derived_line_clear(&line);
	assert_refused("{\"out\":\"settle\",\"round\":1,\"box\":5,\"bettor\":5,\"on\":\"tie\"}");
	assert_refused("{\"out\":\"settle\",\"round\":1,\"box\":5,\"bettor\":\"5\"}");
}

/* A due that is not certain is 0: nobody pays it. */
static void
test_uncertain_settle(void **state)
{
	static const char *const dues[] = {"\"due_min\":-2000,\"due_max\":100", "\"due\":null"};

	(void)state;
	for (guint i = 0; i < G_N_ELEMENTS(dues); i++) {
		g_autofree char *text = g_strdup_printf(
			"{\"out\":\"settle\",\"box\":5,\"bettor\":\"5\",\"on\":\"punto\","
			"\"stake\":null,%s,\"unverified\":true}",
			dues[i]);
		struct sabot_derived_line line = read_line(text, SABOT_DERIVED_SETTLE);

		assert_int_equal(line.u.settle->hand, -1);
		assert_int_equal(line.u.settle->due_minor, 0);
		sabot_derived_line_clear(&line);
	}
}

static void
test_load(void **state)
{
	struct sabot_derived_line line =
		read_line("{\"out\":\"load\",\"load\":1,\"cards_seen\":8,\"verdict\":\"extra\"}",
			  SABOT_DERIVED_LOAD);

	(void)state;
	assert_string_equal(line.u.load->verdict, "extra");
	sabot_derived_line_clear(&line);
	assert_refused("{\"out\":\"load\",\"load\":1,\"cards_seen\":8}");
}

static void
test_other_lines(void **state)
{
	json_t *incident = parse("{\"out\":\"incident\",\"id\":1}");

	(void)state;
	assert_int_equal(sabot_derived_line_kind(incident), SABOT_DERIVED_INCIDENT);
	assert_int_equal(sabot_derived_line_kind(NULL), SABOT_DERIVED_OTHER);
	json_decref(incident);
	assert_refused("{\"out\":\"incident\",\"id\":1}");
	assert_refused("{\"out\":\"explained\",\"id\":3,\"line\":40,\"by\":39}");
	assert_refused("{\"ev\":\"card\"}");
	assert_refused("[]");
}

static void
test_detail(void **state)
{
	json_t *json =
		parse("{\"box\":5,\"hand\":1,\"bettor\":\"anna\",\"on\":\"punto\",\"due\":100,"
		      "\"paid\":0}");
	struct sabot_incident_detail detail;

	(void)state;
	sabot_incident_detail_read(json, &detail);
	assert_int_equal(detail.box, 5);
	assert_int_equal(detail.hand, 1);
	assert_null(detail.hand_name);
	assert_string_equal(detail.bettor, "anna");
	assert_string_equal(detail.on, "punto");
	assert_int_equal(detail.due_minor, 100);
	assert_true(detail.has_due && detail.has_paid);
	assert_false(detail.has_total || detail.has_cards);
	json_decref(json);
	json = parse("{\"hand\":\"punto\",\"total\":null,\"cards\":[],\"due\":\"much\"}");
	sabot_incident_detail_read(json, &detail);
	assert_string_equal(detail.hand_name, "punto");
	assert_true(detail.has_total && detail.has_cards && detail.has_due);
	assert_int_equal(detail.hand, 0);
	assert_int_equal(detail.due_minor, 0);
	json_decref(json);
	sabot_incident_detail_read(NULL, &detail);
	assert_null(detail.hand_name);
	assert_false(detail.has_total || detail.has_due);
}

static void
test_event(void **state)
{
	json_t *event = parse("{\"ev\":\"staff\",\"who\":\"p1\",\"post\":\"dealer\",\"on\":false,"
			      "\"at\":\"1970-01-01T00:00:01Z\",\"by\":\"p2\",\"sim\":true}");
	json_t *paid = parse("{\"ev\":\"paid\",\"box\":3,\"hand\":0,\"amount\":-50,\"on\":\"main\","
			     "\"to\":7,\"prompted\":false,\"cards\":null}");
	struct sabot_event_line line;

	(void)state;
	sabot_event_line_read(event, &line);
	assert_string_equal(line.ev, "staff");
	assert_string_equal(line.who, "p1");
	assert_string_equal(line.post, "dealer");
	assert_string_equal(line.by, "p2");
	assert_true(line.is_off && line.is_simulated && !line.is_prompted);
	assert_null(line.on);
	assert_false(line.has_hand);
	assert_int_equal(sabot_event_line_time(event), 1000000);
	assert_true(sabot_event_line_is_simulated(event));
	assert_false(sabot_event_line_is_simulated(paid));
	sabot_event_line_read(paid, &line);
	assert_int_equal(line.box, 3);
	assert_int_equal(line.amount_minor, -50);
	assert_string_equal(line.on, "main");
	assert_null(line.to);
	assert_null(line.who);
	assert_true(line.has_hand && line.has_cards);
	assert_false(line.is_off || line.is_prompted || line.is_simulated);
	assert_int_equal(sabot_event_line_time(paid), SABOT_TIME_NONE);
	sabot_event_line_read(NULL, &line);
	assert_null(line.ev);
	json_decref(event);
	json_decref(paid);
}

/* No member is lost, in whatever order they come. */
static void
test_whole_event(void **state)
{
	json_t *event = parse(
		"{\"ev\":\"a\",\"to\":\"b\",\"table\":\"c\",\"step\":\"d\",\"sim\":true,"
		"\"second\":\"e\",\"round\":1,\"remedy\":\"f\",\"prompted\":true,\"post\":\"g\","
		"\"person\":\"h\",\"on\":\"i\",\"note\":\"j\",\"incidents\":2,\"incident\":3,"
		"\"hand\":4,\"code\":\"k\",\"cards\":[],\"card\":\"l\",\"by\":\"m\",\"box\":5,"
		"\"bettor\":\"n\",\"at\":\"o\",\"amount\":6,\"who\":\"p\"}");
	struct sabot_event_line line;
	g_autofree char *texts = NULL;

	(void)state;
	sabot_event_line_read(event, &line);
	texts = g_strconcat(line.ev, line.to, line.table, line.step, line.second, line.remedy,
			    line.post, line.person, line.on, line.note, line.code, line.card,
			    line.by, line.bettor, line.at, line.who, NULL);
	assert_string_equal(texts, "abcdefghijklmnop");
	assert_int_equal(line.round, 1);
	assert_int_equal(line.incidents, 2);
	assert_int_equal(line.incident, 3);
	assert_int_equal(line.hand, 4);
	assert_int_equal(line.box, 5);
	assert_int_equal(line.amount_minor, 6);
	assert_true(line.is_simulated && line.is_prompted && line.has_cards && line.has_hand);
	json_decref(event);
}

static void
test_select(void **state)
{
	static const char *const names[] = {"note", "missing", "box", NULL};
	json_t *event = parse("{\"box\":3,\"card\":\"TH\",\"note\":\"TH, not TH\",\"deep\":"
			      "{\"card\":\"TH\"}}");
	json_t *selected = sabot_event_line_select(event, names);
	g_autofree char *text = json_dumps(selected, JSON_COMPACT), *replaced;

	(void)state;
	assert_string_equal(text, "{\"note\":\"TH, not TH\",\"box\":3}");
	sabot_members_replace_text(event, "TH", "##");
	replaced = json_dumps(event, JSON_COMPACT);
	assert_string_equal(replaced, "{\"box\":3,\"card\":\"##\",\"note\":\"##, not ##\","
				      "\"deep\":{\"card\":\"TH\"}}");
	json_decref(selected);
	json_decref(event);
}

/* Each round, stake and load that an audit is known to print. */
static guint
read_expected(const char *path)
{
	g_autofree char *text = NULL;
	g_auto(GStrv) lines = NULL;
	guint n_read = 0;

	assert_true(g_file_get_contents(path, &text, NULL, NULL));
	lines = g_strsplit(text, "\n", -1);
	for (guint i = 0; lines[i]; i++) {
		struct sabot_derived_line line;
		json_t *json = lines[i][0] == '{' ? parse(lines[i]) : NULL;
		enum sabot_derived_kind kind = sabot_derived_line_kind(json);

		if (kind != SABOT_DERIVED_OTHER && kind != SABOT_DERIVED_INCIDENT) {
			if (!sabot_derived_line_read(json, &line))
				fail_msg("%s:%u is not read", path, i + 1);
			sabot_derived_line_clear(&line);
			n_read++;
		}
		json_decref(json);
	}
	return n_read;
}

static void
test_golden(void **state)
{
	const char *paths = g_getenv("SABOT_EXPECTED");
	g_auto(GStrv) directories = g_strsplit(paths ? paths : "", ":", -1);

	(void)state;
	assert_non_null(paths);
	for (guint i = 0; directories[i]; i++) {
		g_autoptr(GDir) directory = g_dir_open(directories[i], 0, NULL);
		const char *name;
		guint n_read = 0;

		assert_non_null(directory);
		while ((name = g_dir_read_name(directory)) != NULL) {
			g_autofree char *path = g_build_filename(directories[i], name, NULL);

			if (g_str_has_suffix(name, ".expected"))
				n_read += read_expected(path);
		}
		assert_true(n_read > 0);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round),
		cmocka_unit_test(test_settle),
		cmocka_unit_test(test_uncertain_settle),
		cmocka_unit_test(test_load),
		cmocka_unit_test(test_other_lines),
		cmocka_unit_test(test_detail),
		cmocka_unit_test(test_event),
		cmocka_unit_test(test_whole_event),
		cmocka_unit_test(test_select),
		cmocka_unit_test(test_golden),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
