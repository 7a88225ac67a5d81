/*
 * The mirror is proven, as `sabotctl verify` does it: once after the start, and once a day, on a
 * thread of its own with less of the processor. What is damaged there would otherwise be noticed
 * only when the mirror is needed. Main thread, except for the check itself.
 */
#pragma once

#include "daemon/tables/floor.h"

struct sabot_mirror_check;

/* Nothing is done without a mirror, or during an outage. The floor is borrowed. Transferred. */
struct sabot_mirror_check *
sabot_mirror_check_new(struct sabot_floor *floor);

/* Aborts a check under way. Call before the floor is stopped. NULL is allowed. */
void
sabot_mirror_check_free(struct sabot_mirror_check *check);
