/* Appends plain text to a GString, for text that is written very often. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <string.h>

/* As g_string_append_len(), but calls GLib only if more room is needed. */
static inline void
sabot_text_append(GString *text, const char *bytes, size_t n_bytes)
{
	if (text->len + n_bytes >= text->allocated_len) {
		g_string_append_len(text, bytes, (gssize)n_bytes);
		return;
	}
	memcpy(text->str + text->len, bytes, n_bytes);
	text->len += n_bytes;
	text->str[text->len] = '\0';
}

/* True for ASCII that needs no escape inside a JSON string. */
static inline bool
sabot_text_is_plain(const char *word)
{
	for (; *word; word++) {
		if (*word < ' ' || *word > '~' || *word == '"' || *word == '\\')
			return false;
	}
	return true;
}
