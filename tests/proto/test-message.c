/* Messages: errors name their field, what is built is read again the same, limits refuse. */
#include "proto/message.h"
#include "proto/json-write.h"
#include "proto/request.h"
#include "proto/messages/table-requests.h"
#include "proto/record-copy.h"
#include "proto/review.h"
#include "proto/rfc3339.h"
#include "proto/record-write.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char view_text[] =
	"{\"table\":\"PB-01\",\"game\":\"punto_banco\",\"rules\":\"punto-banco-es\""
	",\"state\":\"open\",\"simulated\":true,\"min\":500,\"max\":50000,\"phase\""
	":\"dealing\",\"load\":3,\"round\":17,\"n\":412,\"at\":\"2026-11-21T20:00:"
	"05.250000Z\",\"prompt\":{\"kind\":\"draw\",\"who\":\"banca\",\"total\":5,\"c"
	"an\":[\"stand\",\"hit\"],\"text\":\"Card for the bank\"},\"punto\":{\"card"
	"s\":[\"TD\",\"4C\",\"##\"],\"total\":4},\"banca\":{\"cards\":[\"TH\",\"?\?\",\"7?"
	"\"],\"total\":0},\"winner\":\"banca\",\"boxes\":[{\"box\":2,\"stakes\":[{\"b"
	"ettor\":\"2\",\"on\":\"main\",\"amount\":500}],\"hands\":[{\"hand\":0,\"card"
	"s\":[\"8D\",\"7H\"],\"total\":15,\"soft\":true,\"state\":\"turn\",\"result\":"
	"\"win\"}]}],\"results\":[\"punto\",\"banca\",\"tie\"],\"shoe\":{\"decks\":6,"
	"\"seen\":53,\"left\":259,\"cut\":true,\"burned\":7},\"device\":{\"name\":\""
	"shoe-1\",\"state\":\"online\",\"detail\":\"\"},\"exposure\":{\"rounds\":17,"
	"\"since\":\"2026-11-21T19:00:00Z\"},\"incidents\":{\"open\":1,\"worst\":"
	"{\"table\":\"PB-01\",\"id\":18,\"code\":\"card_in_excess\",\"severity\":\"h"
	"igh\",\"detail\":{\"total\":7},\"text\":\"A card too many\",\"state\":\"op"
	"en\"}}}";

static json_t *
load(const char *text)
{
	GError *error = NULL;
	json_t *json = sabot_wire_json_parse(text, strlen(text), &error);

	assert_null(error);
	return json;
}

static void
test_view_round_trip(void **state)
{
	json_t *json = load(view_text), *again;
	GError *error = NULL;
	struct sabot_wire_view *view = sabot_record_parse(&sabot_wire_view_type, json, &error);
	const struct sabot_wire_card *card;

	(void)state;
	assert_null(error);
	assert_string_equal(view->table, "PB-01");
	assert_int_equal(view->phase, SABOT_WIRE_PHASE_DEALING);
	assert_true(view->is_saved); /* not said: saved */
	assert_int_equal(view->at_us, INT64_C(1795291205250000));
	assert_int_equal(view->prompt->can->len, 2);
	card = &g_array_index(view->punto->cards, struct sabot_wire_card, 2);
	assert_true(card->is_hidden);
	card = &g_array_index(view->banca->cards, struct sabot_wire_card, 2);
	assert_int_equal(card->card.rank, 7);
	assert_int_equal(card->card.suit, SABOT_SUIT_UNKNOWN);
	assert_int_equal(view->incidents->worst->severity, SABOT_WIRE_SEVERITY_HIGH);
	assert_true(view->shoe->is_cut);

	again = sabot_record_build(&sabot_wire_view_type, view);
	assert_true(json_equal(json, again));
	json_decref(again);
	json_decref(json);
	sabot_record_unref(sabot_record_ref(view));
	sabot_record_unref(view);
}

