/*
 * Input events to JSON and back (docs/event-log.md), and what a step yields as the lines that
 * `sabotctl audit` prints. Every wrong type, missing field or number out of bounds is refused
 * with the field's name.
 */
#pragma once

#include "engine/table/table.h"

#include <jansson.h>

enum { SABOT_EVENT_ERROR_SIZE = 200 };

/* Room for what an event points at and JSON does not hold in that form. */
struct sabot_event_buffer {
	struct sabot_card cards[SABOT_RUN_OUT_CARDS_MAX];
};

/*
 * Read one input event. Strings are borrowed from `object`, the run-out from `buffer`; both must
 * outlive the use of `ret_event`. `game` decides which fields are required and the default `on`.
 * Returns false with a sentence in `error` that begins with the field's name.
 */
bool
sabot_event_from_json(const json_t *object, enum sabot_game game, struct sabot_event_buffer *buffer,
		      struct sabot_event *ret_event, char error[SABOT_EVENT_ERROR_SIZE]);

/*
 * The event as one JSON object in the log's form; NULL when memory is short. Transferred. Fields
 * that are not the engine's (note, who, step) are not in it: who has the original object keeps it.
 */
json_t *
sabot_event_to_json(const struct sabot_event *event);

/* Append one `incident` line to the array `lines`. It holds no list of cards. */
void
sabot_incident_append_json(json_t *lines, const struct sabot_incident *incident, unsigned line);

/*
 * Append the lines of `update` to the array `lines`, in the order in which it is printed: rounds
 * with their settlements, incidents, loads. `line` = number of the event's line (or event).
 */
void
sabot_outputs_append_json(json_t *lines, const struct sabot_update *update, unsigned line);
