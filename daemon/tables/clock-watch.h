/*
 * Detects when a person or a time service sets the machine's clock: events carry the time of day,
 * so a later reader of the log must know where it jumped. A step is a finding of the house log; it
 * changes no event's time. Main thread.
 */
#pragma once

#include "floor.h"

enum { SABOT_CLOCK_STEP_MIN_US = 500000 };

/* The machine's clocks, or a test's. */
struct sabot_clock {
	/* The time of day less the time since boot, µs: it changes only when the clock is set. */
	int64_t (*offset_us)(void *data);
	void *data;
};

struct sabot_clock_watch;

/*
 * Begin to watch. `floor` is borrowed; `clock` is copied, NULL: the machine's. NULL with an error
 * if the kernel cannot report changes. Transferred.
 */
struct sabot_clock_watch *
sabot_clock_watch_new(struct sabot_floor *floor, const struct sabot_clock *clock, GError **error);

/*
 * Report by how much the clock was set, once it is at least SABOT_CLOCK_STEP_MIN_US since the last
 * report. Smaller steps add up. Called when the kernel reports a change.
 */
void
sabot_clock_watch_check(struct sabot_clock_watch *watch);

/* Call before the floor is stopped. NULL is allowed. */
void
sabot_clock_watch_free(struct sabot_clock_watch *watch);
