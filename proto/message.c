/* The daemon's messages, built and read: see message.h. Requests are in request.c. */
#include "proto/message.h"
#include "proto/json-write.h"
#include "record-write.h"

#include <string.h>

#define F(...) SABOT_RECORD_FIELD(sabot_wire_greeting, __VA_ARGS__, )
static const struct sabot_record_field greeting_fields[] = {
	F("version", STRING, version, .required = true),
	F("protocol", INTEGER, protocol, .required = true),
	F("site", STRING, site),
	F("role", STRING, role),
	F("machine", STRING, machine),
	F("origin", STRING, origin),
	F("seq", INTEGER, seq, .required = true),
	F("beat_ms", INTEGER, beat_ms, .absent = SABOT_WIRE_BEAT_MS, .is_always_written = true),
};
const struct sabot_record_type sabot_wire_greeting_type =
	SABOT_RECORD_TYPE(sabot_wire_greeting, greeting_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_snapshot, __VA_ARGS__, )
static const struct sabot_record_field snapshot_fields[] = {
	F("seq", INTEGER, seq, .required = true),
	F("resumed", BOOLEAN, is_resumed, .required = true),
	F("tables", LIST, tables, .required = true, .type = &sabot_wire_view_type),
	F("incidents", LIST, incidents, .required = true, .type = &sabot_wire_incident_type),
};
const struct sabot_record_type sabot_wire_snapshot_type =
	SABOT_RECORD_TYPE(sabot_wire_snapshot, snapshot_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_step, __VA_ARGS__, )
static const struct sabot_record_field step_fields[] = {
	F("seq", INTEGER, seq, .required = true),
	F("table", STRING, table, .required = true),
	F("n", INTEGER, n, .required = true),
	F("missed", BOOLEAN, is_missed),
	F("event", JSON, event, .required = true),
	F("out", JSON, out),
	F("view", OBJECT, view, .type = &sabot_wire_view_type),
};
const struct sabot_record_type sabot_wire_step_type =
	SABOT_RECORD_TYPE(sabot_wire_step, step_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_view_push, __VA_ARGS__, )
static const struct sabot_record_field view_push_fields[] = {
	F("table", STRING, table, .required = true),
	F("view", OBJECT, view, .required = true, .type = &sabot_wire_view_type),
};
const struct sabot_record_type sabot_wire_view_push_type =
	SABOT_RECORD_TYPE(sabot_wire_view_push, view_push_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_incidents_push, __VA_ARGS__, )
static const struct sabot_record_field incidents_push_fields[] = {
	F("incidents", LIST, incidents, .required = true, .type = &sabot_wire_incident_type),
};
const struct sabot_record_type sabot_wire_incidents_push_type =
	SABOT_RECORD_TYPE(sabot_wire_incidents_push, incidents_push_fields);
#undef F

#define F(...) SABOT_RECORD_FIELD(sabot_wire_beat, __VA_ARGS__, )
static const struct sabot_record_field beat_fields[] = {
	F("seq", INTEGER, seq, .required = true),
	F("at", TIME, at_us),
};
const struct sabot_record_type sabot_wire_beat_type =
	SABOT_RECORD_TYPE(sabot_wire_beat, beat_fields);
#undef F

json_t *
sabot_wire_greeting_build(const struct sabot_wire_greeting *greeting)
{
	json_t *json = json_object();

	json_object_set_new(json, "sabot", sabot_record_build(&sabot_wire_greeting_type, greeting));
	return json;
}

static json_t *
reply_new(json_t *id)
{
	json_t *json = json_object();

	if (id)
		json_object_set(json, "id", id);
	return json;
}

json_t *
sabot_wire_reply_ok(json_t *id, json_t *ok)
{
	json_t *json = reply_new(id);

	json_object_set_new(json, "ok", ok ? ok : json_object());
	return json;
}

json_t *
sabot_wire_reply_error(json_t *id, enum sabot_wire_error error_class, const char *text)
{
	json_t *json = reply_new(id);
	g_autofree char *valid = g_utf8_make_valid(text, -1);
	json_t *error = json_pack("{s:s,s:s}", "class",
				  sabot_wire_error_class_to_string(error_class), "text", valid);

	json_object_set_new(json, "error", error);
	return json;
}

json_t *
sabot_wire_reply_gerror(json_t *id, const GError *error)
{
	enum sabot_wire_error error_class = SABOT_WIRE_ERROR_INTERNAL;

	if (error->domain == SABOT_WIRE_ERROR)
		error_class = (enum sabot_wire_error)error->code;
	return sabot_wire_reply_error(id, error_class, error->message);
}

/*
 * What most lines have room in, and most steps without a view; with it GString takes 1024, which
 * malloc() keeps for the thread.
 */
enum { LINE_BYTES = 4096, STEP_BYTES = 1000 };

static json_t *
push_build(const char *kind, json_t *fields)
{
	json_t *json = json_object();

	json_object_set_new(json, "push", json_string(kind));
	json_object_update(json, fields);
	json_decref(fields);
	return json;
}

