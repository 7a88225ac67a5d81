/*
 * The log's phrases: times as they are typed and shown, what was found, a story's lines.
 */
#include "gui/model/log/log-phrases.h"
#include "gui/model/tables/table-phrases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

static json_t *
read_json(const char *text)
{
	json_t *json = json_loads(text, 0, NULL);

	assert_non_null(json);
	return json;
}

/* What `phrase` makes of it. */
static void
assert_phrase(char *(*phrase)(const json_t *json), const char *text, const char *expected)
{
	json_t *json = read_json(text);
	char *sentence = phrase(json);

	assert_string_equal(sentence, expected);
	g_free(sentence);
	json_decref(json);
}

/* The same of an answer's part, with the members that each has and the test leaves out. */
static gpointer
read_record(const struct sabot_record_type *type, const json_t *json)
{
	json_t *whole = json_pack("{s:s, s:i}", "at", "2026-11-20T23:00:01Z", "n", 1);
	gpointer record;

	json_object_update(whole, (json_t *)json);
	record = sabot_record_parse(type, whole, NULL);
	assert_non_null(record);
	json_decref(whole);
	return record;
}

static char *
phrase_line(const json_t *json)
{
	struct sabot_wire_story_line *line = read_record(&sabot_wire_story_line_type, json);
	char *text = sabot_phrase_story_line(line, NULL);

	sabot_record_unref(line);
	return text;
}

static char *
phrase_found(const json_t *json)
{
	struct sabot_wire_found *found = read_record(&sabot_wire_found_type, json);
	char *text = sabot_phrase_found(found);

	sabot_record_unref(found);
	return text;
}

static char *
phrase_what_if(const json_t *json)
{
	struct sabot_wire_what_if *answer = read_record(&sabot_wire_what_if_type, json);
	char *text = sabot_phrase_what_if(answer);

	sabot_record_unref(answer);
	return text;
}

static void
test_times(void **state)
{
	static const char *const wrong[] = {
		"",           "yesterday",           "2026-13-01", "2026-11-2", "2026-11-21 25:00",
		"21.11.2026", "2026-11-21 20:15:00Z"};
	char *time;

	(void)state;
	time = sabot_log_time_parse("2026-11-21");
	assert_string_equal(time, "2026-11-20T23:00:00Z");
	g_free(time);
	time = sabot_log_time_parse(" 2026-07-21 20:15 ");
	assert_string_equal(time, "2026-07-21T18:15:00Z");
	g_free(time);
	for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++)
		assert_null(sabot_log_time_parse(wrong[i]));
	time = sabot_phrase_log_time(INT64_C(1795215601500000), TRUE);
	assert_string_equal(time, "2026-11-21 00:00:01");
	g_free(time);
	time = sabot_phrase_log_time(INT64_C(1795215601000000), FALSE);
	assert_string_equal(time, "00:00:01");
	g_free(time);
	time = sabot_phrase_log_time(SABOT_TIME_NONE, FALSE);
	assert_string_equal(time, "–");
	g_free(time);
}

static void
test_found(void **state)
{
	(void)state;
	assert_phrase(phrase_found,
		      "{\"table\":\"PB-01\",\"at\":\"2026-11-20T23:00:01Z\",\"load\":1,"
		      "\"round\":2,\"outcome\":\"void\",\"staked\":50000,\"due\":-50}",
		      "2026-11-21 00:00:01  PB-01  round 2 (load 1): void, staked 500.00, due "
		      "-0.50");
	assert_phrase(
		phrase_found,
		"{\"table\":\"BJ-01\",\"at\":\"2026-11-20T23:00:01Z\",\"load\":1,"
		"\"round\":2,\"outcome\":\"21\",\"staked\":50000,\"due\":-50}",
		"2026-11-21 00:00:01  BJ-01  round 2 (load 1): dealer: 21, staked 500.00, due "
		"-0.50");
	assert_phrase(phrase_found,
		      "{\"table\":\"PB-01\",\"at\":\"2026-11-20T23:00:01Z\",\"ev\":\"staff\"}",
		      "2026-11-21 00:00:01  PB-01  staff");
}

