/*
 * Reals, and words with control characters or beyond ASCII, are left to jansson; a test compares
 * the rest with it.
 */
#include "json-write.h"

#include "text/append.h"
#include "text/number.h"

#include <string.h>

enum { TEXT_BYTES = 1024 /* that most trees have room in */ };

static int
append_piece(const char *piece, size_t length_bytes, void *text)
{
	g_string_append_len(text, piece, (gssize)length_bytes);
	return 0;
}

static void
append_any(GString *text, const json_t *json)
{
	json_dump_callback(json, append_piece, text, JSON_COMPACT | JSON_ENCODE_ANY);
}

static void
append_plain(GString *text, const char *word, size_t n_bytes)
{
	g_string_append_c(text, '"');
	sabot_text_append(text, word, n_bytes);
	g_string_append_c(text, '"');
}

static bool
is_printable(const char *word)
{
	for (; *word; word++) {
		if (*word < ' ' || *word > '~')
			return false;
	}
	return true;
}

/* Printable ASCII, as a line of a log that is itself JSON. */
static void
append_printable(GString *text, const char *word)
{
	g_string_append_c(text, '"');
	for (;;) {
		size_t n_plain = strcspn(word, "\"\\");

		sabot_text_append(text, word, n_plain);
		word += n_plain;
		if (*word == '\0')
			break;
		g_string_append_c(text, '\\');
		g_string_append_c(text, *word++);
	}
	g_string_append_c(text, '"');
}

void
sabot_json_append_text(GString *text, const char *word)
{
	json_t *json;

	if (sabot_text_is_plain(word)) {
		append_plain(text, word, strlen(word));
		return;
	}
	if (is_printable(word)) {
		append_printable(text, word);
		return;
	}
	json = json_string(word);
	append_any(text, json);
	json_decref(json);
}

void
sabot_json_append_word(GString *text, const char *word)
{
	append_plain(text, word, strlen(word));
}

void
sabot_json_append_number(GString *text, int64_t number)
{
	char buffer[SABOT_TEXT_DIGITS_SIZE];
	const char *digits =
		sabot_text_digits(number < 0 ? -(uint64_t)number : (uint64_t)number, buffer);

	if (number < 0)
		g_string_append_c(text, '-');
	sabot_text_append(text, digits, strlen(digits));
}

static void
append_array(GString *text, const json_t *array)
{
	const json_t *item;
	size_t i;

	g_string_append_c(text, '[');
	json_array_foreach(array, i, item) {
		if (i > 0)
			g_string_append_c(text, ',');
		sabot_json_append(text, item);
	}
	g_string_append_c(text, ']');
}

static void
append_object(GString *text, const json_t *object)
{
	const char *before = "", *name;
	json_t *member;

	g_string_append_c(text, '{');
	json_object_foreach((json_t *)object, name, member) {
		g_string_append(text, before);
		sabot_json_append_text(text, name);
		g_string_append_c(text, ':');
		sabot_json_append(text, member);
		before = ",";
	}
	g_string_append_c(text, '}');
}

static void
append_string(GString *text, const json_t *string)
{
	const char *word = json_string_value(string);
	size_t n_bytes = json_string_length(string);

	if (strlen(word) == n_bytes)
		sabot_json_append_text(text, word);
	else
		append_any(text, string);
}

void
sabot_json_append(GString *text, const json_t *json)
{
	switch (json_typeof(json)) {
	case JSON_OBJECT:
		append_object(text, json);
		break;
	case JSON_ARRAY:
		append_array(text, json);
		break;
	case JSON_INTEGER:
		sabot_json_append_number(text, json_integer_value(json));
		break;
	case JSON_STRING:
		append_string(text, json);
		break;
	case JSON_TRUE:
		g_string_append(text, "true");
		break;
	case JSON_FALSE:
		g_string_append(text, "false");
		break;
	case JSON_NULL:
		g_string_append(text, "null");
		break;
	case JSON_REAL:
		append_any(text, json);
		break;
	}
}

char *
sabot_json_to_text(const json_t *json)
{
	GString *text = g_string_sized_new(TEXT_BYTES);

	sabot_json_append(text, json);
	return g_string_free(text, FALSE);
}

size_t
sabot_json_count_bytes(const json_t *json)
{
	GString *text = g_string_sized_new(TEXT_BYTES);
	size_t n_bytes;

	sabot_json_append(text, json);
	n_bytes = text->len;
	g_string_free(text, TRUE);
	return n_bytes;
}
