/* Commands to the shoe of a shoe device, and whether the shoe is heard. */
#pragma once

#include "shoe-device.h"

/*
 * Whether the shoe can be asked to do anything. False and `error` (SABOT_SHOE_DEVICE_ERROR) when
 * the configuration does not allow commands, the driver knows none, or the shoe cannot be reached.
 */
bool
sabot_shoe_device_check_command(const struct sabot_shoe_device *device, GError **error);

/*
 * Ask the shoe to do something. The journal records it with `by`, who is an audience of one's own
 * choosing but must be given; and when the shoe then says that it did, that event is `by` him.
 * That the frame was sent (true) does not mean that it did. False and `error` as above, or when the
 * line does not take it.
 */
bool
sabot_shoe_device_command(struct sabot_shoe_device *device, enum sabot_shoe_command command,
			  const char *by, GError **error);

/*
 * It is online, and not only its line: it has a heartbeat, or what it said last is not older than
 * SABOT_SHOE_HEARD_MS.
 */
bool
sabot_shoe_device_is_receiving(const struct sabot_shoe_device *device);
