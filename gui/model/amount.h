/* Amounts as people type them, and back. No GTK. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { SABOT_AMOUNT_MAX_MINOR_DIGITS = 13 }; /* 10^12 minor units, as the event log has it */

/*
 * "25", "25.50", "25,5", "-3": minor units. One decimal mark at most, two digits behind it, blanks
 * around it; nothing else, so that "1.000" is refused and not guessed. False leaves the result.
 */
bool
sabot_amount_parse(const char *text, int64_t *ret_minor);

/* A whole number, not negative. */
bool
sabot_number_parse(const char *text, int64_t *ret_number);
