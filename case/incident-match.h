/*
 * Matches incidents between two replays of one log, the second with a change: an incident more or
 * fewer shifts all later numbers. An incident is identified by the event that raised it, its code,
 * and how many of that code the event had raised before it.
 */
#pragma once

#include "engine/table/table.h"

#include <glib.h>

struct sabot_incident_match;

/* One that has no incident yet. Transferred. */
struct sabot_incident_match *
sabot_incident_match_new(void);
/* NULL is allowed. */
void
sabot_incident_match_free(struct sabot_incident_match *match);

/*
 * Record the incidents that event `n` of the log raised as recorded; then those that it raises in
 * the other replay.
 */
void
sabot_incident_match_record(struct sabot_incident_match *match, int64_t n,
			    const struct sabot_update *update);
void
sabot_incident_match_change(struct sabot_incident_match *match, int64_t n,
			    const struct sabot_update *update);

/* The recorded number of an incident of the other replay; and the inverse. 0 = none. */
unsigned
sabot_incident_match_recorded(const struct sabot_incident_match *match, unsigned changed);
unsigned
sabot_incident_match_changed(const struct sabot_incident_match *match, unsigned recorded);
