/* The rules that a table's configuration overrides, as the `set` of an event log's first line. */
#pragma once

#include <jansson.h>

/*
 * Convert KEY=VALUE lines to JSON, each value in the type of its key in the profile's game. Keys
 * unknown to the profile are left out. New reference.
 */
json_t *
sabot_overrides_to_json(const char *profile, const char *profiles_dir, const char *overrides);
