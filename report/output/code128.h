/*
 * A text as bars, in Code 128 (ISO/IEC 15417): printable ASCII in its code set B, an even number of
 * digits at the end (or all of it) in code set C, with the check character that the standard wants.
 */
#pragma once

#include <glib.h>

enum { SABOT_CODE128_MAX = 40 }; /* characters of a text */

/*
 * The symbol's values, start and check character included, without the stop: int. NULL for a text
 * that is empty, too long or has another character. Transferred.
 */
GArray *
sabot_code128_values(const char *text);

/*
 * The widths of bars and gaps by turns, in modules of 1 to 4, a bar first and last: int. NULL as
 * above. Transferred. Ten modules of white belong on either side.
 */
GArray *
sabot_code128_make(const char *text);
