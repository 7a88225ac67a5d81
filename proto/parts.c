/*
 * Cutting long messages into parts and joining them: see parts.h. Only whole members of lists are
 * moved, never a piece of a text, so each line is JSON with a meaning of its own.
 */
#include "proto/parts.h"

#include "proto/message.h"

#include <string.h>

enum { HELD_MEMBERS_MAX = 100000 };

static json_t *
lists_of(json_t *message)
{
	json_t *ok = json_object_get(message, "ok");

	return ok ? ok : message;
}

static bool
refuse(GError **error, const char *text)
{
	g_set_error_literal(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, text);
	return false;
}

bool
sabot_wire_part_keep(json_t *part, json_t **held, GError **error)
{
	const char *name;
	json_t *list;

	if (!json_is_object(part))
		return refuse(error, "part: an object of lists is wanted");
	if (!*held)
		*held = json_object();
	json_object_foreach(part, name, list) {
		json_t *kept = json_object_get(*held, name);

		if (!json_is_array(list))
			return refuse(error, "part: an object of lists is wanted");
		if (!kept) {
			json_object_set_new(*held, name, json_array());
			kept = json_object_get(*held, name);
		}
		if (json_array_size(kept) + json_array_size(list) > HELD_MEMBERS_MAX)
			return refuse(error, "part: a list is too long");
		json_array_extend(kept, list);
	}
	return true;
}

bool
sabot_wire_parts_join(json_t *message, json_t **held, GError **error)
{
	json_t *lists = lists_of(message);
	const char *name;
	json_t *kept;

	if (!*held)
		return true;
	json_object_foreach(*held, name, kept) {
		json_t *list = json_object_get(lists, name);

		if (!json_is_array(list))
			return refuse(error, "part: the message has no list of that name");
		json_array_extend(kept, list);
		json_object_set(lists, name, kept);
	}
	json_decref(*held);
	*held = NULL;
	return true;
}

static void
append_line(GByteArray *bytes, const char *text, size_t length_bytes)
{
	g_byte_array_append(bytes, (const guint8 *)text, (guint)length_bytes);
	g_byte_array_append(bytes, (const guint8 *)"\n", 1);
}

/* Append `{"part":{NAME:[members]}}` with as many of the members from `first` as fit in a line. */
static size_t
append_part(GByteArray *bytes, const char *name, json_t *list, size_t first)
{
	g_autoptr(GString) line = g_string_new("{\"part\":{\"");
	size_t i;

	g_string_append_printf(line, "%s\":[", name);
	for (i = first; i < json_array_size(list); i++) {
		char *text = json_dumps(json_array_get(list, i), JSON_COMPACT | JSON_ENCODE_ANY);
		bool fits = line->len + strlen(text) + 4 <= SABOT_WIRE_LINE_MAX_BYTES;

		if (fits && i > first)
			g_string_append_c(line, ',');
		if (fits)
			g_string_append(line, text);
		free(text);
		if (!fits)
			break;
	}
	g_string_append(line, "]}}");
	if (i > first)
		append_line(bytes, line->str, line->len);
	return i;
}

/* Move all members of every list into parts; false when one member alone is too long. */
static bool
append_parts(GByteArray *bytes, json_t *lists)
{
	const char *name;
	json_t *list;

	json_object_foreach(lists, name, list) {
		size_t first = 0;

		if (!json_is_array(list))
			continue;
		while (first < json_array_size(list)) {
			size_t next = append_part(bytes, name, list, first);

			if (next == first)
				return false;
			first = next;
		}
		json_array_clear(list);
	}
	return true;
}

static bool
append_message(GByteArray *bytes, json_t *message)
{
	char *text = json_dumps(message, JSON_COMPACT);
	size_t length_bytes = text ? strlen(text) : 0;
	bool fits = length_bytes > 0 && length_bytes <= SABOT_WIRE_LINE_MAX_BYTES;

	if (fits)
		append_line(bytes, text, length_bytes);
	free(text);
	return fits;
}

GBytes *
sabot_wire_lines(json_t *message, GError **error)
{
	GByteArray *bytes = g_byte_array_new();
	bool fits = append_message(bytes, message);

	if (!fits) {
		json_t *copy = json_deep_copy(message);

		fits = append_parts(bytes, lists_of(copy)) && append_message(bytes, copy);
		json_decref(copy);
	}
	json_decref(message);
	if (fits)
		return g_byte_array_free_to_bytes(bytes);
	g_byte_array_unref(bytes);
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_TOO_LARGE,
		    "the message does not fit in lines of %d bytes", SABOT_WIRE_LINE_MAX_BYTES);
	return NULL;
}
