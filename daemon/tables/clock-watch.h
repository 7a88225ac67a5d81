/*
 * Notices when somebody, or a time service, sets the machine's clock: events carry the time of day,
 * and a later reader of the log must know where it jumped. A step is a finding of the house log;
 * no event's time is changed for it. Main thread.
 */
#pragma once

#include "floor.h"

enum { SABOT_CLOCK_STEP_MIN_US = 500000 };

/* The machine's clocks, or a test's. */
struct sabot_clock {
	/* The time of day less the time since boot, µs: it changes when the clock is set only. */
	int64_t (*offset_us)(void *data);
	void *data;
};

struct sabot_clock_watch;

/*
 * Begin to watch. `floor` is borrowed; `clock` is copied, NULL: the machine's. NULL with an error
 * when the kernel does not report changes. Transferred.
 */
struct sabot_clock_watch *
sabot_clock_watch_new(struct sabot_floor *floor, const struct sabot_clock *clock, GError **error);

/*
 * The clock was set: report by how much, once it comes to SABOT_CLOCK_STEP_MIN_US since the last
 * report. Smaller ones add up. Called when the kernel says so.
 */
void
sabot_clock_watch_check(struct sabot_clock_watch *watch);

/* Before the floor is stopped. NULL is allowed. */
void
sabot_clock_watch_free(struct sabot_clock_watch *watch);
