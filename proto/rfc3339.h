/*
 * Times on the wire: RFC 3339, UTC, as integers of microseconds since 1970 inside.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* "2026-11-21T20:00:05Z", with ".123456" when there is a fraction. Transferred. */
char *
sabot_time_format(int64_t time_us);

/* False, leaving the result alone, unless `text` is a whole RFC 3339 time with its zone. */
bool
sabot_time_parse(const char *text, int64_t *ret_time_us);
