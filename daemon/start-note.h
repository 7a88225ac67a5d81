/*
 * The house log's events about the daemon itself: its start, with version and configuration and the
 * changes since the start before, and its stop. Main thread.
 */
#pragma once

#include "daemon/tables/floor.h"

/*
 * Write `started`, `key` if another key signs than at the start before, and a `config` event for
 * each setting that differs. The settings are then kept in the state directory, for comparison at
 * the next start.
 */
void
sabot_start_record(struct sabot_floor *floor);

/* Write `stopped`. Call before the floor is stopped. */
void
sabot_stop_record(struct sabot_floor *floor);
