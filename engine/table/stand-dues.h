/*
 * What would be owed on the stakes of a round had the last hand stood before cards that nobody
 * announced: what was paid may be these sums. Nothing else would follow.
 */
#pragma once

#include "table-private.h"

/* Add to the accounts that there are what is owed on the stakes as the hand has stood. */
void
sabot_step_add_stand_dues(struct sabot_step *step, const struct sabot_table *as_if);

/* The same for each way in which it may have, of a round in play without an open card. */
void
sabot_step_add_dues_of_stands(struct sabot_step *step);
