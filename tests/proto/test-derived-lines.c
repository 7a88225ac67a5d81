/*
 * The typed reader of derived lines and events: each kind as it should be and malformed, what the
 * second edition leaves open, and every line of the golden logs.
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
	g_autoptr(GError) error = NULL;
	struct sabot_derived_line line;

	if (!sabot_derived_line_read(json, &line, &error))
		fail_msg("%s: %s", text, error->message);
	assert_int_equal(line.kind, kind);
	assert_int_equal(sabot_derived_line_kind(json), kind);
	json_decref(json);
	return line;
}

static void
assert_refused(const char *text, const char *why)
{
	json_t *json = parse(text);
	g_autoptr(GError) error = NULL;
	struct sabot_derived_line line;

	assert_false(sabot_derived_line_read(json, &line, &error));
	assert_string_equal(error->message, why);
	assert_int_equal(line.kind, SABOT_DERIVED_UNKNOWN);
	assert_null(line.u.record);
	json_decref(json);
}

static void
test_coup(void **state)
{
	struct sabot_derived_line line = read_line(
		"{\"out\":\"round\",\"load\":2,\"round\":7,\"line\":14,\"winner\":\"tie\","
		"\"punto\":0,\"banca\":0,\"punto_cards\":[\"4C\",\"##\"],\"banca_cards\":[],"
		"\"unverified\":true,\"dummy\":true,\"again\":true}",
		SABOT_DERIVED_ROUND);
	const struct sabot_round_line *round = line.u.round;

	(void)state;
	assert_int_equal(round->load, 2);
	assert_int_equal(round->round, 7);
	assert_int_equal(round->line, 14);
	assert_int_equal(round->winner, SABOT_WINNER_TIE);
	assert_true(round->has_punto && round->has_banca && !round->has_dealer);
	assert_int_equal(round->punto_cards->len, 2);
	assert_true(g_array_index(round->punto_cards, struct sabot_wire_card, 1).is_hidden);
	assert_int_equal(round->banca_cards->len, 0);
	assert_null(round->dealer_cards);
	assert_true(round->is_unverified && round->is_dummy && round->is_again);
	assert_false(round->is_inferred);
	sabot_derived_line_clear(&line);
	assert_int_equal(line.kind, SABOT_DERIVED_UNKNOWN);
	sabot_derived_line_clear(&line);
}

static void
test_deal(void **state)
{
	struct sabot_derived_line line =
		read_line("{\"out\":\"round\",\"load\":1,\"round\":1,\"line\":9,\"dealer\":19,"
			  "\"dealer_cards\":[\"TH\",\"9C\"],\"hands\":["
			  "{\"box\":3,\"hand\":0,\"cards\":[\"TD\",\"8S\"],\"total\":18,"
			  "\"result\":\"lose\"},"
			  "{\"box\":3,\"hand\":1,\"cards\":null,\"total\":null,\"result\":null}],"
			  "\"inferred\":true}",
			  SABOT_DERIVED_ROUND);
	const struct sabot_round_line *round = line.u.round;
	const struct sabot_hand_line *known = g_ptr_array_index(round->hands, 0);
	const struct sabot_hand_line *unknown = g_ptr_array_index(round->hands, 1);

	(void)state;
	assert_int_equal(round->winner, SABOT_WINNER_NONE);
	assert_true(round->has_dealer && !round->has_punto && !round->has_banca);
	assert_int_equal(round->dealer, 19);
	assert_true(round->is_inferred);
	assert_true(known->has_total);
	assert_int_equal(known->total, 18);
	assert_int_equal(known->cards->len, 2);
	assert_string_equal(known->result, "lose");
	assert_int_equal(unknown->hand, 1);
	assert_false(unknown->has_total);
	assert_int_equal(unknown->total, 0);
	assert_null(unknown->cards);
	assert_null(unknown->result);
	sabot_derived_line_clear(&line);
}

/* What the candidates do not agree on is null; the line is as good as any. */
static void
test_uncertain_round(void **state)
{
	struct sabot_derived_line line = read_line(
		"{\"out\":\"round\",\"load\":2,\"round\":7,\"line\":14,\"winner\":null,"
		"\"punto\":null,\"banca\":6,\"punto_cards\":null,\"banca_cards\":[\"6H\",\"??\"],"
		"\"unverified\":true}",
		SABOT_DERIVED_ROUND);

	(void)state;
	assert_int_equal(line.u.round->winner, SABOT_WINNER_NONE);
	assert_false(line.u.round->has_punto);
	assert_int_equal(line.u.round->punto, 0);
	assert_true(line.u.round->has_banca);
	assert_null(line.u.round->punto_cards);
	assert_int_equal(line.u.round->banca_cards->len, 2);
	sabot_derived_line_clear(&line);
}

