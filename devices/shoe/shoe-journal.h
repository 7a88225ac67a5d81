/* The journal of a shoe device, as its owner sees it. */
#pragma once

#include "shoe-device.h"

/* Wait until everything journaled so far was passed to the operating system. */
void
sabot_shoe_device_flush_journal(struct sabot_shoe_device *device);

/* The journal's error in words; NULL if there is none. Transferred. */
char *
sabot_shoe_device_get_journal_error(const struct sabot_shoe_device *device);