static const struct {
	const char *text, *error;
} bad_views[] = {
	{"{}", "table: missing"},
	{"{\"table\":7}", "table: a string is wanted"},
	{"{\"table\":\"a\",\"game\":\"blackjack\",\"phase\":\"burn\",\"n\":1.5}",
	 "n: an integer is wanted"},
	{"{\"table\":\"a\",\"game\":\"blackjack\",\"phase\":\"burn\",\"n\":1,\"saved\":0}",
	 "saved: true or false is wanted"},
	{"{\"table\":\"a\",\"game\":\"blackjack\",\"phase\":\"burn\",\"n\":1,\"at\":\"today\"}",
	 "at: a time is wanted (RFC 3339, UTC)"},
	{"{\"table\":\"a\",\"game\":\"blackjack\",\"phase\":\"burn\",\"n\":1,"
	 "\"dealer\":{\"cards\":[\"1X\"]}}",
	 "dealer.cards: a card is wanted (as \"TH\", \"7?\", \"??\", \"##\")"},
	{"{\"table\":\"a\",\"game\":\"blackjack\",\"phase\":\"burn\",\"n\":1,\"boxes\":["
	 "{\"box\":1},{\"box\":2,\"hands\":[{\"cards\":{}}]}]}",
	 "boxes[1].hands[0].cards: a list of cards is wanted"},
	{"{\"table\":\"a\",\"game\":\"blackjack\",\"phase\":\"burn\",\"n\":1,\"boxes\":7}",
	 "boxes: a list is wanted"},
	{"{\"table\":\"a\",\"game\":\"blackjack\",\"phase\":\"burn\",\"n\":1,\"results\":[1]}",
	 "results: a list of words is wanted"},
	{"{\"table\":\"a\",\"game\":\"blackjack\",\"phase\":\"burn\",\"n\":1,\"shoe\":[]}",
	 "shoe: an object is wanted"},
};

static void
test_errors_name_the_field(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(bad_views); i++) {
		json_t *json = load(bad_views[i].text);
		GError *error = NULL;

		assert_null(sabot_record_parse(&sabot_wire_view_type, json, &error));
		assert_true(g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST));
		assert_string_equal(error->message, bad_views[i].error);
		g_error_free(error);
		json_decref(json);
	}
}

static void
test_unknown_words_are_taken_calmly(void **state)
{
	json_t *json =
		load("{\"table\":\"a\",\"game\":\"poker\",\"phase\":\"nap\",\"n\":1,\"new\":[]}");
	struct sabot_wire_view *view = sabot_record_parse(&sabot_wire_view_type, json, NULL);

	(void)state;
	assert_non_null(view);
	assert_int_equal(view->game, SABOT_WIRE_GAME_UNKNOWN);
	assert_int_equal(view->boxes->len, 0);
	assert_int_equal(view->min_minor, -1);
	sabot_record_unref(view);
	json_decref(json);
}

static void
test_error_classes_have_words(void **state)
{
	(void)state;
	for (int i = 0; i <= SABOT_WIRE_ERROR_INTERNAL; i++) {
		const char *word = sabot_wire_error_class_to_string((enum sabot_wire_error)i);

		assert_int_equal(sabot_wire_error_class_from_string(word), i);
	}
	assert_int_equal(sabot_wire_error_class_from_string("of_a_later_version"),
			 SABOT_WIRE_ERROR_INTERNAL);
}

static const struct {
	const char *line, *error;
	enum sabot_wire_error code;
} bad_lines[] = {
	{"", "not JSON", SABOT_WIRE_ERROR_BAD_REQUEST},
	{"{", "not JSON", SABOT_WIRE_ERROR_BAD_REQUEST},
	{"[]", "an object is wanted", SABOT_WIRE_ERROR_BAD_REQUEST},
	{"{\"do\":\"a\",\"do\":\"b\"}", "not JSON: duplicate", SABOT_WIRE_ERROR_BAD_REQUEST},
	{"{\"do\":\"a\"} x", "not JSON", SABOT_WIRE_ERROR_BAD_REQUEST},
	{"{\"do\":\"a\",\"x\":18446744073709551615}", "not JSON", SABOT_WIRE_ERROR_BAD_REQUEST},
	{"{\"do\":\"a\",\"x\":1e400}", "not JSON", SABOT_WIRE_ERROR_BAD_REQUEST},
	{"{\"do\":\"\xff\"}", "not JSON", SABOT_WIRE_ERROR_BAD_REQUEST},
	{"{\"x\":1}", "do: a string is wanted", SABOT_WIRE_ERROR_BAD_REQUEST},
	{"{\"id\":[],\"do\":\"a\"}", "id: a string or an integer", SABOT_WIRE_ERROR_BAD_REQUEST},
	{"{\"do\":[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]}", "nested deeper than 16",
	 SABOT_WIRE_ERROR_TOO_LARGE},
};