static void
test_bad_rounds(void **state)
{
	(void)state;
	assert_refused("{\"out\":\"round\",\"round\":7}", "load: missing");
	assert_refused("{\"out\":\"round\",\"load\":1,\"round\":\"7\"}",
		       "round: an integer is wanted");
	assert_refused("{\"out\":\"round\",\"load\":1,\"round\":7,\"winner\":3}",
		       "winner: a string is wanted");
	assert_refused("{\"out\":\"round\",\"load\":1,\"round\":7,\"punto\":1.5}",
		       "punto: an integer is wanted");
	assert_refused("{\"out\":\"round\",\"load\":1,\"round\":7,\"punto_cards\":[\"1H\"]}",
		       "punto_cards: a card is wanted (as \"TH\", \"7?\", \"??\", \"##\")");
	assert_refused("{\"out\":\"round\",\"load\":1,\"round\":7,\"hands\":[{\"box\":1}]}",
		       "hands[0].hand: missing");
	assert_refused("{\"out\":\"round\",\"load\":1,\"round\":7,\"again\":1}",
		       "again: true or false is wanted");
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
	assert_int_equal(stake->round, 1);
	assert_int_equal(stake->box, 5);
	assert_int_equal(stake->hand, 0);
	assert_string_equal(stake->bettor, "5");
	assert_string_equal(stake->on, "main");
	assert_true(stake->has_stake && stake->has_due && !stake->has_due_range);
	assert_int_equal(stake->stake_minor, 2000);
	assert_int_equal(stake->due_minor, -2000);
	assert_int_equal(stake->commission_minor, 50);
	assert_false(stake->is_unverified || stake->is_again);
	sabot_derived_line_clear(&line);
}

/* Numbers that are not there are 0 and may be added up. */
static void
test_uncertain_settle(void **state)
{
	struct sabot_derived_line between = read_line(
		"{\"out\":\"settle\",\"round\":1,\"box\":5,\"bettor\":\"5\",\"on\":\"punto\","
		"\"stake\":2000,\"due_min\":-2000,\"due_max\":0,\"unverified\":true,"
		"\"again\":true}",
		SABOT_DERIVED_SETTLE);
	struct sabot_derived_line torn = read_line(
		"{\"out\":\"settle\",\"round\":1,\"box\":5,\"bettor\":\"5\",\"on\":\"punto\","
		"\"stake\":null,\"unverified\":true}",
		SABOT_DERIVED_SETTLE);

	(void)state;
	assert_int_equal(between.u.settle->hand, -1);
	assert_false(between.u.settle->has_due);
	assert_int_equal(between.u.settle->due_minor, 0);
	assert_true(between.u.settle->has_due_range);
	assert_int_equal(between.u.settle->due_min_minor, -2000);
	assert_int_equal(between.u.settle->due_max_minor, 0);
	assert_true(between.u.settle->is_unverified && between.u.settle->is_again);
	assert_false(torn.u.settle->has_due || torn.u.settle->has_due_range);
	assert_false(torn.u.settle->has_stake);
	assert_int_equal(torn.u.settle->stake_minor + torn.u.settle->due_max_minor, 0);
	sabot_derived_line_clear(&between);
	sabot_derived_line_clear(&torn);
}

