/*
 * Input events written as JSON in the form of the event log (docs/event-log.md).
 */
#pragma once

#include "engine/core/event.h"

#include <jansson.h>

/*
 * The event as one JSON object in the log's form; NULL if there is not enough memory. Transferred.
 * Fields that the engine does not use (note, who, step) are not in it; the caller keeps the
 * original object for them.
 */
json_t *
sabot_event_to_json(const struct sabot_event *event);

/*
 * The line of an event for a log that begins `n_lines` events later, in which the line named by a
 * ruling's `of` is a different one. NULL if it is not JSON. Transferred.
 */
json_t *
sabot_event_read_later(const char *line, int64_t n_lines);
