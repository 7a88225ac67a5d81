/*
 * The connection of a shoe device: when it is online, when it is closed, and when it is retried,
 * with growing pauses. Works on the device's thread and owns nothing.
 */
#include "shoe-connection.h"

#include "shoe-device-private.h"

enum {
	STEADY_US = 5 * G_USEC_PER_SEC, /* online for so long: the next pause is the first again */
};

static gboolean
on_heartbeat_due(void *user)
{
	struct sabot_shoe_device *device = user;
	int64_t silent_us = sabot_shoe_device_now_us(device) - device->heard_us;
	int64_t allowed_us = (int64_t)device->beat_ms * 1000 * SABOT_SHOE_HEARTBEATS_MISSED;
	struct sabot_shoe_bytes out = {0};
	char reason[64];

	if (silent_us > allowed_us) {
		g_snprintf(reason, sizeof reason, "the line is open, but silent for %d s",
			   (int)(silent_us / 1000000));
		device->must_be_heard = true;
		sabot_shoe_device_hang_up(device, reason);
		return G_SOURCE_REMOVE;
	}
	if (device->driver->tick)
		device->driver->tick(device->driver_state, &out);
	sabot_shoe_device_send(device, &out);
	return G_SOURCE_CONTINUE;
}

/* Later than the line's own source: bytes that came while we were busy are heard first. */
void
sabot_shoe_device_watch_heartbeat(struct sabot_shoe_device *device)
{
	device->heard_us = sabot_shoe_device_now_us(device);
	if (!device->beat_ms)
		return;
	sabot_shoe_device_arm(device, &device->heartbeat_timer, device->beat_ms, on_heartbeat_due);
	g_source_set_priority(device->heartbeat_timer, G_PRIORITY_LOW);
}

/* One that comes and goes is not tried at once each time; a recording's pulls are what they are. */
static void
leave_online(struct sabot_shoe_device *device)
{
	int64_t now_us = sabot_shoe_device_now_us(device);

	device->offline_since_us = now_us;
	if (now_us - device->online_since_us >= STEADY_US ||
	    sabot_transport_is_recording(device->transport))
		device->retry_ms = SABOT_SHOE_RETRY_FIRST_MS;
}

static void
emit_offline(struct sabot_shoe_device *device, const char *reason)
{
	bool was_online = device->state == SABOT_SHOE_ONLINE;

	sabot_shoe_device_set_state(device, SABOT_SHOE_OFFLINE, reason);
	if (was_online || !device->said_offline)
		sabot_shoe_device_emit(device, SABOT_DEVICE_OFFLINE, NULL, reason);
	device->said_offline = true;
}

static gboolean
on_retry_due(void *user)
{
	struct sabot_shoe_device *device = user;

	sabot_shoe_device_clear_source(&device->retry_timer);
	sabot_transport_start(device->transport);
	return G_SOURCE_REMOVE;
}

void
sabot_shoe_device_poke(struct sabot_shoe_device *device)
{
	if (!device->retry_timer)
		return;
	device->retry_ms = SABOT_SHOE_RETRY_FIRST_MS;
	on_retry_due(device);
}

void
sabot_shoe_device_be_offline(struct sabot_shoe_device *device, const char *reason)
{
	leave_online(device);
	emit_offline(device, reason);
}

void
sabot_shoe_device_closed(const char *reason, void *user)
{
	struct sabot_shoe_device *device = user;

	sabot_shoe_device_clear_source(&device->partial_timer);
	sabot_shoe_device_clear_source(&device->heartbeat_timer);
	sabot_shoe_device_forget_orders(device);
	device->is_identified = false;
	device->counters.garbage_bytes += device->n_buffered;
	device->n_buffered = 0;
	if (device->state == SABOT_SHOE_ONLINE)
		leave_online(device);
	sabot_shoe_device_arm(device, &device->retry_timer, device->retry_ms, on_retry_due);
	device->retry_ms = MIN(device->retry_ms * 2, (unsigned)SABOT_SHOE_RETRY_LAST_MS);
	if (device->is_open) {
		device->is_open = false;
		sabot_shoe_device_journal_line(device);
	}
	emit_offline(device, reason);
}

void
sabot_shoe_device_hang_up(struct sabot_shoe_device *device, const char *reason)
{
	sabot_transport_stop(device->transport);
	sabot_shoe_device_closed(reason, device);
}

/* What became of what left the shoe while nobody listened. */
static const char *
fate_of_missed(const struct sabot_shoe_device *device)
{
	if (device->has_forgotten)
		return "is not known";
	return device->driver->keeps_events ? "is asked for" : "was not read";
}

/* It says what it kept since a frame that we know. */
static bool
knows_place(const struct sabot_shoe_device *device)
{
	return device->driver->keeps_events &&
	       (device->was_online || device->last_frame.n_bytes > 0);
}

static void
emit_online(struct sabot_shoe_device *device)
{
	char detail[SABOT_SHOE_DETAIL_BYTES_MAX];
	int64_t away_us = sabot_shoe_device_now_us(device) - device->offline_since_us;

	if (!device->was_online) {
		sabot_shoe_device_emit(device, SABOT_DEVICE_ONLINE, NULL,
				       knows_place(device)
					       ? "what left the shoe meanwhile is asked for"
					       : "what left the shoe before is not known");
		return;
	}
	g_snprintf(detail, sizeof detail,
		   "back after %" G_GINT64_FORMAT ".%d s; what left the shoe meanwhile %s",
		   away_us / 1000000, (int)(away_us / 100000 % 10), fate_of_missed(device));
	sabot_shoe_device_emit(device, SABOT_DEVICE_ONLINE, NULL, detail);
}

void
sabot_shoe_device_be_online(struct sabot_shoe_device *device)
{
	device->online_since_us = sabot_shoe_device_now_us(device);
	if (device->was_online)
		device->counters.reconnects++;
	sabot_shoe_device_set_state(device, SABOT_SHOE_ONLINE, "");
	emit_online(device);
	device->owes_level = knows_place(device) && !device->has_forgotten;
	device->has_lost_any |= device->has_forgotten;
	if (device->has_forgotten)
		sabot_shoe_device_emit(device, SABOT_DEVICE_LOST, NULL, NULL);
	device->has_forgotten = false;
	device->was_online = true;
	device->said_offline = false;
}
