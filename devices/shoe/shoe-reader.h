/* Makes a shoe device from its options, opens its line, and reads its bytes into reports. */
#pragma once

#include "shoe-device.h"

/*
 * Opens nothing but the journal. `handler` and `user` are borrowed for the device's life. NULL and
 * `error` (SABOT_SHOE_DEVICE_ERROR, or G_IO_ERROR for the address and the journal).
 */
struct sabot_shoe_device *
sabot_shoe_device_new(const struct sabot_shoe_device_options *options,
		      const struct sabot_shoe_device_handler *handler, void *user, GError **error);

/* Stops it without an event. NULL is allowed. */
void
sabot_shoe_device_free(struct sabot_shoe_device *device);

/* Begin to connect, and retry without limit. The first `online` is an event too. */
void
sabot_shoe_device_start(struct sabot_shoe_device *device);

/* Close the line; no event. It may be started again. */
void
sabot_shoe_device_stop(struct sabot_shoe_device *device);