static void
test_bad_requests(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(bad_lines); i++) {
		GError *error = NULL;
		json_t *id = NULL;

		assert_null(sabot_wire_request_parse(bad_lines[i].line, strlen(bad_lines[i].line),
						     &id, &error));
		assert_true(g_error_matches(error, SABOT_WIRE_ERROR, (int)bad_lines[i].code));
		assert_non_null(strstr(error->message, bad_lines[i].error));
		assert_null(id);
		g_error_free(error);
	}
}

static void
test_request(void **state)
{
	static const char line[] =
		"{\"id\":\"x\",\"do\":\"incidents\",\"table\":\"PB-01\",\"open\":true,\"since\":7}";
	GError *error = NULL;
	json_t *id = NULL;
	struct sabot_wire_request *request =
		sabot_wire_request_parse(line, strlen(line), &id, &error);
	struct sabot_wire_incidents_request *args;

	(void)state;
	assert_non_null(request);
	assert_string_equal(request->verb, "incidents");
	assert_string_equal(json_string_value(id), "x");
	assert_null(request->record);
	args = sabot_record_parse(&sabot_wire_incidents_request_type, request->args, &error);
	assert_non_null(args);
	assert_string_equal(args->table, "PB-01");
	assert_true(args->is_open_only);
	assert_int_equal(args->from, 0);
	request->record = args; /* freed with it */
	json_decref(id);
	sabot_wire_request_free(request);
}

/* Build, to bytes, and read again. */
static struct sabot_wire_message *
read_line(GBytes *line)
{
	GError *error = NULL;
	struct sabot_wire_message *parsed;
	gsize size_bytes;
	const char *text;

	assert_non_null(line);
	text = g_bytes_get_data(line, &size_bytes);
	assert_int_equal(text[size_bytes - 1], '\n');
	parsed = sabot_wire_message_parse(text, size_bytes - 1, &error);
	assert_null(error);
	g_bytes_unref(line);
	return parsed;
}

static struct sabot_wire_message *
there_and_back(json_t *message)
{
	return read_line(sabot_wire_line(message, NULL));
}

static void
test_replies(void **state)
{
	json_t *id = json_integer(3);
	GError *other = g_error_new_literal(G_FILE_ERROR, G_FILE_ERROR_IO, "the disk");
	struct sabot_wire_message *message;

	(void)state;
	message = there_and_back(sabot_wire_reply_ok(id, NULL));
	assert_int_equal(message->kind, SABOT_WIRE_REPLY);
	assert_true(json_is_object(message->ok));
	assert_int_equal(json_integer_value(message->id), 3);
	sabot_wire_message_free(message);
	message = there_and_back(
		sabot_wire_reply_error(NULL, SABOT_WIRE_ERROR_UNKNOWN_TABLE, "no such table"));
	assert_null(message->id);
	assert_null(message->ok);
	assert_true(
		g_error_matches(message->error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_UNKNOWN_TABLE));
	sabot_wire_message_free(message);
	message = there_and_back(sabot_wire_reply_gerror(id, other));
	assert_true(g_error_matches(message->error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_INTERNAL));
	assert_string_equal(message->error->message, "the disk");
	sabot_wire_message_free(message);
	g_error_free(other);
	json_decref(id);
}

