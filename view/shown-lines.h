/*
 * The lines that follow from a step (docs/event-log.md, section 11), as clients may see them: the
 * engine's update becomes JSON here, and its incidents typed messages.
 */
#pragma once

#include "proto/messages/derived-lines.h"
#include "veil.h"

/* One of the lines. All borrowed. */
struct sabot_shown_line {
	const struct sabot_output *output;          /* of the update: several lines may share it */
	const struct sabot_incident_line *incident; /* behind the veil; NULL: no incident */
	json_t *json;                               /* members may be added */
};

typedef void (*sabot_shown_line_fn)(const struct sabot_shown_line *line, void *data);

/*
 * Call `fn` for each line of `update`, in their order. `veil` may be NULL: nothing is hidden.
 * `line` is the event's, and is printed in them.
 */
void
sabot_shown_lines_write(const struct sabot_update *update, const struct sabot_veil *veil,
			unsigned line, sabot_shown_line_fn fn, void *data);

/*
 * An incident as a typed line, with nothing hidden. `update` has its cards; NULL for one that has
 * none. One reference, transferred.
 */
struct sabot_incident_line *
sabot_shown_incident_new(const struct sabot_incident *incident, const struct sabot_update *update,
			 unsigned line);
