/*
 * The limits after which a line is closed: noise without a whole frame, and frames faster than any
 * shoe deals. Works on the device's thread and owns nothing.
 */
#include "shoe-device-private.h"

enum {
	DOUBTED_BYTES = 256, /* of noise: no line to a shoe that is understood */
	NOISE_KIB_MAX = 64,
};

#define DOUBT "the line is open, but what comes is not understood"

void
sabot_shoe_device_record_garbage(struct sabot_shoe_device *device, size_t n_bytes)
{
	char reason[64];

	device->counters.garbage_bytes += n_bytes;
	device->unheard_bytes += n_bytes;
	device->noise_bytes += n_bytes;
	if (device->noise_bytes < DOUBTED_BYTES)
		return;
	/* The heartbeat of a shoe shows whether it is there. */
	device->must_be_heard = true;
	if (device->noise_bytes >= NOISE_KIB_MAX * 1024) {
		g_snprintf(reason, sizeof reason, "%d KiB came without a whole frame",
			   NOISE_KIB_MAX);
		sabot_shoe_device_hang_up(device, reason);
	} else if (device->state == SABOT_SHOE_ONLINE && !device->driver->heartbeat_ms) {
		sabot_shoe_device_be_offline(device, DOUBT);
	}
}

/*
 * Each takes its share of time, and the time that is taken may be ahead of the clock by as many
 * shares as may come at once.
 */
static bool
is_too_fast(struct sabot_shoe_device *device)
{
	int64_t now_us = sabot_shoe_device_now_us(device);
	int64_t share_us, until_us;

	if (!device->frames_per_s)
		return false;
	share_us = G_USEC_PER_SEC / device->frames_per_s;
	until_us = MAX(device->frames_until_us, now_us) + share_us;
	if (until_us - now_us > share_us * device->frames_at_once)
		return true;
	device->frames_until_us = until_us;
	return false;
}

bool
sabot_shoe_device_admit_frame(struct sabot_shoe_device *device)
{
	if (!is_too_fast(device))
		return true;
	sabot_shoe_device_emit(device, SABOT_DEVICE_ERROR, "flood",
			       "more messages than any shoe deals; the line is given up");
	if (!device->driver->keeps_events)
		sabot_shoe_device_emit(device, SABOT_DEVICE_LOST, NULL, NULL);
	device->retry_ms = SABOT_SHOE_RETRY_LAST_MS;
	sabot_shoe_device_hang_up(device, "it sent more messages than any shoe deals");
	return false;
}
