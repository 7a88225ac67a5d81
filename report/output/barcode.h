/*
 * A number as bars, in Code 39 (ISO/IEC 16388): digits and capital letters, between two stars. No
 * check character: the number stands below it in words.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum { SABOT_BARCODE_MAX = 24 }; /* characters */

/*
 * The widths of bars and gaps by turns, in modules of 1 and 3, a bar first and last. NULL for a
 * text that is empty, too long or has another character. Transferred.
 */
GArray *
sabot_barcode_make(const char *text);
