/* Commands to the shoe of a shoe device, and whether the shoe is being received. */
#pragma once

#include "shoe-device.h"

/*
 * True if the shoe can receive commands. False and `error` (SABOT_SHOE_DEVICE_ERROR) if the
 * configuration does not allow commands, the driver has none, or the shoe cannot be reached.
 */
bool
sabot_shoe_device_check_command(const struct sabot_shoe_device *device, GError **error);

/*
 * Send a command to the shoe. The journal records it with `by`, who gave the command; the caller
 * chooses the name, but must give one. When the shoe then reports that it did so, that event is
 * `by` the same. True means only that the frame was sent, not that the shoe obeyed. False and
 * `error` as for sabot_shoe_device_check_command(), or if the line does not accept it.
 */
bool
sabot_shoe_device_command(struct sabot_shoe_device *device, enum sabot_shoe_command command,
			  const char *by, GError **error);

/*
 * True if the shoe is online, and not only its line: it has a heartbeat, or its last message is not
 * older than SABOT_SHOE_HEARD_MS.
 */
bool
sabot_shoe_device_is_receiving(const struct sabot_shoe_device *device);
