/*
 * Shoes that are no longer configured: incidents that their tables' logs still have open about them
 * are closed at the start, as nothing will ever report the shoe online again. Main thread.
 */
#pragma once

#include "daemon/tables/floor.h"

/*
 * For each table without a device: rule `let_stand`, by "sabotd", on each open incident about the
 * line or the state of its former shoe. The log keeps the incident and the ruling.
 */
void
sabot_device_removed_close(struct sabot_floor *floor);
