/*
 * Keeps the service manager informed: that the daemon is ready, how it is, that it stops, and, when
 * it is watched, that both its threads are alive: the main loop, from which this runs, and the
 * writer, which must have turned in between. Main thread.
 */
#pragma once

#include "daemon/tables/floor.h"

struct sabot_supervisor;

/* The daemon is ready. The floor is borrowed. Transferred. */
struct sabot_supervisor *
sabot_supervisor_new(struct sabot_floor *floor);

/* The daemon stops: said before the floor is. NULL is allowed. */
void
sabot_supervisor_free(struct sabot_supervisor *supervisor);
