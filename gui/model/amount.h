/* Amounts as people type them, and back. No GTK. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { SABOT_AMOUNT_MAX_MINOR_DIGITS = 13 }; /* 10^12 minor units, the event log's limit */

/*
 * Parse an amount such as "25", "25.50", "25,5" or "-3" into minor units. It has at most one
 * decimal mark and two digits after it, and may be surrounded by blanks. Anything else is refused:
 * "1.000" is not guessed. On false `ret_minor` is unchanged.
 */
bool
sabot_amount_parse(const char *text, int64_t *ret_minor);

/* Parse a whole number that is not negative. On false `ret_number` is unchanged. */
bool
sabot_number_parse(const char *text, int64_t *ret_number);
