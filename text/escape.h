/*
 * Text that others wrote (a person, a client, a file) for a terminal: what would move its cursor,
 * change its colours, begin a line or turn the direction of writing is shown instead of done.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * The text on one line: control characters, line ends, marks of direction and bytes that are no
 * UTF-8 become \n, \t, \x1b, \u202e. Transferred.
 */
char *
sabot_text_escape(const char *text);

/*
 * Likewise, for a program that prints and ends: `text` itself where nothing of it is escaped, else
 * what stays as long as the program. NULL becomes "".
 */
const char *
sabot_text_plain(const char *text);

/* Likewise of so many bytes; line ends and tabulators stay as they are. Transferred. */
char *
sabot_text_escape_lines(const char *bytes, size_t n_bytes);
