/*
 * Driver, transport, timers and journal made into one device (shoe-device.h). Bytes go
 *
 *     transport → journal → [unpack()] → buffer → scan() → repeated? → decode() → reports
 *
 * and connections
 *
 *     stopped → connecting → online ⇄ offline
 *
 * where offline and connecting try again with growing pauses. All on one thread. Owns the
 * transport, the journal and the sources.
 */
#include "shoe-reader.h"

#include "devices/transport/transport-kinds.h"
#include "shoe-connection.h"
#include "shoe-device-private.h"

#include <string.h>

enum {
	PARTIAL_FRAME_MS = 500, /* at 4800 baud the longest frame takes 30 ms */
};

static void
drop_bytes(struct sabot_shoe_device *device, size_t n_bytes)
{
	device->n_buffered -= n_bytes;
	memmove(device->buffer, device->buffer + n_bytes, device->n_buffered);
}

static void
drop_garbage(struct sabot_shoe_device *device, size_t n_bytes)
{
	drop_bytes(device, n_bytes);
	sabot_shoe_device_record_garbage(device, n_bytes);
}

/* Take whole frames and garbage off the buffer until only the beginning of a frame is left. */
static void
parse_buffer(struct sabot_shoe_device *device)
{
	uint8_t frame[SABOT_SHOE_FRAME_BYTES_MAX];
	size_t consumed;

	while (device->n_buffered) {
		enum sabot_shoe_scan found =
			device->driver->scan(device->buffer, device->n_buffered, &consumed);

		if (found == SABOT_SHOE_NEED_MORE && device->n_buffered < sizeof device->buffer)
			return;
		if (found == SABOT_SHOE_FILLER) {
			drop_bytes(device, consumed);
			sabot_shoe_device_admit_frame(device);
			continue;
		}
		if (found != SABOT_SHOE_FRAME) {
			drop_garbage(device, found == SABOT_SHOE_GARBAGE ? consumed : 1);
			continue;
		}
		memcpy(frame, device->buffer, consumed);
		drop_bytes(device, consumed);
		if (sabot_shoe_device_admit_frame(device))
			sabot_shoe_device_process_frame(device, frame, consumed);
	}
}

/* The rest of a frame never came: what is buffered begins with garbage. */
static gboolean
on_partial_frame_timed_out(void *user)
{
	struct sabot_shoe_device *device = user;

	sabot_shoe_device_clear_source(&device->partial_timer);
	while (device->n_buffered) {
		drop_garbage(device, 1);
		parse_buffer(device);
	}
	return G_SOURCE_REMOVE;
}

/* Bytes of a stream, in pieces of any size. */
static void
take_stream(struct sabot_shoe_device *device, const uint8_t *bytes, size_t n_bytes)
{
	while (n_bytes && device->is_open) {
		size_t room = sizeof device->buffer - device->n_buffered;
		size_t n = MIN(room, n_bytes);

		memcpy(device->buffer + device->n_buffered, bytes, n);
		device->n_buffered += n;
		bytes += n;
		n_bytes -= n;
		parse_buffer(device);
	}
	sabot_shoe_device_clear_source(&device->partial_timer);
	if (device->n_buffered)
		sabot_shoe_device_arm(device, &device->partial_timer, PARTIAL_FRAME_MS,
				      on_partial_frame_timed_out);
}

static void
on_received(const uint8_t *bytes, size_t n_bytes, void *user)
{
	struct sabot_shoe_device *device = user;
	struct sabot_shoe_bytes stream;

	sabot_shoe_device_journal_received(device, bytes, n_bytes);
	device->counters.bytes += n_bytes;
	if (!sabot_transport_has_reports(device->transport) || !device->driver->unpack) {
		take_stream(device, bytes, n_bytes);
		return;
	}
	if (device->driver->unpack(device->driver_state, bytes, n_bytes, &stream))
		take_stream(device, stream.bytes, stream.n_bytes);
	else
		sabot_shoe_device_record_garbage(device, n_bytes);
}

static void
on_arrived(void *user)
{
	sabot_shoe_device_poke(user);
}

/*
 * An open line to a shoe with a heartbeat means nothing before the shoe is heard; nor, once it has
 * been silent for too long, to one without.
 */
static void
on_opened(void *user)
{
	struct sabot_shoe_device *device = user;
	struct sabot_shoe_bytes out = {0};

	device->is_open = true;
	device->counters.opened++;
	device->n_buffered = 0;
	device->noise_bytes = 0;
	device->opened_us = sabot_shoe_device_now_us(device);
	sabot_shoe_device_journal_line(device);
	if (!device->must_be_heard)
		sabot_shoe_device_be_online(device);
	device->driver->opened(device->driver_state, &out);
	sabot_shoe_device_record_shoe(device);
	sabot_shoe_device_send(device, &out);
	sabot_shoe_device_watch_heartbeat(device);
}

static const struct sabot_transport_handler transport_handler = {
	.opened = on_opened,
	.received = on_received,
	.closed = sabot_shoe_device_closed,
	.arrived = on_arrived,
};

struct sabot_shoe_device *
sabot_shoe_device_new(const struct sabot_shoe_device_options *options,
		      const struct sabot_shoe_device_handler *handler, void *user, GError **error)
{
	struct sabot_shoe_device *device;

	device = g_new0(struct sabot_shoe_device, 1);
	device->handler = handler;
	device->user = user;
	device->detail = g_strdup("");
	if (!sabot_shoe_device_set_up(device, options, error)) {
		sabot_shoe_device_free(device);
		return NULL;
	}
	device->driver_state = g_malloc0(device->driver->state_bytes);
	device->driver->reset(device->driver_state, &device->driver_options);
	device->transport = sabot_transport_new(options->transport, &device->line,
						&transport_handler, device, error);
	if (device->transport && (device->commands || device->driver->needs_reply))
		sabot_transport_allow_send(device->transport);
	if (device->transport && sabot_shoe_device_journal_open(device, options, error))
		return device;
	sabot_shoe_device_free(device);
	return NULL;
}

void
sabot_shoe_device_free(struct sabot_shoe_device *device)
{
	if (!device)
		return;
	sabot_shoe_device_clear_source(&device->retry_timer);
	sabot_shoe_device_clear_source(&device->partial_timer);
	sabot_shoe_device_clear_source(&device->heartbeat_timer);
	sabot_transport_free(device->transport);
	sabot_shoe_device_journal_close(device);
	g_free(device->driver_state);
	g_free(device->card_map);
	sabot_shoe_device_forget_orders(device);
	g_free(device->detail);
	g_free(device->url);
	g_free(device->name);
	g_free(device);
}

void
sabot_shoe_device_start(struct sabot_shoe_device *device)
{
	if (device->state != SABOT_SHOE_STOPPED)
		return;
	device->retry_ms = SABOT_SHOE_RETRY_FIRST_MS;
	device->said_offline = false;
	sabot_shoe_device_set_state(device, SABOT_SHOE_CONNECTING, "");
	sabot_transport_start(device->transport);
}

void
sabot_shoe_device_stop(struct sabot_shoe_device *device)
{
	if (device->state == SABOT_SHOE_ONLINE)
		device->offline_since_us = sabot_shoe_device_now_us(device);
	sabot_shoe_device_clear_source(&device->retry_timer);
	sabot_shoe_device_clear_source(&device->partial_timer);
	sabot_shoe_device_clear_source(&device->heartbeat_timer);
	device->n_buffered = 0;
	device->is_open = false;
	sabot_transport_stop(device->transport);
	sabot_shoe_device_set_state(device, SABOT_SHOE_STOPPED, "");
}
