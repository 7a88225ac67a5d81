/* The last frame of a shoe device, by which repeats are recognised across restarts. */
#pragma once

#include "shoe-device.h"

/* Copy the last accepted frame, from which repeats are recognised. */
void
sabot_shoe_device_get_last_frame(const struct sabot_shoe_device *device,
				 struct sabot_shoe_last_frame *ret_last);

/*
 * Before start(): what the last run committed. A frame equal to it is a repeat where the shoe
 * numbers its frames; else until `repeat_ms` after its time, or after the line was opened. When the
 * wall clock has gone back since, it counts from now.
 */
void
sabot_shoe_device_set_last_frame(struct sabot_shoe_device *device,
				 const struct sabot_shoe_last_frame *last);

/*
 * Forget the shoe's past, which was dealt elsewhere; call before it is reported online. It starts
 * from the shoe's current event at its greeting; what it had not sent before counts as lost, and
 * its identity is reported again.
 */
void
sabot_shoe_device_forget(struct sabot_shoe_device *device);
