/*
 * A text as a barcode in Code 128 (ISO/IEC 15417): printable ASCII in its code set B, an even
 * number of digits at the end (or all of it) in code set C, with the check character required by
 * the standard.
 */
#pragma once

#include <glib.h>

enum { SABOT_CODE128_MAX = 40 }; /* characters of a text */

/*
 * The symbol's values (int), including start and check character, without the stop. NULL if the
 * text is empty, too long or has another character. Transferred.
 */
GArray *
sabot_code128_values(const char *text);

/*
 * The widths (int) of bars and gaps alternately, in modules of 1 to 4, beginning and ending with a
 * bar. NULL as for sabot_code128_values(). Transferred. Ten white modules are needed on either
 * side.
 */
GArray *
sabot_code128_make(const char *text);
