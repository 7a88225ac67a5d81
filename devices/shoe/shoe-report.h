/* The last frame of a shoe device, by which repeats are recognised across restarts. */
#pragma once

#include "shoe-device.h"

/* Copy the last accepted frame, from which repeats are recognised. */
void
sabot_shoe_device_get_last_frame(const struct sabot_shoe_device *device,
				 struct sabot_shoe_last_frame *ret_last);

/*
 * Set the last frame that the previous run committed; call before start(). If the shoe numbers its
 * frames, an equal frame is a repeat; otherwise only until `repeat_ms` after its time, or after the
 * line was opened. If the wall clock was set back since, the time counts from now.
 */
void
sabot_shoe_device_set_last_frame(struct sabot_shoe_device *device,
				 const struct sabot_shoe_last_frame *last);

/*
 * Forget the shoe's past, which was dealt elsewhere; call before it is reported online. The device
 * then starts from the shoe's current event at its greeting; events not sent before count as lost,
 * and its identity is reported again.
 */
void
sabot_shoe_device_forget(struct sabot_shoe_device *device);