static void
on_incident_state(int64_t id, enum sabot_wire_incident_state incident_state,
		  const struct sabot_wire_mark *ruled, gpointer data)
{
	assert_int_equal(id, 17);
	assert_int_equal(incident_state, SABOT_WIRE_INCIDENT_RULED);
	assert_string_equal(ruled->by, "p2");
	assert_string_equal(ruled->remedy, "let_stand");
	(*(int *)data)++;
}

/* Shelving ends by the clock; what is no longer open is resolved whatever was done about it. */
static void
test_alarm_states(void **state)
{
	json_t *json = load(
		"{\"table\":\"PB-01\",\"id\":3,\"code\":\"unread_card\",\"severity\":\"medium\","
		"\"text\":\"t\",\"state\":\"open\",\"parent\":2,"
		"\"shelved\":{\"until\":\"1970-01-01T00:00:09Z\"}}");
	struct sabot_wire_incident *incident =
		sabot_record_parse(&sabot_wire_incident_type, json, NULL);
	struct sabot_wire_incident *copy = sabot_record_copy(&sabot_wire_incident_type, incident);

	(void)state;
	json_decref(json);
	assert_int_equal(copy->parent, 2);
	assert_true(sabot_record_equal(&sabot_wire_incident_type, incident, copy));
	assert_int_equal(sabot_wire_incident_alarm(incident, 8999999), SABOT_WIRE_ALARM_SHELVED);
	assert_int_equal(sabot_wire_incident_alarm(incident, 9000000), SABOT_WIRE_ALARM_ACTIVE);
	copy->acknowledged = sabot_record_new(&sabot_wire_mark_type);
	assert_false(sabot_record_equal(&sabot_wire_incident_type, incident, copy));
	assert_int_equal(sabot_wire_incident_alarm(copy, 9000000), SABOT_WIRE_ALARM_ACKNOWLEDGED);
	copy->state = SABOT_WIRE_INCIDENT_CLEARED;
	assert_int_equal(sabot_wire_incident_alarm(copy, 0), SABOT_WIRE_ALARM_RESOLVED);
	sabot_record_unref(copy);
	sabot_record_unref(incident);
}

/* What a step with a view, and one that was missed, is made of: the same bytes either way. */
static void
check_step_lines(struct sabot_wire_step *step)
{
	struct sabot_wire_view *view = step->view;
	g_autoptr(GBytes) whole = sabot_wire_step_line(step, NULL);
	g_autoptr(GBytes) line = NULL, missed = NULL, with_view = NULL, wanted = NULL;

	step->view = NULL;
	line = sabot_wire_step_line(step, NULL);
	step->is_missed = true;
	wanted = sabot_wire_step_line(step, NULL);
	step->is_missed = false;
	step->view = view;
	missed = sabot_wire_step_line_missed(line, NULL);
	with_view = sabot_wire_step_line_with(line, view, NULL);
	assert_true(g_bytes_equal(missed, wanted));
	assert_true(g_bytes_equal(with_view, whole));
}

static void
test_pushes(void **state)
{
	struct sabot_wire_step *step = sabot_record_new(&sabot_wire_step_type);
	json_t *view = load(view_text);
	struct sabot_wire_message *message;
	const struct sabot_wire_incident *incident;
	GPtrArray *incidents;
	int n = 0;

	(void)state;
	step->seq = 1235;
	step->table = g_strdup("PB-01");
	step->n = 412;
	step->event = load("{\"ev\":\"card\",\"card\":\"TH\"}");
	step->out =
		json_pack("[{s:s,s:i,s:s,s:s,s:s,s:s},{s:s,s:i,s:s,s:{s:s,s:s}},{s:s}]", "out",
			  "incident", "id", 18, "code", "card_in_excess", "severity", "high",
			  "text", "t", "state", "open", "out", "incident_state", "id", 17, "state",
			  "ruled", "ruled", "by", "p2", "remedy", "let_stand", "out", "round");
	step->view = sabot_record_parse(&sabot_wire_view_type, view, NULL);
	check_step_lines(step);
	message = read_line(sabot_wire_step_line(step, NULL));
	assert_int_equal(message->kind, SABOT_WIRE_STEP);
	assert_int_equal(message->step->view->round, 17);
	incidents = sabot_wire_step_incidents(message->step);
	assert_int_equal(incidents->len, 1);
	incident = g_ptr_array_index(incidents, 0);
	assert_string_equal(incident->table, "PB-01");
	assert_int_equal(incident->seq, 1235);
	sabot_wire_step_foreach_incident_state(message->step, on_incident_state, &n);
	assert_int_equal(n, 1);
	g_ptr_array_unref(incidents);
	sabot_wire_message_free(message);
	message = there_and_back(sabot_wire_view_push_build(step->view));
	assert_int_equal(message->kind, SABOT_WIRE_VIEW);
	sabot_wire_message_free(message);
	message = there_and_back(sabot_wire_beat_build(9, 1000000));
	assert_int_equal(message->beat->at_us, 1000000);
	sabot_wire_message_free(message);
	message = there_and_back(json_pack("{s:s}", "push", "of_tomorrow"));
	assert_int_equal(message->kind, SABOT_WIRE_UNKNOWN_PUSH);
	sabot_wire_message_free(message);
	sabot_record_unref(step);
	json_decref(view);
}

