/* The connection of a shoe device, as its owner sees it. */
#pragma once

#include "shoe-device.h"

/* If the device waits for its next attempt to connect: try now, and again soon. */
void
sabot_shoe_device_poke(struct sabot_shoe_device *device);