/* Only what is unverified may be without a due. */
static void
test_bad_settles(void **state)
{
	(void)state;
	assert_refused("{\"out\":\"settle\",\"round\":1,\"box\":5,\"bettor\":\"5\","
		       "\"on\":\"punto\",\"stake\":2000,\"due_min\":0,\"due_max\":5}",
		       "due: missing");
	assert_refused("{\"out\":\"settle\",\"round\":1,\"box\":5,\"bettor\":\"5\","
		       "\"on\":\"punto\",\"due\":2000}",
		       "stake: missing");
	assert_refused("{\"out\":\"settle\",\"round\":1,\"box\":5,\"bettor\":5}",
		       "bettor: a string is wanted");
	assert_refused("{\"out\":\"settle\",\"round\":1,\"box\":5,\"bettor\":\"5\"}",
		       "on: missing");
}

static void
test_incident(void **state)
{
	struct sabot_derived_line line = read_line(
		"{\"out\":\"incident\",\"id\":3,\"line\":20,\"of\":18,\"load\":1,\"round\":4,"
		"\"code\":\"payout_wrong\",\"severity\":\"high\",\"rule\":\"PB-12\",\"detail\":"
		"{\"box\":5,\"hand\":1,\"bettor\":\"anna\",\"on\":\"punto\",\"due\":100,"
		"\"paid\":0},\"text\":\"…\"}",
		SABOT_DERIVED_INCIDENT);
	struct sabot_incident_detail detail;

	(void)state;
	assert_int_equal(line.u.incident->id, 3);
	assert_int_equal(line.u.incident->line, 20);
	assert_int_equal(line.u.incident->of, 18);
	assert_int_equal(line.u.incident->round, 4);
	assert_string_equal(line.u.incident->code, "payout_wrong");
	assert_string_equal(line.u.incident->severity, "high");
	assert_string_equal(line.u.incident->rule, "PB-12");
	sabot_incident_detail_read(line.u.incident->detail, &detail);
	assert_int_equal(detail.box, 5);
	assert_int_equal(detail.hand, 1);
	assert_null(detail.hand_name);
	assert_string_equal(detail.bettor, "anna");
	assert_string_equal(detail.on, "punto");
	assert_int_equal(detail.due_minor, 100);
	assert_true(detail.has_due && detail.has_paid);
	assert_false(detail.has_total || detail.has_cards);
	sabot_derived_line_clear(&line);
}

static void
test_bad_incidents(void **state)
{
	json_t *detail = parse("{\"hand\":\"punto\",\"total\":null,\"cards\":[],\"due\":\"much\"}");
	struct sabot_incident_detail read;

	(void)state;
	sabot_incident_detail_read(detail, &read);
	assert_string_equal(read.hand_name, "punto");
	assert_true(read.has_total && read.has_cards && read.has_due);
	assert_int_equal(read.hand, 0);
	assert_int_equal(read.due_minor, 0);
	json_decref(detail);
	sabot_incident_detail_read(NULL, &read);
	assert_null(read.hand_name);
	assert_false(read.has_total || read.has_due);
	assert_refused("{\"out\":\"incident\",\"load\":1}", "id: missing");
	assert_refused("{\"out\":\"incident\",\"id\":1,\"load\":1,\"round\":0,\"code\":null,"
		       "\"severity\":\"low\"}",
		       "code: missing");
}