static void
test_too_long_is_refused(void **state)
{
	char *text = g_strnfill(SABOT_WIRE_LINE_MAX_BYTES, 'x');
	GError *error = NULL;

	(void)state;
	assert_null(sabot_wire_line(json_pack("{s:s}", "a", text), &error));
	assert_true(g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_TOO_LARGE));
	g_error_free(error);
	g_free(text);
}

static void
test_times(void **state)
{
	static const char *const texts[] = {"1970-01-01T00:00:00Z", "2026-11-21T20:00:05Z",
					    "2026-11-21T20:00:05.000001Z",
					    "1969-12-31T23:59:59.500000Z"};
	static const char *const bad[] = {"", "now", "2026-11-21", "2026-13-21T20:00:05Z"};
	int64_t time_us = 42;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		g_autofree char *again = NULL;

		assert_true(sabot_time_parse(texts[i], &time_us));
		again = sabot_time_format(time_us);
		assert_string_equal(again, texts[i]);
	}
	time_us = 42;
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
		assert_false(sabot_time_parse(bad[i], &time_us));
	assert_int_equal(time_us, 42);
}

/* Byte for byte, whatever the tree is of. */
static void
test_text_is_as_jansson_writes_it(void **state)
{
	static const char *const texts[] = {
		"{}",
		"[]",
		"\"\"",
		"null",
		"true",
		"false",
		"0",
		"-1",
		"9223372036854775807",
		"-9223372036854775808",
		"1.5",
		"1e300",
		"-0.0",
		"[[[[]]],{\"a\":{}}]",
		"{\"b\":1,\"a\":[1,\"x\",null,true,false,2.25,{\"c\":\"d\"}],\"\":{\"\":\"\"}}",
		"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\\u00e9\\u20ac\\ud83c\\udca1\"",
		"{\"\\\"k\\n\":\"\\u4e2d\\u6587\"}",
		"[\"{\\\"ev\\\":\\\"a\\\\\\\\b\\\"}\",\"\\\"\",\"\\\\\",\"a\\\\\\\"\"]",
		view_text,
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		json_t *json = json_loads(texts[i], JSON_DECODE_ANY, NULL);
		char *wanted = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
		g_autofree char *text = sabot_json_to_text(json);

		assert_string_equal(text, wanted);
		assert_int_equal(sabot_json_count_bytes(json), strlen(wanted));
		free(wanted);
		json_decref(json);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_view_round_trip),
		cmocka_unit_test(test_errors_name_the_field),
		cmocka_unit_test(test_unknown_words_are_taken_calmly),
		cmocka_unit_test(test_error_classes_have_words),
		cmocka_unit_test(test_bad_requests),
		cmocka_unit_test(test_request),
		cmocka_unit_test(test_replies),
		cmocka_unit_test(test_alarm_states),
		cmocka_unit_test(test_pushes),
		cmocka_unit_test(test_text_is_as_jansson_writes_it),
		cmocka_unit_test(test_too_long_is_refused),
		cmocka_unit_test(test_times),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
