/*
 * A shoe that the configuration has no more: what its table's log still says of it is closed at
 * the start, as nothing will ever report it online again. Main thread.
 */
#pragma once

#include "daemon/tables/floor.h"

/*
 * For each table without a device: rule `let_stand`, by "sabotd", on each open incident about the
 * line or the state of the shoe that it had. The log keeps the incident and the ruling.
 */
void
sabot_device_removed_close(struct sabot_floor *floor);