static void
test_load(void **state)
{
	struct sabot_derived_line line =
		read_line("{\"out\":\"load\",\"load\":1,\"cards_seen\":8,\"unread\":2,\"burned\":3,"
			  "\"left\":0,\"verdict\":\"extra\",\"extra\":[\"2H\"],\"missing\":[],"
			  "\"proven\":\"cards\",\"deduced\":[\"KD\",\"KD\"],\"deduced_among\":[]}",
			  SABOT_DERIVED_LOAD);
	struct sabot_derived_line seen = read_line(
		"{\"out\":\"load\",\"load\":1,\"cards_seen\":8,\"unread\":0,\"burned\":3,"
		"\"verdict\":\"incomplete\",\"extra\":[],\"missing\":[],\"proven\":\"seen\"}",
		SABOT_DERIVED_LOAD);

	(void)state;
	assert_int_equal(line.u.load->cards_seen, 8);
	assert_int_equal(line.u.load->unread, 2);
	assert_int_equal(line.u.load->burned, 3);
	assert_true(line.u.load->has_left);
	assert_string_equal(line.u.load->verdict, "extra");
	assert_string_equal(line.u.load->proven, "cards");
	assert_int_equal(line.u.load->extra->len, 1);
	assert_int_equal(line.u.load->missing->len, 0);
	assert_int_equal(line.u.load->deduced->len, 2);
	assert_int_equal(line.u.load->deduced_among->len, 0);
	assert_false(seen.u.load->has_left);
	assert_int_equal(seen.u.load->left, 0);
	assert_null(seen.u.load->deduced);
	assert_null(seen.u.load->deduced_among);
	sabot_derived_line_clear(&line);
	sabot_derived_line_clear(&seen);
	assert_refused("{\"out\":\"load\",\"load\":1,\"cards_seen\":8,\"unread\":0,\"burned\":3,"
		       "\"verdict\":\"incomplete\",\"proven\":\"seen\",\"extra\":[]}",
		       "missing: missing");
	assert_refused("{\"out\":\"load\",\"load\":1,\"cards_seen\":8,\"unread\":0,\"burned\":3,"
		       "\"verdict\":\"incomplete\",\"proven\":\"seen\",\"extra\":[],"
		       "\"missing\":[],\"deduced\":\"KD\"}",
		       "deduced: a list of cards is wanted");
}

static void
test_summary(void **state)
{
	struct sabot_derived_line line = read_line(
		"{\"out\":\"summary\",\"rounds\":2,\"cards\":9,\"loads\":1,"
		"\"incidents\":{\"wrong_result\":2},\"edition\":2,\"unverified\":1,\"inferred\":4,"
		"\"explained\":{\"wrong_result\":1},\"redress\":-500}",
		SABOT_DERIVED_SUMMARY);
	struct sabot_derived_line first = read_line(
		"{\"out\":\"summary\",\"rounds\":2,\"cards\":9,\"loads\":1,\"incidents\":{}}",
		SABOT_DERIVED_SUMMARY);

	(void)state;
	assert_int_equal(sabot_wire_summary_count(line.u.summary), 2);
	assert_int_equal(line.u.summary->edition, 2);
	assert_int_equal(line.u.summary->unverified, 1);
	assert_int_equal(line.u.summary->inferred, 4);
	assert_int_equal(line.u.summary->redress_minor, -500);
	assert_int_equal(json_object_size(line.u.summary->explained), 1);
	assert_int_equal(first.u.summary->edition, 1);
	assert_int_equal(first.u.summary->redress_minor, SABOT_WIRE_NO_NUMBER);
	assert_null(first.u.summary->explained);
	sabot_derived_line_clear(&line);
	sabot_derived_line_clear(&first);
	assert_refused("{\"out\":\"summary\",\"rounds\":\"2\"}", "rounds: an integer is wanted");
}

