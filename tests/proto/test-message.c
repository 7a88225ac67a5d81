/* Messages: errors name their field, what is built is read again the same, limits refuse. */
#include "proto/message.h"
#include "proto/request.h"
#include "proto/messages/access-messages.h"
#include "proto/messages/log-messages.h"
#include "proto/messages/lookup-messages.h"
#include "proto/messages/money-messages.h"
#include "proto/messages/table-messages.h"
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
	json_t *id = NULL, *object = NULL;
	const char *table = NULL;
	bool open = false;
	int64_t since = 0, none = -5;
	struct sabot_wire_request *request =
		sabot_wire_request_parse(line, strlen(line), &id, &error);

	(void)state;
	assert_non_null(request);
	assert_string_equal(request->verb, "incidents");
	assert_string_equal(json_string_value(id), "x");
	assert_true(sabot_wire_request_get_string(request, "table", true, &table, &error));
	assert_string_equal(table, "PB-01");
	assert_true(sabot_wire_request_get_boolean(request, "open", &open, &error));
	assert_true(open);
	assert_true(sabot_wire_request_get_integer(request, "since", true, &since, &error));
	assert_int_equal(since, 7);
	assert_true(sabot_wire_request_get_integer(request, "none", false, &none, &error));
	assert_int_equal(none, -5);
	assert_false(sabot_wire_request_get_string(request, "since", true, &table, &error));
	assert_string_equal(error->message, "since: a string is wanted");
	g_clear_error(&error);
	assert_false(sabot_wire_request_get_object(request, "event", &object, &error));
	assert_string_equal(error->message, "event: missing");
	g_clear_error(&error);
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
	struct sabot_wire_incident *copy = sabot_wire_incident_copy(incident);

	(void)state;
	json_decref(json);
	assert_int_equal(copy->parent, 2);
	assert_true(sabot_wire_incident_equal(incident, copy));
	assert_int_equal(sabot_wire_incident_alarm(incident, 8999999), SABOT_WIRE_ALARM_SHELVED);
	assert_int_equal(sabot_wire_incident_alarm(incident, 9000000), SABOT_WIRE_ALARM_ACTIVE);
	copy->acknowledged = sabot_record_new(&sabot_wire_mark_type);
	assert_false(sabot_wire_incident_equal(incident, copy));
	assert_int_equal(sabot_wire_incident_alarm(copy, 9000000), SABOT_WIRE_ALARM_ACKNOWLEDGED);
	copy->state = SABOT_WIRE_INCIDENT_CLEARED;
	assert_int_equal(sabot_wire_incident_alarm(copy, 0), SABOT_WIRE_ALARM_RESOLVED);
	sabot_record_unref(copy);
	sabot_record_unref(incident);
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

#define PUT(object, field, c_type) (*(c_type *)(void *)((char *)(object) + (field)->offset))

enum { FILLS = 6 };

static const char *const odd_texts[FILLS] = {
	"",
	"plain",
	"\"quoted\" \\ and /",
	"t\tn\nb\bf\f \x01\x1f\x7f",
	"mesa n\u00ba 3 \u2026",
	"\xff",
};
static const int64_t odd_numbers[FILLS] = {0, -1, 7, INT64_MAX, INT64_MIN, 1795291205250000};

static gpointer
fill(const struct sabot_record_type *type, int how);

/* Something in a field; of some kinds nothing, some time. */
static void
fill_field(const struct sabot_record_field *field, gpointer object, int how)
{
	struct sabot_wire_card card = {.is_hidden = how % 2 == 0, .card = {how % 14, how % 5}};
	int word = 1;

	switch (field->kind) {
	case SABOT_RECORD_STRING:
		g_free(PUT(object, field, char *));
		PUT(object, field, char *) = g_strdup(odd_texts[how]);
		break;
	case SABOT_RECORD_INTEGER:
		PUT(object, field, int64_t) = odd_numbers[how];
		break;
	case SABOT_RECORD_BOOLEAN:
		PUT(object, field, bool) = how % 2;
		break;
	case SABOT_RECORD_TIME:
		PUT(object, field, int64_t) = how % 2 ? INT64_C(1795291205250000) + how : 0;
		break;
	case SABOT_RECORD_WORD:
		PUT(object, field, int) = how % 2;
		break;
	case SABOT_RECORD_WORDS:
		for (int i = 0; i < how; i++)
			g_array_append_val(PUT(object, field, GArray *), word);
		break;
	case SABOT_RECORD_STRINGS:
		if (!PUT(object, field, GPtrArray *) && how % 2)
			PUT(object, field, GPtrArray *) = g_ptr_array_new_with_free_func(g_free);
		for (int i = 0; PUT(object, field, GPtrArray *) && i < how; i++)
			g_ptr_array_add(PUT(object, field, GPtrArray *), g_strdup(odd_texts[i]));
		break;
	case SABOT_RECORD_INTEGERS:
		for (int i = 0; i < how; i++)
			g_array_append_val(PUT(object, field, GArray *), odd_numbers[i]);
		break;
	case SABOT_RECORD_CARDS:
		for (int i = 0; i < how; i++)
			g_array_append_val(PUT(object, field, GArray *), card);
		break;
	case SABOT_RECORD_JSON:
		PUT(object, field, json_t *) =
			how % 3 ? json_pack("{s:[i, n, s]}", "a\"b", how, "x\ny") : json_array();
		break;
	case SABOT_RECORD_OBJECT:
		PUT(object, field, gpointer) = how ? fill(field->type, how) : NULL;
		break;
	case SABOT_RECORD_LIST:
		for (int i = 0; i < how % 3; i++)
			g_ptr_array_add(PUT(object, field, GPtrArray *), fill(field->type, how));
		break;
	}
}