/* Of shoes, persons and the house. */
static void
test_notes(void **state)
{
	(void)state;
	assert_phrase(phrase_line,
		      "{\"kind\":\"house\",\"event\":{\"ev\":\"person\",\"person\":\"p4\","
		      "\"do\":\"reset\",\"pin\":\"5d0f\"}}",
		      "the PIN of person p4 was reset");
	assert_phrase(phrase_line,
		      "{\"kind\":\"house\",\"event\":{\"ev\":\"person\",\"person\":\"p4\","
		      "\"do\":\"role\",\"role\":\"pit\"}}",
		      "person p4 got another role: pit boss");
	assert_phrase(phrase_line,
		      "{\"kind\":\"house\",\"event\":{\"ev\":\"person\",\"person\":\"p4\","
		      "\"do\":\"of another year\"}}",
		      "person: person p4, do of another year");
	assert_phrase(phrase_line,
		      "{\"kind\":\"event\",\"event\":{\"ev\":\"device\",\"state\":\"error\","
		      "\"detail\":\"a card could not be read (7)\"}}",
		      "the shoe reports an error: a card could not be read (7)");
	assert_phrase(phrase_line,
		      "{\"kind\":\"event\",\"event\":{\"ev\":\"device\",\"state\":\"lost\","
		      "\"detail\":2}}",
		      "messages of the shoe are missing: 2");
	assert_phrase(phrase_line,
		      "{\"kind\":\"event\",\"named_n\":9,\"event\":{\"ev\":\"ruling\","
		      "\"incident\":1,\"remedy\":\"burn_card\",\"of\":10,"
		      "\"note\":\"drawn too early\"}}",
		      "ruling on incident 1, card #9: burn the card (drawn too early)");
	assert_phrase(phrase_line,
		      "{\"kind\":\"event\",\"event\":{\"ev\":\"ruling\",\"incident\":1,"
		      "\"remedy\":\"let_stand\"}}",
		      "ruling on incident 1: let it stand");
	assert_phrase(phrase_line,
		      "{\"kind\":\"event\",\"named_n\":9,\"event\":{\"ev\":\"ruling\","
		      "\"mend\":true,\"remedy\":\"move_card\",\"of\":10,\"box\":2}}",
		      "the last card is mended: move the card");
	assert_phrase(phrase_line,
		      "{\"kind\":\"event\",\"event\":{\"ev\":\"staff\",\"who\":\"p3\","
		      "\"post\":\"dealer\",\"on\":false}}",
		      "person p3 is not on duty any more: dealer");
	assert_phrase(phrase_line,
		      "{\"kind\":\"house\",\"event\":{\"ev\":\"config\",\"group\":\"house\","
		      "\"key\":\"mend_s\",\"from\":\"60\",\"to\":\"0\"}}",
		      "configuration: [house] mend_s = 0 instead of 60");
	assert_phrase(phrase_line,
		      "{\"kind\":\"house\",\"event\":{\"ev\":\"config\",\"group\":\"table PB-01\","
		      "\"key\":\"camera\",\"to\":\"c 1\"}}",
		      "configuration: [table PB-01] camera = c 1 is new");
	assert_phrase(phrase_line,
		      "{\"kind\":\"house\",\"event\":{\"ev\":\"rules\",\"table\":\"PB-01\","
		      "\"do\":\"change\",\"rules\":\"punto-banco-ez\",\"set\":{}}}",
		      "table PB-01: rules punto-banco-ez from its next load on");
	assert_phrase(phrase_line,
		      "{\"kind\":\"house\",\"event\":{\"ev\":\"place\",\"table\":\"PB-01\"}}",
		      "table PB-01 was taken off the floor plan");
	assert_phrase(phrase_line,
		      "{\"kind\":\"house\",\"event\":{\"ev\":\"taking\",\"table\":\"PB-01\"}}",
		      "table PB-01 is being taken over");
	assert_phrase(phrase_line,
		      "{\"kind\":\"house\",\"event\":{\"ev\":\"archive\",\"number\":2,"
		      "\"file\":\"a2.db\",\"digest\":\"00\",\"seq\":9}}",
		      "archive 2 was made: a2.db");
}

