/*
 * Writes a struct directly as text, for the two lines that a daemon sends thousands of times a
 * second. The output is that of json_dumps() of sabot_record_build(): a test compares them.
 */
#include "record-write.h"
#include "proto/record.h"

#include "engine/core/event.h"
#include "proto/json-write.h"
#include "proto/record-member.h"
#include "proto/rfc3339.h"
#include "text/append.h"

#include <string.h>

/* jansson takes no other. */
static bool
is_text(const char *word)
{
	return word && (sabot_text_is_plain(word) || g_utf8_validate(word, -1, NULL));
}

static void
write_words(const struct sabot_record_field *field, const GArray *words, GString *text)
{
	g_string_append_c(text, '[');
	for (guint i = 0; i < words->len; i++) {
		if (i > 0)
			g_string_append_c(text, ',');
		sabot_json_append_word(text, field->words[g_array_index(words, int, i)]);
	}
	g_string_append_c(text, ']');
}

static void
write_strings(const GPtrArray *strings, GString *text)
{
	g_string_append_c(text, '[');
	for (guint i = 0; i < strings->len; i++) {
		if (i > 0)
			g_string_append_c(text, ',');
		sabot_json_append_text(text, g_ptr_array_index(strings, i));
	}
	g_string_append_c(text, ']');
}

static void
write_integers(const GArray *numbers, GString *text)
{
	g_string_append_c(text, '[');
	for (guint i = 0; i < numbers->len; i++) {
		if (i > 0)
			g_string_append_c(text, ',');
		sabot_json_append_number(text, g_array_index(numbers, int64_t, i));
	}
	g_string_append_c(text, ']');
}

static void
write_cards(const GArray *cards, GString *text)
{
	g_string_append_c(text, '[');
	for (guint i = 0; i < cards->len; i++) {
		const struct sabot_wire_card *card =
			&g_array_index(cards, struct sabot_wire_card, i);
		char name[SABOT_CARD_TEXT_SIZE];

		if (i > 0)
			g_string_append_c(text, ',');
		sabot_json_append_word(text, sabot_wire_card_format(card, name));
	}
	g_string_append_c(text, ']');
}

static void
write_list(const struct sabot_record_field *field, const GPtrArray *list, GString *text)
{
	g_string_append_c(text, '[');
	for (guint i = 0; i < list->len; i++) {
		if (i > 0)
			g_string_append_c(text, ',');
		sabot_record_write(field->type, g_ptr_array_index(list, i), text);
	}
	g_string_append_c(text, ']');
}

/* Seldom sent: the tree is as good. */
static void
write_texts(const GPtrArray *texts, GString *text)
{
	json_t *json = json_object();

	for (guint i = 0; i < texts->len; i++) {
		const struct sabot_record_text *member = g_ptr_array_index(texts, i);

		json_object_set_new(json, member->name, json_string(member->text));
	}
	sabot_json_append(text, json);
	json_decref(json);
}

static void
write_time(int64_t time_us, GString *text)
{
	g_autofree char *time = sabot_time_format(time_us);

	sabot_json_append_word(text, time);
}

static bool
is_wanted(const struct sabot_record_field *field)
{
	return field->required || field->is_always_written;
}

/* As sabot_record_build() leaves it out. */
static bool
is_absent(const struct sabot_record_field *field, gconstpointer object)
{
	switch (field->kind) {
	case SABOT_RECORD_STRING:
		return !is_text(GET(object, field, char *));
	case SABOT_RECORD_WORD:
		return GET(object, field, int) <= 0;
	case SABOT_RECORD_TIME:
		return GET(object, field, int64_t) == SABOT_TIME_NONE;
	case SABOT_RECORD_INTEGER:
		return GET(object, field, int64_t) == field->absent && !is_wanted(field);
	case SABOT_RECORD_BOOLEAN:
		return GET(object, field, bool) == (field->absent != 0) && !is_wanted(field);
	case SABOT_RECORD_JSON: {
		const json_t *json = GET(object, field, json_t *);

		return !json ||
		       (json_is_array(json) && json_array_size(json) == 0 && !field->required);
	}
	case SABOT_RECORD_WORDS:
	case SABOT_RECORD_INTEGERS:
	case SABOT_RECORD_CARDS:
		if (field->is_nullable)
			return !GET(object, field, GArray *);
		return GET(object, field, GArray *)->len == 0 && !field->required;
	case SABOT_RECORD_TEXTS:
		return GET(object, field, GPtrArray *)->len == 0;
	case SABOT_RECORD_STRINGS:
	case SABOT_RECORD_LIST:
		if (field->is_nullable)
			return !GET(object, field, GPtrArray *);
		return GET(object, field, GPtrArray *)->len == 0 && !field->required;
	case SABOT_RECORD_OBJECT:
		return !GET(object, field, gpointer);
	}
	return true;
}

static void
write_field(const struct sabot_record_field *field, gconstpointer object, GString *text)
{
	switch (field->kind) {
	case SABOT_RECORD_STRING:
		sabot_json_append_text(text, GET(object, field, char *));
		break;
	case SABOT_RECORD_WORD:
		sabot_json_append_word(text, field->words[GET(object, field, int)]);
		break;
	case SABOT_RECORD_TIME:
		write_time(GET(object, field, int64_t), text);
		break;
	case SABOT_RECORD_INTEGER:
		sabot_json_append_number(text, GET(object, field, int64_t));
		break;
	case SABOT_RECORD_BOOLEAN:
		g_string_append(text, GET(object, field, bool) ? "true" : "false");
		break;
	case SABOT_RECORD_JSON:
		sabot_json_append(text, GET(object, field, json_t *));
		break;
	case SABOT_RECORD_WORDS:
		write_words(field, GET(object, field, GArray *), text);
		break;
	case SABOT_RECORD_STRINGS:
		write_strings(GET(object, field, GPtrArray *), text);
		break;
	case SABOT_RECORD_INTEGERS:
		write_integers(GET(object, field, GArray *), text);
		break;
	case SABOT_RECORD_CARDS:
		write_cards(GET(object, field, GArray *), text);
		break;
	case SABOT_RECORD_OBJECT:
		sabot_record_write(field->type, GET(object, field, gpointer), text);
		break;
	case SABOT_RECORD_LIST:
		write_list(field, GET(object, field, GPtrArray *), text);
		break;
	case SABOT_RECORD_TEXTS:
		write_texts(GET(object, field, GPtrArray *), text);
		break;
	}
}

void
sabot_record_write(const struct sabot_record_type *type, gconstpointer object, GString *text)
{
	bool is_first = true;

	g_string_append_c(text, '{');
	for (size_t i = 0; i < type->n_fields; i++) {
		const struct sabot_record_field *field = &type->fields[i];

		if (is_absent(field, object))
			continue;
		if (!is_first)
			g_string_append_c(text, ',');
		sabot_json_append_word(text, field->name);
		g_string_append_c(text, ':');
		write_field(field, object, text);
		is_first = false;
	}
	g_string_append_c(text, '}');
}
