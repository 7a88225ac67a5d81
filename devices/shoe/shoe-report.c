/*
 * From a whole frame to the reports of a shoe device: repeats, losses, claims and findings. Works
 * on the device's thread and owns nothing.
 */
#include "shoe-report.h"
#include "shoe-device-private.h"

#include <string.h>

/* What the device says of its own state. */
static void
emit_state(struct sabot_shoe_device *device, enum sabot_device_state state,
	   const struct sabot_shoe_event *said)
{
	struct sabot_shoe_report report;
	/* What was kept while nobody listened is no answer. */
	g_autofree char *by = said->late ? NULL : sabot_shoe_device_match_order(device, state);

	sabot_shoe_device_begin_report(device, SABOT_EVENT_DEVICE, &report);
	report.event.by = by;
	report.event.u.device.state = state;
	report.event.u.device.code = said->code[0] ? said->code : NULL;
	report.event.u.device.detail = said->detail[0] ? said->detail : NULL;
	report.fault = said->fault;
	report.late = said->late;
	report.last_frame = device->last_frame;
	sabot_shoe_device_report(device, &report);
}

static void
emit_lost(struct sabot_shoe_device *device, uint32_t lost)
{
	bool is_counted = lost != SABOT_SHOE_LOST_UNCOUNTED;
	struct sabot_shoe_report report;
	char detail[16];

	device->owes_level = false;
	device->has_lost_any |= !is_counted;
	g_snprintf(detail, sizeof detail, "%u", (unsigned)lost);
	sabot_shoe_device_begin_report(device, SABOT_EVENT_DEVICE, &report);
	report.event.u.device.state = SABOT_DEVICE_LOST;
	if (is_counted) {
		device->counters.lost += lost;
		report.event.u.device.detail = detail;
		report.event.u.device.lost_cards = (int)MIN(lost, (uint32_t)SABOT_DEVICE_LOST_MAX);
	}
	report.last_frame = device->last_frame;
	sabot_shoe_device_report(device, &report);
}

/*
 * Since the shoe was offline all that it kept has come. An unknown loss of before would be called
 * none by this.
 */
static void
emit_level(struct sabot_shoe_device *device)
{
	struct sabot_shoe_report report;

	device->owes_level = false;
	if (device->has_lost_any)
		return;
	sabot_shoe_device_begin_report(device, SABOT_EVENT_DEVICE, &report);
	report.event.u.device.state = SABOT_DEVICE_ONLINE;
	report.event.u.device.is_counted = true;
	sabot_shoe_device_report(device, &report);
}

static void
emit_card(struct sabot_shoe_device *device, const struct sabot_shoe_event *said)
{
	struct sabot_shoe_report report;

	sabot_shoe_device_begin_report(device, SABOT_EVENT_CARD, &report);
	report.event.card = said->card;
	report.event.has_card = true;
	report.late = said->late;
	report.last_frame = device->last_frame;
	if (!device->ignore_targets) {
		report.target = said->target;
		report.index = said->index;
	}
	sabot_shoe_device_report(device, &report);
}

static void
emit_cut_card(struct sabot_shoe_device *device, const struct sabot_shoe_event *said)
{
	struct sabot_shoe_report report;

	sabot_shoe_device_begin_report(device, SABOT_EVENT_CUT_CARD, &report);
	report.late = said->late;
	report.last_frame = device->last_frame;
	sabot_shoe_device_report(device, &report);
}

static void
emit_result(struct sabot_shoe_device *device, const struct sabot_shoe_event *said)
{
	struct sabot_shoe_report report;

	if (device->ignore_targets)
		return;
	if (device->result_by == SABOT_RESULT_BY_DEALER) {
		if (device->handler->claim && said->winner != SABOT_WINNER_NONE)
			device->handler->claim(device, said->winner, said->late, device->user);
		return;
	}
	sabot_shoe_device_begin_report(device, SABOT_EVENT_RESULT, &report);
	report.event.u.result.winner = said->winner;
	report.late = said->late;
	report.last_frame = device->last_frame;
	sabot_shoe_device_report(device, &report);
}

/* What is odd about a frame that says something else besides. */
static void
emit_finding(struct sabot_shoe_device *device, const struct sabot_shoe_event *said)
{
	if (said->code[0])
		emit_state(device, SABOT_DEVICE_ERROR, said);
}

static void
emit_all(struct sabot_shoe_device *device, const struct sabot_shoe_event *said)
{
	switch (said->kind) {
	case SABOT_SHOE_NOTHING:
		return;
	case SABOT_SHOE_REPEAT:
		device->counters.repeats++;
		return;
	case SABOT_SHOE_CARD:
		emit_card(device, said);
		emit_finding(device, said);
		return;
	case SABOT_SHOE_CUT_CARD:
		emit_cut_card(device, said);
		emit_finding(device, said);
		return;
	case SABOT_SHOE_RESULT:
		emit_result(device, said);
		emit_finding(device, said);
		return;
	case SABOT_SHOE_ERROR:
		emit_state(device, SABOT_DEVICE_ERROR, said);
		return;
	case SABOT_SHOE_CLEARED:
		emit_state(device, SABOT_DEVICE_CLEARED, said);
		return;
	case SABOT_SHOE_LOCKED:
		emit_state(device, SABOT_DEVICE_LOCKED, said);
		return;
	case SABOT_SHOE_UNLOCKED:
		emit_state(device, SABOT_DEVICE_UNLOCKED, said);
		return;
	case SABOT_SHOE_BOOT:
		sabot_shoe_device_forget_orders(device);
		emit_state(device, SABOT_DEVICE_ONLINE, said);
		return;
	}
}

