/*
 * Keeps the service manager informed: that the daemon is ready, its state, and that it stops. With
 * a watchdog it also reports that both threads are alive: the main loop, from which this runs, and
 * the writer, which must have run its loop in between. Main thread.
 */
#pragma once

#include "daemon/tables/floor.h"

struct sabot_supervisor;

/* Report that the daemon is ready. The floor is borrowed. Transferred. */
struct sabot_supervisor *
sabot_supervisor_new(struct sabot_floor *floor);

/* Report that the daemon stops; call before the floor is stopped. NULL is allowed. */
void
sabot_supervisor_free(struct sabot_supervisor *supervisor);
