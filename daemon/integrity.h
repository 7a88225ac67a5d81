/*
 * The check after the start, beside the game: a thread of its own with a connection of its own
 * looks at the file's structure and at the last stretch of the chain. What it finds is a finding of
 * the house log. Main thread, but for the check itself.
 */
#pragma once

#include "daemon/tables/floor.h"

struct sabot_integrity;

/* Begin the check; nothing is done during an outage. The floor is borrowed. Transferred. */
struct sabot_integrity *
sabot_integrity_new(struct sabot_floor *floor);

/* Gives up a check under way. Before the floor is stopped. NULL is allowed. */
void
sabot_integrity_free(struct sabot_integrity *integrity);