/*
 * The whole frame, never the sequence character alone: that one comes round again. What carries a
 * number and equals the last to the byte is that message, however late: any other that this number
 * comes round to has others before it. Only that a shoe starts may be said twice in a row and be
 * true both times; nor do messages without a number show it. Then a time decides, which for what
 * was sent while the line was closed and waited in it (a device server keeps it) counts from the
 * opening.
 */
static bool
frame_is_repeat(const struct sabot_shoe_device *device, const uint8_t *frame, size_t n_bytes)
{
	const struct sabot_shoe_last_frame *last = &device->last_frame;
	int64_t since_us = MAX(device->last_frame_us, device->opened_us);

	if (!device->repeat_us || last->n_bytes != n_bytes ||
	    memcmp(last->bytes, frame, n_bytes) != 0)
		return false;
	if (device->driver->repeat_ms && device->driver->has_sequence && !device->last_is_start)
		return true;
	return sabot_shoe_device_now_us(device) - since_us < device->repeat_us;
}

void
sabot_shoe_device_record_shoe(struct sabot_shoe_device *device)
{
	struct sabot_shoe_identity shoe = {0};

	if (device->driver->identify)
		device->driver->identify(device->driver_state, &shoe);
	else
		g_strlcpy(shoe.serial, sabot_shoe_device_get_identity(device).serial,
			  sizeof shoe.serial);
	for (char *c = shoe.serial; *c; c++) {
		if (!g_ascii_isprint(*c))
			*c = '?';
	}
	if (!shoe.serial[0] ||
	    (device->is_identified && strcmp(shoe.serial, device->shoe.serial) == 0 &&
	     strcmp(shoe.firmware, device->shoe.firmware) == 0))
		return;
	device->is_identified = true;
	device->shoe = shoe;
	g_strlcpy(device->last_frame.serial, shoe.serial, sizeof device->last_frame.serial);
	if (device->handler->identity)
		device->handler->identity(device, device->user);
}

static void
remember_frame(struct sabot_shoe_device *device, const uint8_t *frame, size_t n_bytes,
	       const struct sabot_shoe_event *said)
{
	device->last_is_start = said->kind == SABOT_SHOE_BOOT;
	memcpy(device->last_frame.bytes, frame, n_bytes);
	device->last_frame.n_bytes = n_bytes;
	device->last_frame.at_us = device->clock.utc_us(device->clock.user);
	device->last_frame_us = sabot_shoe_device_now_us(device);
}

void
sabot_shoe_device_process_frame(struct sabot_shoe_device *device, const uint8_t *frame,
				size_t n_bytes)
{
	struct sabot_shoe_event said;
	struct sabot_shoe_bytes out = {0};

	device->counters.frames++;
	device->noise_bytes = 0;
	sabot_shoe_device_journal_end_noise(device);
	device->heard_us = sabot_shoe_device_now_us(device);
	if (device->state != SABOT_SHOE_ONLINE)
		sabot_shoe_device_be_online(device);
	device->must_be_heard = device->driver->heartbeat_ms > 0;
	if (frame_is_repeat(device, frame, n_bytes)) {
		device->counters.repeats++;
		return;
	}
	device->driver->decode(device->driver_state, frame, n_bytes, &said, &out);
	if (!said.keeps_place)
		remember_frame(device, frame, n_bytes, &said);
	if (said.lost)
		emit_lost(device, said.lost);
	if (said.ends[0])
		sabot_shoe_device_emit(device, SABOT_DEVICE_CLEARED, said.ends, NULL);
	emit_all(device, &said);
	if (said.is_level && device->owes_level)
		emit_level(device);
	sabot_shoe_device_record_shoe(device);
	sabot_shoe_device_send(device, &out);
}

/* The driver knows the restored frame as one it has seen; what it says was said before. */
static void
teach_driver(struct sabot_shoe_device *device)
{
	const struct sabot_shoe_last_frame *last = &device->last_frame;
	struct sabot_shoe_bytes unsent = {0};
	struct sabot_shoe_event said;
	size_t consumed;

	if (device->driver->scan(last->bytes, last->n_bytes, &consumed) != SABOT_SHOE_FRAME ||
	    consumed != last->n_bytes)
		return;
	device->driver->decode(device->driver_state, last->bytes, consumed, &said, &unsent);
	device->last_is_start = said.kind == SABOT_SHOE_BOOT;
}

void
sabot_shoe_device_set_last_frame(struct sabot_shoe_device *device,
				 const struct sabot_shoe_last_frame *last)
{
	int64_t age_us = device->clock.utc_us(device->clock.user) - last->at_us;

	struct sabot_shoe_driver_options options = device->driver_options;

	device->last_frame = *last;
	options.serial = device->last_frame.serial;
	device->driver->reset(device->driver_state, &options);
	if (device->last_frame.n_bytes > sizeof device->last_frame.bytes)
		device->last_frame.n_bytes = 0;
	device->last_frame_us = sabot_shoe_device_now_us(device) - MAX(age_us, 0);
	teach_driver(device);
}

void
sabot_shoe_device_forget(struct sabot_shoe_device *device)
{
	device->last_frame = (struct sabot_shoe_last_frame){0};
	device->last_is_start = false;
	device->shoe = (struct sabot_shoe_identity){0};
	device->has_forgotten = true;
	device->driver->reset(device->driver_state, &device->driver_options);
}

void
sabot_shoe_device_get_last_frame(const struct sabot_shoe_device *device,
				 struct sabot_shoe_last_frame *ret_last)
{
	*ret_last = device->last_frame;
}
