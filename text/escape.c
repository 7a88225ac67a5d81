/* See escape.h. */
#include "text/escape.h"

#include <glib.h>
#include <string.h>

enum { PLAIN_BYTE_MAX = 0xff };

/* Joins letters of some scripts and parts of emoji, and does nothing else. */
static bool
is_joiner(gunichar character)
{
	return character == 0x200c || character == 0x200d || character == 0xad;
}

static bool
is_plain(gunichar character)
{
	GUnicodeType type = g_unichar_type(character);

	if (type == G_UNICODE_FORMAT)
		return is_joiner(character);
	return type != G_UNICODE_CONTROL && type != G_UNICODE_LINE_SEPARATOR &&
	       type != G_UNICODE_PARAGRAPH_SEPARATOR && type != G_UNICODE_SURROGATE;
}

static void
append_escaped(GString *plain, gunichar character)
{
	if (character == '\n')
		g_string_append(plain, "\\n");
	else if (character == '\t')
		g_string_append(plain, "\\t");
	else if (character == '\r')
		g_string_append(plain, "\\r");
	else if (character <= PLAIN_BYTE_MAX)
		g_string_append_printf(plain, "\\x%02x", character);
	else
		g_string_append_printf(plain, "\\u%04x", character);
}

/* What is at `at`, and how many bytes of it are done with. */
static size_t
append_next(GString *plain, const char *at, size_t n_bytes, bool keeps_lines)
{
	gunichar character = g_utf8_get_char_validated(at, (gssize)n_bytes);
	size_t n_done = 1;

	if (character >= (gunichar)-2) {
		g_string_append_printf(plain, "\\x%02x", (unsigned char)*at);
		return n_done;
	}
	n_done = (size_t)(g_utf8_next_char(at) - at);
	if (is_plain(character) || (keeps_lines && (*at == '\n' || *at == '\t')))
		g_string_append_len(plain, at, (gssize)n_done);
	else
		append_escaped(plain, character);
	return n_done;
}

static char *
make_plain(const char *bytes, size_t n_bytes, bool keeps_lines)
{
	GString *plain = g_string_sized_new(n_bytes);

	for (size_t i = 0; i < n_bytes;)
		i += append_next(plain, bytes + i, n_bytes - i, keeps_lines);
	return g_string_free(plain, FALSE);
}

char *
sabot_text_escape(const char *text)
{
	return make_plain(text, strlen(text), false);
}

char *
sabot_text_escape_lines(const char *bytes, size_t n_bytes)
{
	return make_plain(bytes, n_bytes, true);
}

const char *
sabot_text_plain(const char *text)
{
	g_autofree char *plain = sabot_text_escape(text ? text : "");

	return text && strcmp(plain, text) == 0 ? text : g_intern_string(plain);
}
