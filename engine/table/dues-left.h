/*
 * Until a table reports a payment nobody reads what would be owed on the stakes of a round had its
 * last hand stood (stand-dues.h): of the rounds before the first `paid` it is found out then.
 */
#pragma once

#include "table-private.h"

/* A `paid` has come: add what is left, of all rounds of the load. */
void
sabot_step_add_dues_left(struct sabot_step *step);

/* The load is taken out, or the next one goes in: only its last round can be paid later. */
void
sabot_step_add_last_dues_left(struct sabot_step *step);
