/*
 * The same incident in two playings of one log, of which the second has something changed: a number
 * that is more or fewer moves all later ones. Known again by the event that raised it, its code,
 * and how many of that code the event had raised before it.
 */
#pragma once

#include "engine/table/table.h"

#include <glib.h>

struct sabot_incident_match;

struct sabot_incident_match *
sabot_incident_match_new(void);
/* NULL is allowed. */
void
sabot_incident_match_free(struct sabot_incident_match *match);

/* What event `n` of the log raised, as it was recorded; then what it raises in the other
 * playing. */
void
sabot_incident_match_record(struct sabot_incident_match *match, int64_t n,
			    const struct sabot_update *update);
void
sabot_incident_match_change(struct sabot_incident_match *match, int64_t n,
			    const struct sabot_update *update);

/* The number that it was recorded with, by that of the other playing; and back. 0 = there is
 * none. */
unsigned
sabot_incident_match_recorded(const struct sabot_incident_match *match, unsigned changed);
unsigned
sabot_incident_match_changed(const struct sabot_incident_match *match, unsigned recorded);
