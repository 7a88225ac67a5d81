/* Writes like json_dumps() with JSON_ENSURE_ASCII, which is used for a word that is not plain. */
#include "line-writer.h"

#include "text/append.h"
#include "text/number.h"

#include <string.h>

static void
put_bytes(struct sabot_line_writer *writer, const char *bytes, size_t n_bytes)
{
	sabot_text_append(writer->text, bytes, n_bytes);
}

static void
put(struct sabot_line_writer *writer, const char *text)
{
	put_bytes(writer, text, strlen(text));
}

/* What is before a value. */
static void
put_name(struct sabot_line_writer *writer, const char *name)
{
	if (!writer->is_first)
		put_bytes(writer, ", ", 2);
	writer->is_first = false;
	if (!name)
		return;
	put_bytes(writer, "\"", 1);
	put(writer, name);
	put_bytes(writer, "\": ", 3);
}

/* `value` is transferred; NULL is left out. */
static void
set(struct sabot_line_writer *writer, const char *name, json_t *value)
{
	json_t *open = writer->open[writer->depth - 1];

	if (name)
		json_object_set_new(open, name, value);
	else
		json_array_append_new(open, value);
}

static void
push(struct sabot_line_writer *writer, json_t *tree, const char *ends)
{
	g_assert(writer->depth < SABOT_LINE_WRITER_DEPTH);
	writer->open[writer->depth] = tree;
	writer->ends[writer->depth++] = ends[1];
	if (writer->text)
		g_string_append_c(writer->text, ends[0]);
	writer->is_first = true;
}

void
sabot_line_begin(struct sabot_line_writer *writer, const char *out)
{
	json_t *tree = writer->text ? NULL : json_object();

	push(writer, tree, "{}");
	if (tree)
		json_array_append_new(writer->lines, tree);
	sabot_line_add_word(writer, "out", out);
}

void
sabot_line_fill(struct sabot_line_writer *writer, json_t *tree)
{
	push(writer, tree, "{}");
}

void
sabot_line_add_number(struct sabot_line_writer *writer, const char *name, int64_t number)
{
	char digits[SABOT_TEXT_DIGITS_SIZE];

	if (!writer->text) {
		set(writer, name, json_integer(number));
		return;
	}
	put_name(writer, name);
	if (number < 0)
		g_string_append_c(writer->text, '-');
	put(writer, sabot_text_digits(number < 0 ? -(uint64_t)number : (uint64_t)number, digits));
}

static void
put_odd_word(struct sabot_line_writer *writer, const char *name, const char *word)
{
	json_t *json = json_string(word);
	char *text = json ? json_dumps(json, JSON_ENSURE_ASCII | JSON_ENCODE_ANY) : NULL;

	if (text) {
		put_name(writer, name);
		put(writer, text);
	}
	free(text);
	json_decref(json);
}

void
sabot_line_add_word(struct sabot_line_writer *writer, const char *name, const char *word)
{
	if (!word)
		return;
	if (!writer->text) {
		set(writer, name, json_string(word));
		return;
	}
	if (!sabot_text_is_plain(word)) {
		put_odd_word(writer, name, word);
		return;
	}
	put_name(writer, name);
	g_string_append_c(writer->text, '"');
	put(writer, word);
	g_string_append_c(writer->text, '"');
}

void
sabot_line_add_null(struct sabot_line_writer *writer, const char *name)
{
	if (!writer->text) {
		set(writer, name, json_null());
		return;
	}
	put_name(writer, name);
	put(writer, "null");
}

void
sabot_line_add_true(struct sabot_line_writer *writer, const char *name)
{
	if (!writer->text) {
		set(writer, name, json_true());
		return;
	}
	put_name(writer, name);
	put(writer, "true");
}

static void
open_value(struct sabot_line_writer *writer, const char *name, json_t *tree, const char *ends)
{
	if (tree)
		set(writer, name, tree);
	else
		put_name(writer, name);
	push(writer, tree, ends);
}

void
sabot_line_open_list(struct sabot_line_writer *writer, const char *name)
{
	open_value(writer, name, writer->text ? NULL : json_array(), "[]");
}

void
sabot_line_open_object(struct sabot_line_writer *writer, const char *name)
{
	open_value(writer, name, writer->text ? NULL : json_object(), "{}");
}

void
sabot_line_close(struct sabot_line_writer *writer)
{
	writer->depth--;
	if (!writer->text)
		return;
	g_string_append_c(writer->text, writer->ends[writer->depth]);
	if (writer->depth == 0)
		g_string_append_c(writer->text, '\n');
	writer->is_first = false;
}
