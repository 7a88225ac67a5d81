/*
 * The smallest possible driver, to be copied: a shoe that sends `card 4S` and `cut` as lines. It is
 * in no program; the tests build it, so that it stays correct. In this place a driver names the
 * sources it is known from, and what is not known.
 */
#include "devices/shoe/shoe-driver.h"

#include <string.h>

enum { LINE_BYTES_MAX = 16 };

/* What must be remembered between frames: here that the shoe was heard since the line opened. */
struct state {
	bool was_heard;
};

static void
reset(void *block, const struct sabot_shoe_driver_options *options)
{
	(void)options;
	*(struct state *)block = (struct state){0};
}

/* A request for missed events goes here, written into `out`. */
static void
opened(void *block, struct sabot_shoe_bytes *out)
{
	struct state *state = block;

	(void)out;
	state->was_heard = false;
}

/* Is there a whole frame? The bytes may end anywhere, and begin inside of a spoilt frame. */
static enum sabot_shoe_scan
scan(const uint8_t *bytes, size_t n_bytes, size_t *ret_consumed)
{
	const uint8_t *end = n_bytes ? memchr(bytes, '\n', n_bytes) : NULL;
	size_t length = end ? (size_t)(end - bytes) + 1 : n_bytes;

	*ret_consumed = length;
	if (length > LINE_BYTES_MAX)
		return SABOT_SHOE_GARBAGE;
	if (end)
		return SABOT_SHOE_FRAME;
	*ret_consumed = 0;
	return SABOT_SHOE_NEED_MORE;
}

/* What does it say? Every member of the event is set, a card is a card even if it is unreadable. */
static void
decode(void *block, const uint8_t *frame, size_t n_bytes, struct sabot_shoe_event *ret_event,
       struct sabot_shoe_bytes *out)
{
	struct state *state = block;

	(void)out;
	state->was_heard = true;
	*ret_event = (struct sabot_shoe_event){.index = SABOT_SHOE_INDEX_NONE};
	if (n_bytes == 4 && memcmp(frame, "cut", 3) == 0) {
		ret_event->kind = SABOT_SHOE_CUT_CARD;
	} else if (n_bytes == 8 && memcmp(frame, "card ", 5) == 0) {
		ret_event->kind = SABOT_SHOE_CARD;
		sabot_card_parse((const char *)frame + 5, 2, &ret_event->card);
	}
}

const struct sabot_shoe_driver sabot_shoe_driver_skeleton = {
	.id = "skeleton",
	.name = "a shoe to begin from",
	.line = {.baud = 9600, .data_bits = 8, .parity = SABOT_PARITY_NONE, .stop_bits = 1},
	.state_bytes = sizeof(struct state),
	.reset = reset,
	.opened = opened,
	.scan = scan,
	.decode = decode,
};
