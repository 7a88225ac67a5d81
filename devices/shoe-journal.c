/*
 * The journal of a shoe device: every byte of its line, before it is understood (recorder.h). A
 * file that is full is followed by another. Noise is written down as far as it tells something and
 * then counted only, so that a line that brings nothing else does not push out what was recorded
 * before; the bytes just before the frame that ends it are kept for that. Works on the device's
 * thread.
 */
#include "shoe-device-private.h"

enum {
	NOISE_WRITTEN_BYTES = 4096, /* since the last whole frame */
	TAIL_BYTES = 1024, /* the longest frame, also where each byte is a chunk or report */
};

static int64_t
journal_ms(const struct sabot_shoe_device *device)
{
	return (sabot_shoe_device_now_us(device) - device->journal_start_us) / 1000;
}

/*
 * A journal that cannot be written is said and counted; the cards are read all the same. The error
 * by its place: beside the call that sets it, it may be looked at before.
 */
static bool
note_result(struct sabot_shoe_device *device, bool ok, GError *const *error)
{
	if (!ok && !device->journal_error)
		g_warning("the bytes of %s are not journaled: %s", device->name, (*error)->message);
	else if (ok && device->journal_error)
		g_message("the bytes of %s are journaled again", device->name);
	g_clear_pointer(&device->journal_error, g_free);
	if (ok)
		return true;
	device->counters.journal_errors++;
	device->journal_error = g_strdup((*error)->message);
	return false;
}

/* The next file begins as if the line had been opened, so that it can be played by itself. */
static bool
rotate(struct sabot_shoe_device *device)
{
	g_autoptr(GError) error = NULL;
	bool ok = sabot_recorder_rotate(device->journal, device->clock.utc_us(device->clock.user),
					&error);

	if (ok) {
		device->journal_start_us = sabot_shoe_device_now_us(device);
		ok = !device->journal_is_plugged || sabot_recorder_plug(device->journal, 0, &error);
	}
	return note_result(device, ok, &error);
}

/* There is a journal, and room in it. */
static bool
make_ready(struct sabot_shoe_device *device)
{
	return device->journal && (!sabot_recorder_is_full(device->journal) || rotate(device));
}

bool
sabot_shoe_device_journal_open(struct sabot_shoe_device *device,
			       const struct sabot_shoe_device_options *options, GError **error)
{
	struct sabot_recorder_options wanted = {
		.path = options->journal_path,
		.driver = device->driver,
		.size_max_bytes = options->journal_size_max_bytes,
		.n_old = options->journal_n_old,
	};

	if (!options->journal_path)
		return true;
	if (!sabot_transport_has_reports(device->transport))
		wanted.line = &device->line;
	device->journal_start_us = sabot_shoe_device_now_us(device);
	device->journal =
		sabot_recorder_new(&wanted, device->clock.utc_us(device->clock.user), error);
	return device->journal;
}

void
sabot_shoe_device_journal_close(struct sabot_shoe_device *device)
{
	g_queue_clear_full(&device->journal_tail, (GDestroyNotify)g_bytes_unref);
	g_clear_pointer(&device->journal, sabot_recorder_free);
	g_clear_pointer(&device->journal_error, g_free);
}

void
sabot_shoe_device_journal_note(struct sabot_shoe_device *device, const char *text)
{
	g_autoptr(GError) error = NULL;

	if (make_ready(device))
		note_result(device, sabot_recorder_note(device->journal, text, &error), &error);
}

void
sabot_shoe_device_journal_line(struct sabot_shoe_device *device)
{
	bool (*record)(struct sabot_recorder *, int64_t, GError **) =
		device->is_open ? sabot_recorder_plug : sabot_recorder_hangup;
	g_autoptr(GError) error = NULL;

	if (make_ready(device))
		note_result(device, record(device->journal, journal_ms(device), &error), &error);
	device->journal_is_plugged = device->is_open;
}

static void
write_received(struct sabot_shoe_device *device, const uint8_t *bytes, size_t n_bytes)
{
	g_autoptr(GError) error = NULL;

	if (make_ready(device))
		note_result(device,
			    sabot_recorder_received(device->journal, journal_ms(device), bytes,
						    n_bytes, &error),
			    &error);
}

/* Counted, and the last of it remembered. */
static void
hold_back(struct sabot_shoe_device *device, const uint8_t *bytes, size_t n_bytes)
{
	if (!device->held_back_bytes)
		sabot_shoe_device_journal_note(
			device, "noise; from here on it is not written until a frame comes");
	device->held_back_bytes += n_bytes;
	g_queue_push_tail(&device->journal_tail, g_bytes_new(bytes, n_bytes));
	device->tail_bytes += n_bytes;
	while (device->tail_bytes > TAIL_BYTES) {
		g_autoptr(GBytes) oldest = g_queue_pop_head(&device->journal_tail);

		device->tail_bytes -= g_bytes_get_size(oldest);
	}
}

void
sabot_shoe_device_journal_received(struct sabot_shoe_device *device, const uint8_t *bytes,
				   size_t n_bytes)
{
	if (device->handler->bytes)
		device->handler->bytes(device, false, bytes, n_bytes, device->user);
	if (!device->journal)
		return;
	if (device->unheard_bytes < NOISE_WRITTEN_BYTES)
		write_received(device, bytes, n_bytes);
	else
		hold_back(device, bytes, n_bytes);
}

void
sabot_shoe_device_journal_heard(struct sabot_shoe_device *device)
{
	g_autofree char *note = NULL;
	GBytes *chunk;

	device->unheard_bytes = 0;
	if (!device->held_back_bytes)
		return;
	note = g_strdup_printf("%" G_GUINT64_FORMAT " bytes of noise were not written",
			       device->held_back_bytes - device->tail_bytes);
	device->held_back_bytes = device->tail_bytes = 0;
	sabot_shoe_device_journal_note(device, note);
	while ((chunk = g_queue_pop_head(&device->journal_tail))) {
		gsize n_bytes;
		const uint8_t *bytes = g_bytes_get_data(chunk, &n_bytes);

		write_received(device, bytes, n_bytes);
		g_bytes_unref(chunk);
	}
}

void
sabot_shoe_device_journal_sent(struct sabot_shoe_device *device, const uint8_t *bytes,
			       size_t n_bytes)
{
	g_autoptr(GError) error = NULL;

	if (make_ready(device))
		note_result(device,
			    sabot_recorder_sent(device->journal, journal_ms(device), bytes, n_bytes,
						&error),
			    &error);
	if (device->handler->bytes)
		device->handler->bytes(device, true, bytes, n_bytes, device->user);
}
