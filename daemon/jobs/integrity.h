/*
 * The check after the start, while the game continues: a thread, with its own connection,
 * checks the file's structure and the last stretch of the chain. Faults are findings of the house
 * log. Main thread, except for the check itself.
 */
#pragma once

#include "daemon/tables/floor.h"

struct sabot_integrity;

/* Begin the check; nothing is done during an outage. The floor is borrowed. Transferred. */
struct sabot_integrity *
sabot_integrity_new(struct sabot_floor *floor);

/* The keys by which the house's checkpoints are proven, of struct sabot_key. Transferred. */
GPtrArray *
sabot_integrity_collect_keys(const struct sabot_floor *floor);

/* Aborts a check under way. Call before the floor is stopped. NULL is allowed. */
void
sabot_integrity_free(struct sabot_integrity *integrity);