static void
test_second_edition(void **state)
{
	struct sabot_derived_line explained = read_line(
		"{\"out\":\"explained\",\"id\":3,\"line\":40,\"by\":39}", SABOT_DERIVED_EXPLAINED);
	struct sabot_derived_line redress =
		read_line("{\"out\":\"redress\",\"line\":40,\"round\":7,\"box\":3,\"bettor\":\"3\","
			  "\"on\":\"punto\",\"paid\":100,\"due\":-50,\"difference\":-150}",
			  SABOT_DERIVED_REDRESS);
	struct sabot_derived_line aside =
		read_line("{\"out\":\"aside\",\"line\":44,\"first\":41,\"cards\":[\"2H\",\"??\"]}",
			  SABOT_DERIVED_ASIDE);
	struct sabot_derived_line open = read_line(
		"{\"out\":\"open\",\"load\":1,\"round\":8,\"line\":50,\"cards\":3,\"staked\":700}",
		SABOT_DERIVED_OPEN);

	(void)state;
	assert_int_equal(explained.u.explained->id, 3);
	assert_int_equal(explained.u.explained->line, 40);
	assert_int_equal(explained.u.explained->by, 39);
	assert_int_equal(redress.u.redress->hand, -1);
	assert_int_equal(redress.u.redress->paid_minor, 100);
	assert_int_equal(redress.u.redress->due_minor, -50);
	assert_int_equal(redress.u.redress->difference_minor, -150);
	assert_int_equal(aside.u.aside->first, 41);
	assert_int_equal(aside.u.aside->cards->len, 2);
	assert_int_equal(open.u.open->cards, 3);
	assert_int_equal(open.u.open->staked_minor, 700);
	sabot_derived_line_clear(&explained);
	sabot_derived_line_clear(&redress);
	sabot_derived_line_clear(&aside);
	sabot_derived_line_clear(&open);
}

static void
test_bad_second_edition(void **state)
{
	(void)state;
	assert_refused("{\"out\":\"explained\",\"id\":3,\"line\":40}", "by: missing");
	assert_refused("{\"out\":\"redress\",\"line\":40,\"round\":7,\"box\":3,\"bettor\":\"3\","
		       "\"on\":\"punto\",\"paid\":100,\"due\":null,\"difference\":-150}",
		       "due: missing");
	assert_refused("{\"out\":\"aside\",\"line\":44,\"first\":41,\"cards\":[2]}",
		       "cards: a card is wanted (as \"TH\", \"7?\", \"??\", \"##\")");
	assert_refused("{\"out\":\"open\",\"load\":1,\"round\":8,\"line\":50,\"cards\":[\"2H\"],"
		       "\"staked\":700}",
		       "cards: an integer is wanted");
}

static void
test_other_lines(void **state)
{
	(void)state;
	assert_refused("{\"out\":\"incident_state\",\"id\":1}",
		       "out: this is no line that follows from a log");
	assert_refused("{\"ev\":\"card\"}", "out: this is no line that follows from a log");
	assert_refused("[]", "out: this is no line that follows from a log");
	assert_int_equal(sabot_derived_line_kind(NULL), SABOT_DERIVED_UNKNOWN);
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

/* Every line that an audit is known to print. */
static guint
read_expected(const char *path)
{
	g_autofree char *text = NULL;
	g_auto(GStrv) lines = NULL;
	guint n_read = 0;

	assert_true(g_file_get_contents(path, &text, NULL, NULL));
	lines = g_strsplit(text, "\n", -1);
	for (guint i = 0; lines[i]; i++) {
		g_autoptr(GError) error = NULL;
		struct sabot_derived_line line;
		json_t *json;

		if (lines[i][0] != '{')
			continue;
		json = parse(lines[i]);
		if (!sabot_derived_line_read(json, &line, &error))
			fail_msg("%s:%u: %s", path, i + 1, error->message);
		sabot_derived_line_clear(&line);
		json_decref(json);
		n_read++;
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
		cmocka_unit_test(test_coup),
		cmocka_unit_test(test_deal),
		cmocka_unit_test(test_uncertain_round),
		cmocka_unit_test(test_bad_rounds),
		cmocka_unit_test(test_settle),
		cmocka_unit_test(test_uncertain_settle),
		cmocka_unit_test(test_bad_settles),
		cmocka_unit_test(test_incident),
		cmocka_unit_test(test_bad_incidents),
		cmocka_unit_test(test_load),
		cmocka_unit_test(test_summary),
		cmocka_unit_test(test_second_edition),
		cmocka_unit_test(test_bad_second_edition),
		cmocka_unit_test(test_other_lines),
		cmocka_unit_test(test_event),
		cmocka_unit_test(test_whole_event),
		cmocka_unit_test(test_select),
		cmocka_unit_test(test_golden),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
