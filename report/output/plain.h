/*
 * Values for programs, in CSV and JSON, written without printf(), which would take seconds for a
 * year's coups.
 */
#pragma once

#include <glib.h>
#include <stdint.h>

/* Append a number without grouping. */
void
sabot_report_append_integer(GString *out, int64_t number);