json_t *
sabot_wire_view_push_build(const struct sabot_wire_view *view)
{
	json_t *json = json_object();

	json_object_set_new(json, "table", json_string(view->table));
	json_object_set_new(json, "view", sabot_record_build(&sabot_wire_view_type, view));
	return push_build("view", json);
}

json_t *
sabot_wire_beat_build(int64_t seq, int64_t at_us)
{
	struct sabot_wire_beat beat = {.seq = seq, .at_us = at_us};

	return push_build("beat", sabot_record_build(&sabot_wire_beat_type, &beat));
}

static GBytes *
refuse_length(GError **error)
{
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_TOO_LARGE,
		    "the message is longer than a line of %d bytes", SABOT_WIRE_LINE_MAX_BYTES);
	return NULL;
}

/* Takes the text over, which becomes a line. It is kept for long: no byte too many. */
static GBytes *
finish_line(GString *text, GError **error)
{
	GBytes *line = NULL;

	if (text->len <= SABOT_WIRE_LINE_MAX_BYTES) {
		g_string_append_c(text, '\n');
		line = g_bytes_new(text->str, text->len);
	}
	g_string_free(text, TRUE);
	return line ? line : refuse_length(error);
}

GBytes *
sabot_wire_line(json_t *message, GError **error)
{
	GString *text = g_string_sized_new(LINE_BYTES);

	sabot_json_append(text, message);
	json_decref(message);
	return finish_line(text, error);
}

GBytes *
sabot_wire_step_line(const struct sabot_wire_step *step, GError **error)
{
	static const char begin[] = "{\"push\":\"step\"";
	GString *text = g_string_sized_new(step->view ? LINE_BYTES : STEP_BYTES);
	const size_t fields_at = strlen(begin);

	g_string_append_len(text, begin, (gssize)fields_at);
	sabot_record_write(&sabot_wire_step_type, step, text);
	text->str[fields_at] = ','; /* in the place of its brace */
	return finish_line(text, error);
}

GBytes *
sabot_wire_step_line_missed(GBytes *line, GError **error)
{
	static const char event[] = ",\"event\":", words[] = ",\"missed\":true";
	const size_t n_words = strlen(words);
	size_t n_bytes, n_before;
	const char *bytes = g_bytes_get_data(line, &n_bytes);
	char *missed;

	n_before = (size_t)((const char *)memmem(bytes, n_bytes, event, strlen(event)) - bytes);
	if (n_bytes + n_words > SABOT_WIRE_LINE_MAX_BYTES + strlen("\n"))
		return refuse_length(error);
	missed = g_malloc(n_bytes + n_words);
	memcpy(missed, bytes, n_before);
	memcpy(missed + n_before, words, n_words);
	memcpy(missed + n_before + n_words, bytes + n_before, n_bytes - n_before);
	return g_bytes_new_take(missed, n_bytes + n_words);
}

GBytes *
sabot_wire_step_line_with(GBytes *line, const struct sabot_wire_view *view, GError **error)
{
	GString *text = g_string_sized_new(LINE_BYTES);
	size_t n_bytes;
	const char *bytes = g_bytes_get_data(line, &n_bytes);

	g_string_append_len(text, bytes, (gssize)(n_bytes - strlen("}\n")));
	g_string_append(text, ",\"view\":");
	sabot_record_write(&sabot_wire_view_type, view, text);
	g_string_append_c(text, '}');
	return finish_line(text, error);
}

json_t *
sabot_wire_json_parse(const char *line, size_t length_bytes, GError **error)
{
	json_error_t why;
	json_t *json;

	if (!sabot_wire_depth_is_allowed(line, length_bytes)) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_TOO_LARGE,
			    "nested deeper than %d", SABOT_WIRE_DEPTH_MAX);
		return NULL;
	}
	json = json_loadb(line, length_bytes, JSON_REJECT_DUPLICATES, &why);
	if (!json) {
		/* What it quotes of the line may end within a character. */
		g_autofree char *text = g_utf8_make_valid(why.text, -1);

		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    "not JSON: %s (byte %d)", text, why.position);
		return NULL;
	}
	if (!json_is_object(json)) {
		json_decref(json);
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    "an object is wanted");
		return NULL;
	}
	return json;
}

static bool
parse_error(struct sabot_wire_message *message, json_t *json, GError **error)
{
	const char *error_class = json_string_value(json_object_get(json, "class"));
	const char *text = json_string_value(json_object_get(json, "text"));

	if (!error_class || !text) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    "error: class and text are wanted");
		return false;
	}
	message->error = g_error_new_literal(
		SABOT_WIRE_ERROR, (int)sabot_wire_error_class_from_string(error_class), text);
	return true;
}

