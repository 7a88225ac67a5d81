/*
 * What a shoe device sends to its shoe, and the detection of its silence: frames that the driver
 * wrote, commands of people, the heartbeat. Works on the device's thread and owns nothing.
 */
#include "shoe-speech.h"
#include "shoe-device-private.h"

enum {
	/* A shoe that gets the command to lock confirms it within this time, or it failed. */
	ASKED_FOR_MS = 5000,
};

void
sabot_shoe_device_send(struct sabot_shoe_device *device, const struct sabot_shoe_bytes *out)
{
	struct sabot_shoe_bytes report;

	if (!out->n_bytes)
		return;
	if (sabot_transport_has_reports(device->transport) && device->driver->pack) {
		device->driver->pack(out, &report);
		out = &report;
	}
	if (!sabot_transport_send(device->transport, out->bytes, out->n_bytes)) {
		device->counters.send_errors++;
		return;
	}
	device->counters.sent++;
	sabot_shoe_device_journal_sent(device, out->bytes, out->n_bytes);
}

bool
sabot_shoe_device_is_receiving(const struct sabot_shoe_device *device)
{
	int64_t since_us = sabot_shoe_device_now_us(device) - device->last_frame_us;

	if (device->state != SABOT_SHOE_ONLINE)
		return false;
	return device->driver->heartbeat_ms > 0 ||
	       (device->last_frame.n_bytes > 0 && since_us <= SABOT_SHOE_HEARD_MS * INT64_C(1000));
}

static bool
refuse(GError **error, const struct sabot_shoe_device *device, const char *why)
{
	g_set_error(error, SABOT_SHOE_DEVICE_ERROR, SABOT_SHOE_DEVICE_ERROR_COMMAND, "%s: %s",
		    device->name, why);
	return false;
}

/* Sent, not answered, and not so long ago that the shoe will not answer any more. */
static bool
order_is_open(const struct sabot_shoe_device *device, const struct sabot_shoe_order *order)
{
	return order->by &&
	       sabot_shoe_device_now_us(device) - order->sent_us <= ASKED_FOR_MS * INT64_C(1000);
}

/* Of two who ask for the same the first is answered. */
static void
record_command(struct sabot_shoe_device *device, enum sabot_shoe_command command, const char *by)
{
	struct sabot_shoe_order *order = &device->orders[command];
	g_autofree char *note =
		g_strdup_printf("%s, asked by %s", sabot_shoe_command_to_string(command), by);

	if (!order_is_open(device, order)) {
		g_free(order->by);
		order->by = g_strdup(by);
		order->sent_us = sabot_shoe_device_now_us(device);
	}
	sabot_shoe_device_journal_comment(device, note);
}

bool
sabot_shoe_device_check_command(const struct sabot_shoe_device *device, GError **error)
{
	if (!device->commands)
		return refuse(error, device, "the configuration allows no commands");
	if (!device->driver->takes_commands)
		return refuse(error, device, "this kind of shoe takes no commands");
	if (device->state != SABOT_SHOE_ONLINE)
		return refuse(error, device, "the shoe is not online");
	return true;
}

bool
sabot_shoe_device_command(struct sabot_shoe_device *device, enum sabot_shoe_command command,
			  const char *by, GError **error)
{
	struct sabot_shoe_bytes out = {0};
	uint64_t sent = device->counters.sent;

	if (!sabot_shoe_device_check_command(device, error))
		return false;
	record_command(device, command, by);
	device->driver->command(device->driver_state, command, &out);
	sabot_shoe_device_send(device, &out);
	return device->counters.sent > sent ||
	       refuse(error, device, "the line does not take the command");
}

/* The state that says that it was done. */
static enum sabot_device_state
state_of_answer(enum sabot_shoe_command command)
{
	switch (command) {
	case SABOT_SHOE_COMMAND_LOCK:
		return SABOT_DEVICE_LOCKED;
	case SABOT_SHOE_COMMAND_UNLOCK:
		return SABOT_DEVICE_UNLOCKED;
	case SABOT_SHOE_COMMAND_CLEAR:
		break;
	}
	return SABOT_DEVICE_CLEARED;
}

char *
sabot_shoe_device_match_order(struct sabot_shoe_device *device, enum sabot_device_state state)
{
	for (int i = 0; i < SABOT_SHOE_COMMANDS; i++) {
		struct sabot_shoe_order *order = &device->orders[i];

		if (order_is_open(device, order) &&
		    state_of_answer((enum sabot_shoe_command)i) == state)
			return g_steal_pointer(&order->by);
	}
	return NULL;
}

void
sabot_shoe_device_forget_orders(struct sabot_shoe_device *device)
{
	for (int i = 0; i < SABOT_SHOE_COMMANDS; i++)
		g_clear_pointer(&device->orders[i].by, g_free);
}
