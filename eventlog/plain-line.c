/*
 * One pass over the bytes, which ends at the first that is not as expected. Words get their NULs in
 * a second pass over the members, when the line is known to be plain.
 */
#include "plain-line.h"

#include <limits.h>
#include <string.h>

enum { NUMBER_DIGITS_MAX = 18 };

struct cursor {
	char *at; /* in the end at what is not plain: the LF or NUL behind the line */
	struct sabot_plain_line *line;
};

/* What may be in a word. */
__extension__ static const bool is_plain[UCHAR_MAX + 1] = {
	[' '] = true,
	['!'] = true,
	['#' ... '['] = true,
	[']' ... '~'] = true,
};

static inline void
skip_space(struct cursor *cursor)
{
	while (*cursor->at == ' ' || *cursor->at == '\t' || *cursor->at == '\r')
		cursor->at++;
}

/* Whether that byte comes next; it is passed over. */
static inline bool
skip_byte(struct cursor *cursor, char byte)
{
	skip_space(cursor);
	if (*cursor->at != byte)
		return false;
	cursor->at++;
	return true;
}

/* Behind the opening mark. False where anything but plain letters is in it. */
static inline bool
read_word(struct cursor *cursor, const char **ret_text, size_t *ret_bytes)
{
	char *at = cursor->at;

	while (is_plain[(unsigned char)*at])
		at++;
	if (*at != '"')
		return false;
	*ret_text = cursor->at;
	*ret_bytes = (size_t)(at - cursor->at);
	cursor->at = at + 1;
	return true;
}

static bool
is_digit(const struct cursor *cursor)
{
	return *cursor->at >= '0' && *cursor->at <= '9';
}

/* Without a fraction, an exponent, a zero before others or a negative zero. */
static bool
read_number(struct cursor *cursor, int64_t *ret_number)
{
	bool is_negative = *cursor->at == '-';
	int n_digits = 0;
	int64_t number = 0;

	cursor->at += is_negative;
	if (!is_digit(cursor) || (*cursor->at == '0' && is_negative))
		return false;
	for (; is_digit(cursor); cursor->at++, n_digits++) {
		if (n_digits == NUMBER_DIGITS_MAX || (n_digits == 1 && number == 0))
			return false;
		number = number * 10 + (*cursor->at - '0');
	}
	if (*cursor->at == '.' || *cursor->at == 'e' || *cursor->at == 'E')
		return false;
	*ret_number = is_negative ? -number : number;
	return true;
}

static bool
read_literal(struct cursor *cursor, const char *word)
{
	size_t n_bytes = strlen(word);

	if (strncmp(cursor->at, word, n_bytes) != 0)
		return false;
	cursor->at += n_bytes;
	return true;
}

/* A word, a number, true or false. */
static bool
read_scalar(struct cursor *cursor, struct sabot_value *value)
{
	skip_space(cursor);
	*value = (struct sabot_value){0};
	switch (*cursor->at) {
	case '"':
		cursor->at++;
		value->kind = SABOT_VALUE_WORD;
		return read_word(cursor, &value->text, &value->u.length_bytes);
	case 't':
		value->kind = SABOT_VALUE_TRUE;
		return read_literal(cursor, "true");
	case 'f':
		value->kind = SABOT_VALUE_FALSE;
		return read_literal(cursor, "false");
	default:
		value->kind = SABOT_VALUE_NUMBER;
		return read_number(cursor, &value->u.number);
	}
}

static bool
read_list(struct cursor *cursor, struct sabot_value *value)
{
	struct sabot_plain_line *line = cursor->line;

	*value = (struct sabot_value){.kind = SABOT_VALUE_LIST,
				      .u.items = line->items + line->n_items};
	if (skip_byte(cursor, ']'))
		return true;
	do {
		if (line->n_items == SABOT_PLAIN_ITEMS_MAX ||
		    !read_scalar(cursor, &line->items[line->n_items]))
			return false;
		line->n_items++;
		value->n_items++;
	} while (skip_byte(cursor, ','));
	return skip_byte(cursor, ']');
}

