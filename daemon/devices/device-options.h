/*
 * What the configuration says of a table's shoe, as its device is made from it. Main thread.
 */
#pragma once

#include "daemon/config/config.h"
#include "devices/shoe/shoe-device.h"

/* Borrows from the configuration. What the table and the daemon add is not in it. */
struct sabot_shoe_device_options
sabot_device_options_of(const struct sabot_device_config *config);

/*
 * Check that the device can be created from its configuration, and that no simulated device is at a
 * real table. False with an error. Opens nothing.
 */
bool
sabot_device_options_check(const struct sabot_config *config,
			   const struct sabot_device_config *device_config, GError **error);
