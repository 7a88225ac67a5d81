/*
 * Deriving the load in the shoe again, from its journal: a card was read or put back in, a loss was
 * counted, an event was undone. What changes is reported, and nothing else.
 */
#pragma once

#include "table-private.h"

/*
 * Derive the load again from its journal as it is now. In this order: rounds whose lines change,
 * incidents that do not hold any more, incidents that have become certain, money to be put right.
 */
void
sabot_step_revise(struct sabot_step *step);
