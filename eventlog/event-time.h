/* When an event was, as its line says. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * RFC 3339, UTC: "2026-11-21T20:00:01Z", with or without a fraction; `text` has a NUL behind it.
 * UTC microseconds since 1970. False for another text.
 */
bool
sabot_event_time_parse(const char *text, size_t length_bytes, int64_t *ret_time_us);
