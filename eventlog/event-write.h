/*
 * Input events written as JSON in the form of the event log (docs/event-log.md).
 */
#pragma once

#include "engine/core/event.h"

#include <jansson.h>

/*
 * The event as one JSON object in the log's form; NULL when memory is short. Transferred. Fields
 * that are not the engine's (note, who, step) are not in it: who has the original object keeps it.
 */
json_t *
sabot_event_to_json(const struct sabot_event *event);

/*
 * The line of an event for a log that begins `n_lines` events later: there the line that a ruling
 * names by `of` is another. NULL: it is not JSON. Transferred.
 */
json_t *
sabot_event_read_later(const char *line, int64_t n_lines);
