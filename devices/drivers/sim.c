/*
 * The simulated shoe (sabot-shoe --driver ref): it speaks the reference protocol, and each of its
 * events is flagged as simulated. It has its own driver, so that a simulated shoe cannot pass for a
 * real one, or a real one for a simulated one.
 */
#include "devices/shoe/shoe-driver.h"

#include <string.h>

/* drivers/ref.c; a build without it cannot have this one either. */
extern const struct sabot_shoe_driver sabot_shoe_driver_ref;

static void
reset(void *state, const struct sabot_shoe_driver_options *options)
{
	sabot_shoe_driver_ref.reset(state, options);
}

static void
opened(void *state, struct sabot_shoe_bytes *out)
{
	sabot_shoe_driver_ref.opened(state, out);
}

static void
tick(void *state, struct sabot_shoe_bytes *out)
{
	sabot_shoe_driver_ref.tick(state, out);
}

static enum sabot_shoe_scan
scan(const uint8_t *bytes, size_t n_bytes, size_t *ret_consumed)
{
	return sabot_shoe_driver_ref.scan(bytes, n_bytes, ret_consumed);
}

/* That it is simulated is a finding for `ref` only. */
static void
decode(void *state, const uint8_t *frame, size_t n_bytes, struct sabot_shoe_event *ret_event,
       struct sabot_shoe_bytes *out)
{
	sabot_shoe_driver_ref.decode(state, frame, n_bytes, ret_event, out);
	if (ret_event->kind != SABOT_SHOE_ERROR ||
	    strcmp(ret_event->code, SABOT_SHOE_CODE_SIMULATED) != 0)
		return;
	ret_event->kind = SABOT_SHOE_NOTHING;
	ret_event->code[0] = ret_event->detail[0] = '\0';
}

static void
command(void *state, enum sabot_shoe_command asked, struct sabot_shoe_bytes *out)
{
	sabot_shoe_driver_ref.command(state, asked, out);
}

static void
identify(const void *state, struct sabot_shoe_identity *ret_identity)
{
	sabot_shoe_driver_ref.identify(state, ret_identity);
}

static bool
unpack(void *state, const uint8_t *report, size_t n_bytes, struct sabot_shoe_bytes *ret_stream)
{
	return sabot_shoe_driver_ref.unpack(state, report, n_bytes, ret_stream);
}

static void
pack(const struct sabot_shoe_bytes *frame, struct sabot_shoe_bytes *ret_report)
{
	sabot_shoe_driver_ref.pack(frame, ret_report);
}

const struct sabot_shoe_driver sabot_shoe_driver_sim = {
	.id = "sim",
	.name = "simulated shoe",
	.line = {.baud = 115200, .data_bits = 8, .parity = SABOT_PARITY_NONE, .stop_bits = 1},
	.heartbeat_ms = 1000,
	.has_sequence = true,
	.keeps_events = true,
	.needs_reply = true,
	.takes_commands = true,
	.has_button = true,
	.simulated = true,
	.state_bytes = SABOT_SHOE_STATE_BYTES_MAX,
	.reset = reset,
	.opened = opened,
	.scan = scan,
	.decode = decode,
	.tick = tick,
	.command = command,
	.identify = identify,
	.unpack = unpack,
	.pack = pack,
};
