/* Values as programs read them, in CSV and JSON; printf() would cost a year's coups seconds. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* Append a number without grouping. */
void
sabot_report_append_integer(GString *out, int64_t number);
