/* The journal of a shoe device, as its owner sees it. */
#pragma once

#include "shoe-device.h"

/* Wait until all that was journaled so far has been handed to the operating system. */
void
sabot_shoe_device_flush_journal(struct sabot_shoe_device *device);

/* The journal's error in words, or NULL while it can be written. Transferred. */
char *
sabot_shoe_device_get_journal_error(const struct sabot_shoe_device *device);
