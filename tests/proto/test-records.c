/*
 * Records of proto/messages/: each field of each is filled, written and read again; requests are
 * read strictly.
 */
#include "proto/message.h"
#include "proto/messages/access-messages.h"
#include "proto/messages/access-requests.h"
#include "proto/messages/house-requests.h"
#include "proto/messages/log-messages.h"
#include "proto/messages/log-requests.h"
#include "proto/messages/lookup-messages.h"
#include "proto/messages/money-messages.h"
#include "proto/messages/table-messages.h"
#include "proto/record-copy.h"
#include "proto/record-write.h"
#include "proto/review.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

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
static const char *const text_names[FILLS] = {"", "a", "b \"c\"", "d", "e\n", "f"};
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
		if (!PUT(object, field, GPtrArray *))
			PUT(object, field, GPtrArray *) =
				g_ptr_array_new_with_free_func(sabot_record_unref);
		for (int i = 0; i < how % 3; i++)
			g_ptr_array_add(PUT(object, field, GPtrArray *), fill(field->type, how));
		break;
	case SABOT_RECORD_TEXTS:
		for (int i = 0; i < how; i++)
			sabot_record_add_text(PUT(object, field, GPtrArray *), text_names[i],
					      odd_texts[i]);
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

/* The requests: they are read strictly, and written by clients as trees only. */
static const struct sabot_record_type *const request_types[] = {
	&sabot_wire_page_request_type,          &sabot_wire_table_request_type,
	&sabot_wire_incidents_request_type,     &sabot_wire_watch_request_type,
	&sabot_wire_event_request_type,         &sabot_wire_acknowledge_request_type,
	&sabot_wire_assign_request_type,        &sabot_wire_shelve_request_type,
	&sabot_wire_unshelve_request_type,      &sabot_wire_comment_request_type,
	&sabot_wire_history_request_type,       &sabot_wire_remedies_request_type,
	&sabot_wire_redress_order_request_type, &sabot_wire_redress_withdraw_request_type,
	&sabot_wire_statistics_request_type,    &sabot_wire_rounds_request_type,
	&sabot_wire_rules_change_request_type,  &sabot_wire_command_request_type,
	&sabot_wire_document_request_type,      &sabot_wire_shift_request_type,
	&sabot_wire_documents_request_type,     &sabot_wire_slips_request_type,
	&sabot_wire_sign_off_request_type,      &sabot_wire_review_request_request_type,
	&sabot_wire_review_answer_request_type, &sabot_wire_reviews_request_type,
	&sabot_wire_log_request_type,           &sabot_wire_unveil_request_type,
	&sabot_wire_frames_request_type,        &sabot_wire_find_request_type,
	&sabot_wire_story_request_type,         &sabot_wire_replay_request_type,
	&sabot_wire_verify_request_type,        &sabot_wire_what_if_request_type,
	&sabot_wire_case_request_type,          &sabot_wire_report_request_type,
	&sabot_wire_archive_request_type,       &sabot_wire_give_request_type,
	&sabot_wire_take_request_type,          &sabot_wire_login_request_type,
	&sabot_wire_person_create_request_type, &sabot_wire_person_change_request_type,
	&sabot_wire_person_code_request_type,   &sabot_wire_machine_revoke_request_type,
};

/* A copy is equal to the record, and is written like it; a record of another content is not. */
static void
check_copy(const struct sabot_record_type *type, gpointer object, json_t *built)
{
	gpointer copy = sabot_record_copy(type, object), empty = sabot_record_new(type);
	json_t *of_copy = sabot_record_build(type, copy),
	       *of_empty = sabot_record_build(type, empty);

	assert_true(sabot_record_equal(type, object, copy));
	assert_true(json_equal(built, of_copy));
	if (!json_equal(built, of_empty))
		assert_false(sabot_record_equal(type, object, empty));
	json_decref(of_copy);
	json_decref(of_empty);
	sabot_record_unref(copy);
	sabot_record_unref(empty);
}

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
		check_copy(type, object, built);
		free(text);
		json_decref(built);
		g_string_free(written, TRUE);
		sabot_record_unref(object);
	}
}

static void
check_read_again(const struct sabot_record_type *type, int how)
{
	gpointer object = fill(type, how), again;
	json_t *built = sabot_record_build(type, object), *rebuilt;
	g_autoptr(GError) error = NULL;

	again = sabot_record_parse(type, built, &error);
	if (!again)
		fail_msg("%s", error->message);
	rebuilt = sabot_record_build(type, again);
	assert_true(json_equal(built, rebuilt));
	json_decref(built);
	json_decref(rebuilt);
	sabot_record_unref(object);
	sabot_record_unref(again);
}

