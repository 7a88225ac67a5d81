/*
 * The rules that a table's configuration overrules, as the `set` of an event log's first line.
 */
#pragma once

#include <jansson.h>

/*
 * KEY=VALUE lines to JSON, each value in the type its key takes in the profile's game. Lines that
 * the profile does not know are left out. New reference.
 */
json_t *
sabot_overrides_to_json(const char *profile, const char *profiles_dir, const char *overrides);