static uint64_t
letter_of(const char *name)
{
	return UINT64_C(1) << (name[0] & 63);
}

static bool
has_name(const struct sabot_plain_line *line, size_t i, const char *name, size_t name_bytes)
{
	return line->members[i].name_bytes == name_bytes &&
	       memcmp(line->members[i].name, name, name_bytes) == 0;
}

static bool
read_member(struct cursor *cursor)
{
	struct sabot_plain_line *line = cursor->line;
	size_t last = line->n_members;

	if (last == SABOT_PLAIN_MEMBERS_MAX || !skip_byte(cursor, '"') ||
	    !read_word(cursor, &line->members[last].name, &line->members[last].name_bytes))
		return false;
	for (size_t i = 0; i < last; i++)
		if (has_name(line, i, line->members[last].name, line->members[last].name_bytes))
			return false;
	line->n_members++;
	line->letters |= letter_of(line->members[last].name);
	if (!skip_byte(cursor, ':'))
		return false;
	if (skip_byte(cursor, '['))
		return read_list(cursor, &line->members[last].value);
	return read_scalar(cursor, &line->members[last].value);
}

/* `text` is of a line that may be written. */
static void
mark_end(const char *text, size_t length_bytes)
{
	((char *)(uintptr_t)text)[length_bytes] = '\0';
}

static void
mark_ends(const struct sabot_plain_line *line)
{
	for (size_t i = 0; i < line->n_members; i++) {
		const struct sabot_value *value = &line->members[i].value;

		mark_end(line->members[i].name, line->members[i].name_bytes);
		if (value->text)
			mark_end(value->text, value->u.length_bytes);
	}
	for (size_t i = 0; i < line->n_items; i++)
		if (line->items[i].text)
			mark_end(line->items[i].text, line->items[i].u.length_bytes);
}

bool
sabot_plain_line_read(char *text, size_t length_bytes, struct sabot_plain_line *ret_line)
{
	struct cursor cursor = {text, ret_line};

	ret_line->n_members = ret_line->n_items = 0;
	ret_line->letters = 0;
	if (!skip_byte(&cursor, '{'))
		return false;
	do {
		if (!read_member(&cursor))
			return false;
	} while (skip_byte(&cursor, ','));
	if (!skip_byte(&cursor, '}'))
		return false;
	skip_space(&cursor);
	if (cursor.at != text + length_bytes)
		return false;
	mark_ends(ret_line);
	return true;
}

const struct sabot_value *
sabot_plain_line_find(const struct sabot_plain_line *line, const char *name)
{
	if ((line->letters & letter_of(name)) == 0)
		return NULL;
	for (size_t i = 0; i < line->n_members; i++) {
		const char *other = line->members[i].name;

		if (other[0] == name[0] && other[1] == name[1] && strcmp(other, name) == 0)
			return &line->members[i].value;
	}
	return NULL;
}

struct sabot_value
sabot_value_of_json(const json_t *json)
{
	struct sabot_value value = {.kind = SABOT_VALUE_OTHER, .is_json = true};

	switch (json_typeof(json)) {
	case JSON_STRING:
		value.kind = SABOT_VALUE_WORD;
		value.text = json_string_value(json);
		value.u.length_bytes = json_string_length(json);
		break;
	case JSON_INTEGER:
		value.kind = SABOT_VALUE_NUMBER;
		value.u.number = json_integer_value(json);
		break;
	case JSON_TRUE:
		value.kind = SABOT_VALUE_TRUE;
		break;
	case JSON_FALSE:
		value.kind = SABOT_VALUE_FALSE;
		break;
	case JSON_ARRAY:
		value.kind = SABOT_VALUE_LIST;
		value.n_items = (unsigned)json_array_size(json);
		value.u.list = json;
		break;
	case JSON_OBJECT:
	case JSON_REAL:
	case JSON_NULL:
		break;
	}
	return value;
}

struct sabot_value
sabot_value_item(const struct sabot_value *list, size_t i)
{
	return list->is_json ? sabot_value_of_json(json_array_get(list->u.list, i))
			     : list->u.items[i];
}
