/* Plain text onto a GString, for what is written a million times. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <string.h>

/* As g_string_append_len(), which is a call for each piece; here only where room is wanted. */
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

/* ASCII that stands between a JSON string's quotation marks as it is. */
static inline bool
sabot_text_is_plain(const char *word)
{
	for (; *word; word++) {
		if (*word < ' ' || *word > '~' || *word == '"' || *word == '\\')
			return false;
	}
	return true;
}