static bool
parse_push(struct sabot_wire_message *message, const char *push, GError **error)
{
	json_t *json = message->json;

	if (strcmp(push, "step") == 0) {
		message->kind = SABOT_WIRE_STEP;
		message->step = sabot_record_parse(&sabot_wire_step_type, json, error);
		return message->step != NULL;
	}
	if (strcmp(push, "view") == 0) {
		message->kind = SABOT_WIRE_VIEW;
		message->view = sabot_record_parse(&sabot_wire_view_push_type, json, error);
		return message->view != NULL;
	}
	if (strcmp(push, "incidents") == 0) {
		message->kind = SABOT_WIRE_INCIDENTS;
		message->incidents =
			sabot_record_parse(&sabot_wire_incidents_push_type, json, error);
		return message->incidents != NULL;
	}
	if (strcmp(push, "beat") == 0) {
		message->kind = SABOT_WIRE_BEAT;
		message->beat = sabot_record_parse(&sabot_wire_beat_type, json, error);
		return message->beat != NULL;
	}
	message->kind =
		strcmp(push, "logged_out") == 0 ? SABOT_WIRE_LOGGED_OUT : SABOT_WIRE_UNKNOWN_PUSH;
	return true;
}

static bool
parse_kind(struct sabot_wire_message *message, GError **error)
{
	json_t *json = message->json;
	json_t *greeting = json_object_get(json, "sabot");
	json_t *failure = json_object_get(json, "error");
	json_t *ok = json_object_get(json, "ok");
	const char *push = json_string_value(json_object_get(json, "push"));

	if (greeting) {
		message->kind = SABOT_WIRE_GREETING;
		message->greeting = sabot_record_parse(&sabot_wire_greeting_type, greeting, error);
		return message->greeting != NULL;
	}
	if (push)
		return parse_push(message, push, error);
	message->kind = SABOT_WIRE_REPLY;
	message->id = json_object_get(json, "id");
	message->ok = ok;
	if (failure)
		return parse_error(message, failure, error);
	if (ok)
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    "neither greeting, reply nor push");
	return false;
}

struct sabot_wire_message *
sabot_wire_message_parse(const char *line, size_t length_bytes, GError **error)
{
	json_t *json = sabot_wire_json_parse(line, length_bytes, error);
	struct sabot_wire_message *message;

	if (!json)
		return NULL;
	message = g_new0(struct sabot_wire_message, 1);
	message->json = json;
	if (!parse_kind(message, error))
		g_clear_pointer(&message, sabot_wire_message_free);
	return message;
}

void
sabot_wire_message_free(struct sabot_wire_message *message)
{
	if (!message)
		return;
	json_decref(message->json);
	g_clear_error(&message->error);
	sabot_record_unref(message->greeting);
	sabot_record_unref(message->step);
	sabot_record_unref(message->view);
	sabot_record_unref(message->incidents);
	sabot_record_unref(message->beat);
	g_free(message);
}

static struct sabot_wire_incident *
incident_from_line(const struct sabot_wire_step *step, json_t *line)
{
	const char *out = json_string_value(json_object_get(line, "out"));
	json_t *whole;
	struct sabot_wire_incident *incident;

	if (g_strcmp0(out, "incident") != 0)
		return NULL;
	whole = json_copy(line);
	json_object_set_new(whole, "table", json_string(step->table));
	json_object_set_new(whole, "seq", json_integer(step->seq));
	incident = sabot_record_parse(&sabot_wire_incident_type, whole, NULL);
	json_decref(whole);
	return incident;
}

int64_t
sabot_wire_page_append(json_t **all, json_t *page, const char *list)
{
	int64_t next = json_integer_value(json_object_get(page, "next"));

	if (*all)
		json_array_extend(json_object_get(*all, list), json_object_get(page, list));
	else
		*all = json_deep_copy(page);
	json_object_del(*all, "next");
	return next;
}

json_t *
sabot_wire_page_items(json_t *page, const char *list)
{
	return json_object_get(page, list);
}

GPtrArray *
sabot_wire_step_incidents(const struct sabot_wire_step *step)
{
	GPtrArray *incidents = g_ptr_array_new_with_free_func(sabot_record_unref);
	json_t *line;
	size_t i;

	json_array_foreach(step->out, i, line) {
		struct sabot_wire_incident *incident = incident_from_line(step, line);

		if (incident)
			g_ptr_array_add(incidents, incident);
	}
	return incidents;
}

void
sabot_wire_step_foreach_incident_state(const struct sabot_wire_step *step,
				       sabot_wire_incident_state_fn *fn, gpointer data)
{
	json_t *line;
	size_t i;

	json_array_foreach(step->out, i, line) {
		const char *out = json_string_value(json_object_get(line, "out"));
		json_t *id = json_object_get(line, "id");
		const char *state = json_string_value(json_object_get(line, "state"));
		json_t *json = json_object_get(line, "ruled");
		struct sabot_wire_mark *ruled =
			json ? sabot_record_parse(&sabot_wire_mark_type, json, NULL) : NULL;

		if (g_strcmp0(out, "incident_state") == 0 && json_is_integer(id) && state)
			fn(json_integer_value(id), sabot_wire_incident_state_from_string(state),
			   ruled, data);
		sabot_record_unref(ruled);
	}
}
