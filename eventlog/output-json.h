/*
 * The results of a step as the lines that `sabotctl audit` prints (docs/event-log.md, "Derived
 * output").
 */
#pragma once

#include "engine/table/table.h"

#include <glib.h>
#include <jansson.h>

/*
 * The `detail` of an incident. `update` has its cards; NULL for one that has none. New reference.
 */
json_t *
sabot_incident_write_detail(const struct sabot_incident *incident,
			    const struct sabot_update *update);

/* Append one `incident` line to the array `lines`. It contains no list of cards. */
void
sabot_incident_append_json(json_t *lines, const struct sabot_incident *incident, unsigned line);

/*
 * Append the lines of one output of `update` to the array `lines`: none, one, or a `round` with its
 * `settle` lines.
 */
void
sabot_output_append_json(json_t *lines, const struct sabot_update *update,
			 const struct sabot_output *output, unsigned line);

/*
 * Append the lines of `update` to the array `lines`, in the order in which it is printed: rounds
 * with their settlements, incidents, loads. `line` = number of the event's line (or event).
 */
void
sabot_outputs_append_json(json_t *lines, const struct sabot_update *update, unsigned line);

/*
 * As sabot_outputs_append_json(), as text, one line each, in ASCII: the same as json_dumps() of
 * them.
 */
void
sabot_outputs_append_text(GString *text, const struct sabot_update *update, unsigned line);

/*
 * An incident of `update` as a sentence, with the cards that a run-out proved to be missing or
 * extra; the code's name if a field that the sentence needs is missing. Transferred.
 */
char *
sabot_incident_phrase(const struct sabot_incident *incident, const struct sabot_update *update);
