/*
 * What the house log says of the daemon itself: that it started, under which version and
 * configuration, what was changed in that since the start before, and that it stopped. Main thread.
 */
#pragma once

#include "daemon/tables/floor.h"

/*
 * Write `started`, `key` when another one signs than at the start before, and a `config` event for
 * each setting that differs. The settings are then kept in the state directory, for the next start
 * to compare with.
 */
void
sabot_start_record(struct sabot_floor *floor);

/* Write `stopped`. Before the floor is stopped. */
void
sabot_stop_record(struct sabot_floor *floor);