static gpointer
fill(const struct sabot_record_type *type, int how)
{
	gpointer object = sabot_record_new(type);

	for (size_t i = 0; i < type->n_fields; i++)
		fill_field(&type->fields[i], object, how);
	return object;
}

/* The answers and pushes with fields of every kind. */
static const struct sabot_record_type *const types[] = {
	&sabot_wire_step_type,     &sabot_wire_document_type,     &sabot_wire_shifts_type,
	&sabot_wire_shift_type,    &sabot_wire_shift_tables_type, &sabot_wire_shift_open_type,
	&sabot_wire_slips_type,    &sabot_wire_markers_type,      &sabot_wire_card_sets_type,
	&sabot_wire_recorded_type, &sabot_wire_finds_type,        &sabot_wire_story_type,
	&sabot_wire_replay_type,   &sabot_wire_check_type,        &sabot_wire_what_if_type,
	&sabot_wire_log_type,      &sabot_wire_frames_type,       &sabot_wire_reviews_type,
	&sabot_wire_rules_type,    &sabot_wire_rounds_type,       &sabot_wire_load_answer_type,
	&sabot_wire_remedies_type, &sabot_wire_statistics_type,   &sabot_wire_machines_type,
};

/* The quick way writes what the tree would, whatever is in the fields. */
static void
test_written_as_built(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(types) * FILLS; i++) {
		const struct sabot_record_type *type = types[i / FILLS];
		gpointer object = fill(type, (int)(i % FILLS));
		GString *written = g_string_new(NULL);
		json_t *built = sabot_record_build(type, object);
		char *text = json_dumps(built, JSON_COMPACT);

		sabot_record_write(type, object, written);
		assert_string_equal(written->str, text);
		free(text);
		json_decref(built);
		g_string_free(written, TRUE);
		sabot_record_unref(object);
	}
}

/* What one end writes the other reads: nothing of it is lost. */
static void
test_read_as_written(void **state)
{
	enum { HOW = 3 }; /* texts, cards and times that can be read */

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(types); i++) {
		gpointer object = fill(types[i], HOW), again;
		json_t *built = sabot_record_build(types[i], object), *rebuilt;
		g_autoptr(GError) error = NULL;

		again = sabot_record_parse(types[i], built, &error);
		if (!again)
			fail_msg("%s", error->message);
		rebuilt = sabot_record_build(types[i], again);
		assert_true(json_equal(built, rebuilt));
		json_decref(built);
		json_decref(rebuilt);
		sabot_record_unref(object);
		sabot_record_unref(again);
	}
}

/* A machine that sees no table is not one that sees all. */
static void
test_an_empty_list_is_not_a_missing_one(void **state)
{
	static const char *const texts[] = {"{\"machines\":[{\"tables\":[]}]}",
					    "{\"machines\":[{}]}"};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		json_t *json = json_loads(texts[i], 0, NULL), *built;
		struct sabot_wire_machines *read =
			sabot_record_parse(&sabot_wire_machines_type, json, NULL);
		const struct sabot_wire_machine *machine = g_ptr_array_index(read->machines, 0);

		assert_int_equal(machine->tables != NULL, i == 0);
		built = sabot_record_build(&sabot_wire_machines_type, read);
		assert_true(json_equal(json_object_get(built, "machines"),
				       json_object_get(json, "machines")));
		json_decref(built);
		json_decref(json);
		sabot_record_unref(read);
	}
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
		cmocka_unit_test(test_written_as_built),
		cmocka_unit_test(test_read_as_written),
		cmocka_unit_test(test_an_empty_list_is_not_a_missing_one),
		cmocka_unit_test(test_too_long_is_refused),
		cmocka_unit_test(test_times),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
