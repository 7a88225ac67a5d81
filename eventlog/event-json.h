/*
 * Input events read from JSON (docs/event-log.md). A wrong type, a missing field or a number out of
 * bounds is refused with the field's name.
 */
#pragma once

#include "engine/table/table.h"

#include "plain-line.h"

#include <jansson.h>

enum { SABOT_EVENT_ERROR_SIZE = 200 };

/* Storage for data of an event that JSON does not hold in that form. */
struct sabot_event_buffer {
	struct sabot_card cards[SABOT_RUN_OUT_CARDS_MAX];
};

/*
 * Read one input event. Strings are borrowed from `object`, the run-out from `buffer`; both must
 * outlive the use of `ret_event`. `game` decides which fields are required and the default `on`.
 * Returns false with an error in `error` that begins with the field's name.
 */
bool
sabot_event_from_json(const json_t *object, enum sabot_game game, struct sabot_event_buffer *buffer,
		      struct sabot_event *ret_event, char error[SABOT_EVENT_ERROR_SIZE]);
/*
 * As sabot_event_from_json(), from a plain line, from which strings are borrowed, with the same
 * errors.
 */
bool
sabot_event_from_plain(const struct sabot_plain_line *line, enum sabot_game game,
		       struct sabot_event_buffer *buffer, struct sabot_event *ret_event,
		       char error[SABOT_EVENT_ERROR_SIZE]);
