/* Formats whole numbers without printf(), which takes seconds for lists of millions. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum { SABOT_TEXT_DIGITS_SIZE = sizeof("18446744073709551615") };

/* Write the digits into `buffer`; returns a pointer to the first. */
const char *
sabot_text_digits(uint64_t number, char buffer[SABOT_TEXT_DIGITS_SIZE]);
/* "-1,234,567", with the language's mark between thousands. Transferred. */
GString *
sabot_text_grouped(bool is_negative, uint64_t size);
