/*
 * Makes text from others (a person, a client, a file) safe for a terminal: characters that would
 * move the cursor, change colours, begin a line or reverse the writing direction are shown instead
 * of sent.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * The text on one line: control characters, line ends, direction marks and bytes that are not UTF-8
 * become \n, \t, \x1b, \u202e. Transferred.
 */
char *
sabot_text_escape(const char *text);

/*
 * As sabot_text_escape(), for a program that prints and exits: returns `text` itself if nothing
 * needs escaping, or else a string that is never freed. NULL becomes "".
 */
const char *
sabot_text_plain(const char *text);

/* As sabot_text_escape(), for `n_bytes` bytes; line ends and tabs are kept. Transferred. */
char *
sabot_text_escape_lines(const char *bytes, size_t n_bytes);
