/* Applies an event to a simulated table, and counts what follows. */
#pragma once

#include "simulate.h"

/* Apply one event and count what it yields; true when it closed a round. */
bool
simulate_step(struct simulate *sim, const struct sabot_event *event);
