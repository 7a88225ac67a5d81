/*
 * A number as a barcode in Code 39 (ISO/IEC 16388): digits and capital letters, between two stars.
 * No check character, because the number is printed below it.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum { SABOT_BARCODE_MAX = 24 }; /* characters */

/*
 * The widths of bars and gaps alternately, in modules of 1 and 3, beginning and ending with a bar.
 * NULL if the text is empty, too long or has another character. Transferred.
 */
GArray *
sabot_barcode_make(const char *text);