/* What one end writes the other reads: nothing of it is lost. */
static void
test_read_as_written(void **state)
{
	enum { HOW = 3, WITH_ITEMS = 4 }; /* texts, cards and times that can be read */

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
		check_read_again(types[i], HOW);
	for (size_t i = 0; i < G_N_ELEMENTS(request_types); i++) {
		check_read_again(request_types[i], HOW);
		check_read_again(request_types[i], WITH_ITEMS);
	}
}

/* A request that is read, and the error's words or NULL. */
static const struct {
	const struct sabot_record_type *type;
	const char *json, *error;
} strict_requests[] = {
	{&sabot_wire_watch_request_type, "{\"unknown\":1}", NULL},
	{&sabot_wire_watch_request_type, "{\"since\":null}", "since: an integer is wanted"},
	{&sabot_wire_watch_request_type, "{\"since\":\"7\"}", "since: an integer is wanted"},
	{&sabot_wire_table_request_type, "{}", "table: missing"},
	{&sabot_wire_table_request_type, "{\"table\":7}", "table: a string is wanted"},
	{&sabot_wire_incidents_request_type, "{\"open\":1}", "open: true or false is wanted"},
	{&sabot_wire_event_request_type, "{\"table\":\"a\"}", "event: missing"},
	{&sabot_wire_event_request_type, "{\"table\":\"a\",\"event\":[]}",
	 "event: an object is wanted"},
	{&sabot_wire_acknowledge_request_type, "{\"incidents\":[7, null]}", NULL},
	{&sabot_wire_acknowledge_request_type, "{\"incidents\":{}}",
	 "incidents: a list of 1 to 100 is wanted"},
	{&sabot_wire_what_if_request_type, "{\"set\":{\"commission\":\"4\"}}", NULL},
	{&sabot_wire_what_if_request_type, "{\"set\":{\"commission\":4}}",
	 "set: are rules with a value each"},
	{&sabot_wire_what_if_request_type, "{\"rulings\":[]}",
	 "rulings: are incidents with a remedy each"},
	{&sabot_wire_take_request_type, "{\"file\":\"f\",\"keys\":[7]}",
	 "keys: a list of public keys is wanted"},
};

static void
test_requests_are_read_strictly(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(strict_requests); i++) {
		json_t *json = json_loads(strict_requests[i].json, 0, NULL);
		g_autoptr(GError) error = NULL;
		gpointer record = sabot_record_parse(strict_requests[i].type, json, &error);

		assert_non_null(json);
		assert_int_equal(record == NULL, strict_requests[i].error != NULL);
		if (strict_requests[i].error)
			assert_string_equal(error->message, strict_requests[i].error);
		sabot_record_unref(record);
		json_decref(json);
	}
}

/* What a handler has its own words for counts as missing when it is of another type. */
static void
test_some_values_count_as_missing(void **state)
{
	static const char text[] = "{\"table\":7, \"event\":{\"ev\":[], \"redress\":\"x\", "
				   "\"sim\":null, \"by\":\"p1\"}, \"second\":\"p2\"}";
	json_t *json = json_loads(text, 0, NULL);
	struct sabot_wire_event_request *request;
	struct sabot_wire_incident_name *name;

	(void)state;
	name = sabot_record_parse(&sabot_wire_incident_name_type, json, NULL);
	assert_null(name->table);
	assert_int_equal(name->incident, SABOT_WIRE_NO_NUMBER);
	sabot_record_unref(name);
	json_object_set_new(json, "table", json_string("PB-01"));
	request = sabot_record_parse(&sabot_wire_event_request_type, json, NULL);
	assert_null(request->head->ev);
	assert_string_equal(request->head->by, "p1");
	assert_non_null(request->head->sim);
	assert_non_null(request->head->redress);
	assert_int_equal(request->head->redress_number, SABOT_WIRE_NO_NUMBER);
	assert_null(request->head->card);
	assert_non_null(request->second);
	assert_null(request->second->name);
	assert_ptr_equal(request->event, json_object_get(json, "event"));
	sabot_record_unref(request);
	json_decref(json);
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_written_as_built),
		cmocka_unit_test(test_read_as_written),
		cmocka_unit_test(test_requests_are_read_strictly),
		cmocka_unit_test(test_some_values_count_as_missing),
		cmocka_unit_test(test_an_empty_list_is_not_a_missing_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
