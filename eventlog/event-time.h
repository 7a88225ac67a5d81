/* The time of an event from its line. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Parse RFC 3339 in UTC: "2026-11-21T20:00:01Z", with or without a fraction; `text` is followed by
 * a NUL. The result is UTC microseconds since 1970. False for any other text.
 */
bool
sabot_event_time_parse(const char *text, size_t length_bytes, int64_t *ret_time_us);