static void
test_lines(void **state)
{
	(void)state;
	assert_phrase(phrase_line,
		      "{\"kind\":\"event\",\"event\":{\"ev\":\"card\",\"card\":\"7H\"}}",
		      "card: seven of hearts");
	assert_phrase(phrase_line,
		      "{\"kind\":\"event\",\"event\":{\"ev\":\"card\",\"card\":\"##\"}}",
		      "card: hidden card");
	assert_phrase(phrase_line,
		      "{\"kind\":\"event\",\"event\":{\"ev\":\"bet\",\"box\":3,\"on\":\"punto\","
		      "\"amount\":1050}}",
		      "stake: box 3, 10.50 on punto");
	assert_phrase(phrase_line,
		      "{\"kind\":\"house\",\"event\":{\"ev\":\"comment\",\"text\":\"x\","
		      "\"incident\":3}}",
		      "comment on incident 3: x");
	assert_phrase(phrase_line,
		      "{\"kind\":\"house\",\"event\":{\"ev\":\"counted\",\"incidents\":2,"
		      "\"persons\":[{\"person\":\"p4\",\"pin\":\"5d0f\"}]}}",
		      "counted: incidents 2");
	assert_phrase(phrase_line, "{\"kind\":\"frame\",\"bytes\":\"05 31\"}", "05 31");
	assert_phrase(phrase_line,
		      "{\"kind\":\"derived\",\"line\":{\"out\":\"incident\",\"id\":4,"
		      "\"code\":\"of another year\"}}",
		      "INCIDENT 4: of another year");
	assert_phrase(phrase_line,
		      "{\"kind\":\"derived\",\"line\":{\"out\":\"incident\",\"id\":4,"
		      "\"round\":7,\"code\":\"card_in_excess\"}}",
		      "INCIDENT 4, round 7: card too many");
	assert_phrase(phrase_line,
		      "{\"kind\":\"derived\",\"line\":{\"out\":\"settle\",\"box\":3,"
		      "\"on\":\"banca\",\"stake\":1000,\"due\":950}}",
		      "box 3, 10.00 on banca: due 9.50");
	assert_phrase(phrase_line,
		      "{\"kind\":\"derived\",\"line\":{\"out\":\"round\",\"round\":5,\"dealer\":19,"
		      "\"hands\":[{\"box\":3,\"hand\":0,\"total\":20,\"result\":\"win\"},"
		      "{\"box\":4,\"hand\":1,\"total\":24,\"result\":\"bust\"}]}}",
		      "round 5: dealer 19; box 3: 20 wins; box 4: 24 bust");
	assert_phrase(phrase_line,
		      "{\"kind\":\"derived\",\"line\":{\"out\":\"load\",\"load\":2,"
		      "\"verdict\":\"extra\",\"cards_seen\":13,\"extra\":[\"9S\"],\"missing\":[]}}",
		      "load 2 is over: extra 9♠; cards seen: 13");
	assert_phrase(phrase_line,
		      "{\"kind\":\"event\",\"event\":{\"ev\":\"unload\",\"left\":299}}",
		      "the load is out; cards left: 299");
	assert_phrase(phrase_line,
		      "{\"kind\":\"event\",\"event\":{\"ev\":\"table\",\"state\":\"open\"}}",
		      "the table: open");
	/* Lines of a later version give only the text that they have. */
	assert_phrase(phrase_line, "{\"kind\":\"of another year\"}", "");
	assert_phrase(phrase_line, "{\"kind\":\"shown\",\"prompt\":{\"text\":\"wait\"}}", "wait");
}

static void
test_unverified_lines(void **state)
{
	(void)state;
	/* An unread card counts 0: what is not known is not shown as known. */
	assert_phrase(phrase_line,
		      "{\"kind\":\"derived\",\"line\":{\"out\":\"round\",\"round\":5,\"dealer\":19,"
		      "\"dealer_cards\":[\"9S\",\"??\",\"5H\",\"5D\"],\"unverified\":true,"
		      "\"hands\":[{\"box\":3,\"hand\":0,\"total\":19,\"cards\":[\"KS\",\"9H\"],"
		      "\"result\":\"push\"},{\"box\":4,\"hand\":0,\"total\":8,"
		      "\"cards\":[\"??\",\"8H\"],\"result\":\"lose\"}]}}",
		      "round 5: dealer ?; box 3: 19 push; box 4: ? loses; unverified");
	assert_phrase(phrase_line,
		      "{\"kind\":\"derived\",\"line\":{\"out\":\"round\",\"round\":6,"
		      "\"winner\":\"banca\",\"punto\":7,\"banca\":8,\"unverified\":true,"
		      "\"punto_cards\":[\"KS\",\"7?\"],\"banca_cards\":[\"??\",\"8H\"]}}",
		      "round 6: banca (punto 7, banca ?); unverified");
}

static char *
describe_reported_round(const json_t *json)
{
	struct sabot_wire_past_round *round =
		sabot_record_parse(&sabot_wire_past_round_type, (json_t *)json, NULL);
	char *text;

	assert_non_null(round);
	text = sabot_phrase_round(round);
	sabot_record_unref(round);
	return text;
}

