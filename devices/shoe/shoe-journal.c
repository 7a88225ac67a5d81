/*
 * The journal of a shoe device: every byte of its line, before it is decoded (recorder.h). When a
 * file is full another is begun. Noise is written only as far as it is useful and then counted, so
 * that a line with nothing but noise does not push out earlier recordings; the bytes just before
 * the frame that ends the noise are kept for this. Works on the device's thread.
 */
#include "shoe-journal.h"
#include "shoe-device-private.h"

#include <string.h>

enum {
	NOISE_WRITTEN_BYTES = 4096, /* since the last whole frame */
	TAIL_BYTES = 1024, /* the longest frame, also where each byte is a chunk or report */
};

static struct sabot_journal_time
now(const struct sabot_shoe_device *device)
{
	return (struct sabot_journal_time){
		.monotonic_us = sabot_shoe_device_now_us(device),
		.utc_us = device->clock.utc_us(device->clock.user),
	};
}

static void
put(struct sabot_shoe_device *device, enum sabot_journal_kind kind, const void *bytes,
    size_t n_bytes)
{
	if (device->journal)
		sabot_journal_writer_put(device->journal, kind, now(device), bytes, n_bytes);
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
	device->journal = sabot_journal_writer_new(device->name, &wanted, options->journal_threads,
						   now(device), error);
	return device->journal;
}

void
sabot_shoe_device_journal_close(struct sabot_shoe_device *device)
{
	g_queue_clear_full(&device->journal_tail, (GDestroyNotify)g_bytes_unref);
	g_clear_pointer(&device->journal, sabot_journal_writer_free);
}

void
sabot_shoe_device_journal_comment(struct sabot_shoe_device *device, const char *text)
{
	put(device, SABOT_JOURNAL_NOTE, text, strlen(text));
}

void
sabot_shoe_device_journal_line(struct sabot_shoe_device *device)
{
	put(device, device->is_open ? SABOT_JOURNAL_PLUG : SABOT_JOURNAL_HANGUP, NULL, 0);
}

/* Counted, and the last of it remembered. */
static void
hold_back(struct sabot_shoe_device *device, const uint8_t *bytes, size_t n_bytes)
{
	if (!device->held_back_bytes)
		sabot_shoe_device_journal_comment(
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
		put(device, SABOT_JOURNAL_RECEIVED, bytes, n_bytes);
	else
		hold_back(device, bytes, n_bytes);
}

void
sabot_shoe_device_journal_end_noise(struct sabot_shoe_device *device)
{
	g_autofree char *note = NULL;
	GBytes *chunk;

	device->unheard_bytes = 0;
	if (!device->held_back_bytes)
		return;
	note = g_strdup_printf("%" G_GUINT64_FORMAT " bytes of noise were not written",
			       device->held_back_bytes - device->tail_bytes);
	device->held_back_bytes = device->tail_bytes = 0;
	sabot_shoe_device_journal_comment(device, note);
	while ((chunk = g_queue_pop_head(&device->journal_tail))) {
		gsize n_bytes;
		const uint8_t *bytes = g_bytes_get_data(chunk, &n_bytes);

		put(device, SABOT_JOURNAL_RECEIVED, bytes, n_bytes);
		g_bytes_unref(chunk);
	}
}

void
sabot_shoe_device_journal_sent(struct sabot_shoe_device *device, const uint8_t *bytes,
			       size_t n_bytes)
{
	put(device, SABOT_JOURNAL_SENT, bytes, n_bytes);
	if (device->handler->bytes)
		device->handler->bytes(device, true, bytes, n_bytes, device->user);
}

void
sabot_shoe_device_flush_journal(struct sabot_shoe_device *device)
{
	if (device->journal)
		sabot_journal_writer_flush(device->journal);
}

char *
sabot_shoe_device_get_journal_error(const struct sabot_shoe_device *device)
{
	return device->journal ? sabot_journal_writer_get_error(device->journal) : NULL;
}
