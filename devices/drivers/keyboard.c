/*
 * Shoes made of a code reader: a scanner that types what it reads, as lines on a serial line or as
 * a USB keyboard. What a code means, the house says by its card map; without one a code is the
 * card's name. The reader's own check of a code is the only one there is.
 *
 * On USB a boot keyboard's reports say which keys are down; the keys that were not down before
 * are what was typed, in their order, on a US layout (a scanner can be set to it).
 */
#include "devices/shoe/card-map.h"
#include "devices/shoe/shoe-driver.h"

#include <stdio.h>
#include <string.h>

enum {
	CODE_BYTES_MAX = SABOT_CARD_MAP_CODE_BYTES_MAX,
	REPORT_BYTES = 8, /* modifiers, nothing, six keys */
	KEYS = 6,
	FIRST_KEY = 2,
	SHIFTS = 0x22,
	TOO_MANY_KEYS = 1,
};

struct state {
	const struct sabot_card_map *card_map;
	uint8_t keys_down[KEYS];
};

static void
reset(void *block, const struct sabot_shoe_driver_options *options)
{
	*(struct state *)block = (struct state){.card_map = options->card_map};
}

static void
opened(void *block, struct sabot_shoe_bytes *out)
{
	struct state *state = block;

	(void)out;
	memset(state->keys_down, 0, sizeof state->keys_down);
}

static bool
is_end(uint8_t byte)
{
	return byte == '\r' || byte == '\n' || byte == '\t';
}

static bool
is_printable(uint8_t byte)
{
	return byte >= ' ' && byte <= '~';
}

/* A code and its end are a frame; ends alone are filler. */
static enum sabot_shoe_scan
scan(const uint8_t *bytes, size_t n_bytes, size_t *ret_consumed)
{
	size_t n = 0;

	while (n < n_bytes && n <= CODE_BYTES_MAX && is_printable(bytes[n]))
		n++;
	if (n == n_bytes && n <= CODE_BYTES_MAX) {
		*ret_consumed = 0;
		return SABOT_SHOE_NEED_MORE;
	}
	*ret_consumed = n + 1;
	if (n > CODE_BYTES_MAX || !is_end(bytes[n])) {
		*ret_consumed = n ? n : 1;
		return SABOT_SHOE_GARBAGE;
	}
	return n ? SABOT_SHOE_FRAME : SABOT_SHOE_FILLER;
}

/* Which code it was is not said: a finding is shown to all, and the card may lie face down. */
static void
decode(void *block, const uint8_t *bytes, size_t n_bytes, struct sabot_shoe_event *ret_event,
       struct sabot_shoe_bytes *out)
{
	const struct state *state = block;
	struct sabot_card_map_entry entry;

	(void)out;
	*ret_event = (struct sabot_shoe_event){
		.kind = SABOT_SHOE_CARD,
		.index = SABOT_SHOE_INDEX_NONE,
	};
	if (!sabot_card_map_find(state->card_map, (const char *)bytes, n_bytes - 1, &entry)) {
		snprintf(ret_event->code, sizeof ret_event->code, "code");
		snprintf(ret_event->detail, sizeof ret_event->detail,
			 "a code that the card map does not have");
		return;
	}
	if (entry.is_cut_card)
		ret_event->kind = SABOT_SHOE_CUT_CARD;
	else
		ret_event->card = entry.card;
}

/* The usage of a key as the character it types; 0 = none. */
static char
character_of(uint8_t key, bool is_shifted)
{
	/* From usage 04, and what the same keys type with shift; keypad from usage 54. */
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz1234567890\n\0\0\t -=[]\\\0;'`,./";
	static const char shifted[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ!@#$%^&*()\n\0\0\t _+{}|\0:\"~<>?";
	static const char keypad[] = "/*-+\n1234567890.";

	_Static_assert(sizeof plain == sizeof shifted, "the same keys");
	if (key >= 0x04 && key < 0x04 + sizeof plain - 1)
		return is_shifted ? shifted[key - 0x04] : plain[key - 0x04];
	if (key >= 0x54 && key < 0x54 + sizeof keypad - 1)
		return keypad[key - 0x54];
	return '\0';
}

static bool
unpack(void *block, const uint8_t *report, size_t n_bytes, struct sabot_shoe_bytes *ret_stream)
{
	struct state *state = block;
	const uint8_t *keys = report + FIRST_KEY;

	ret_stream->n_bytes = 0;
	if (n_bytes < REPORT_BYTES)
		return false;
	if (keys[0] == TOO_MANY_KEYS)
		return true;
	for (size_t i = 0; i < KEYS; i++) {
		char typed = character_of(keys[i], report[0] & SHIFTS);

		if (typed && !memchr(state->keys_down, keys[i], KEYS))
			ret_stream->bytes[ret_stream->n_bytes++] = (uint8_t)typed;
	}
	memcpy(state->keys_down, keys, KEYS);
	return true;
}

const struct sabot_shoe_driver sabot_shoe_driver_keyboard = {
	.id = "keyboard",
	.name = "code reader that types: serial scanner or USB keyboard",
	.line = {.baud = 9600, .data_bits = 8, .parity = SABOT_PARITY_NONE, .stop_bits = 1},
	.hid_usage_page = 0x01,
	.hid_usage = 0x06,
	.state_bytes = sizeof(struct state),
	.reset = reset,
	.opened = opened,
	.scan = scan,
	.decode = decode,
	.unpack = unpack,
};