static void
test_reported_rounds(void **state)
{
	(void)state;
	assert_phrase(describe_reported_round,
		      "{\"round\":5,\"load\":1,\"dealer\":19,\"dealer_cards\":[\"TS\",\"9H\"],"
		      "\"incidents\":[4]}",
		      "5: dealer 19; staked 0, house 0 · 1 incident");
	assert_phrase(describe_reported_round,
		      "{\"round\":5,\"load\":1,\"dealer\":19,\"unverified\":true,"
		      "\"dealer_cards\":[\"9S\",\"??\",\"5H\",\"5D\"]}",
		      "5: dealer ?, unverified; staked 0, house 0");
	assert_phrase(describe_reported_round,
		      "{\"round\":6,\"load\":1,\"winner\":\"banca\",\"punto\":7,\"banca\":8,"
		      "\"punto_cards\":[\"KS\",\"7?\"],\"banca_cards\":[\"??\",\"8H\"],"
		      "\"unverified\":true}",
		      "6: banca wins, 7 : ?, unverified; staked 0, house 0");
	/* After messages of the shoe were lost neither totals nor results are certain. */
	assert_phrase(describe_reported_round,
		      "{\"round\":3,\"load\":1,\"dealer\":null,\"dealer_cards\":[\"7C\"],"
		      "\"unverified\":true,\"hands\":[{\"box\":1,\"hand\":0,\"total\":null,"
		      "\"cards\":[\"9D\",\"7D\"],\"result\":null}],\"stakes\":[{\"box\":1,"
		      "\"hand\":0,\"bettor\":\"1\",\"on\":\"main\",\"stake\":1500}]}",
		      "3: dealer ?, unverified; staked 15, house ?");
	/* Of a daemon that does not send the total. */
	assert_phrase(describe_reported_round, "{\"round\":7,\"load\":1}",
		      "7: dealer ?; staked 0, house 0");
}

static void
test_what_if(void **state)
{
	(void)state;
	assert_phrase(phrase_what_if,
		      "{\"rounds\":3,\"changed\":0,\"due_before\":100,\"changes\":[]}",
		      "Nothing would differ: 3 rounds, due 1.00.");
	assert_phrase(phrase_what_if,
		      "{\"rounds\":3,\"changed\":1,\"due_before\":100,\"due\":0,\"changes\":[{"
		      "\"round\":2,\"before\":{\"winner\":\"tie\"},\"after\":null,\"delta\":-100,"
		      "\"stakes\":[{\"box\":4,\"on\":\"tie\",\"before\":100,\"after\":0}]}]}",
		      "1 of 3 rounds differ; due 0.00 instead of 1.00 in all.\n"
		      "Round 2: not dealt instead of tie; due -1.00 more\n"
		      "    box 4 on tie: due 0.00 instead of 1.00\n");
	/* Who won may be the same. */
	assert_phrase(phrase_what_if,
		      "{\"rounds\":3,\"changed\":3,\"due_before\":0,\"due\":0,\"changes\":[{"
		      "\"round\":1,\"before\":{\"winner\":\"banca\",\"punto\":3,\"banca\":5},"
		      "\"after\":{\"winner\":\"banca\",\"punto\":3,\"banca\":7},\"delta\":0},{"
		      "\"round\":2,\"before\":{\"winner\":\"tie\",\"banca_cards\":[\"9S\"]},"
		      "\"after\":{\"winner\":\"tie\",\"banca_cards\":[\"9H\"]},\"delta\":0},{"
		      "\"round\":3,\"before\":{\"dealer\":19,\"hands\":[]},"
		      "\"after\":{\"dealer\":19,\"hands\":[]},\"delta\":0}]}",
		      "3 of 3 rounds differ; due 0.00 instead of 0.00 in all.\n"
		      "Round 1: banca (punto 3, banca 7) instead of banca (punto 3, banca 5); "
		      "due 0.00 more\n"
		      "Round 2: tie as before, but the cards are others; due 0.00 more\n"
		      "Round 3: dealer 19 as before, but the incidents are others; due 0.00 "
		      "more\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_times),
		cmocka_unit_test(test_found),
		cmocka_unit_test(test_notes),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_unverified_lines),
		cmocka_unit_test(test_reported_rounds),
		cmocka_unit_test(test_what_if),
	};

	g_setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", TRUE);
	tzset();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
