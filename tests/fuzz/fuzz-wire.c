/*
 * Fuzzing of the wire. The input is what a peer sends. What must hold: fed whole or a byte at a
 * time the same lines come; no line is longer than allowed; a line is taken or refused with an
 * error in words, as a request and as a daemon's message; what was taken is built and read again,
 * and can be said.
 */
#include "proto/floor-names.h"
#include "proto/message.h"
#include "proto/messages/hub-messages.h"
#include "proto/messages/hub-requests.h"
#include "proto/request.h"
#include "proto/messages/table-requests.h"
#include "proto/wording/wording.h"
#include "proto/record-write.h"

#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

struct lines {
	size_t n_lines;
	size_t sum; /* of all their bytes, in order */
	bool is_parsed;
};

static void
require(bool condition)
{
	if (!condition)
		abort();
}

/* The quick way writes what the tree says. */
static void
check_written(const struct sabot_record_type *type, gpointer record, const json_t *json)
{
	char *text = json_dumps(json, JSON_COMPACT);
	GString *written = g_string_new(NULL);

	sabot_record_write(type, record, written);
	require(text && strcmp(text, written->str) == 0);
	g_string_free(written, TRUE);
	free(text);
}

static void
check_again(const struct sabot_record_type *type, gpointer record)
{
	json_t *json, *again;
	gpointer copy;

	if (!record)
		return;
	json = sabot_record_build(type, record);
	check_written(type, record, json);
	copy = sabot_record_parse(type, json, NULL);
	/* A word of tomorrow is not kept, so a record that wants one may not be read again. */
	again = copy ? sabot_record_build(type, copy) : NULL;
	require(!again || json_equal(json, again));
	json_decref(again);
	json_decref(json);
	sabot_record_unref(copy);
}

static void
check_sentence(char *sentence)
{
	require(sentence != NULL && g_utf8_validate(sentence, -1, NULL));
	g_free(sentence);
}

/* There is a sentence for everything that a daemon may send. */
static void
check_wording(const struct sabot_wire_view *view)
{
	if (!view)
		return;
	for (guint i = 0; i < view->payouts->len; i++)
		check_sentence(sabot_phrase_payout(g_ptr_array_index(view->payouts, i)));
	if (view->incidents && view->incidents->worst)
		check_sentence(sabot_phrase_incident(view->incidents->worst));
	if (!view->prompt)
		return;
	check_sentence(sabot_phrase_prompt(view->prompt));
	check_sentence(sabot_phrase_prompt_why(view->prompt));
	check_sentence(sabot_phrase_calls(view->prompt));
}

static void
check_message(const char *line, size_t length_bytes)
{
	GError *error = NULL;
	struct sabot_wire_message *message = sabot_wire_message_parse(line, length_bytes, &error);

	require(!message != !error);
	require(!error || g_utf8_validate(error->message, -1, NULL));
	g_clear_error(&error);
	if (!message)
		return;
	check_again(&sabot_wire_greeting_type, message->greeting);
	check_again(&sabot_wire_view_push_type, message->view);
	check_again(&sabot_wire_beat_type, message->beat);
	check_wording(message->view ? message->view->view : NULL);
	check_wording(message->step ? message->step->view : NULL);
	if (message->step) {
		g_autoptr(GPtrArray) incidents = sabot_wire_step_incidents(message->step);

		for (guint i = 0; i < incidents->len; i++)
			check_again(&sabot_wire_incident_type, g_ptr_array_index(incidents, i));
		check_again(&sabot_wire_step_type, message->step);
	}
	sabot_wire_message_free(message);
}

/* Behind a hub: what is widened for the floor is narrowed for its daemon, or refused in words. */
static void
check_names(json_t *json)
{
	static const struct sabot_floor_naming namings[] = {{"east", false}, {"east", true}};
	struct sabot_wire_hub_request *head =
		sabot_record_parse_lenient(&sabot_wire_hub_request_type, json);

	require(head != NULL);
	sabot_record_unref(head);
	for (size_t i = 0; i < G_N_ELEMENTS(namings); i++) {
		json_t *wide = json_deep_copy(json);
		GError *error = NULL;

		sabot_floor_names_widen(wide, &namings[i]);
		require(sabot_floor_names_narrow(wide, &namings[i], &error) != (error != NULL));
		g_clear_error(&error);
		json_decref(wide);
	}
}

/* What is read of other daemons' answers that a hub puts together, and of its own steps' file. */
static void
check_hub(json_t *json)
{
	static const struct sabot_record_type *const types[] = {
		&sabot_wire_together_type,
		&sabot_wire_floor_item_type,
		&sabot_wire_hub_steps_type,
		&sabot_wire_hub_step_type,
	};
	g_autoptr(GPtrArray) each = sabot_wire_each_of(json);
	g_autoptr(GPtrArray) missing = sabot_wire_missing_of(json);

	require(each != NULL);
	for (guint i = 0; i < missing->len; i++) {
		g_autofree char *text = sabot_phrase_missing(g_ptr_array_index(missing, i));

		require(g_utf8_validate(text, -1, NULL));
	}
	for (size_t i = 0; i < G_N_ELEMENTS(types); i++) {
		gpointer record = sabot_record_parse(types[i], json, NULL);

		check_again(types[i], record);
		sabot_record_unref(record);
	}
}

static void
check_request(const char *line, size_t length_bytes)
{
	GError *error = NULL;
	json_t *id = NULL;
	struct sabot_wire_request *request =
		sabot_wire_request_parse(line, length_bytes, &id, &error);

	require(!request != !error);
	g_clear_error(&error);
	if (request) {
		check_names(request->args);
		check_hub(request->args);
		request->record =
			sabot_record_parse(&sabot_wire_event_request_type, request->args, &error);
		require(!request->record != !error);
	}
	g_clear_error(&error);
	sabot_wire_request_free(request);
	json_decref(id);
}

static bool
on_line(const char *line, size_t length_bytes, void *data)
{
	struct lines *lines = data;

	require(length_bytes > 0 && length_bytes <= SABOT_WIRE_LINE_MAX_BYTES);
	lines->n_lines++;
	for (size_t i = 0; i < length_bytes; i++)
		lines->sum = lines->sum * 31 + (unsigned char)line[i];
	if (lines->is_parsed) {
		check_message(line, length_bytes);
		check_request(line, length_bytes);
	}
	return true;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	static struct sabot_wire_splitter whole, single;
	struct lines at_once = {.is_parsed = true}, one_by_one = {0};
	enum sabot_wire_result first, second = SABOT_WIRE_OK;

	sabot_wire_splitter_init(&whole);
	sabot_wire_splitter_init(&single);
	first = sabot_wire_splitter_feed(&whole, (const char *)bytes, n_bytes, on_line, &at_once);
	for (size_t i = 0; i < n_bytes && second == SABOT_WIRE_OK; i++)
		second = sabot_wire_splitter_feed(&single, (const char *)bytes + i, 1, on_line,
						  &one_by_one);
	require(first == second);
	require(at_once.n_lines == one_by_one.n_lines && at_once.sum == one_by_one.sum);
	return 0;
}
