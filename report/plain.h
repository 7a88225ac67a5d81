/* Values as programs read them, in CSV and JSON; printf() would cost a year's coups seconds. */
#pragma once

#include <glib.h>
#include <stdint.h>

enum { SABOT_REPORT_DIGITS_SIZE = sizeof("18446744073709551615") };

/* The first digit, in `buffer`. */
const char *
sabot_report_digits(uint64_t number, char buffer[SABOT_REPORT_DIGITS_SIZE]);
void
sabot_report_append_integer(GString *out, int64_t number);
