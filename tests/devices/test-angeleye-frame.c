/*
 * The Angel Eye frames: each line of the table whole, byte by byte, behind garbage and behind the
 * beginning of another frame; then back to bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "devices/shoe/angeleye-frame.h"

#include <string.h>

static const struct {
	const char *name;
	uint8_t bytes[SABOT_ANGELEYE_FRAME_BYTES_MAX];
	size_t n_bytes;
	struct sabot_angeleye_frame frame;
} frames[] = {
	{"punto card 1, 8 of spades",
	 {0x05, 0x31, 0x44, 0x81, 0xb8, 0x03, 0x34, 0x46},
	 8,
	 {'1', 'D', 2, {0x81, 0xb8}}},
	{"punto wins with a punto pair",
	 {0x05, 0x32, 0x47, 0x91, 0x03, 0x45, 0x37},
	 7,
	 {'2', 'G', 1, {0x91}}},
	{"boot, no data", {0x05, 0x30, 0x53, 0x03, 0x36, 0x30}, 6, {'0', 'S', 0, {0}}},
	{"the longest",
	 {0x05, 'A', 'M', '1', '2', '3', '4', '5', '6', '7', '8', 0x03, '0', '7'},
	 14,
	 {'A', 'M', 8, "12345678"}},
};
enum { N_FRAMES = sizeof frames / sizeof frames[0] };

static void
assert_frame(const struct sabot_angeleye_frame *frame, size_t i)
{
	assert_int_equal(frame->seq, frames[i].frame.seq);
	assert_int_equal(frame->code, frames[i].frame.code);
	assert_int_equal(frame->n_data, frames[i].frame.n_data);
	assert_memory_equal(frame->data, frames[i].frame.data, frame->n_data);
}

static void
test_whole(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_FRAMES; i++) {
		struct sabot_angeleye_frame frame;
		size_t consumed;

		assert_int_equal(sabot_angeleye_decode(frames[i].bytes, frames[i].n_bytes,
						       &consumed, &frame),
				 SABOT_ANGELEYE_FRAME);
		assert_int_equal(consumed, frames[i].n_bytes);
		assert_frame(&frame, i);
	}
}

static void
test_every_beginning_needs_more(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_FRAMES; i++) {
		for (size_t n = 0; n < frames[i].n_bytes; n++) {
			struct sabot_angeleye_frame frame;
			size_t consumed = 99;

			assert_int_equal(sabot_angeleye_decode(frames[i].bytes, n, &consumed,
							       &frame),
					 SABOT_ANGELEYE_NEED_MORE);
			assert_int_equal(consumed, 0);
		}
	}
}

static void
test_every_spoilt_byte_is_garbage(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_FRAMES; i++) {
		for (size_t n = 0; n < frames[i].n_bytes * 8; n++) {
			uint8_t bytes[SABOT_ANGELEYE_FRAME_BYTES_MAX];
			struct sabot_angeleye_frame frame;
			size_t consumed;

			memcpy(bytes, frames[i].bytes, sizeof bytes);
			bytes[n / 8] = (uint8_t)(bytes[n / 8] ^ 1U << n % 8);
			assert_int_not_equal(sabot_angeleye_decode(bytes, frames[i].n_bytes,
								   &consumed, &frame),
					     SABOT_ANGELEYE_FRAME);
		}
	}
}

/* `before`, then the frame: it must be found, and everything before it be garbage. */
static void
assert_found_behind(const uint8_t *before, size_t n_before, size_t i)
{
	uint8_t bytes[64];
	size_t n_bytes = n_before + frames[i].n_bytes, at = 0, consumed;
	struct sabot_angeleye_frame frame;

	memcpy(bytes, before, n_before);
	memcpy(bytes + n_before, frames[i].bytes, frames[i].n_bytes);
	while (at < n_before) {
		assert_int_equal(sabot_angeleye_decode(bytes + at, n_bytes - at, &consumed, &frame),
				 SABOT_ANGELEYE_GARBAGE);
		assert_true(consumed > 0);
		at += consumed;
	}
	assert_int_equal(at, n_before);
	assert_int_equal(sabot_angeleye_decode(bytes + at, n_bytes - at, &consumed, &frame),
			 SABOT_ANGELEYE_FRAME);
	assert_frame(&frame, i);
}

static void
test_resync(void **state)
{
	static const uint8_t noise[] = {0x00, 0xff, 0x03, 0x41, 0x06};
	static const uint8_t long_noise[] = {0x05, '1', 'D', 1, 2, 4, 6, 7, 8, 9, 10, 11, 12, 13};
	static const uint8_t wrong_sum[] = {0x05, '1', 'D', 0x81, 0xb8, 0x03, '4', 'E'};
	static const uint8_t lower_case[] = {0x05, '1', 'D', 0x81, 0xb8, 0x03, '4', 'f'};

	(void)state;
	for (size_t i = 0; i < N_FRAMES; i++) {
		assert_found_behind(noise, sizeof noise, i);
		assert_found_behind(long_noise, sizeof long_noise, i);
		assert_found_behind(wrong_sum, sizeof wrong_sum, i);
		assert_found_behind(lower_case, sizeof lower_case, i);
		for (size_t n = 1; n < frames[0].n_bytes; n++)
			assert_found_behind(frames[0].bytes, n, i);
	}
}

static void
test_bounded(void **state)
{
	uint8_t bytes[SABOT_ANGELEYE_FRAME_BYTES_MAX];
	struct sabot_angeleye_frame frame;
	size_t consumed;

	(void)state;
	memset(bytes, 0x80, sizeof bytes);
	memcpy(bytes,
	       "\x05"
	       "1D",
	       3);
	assert_int_equal(sabot_angeleye_decode(bytes, sizeof bytes, &consumed, &frame),
			 SABOT_ANGELEYE_GARBAGE);
	assert_int_equal(consumed, sizeof bytes);
}

static void
test_encode(void **state)
{
	uint8_t bytes[SABOT_ANGELEYE_FRAME_BYTES_MAX];

	(void)state;
	for (size_t i = 0; i < N_FRAMES; i++) {
		assert_int_equal(sabot_angeleye_encode(&frames[i].frame, bytes), frames[i].n_bytes);
		assert_memory_equal(bytes, frames[i].bytes, frames[i].n_bytes);
	}
}

static void
test_encode_refuses(void **state)
{
	static const struct sabot_angeleye_frame bad[] = {
		{'\n', 'D', 0, {0}},
		{'1', '\x05', 0, {0}},
		{'1', 'D', SABOT_ANGELEYE_DATA_MAX + 1, {0}},
		{'1', 'D', 2, {0x81, 0x03}},
		{'1', 'D', 2, {0x05, 0x81}},
	};
	uint8_t bytes[SABOT_ANGELEYE_FRAME_BYTES_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_int_equal(sabot_angeleye_encode(&bad[i], bytes), 0);
}

static void
test_every_draw_round_trips(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 8 * 16 * 53; n++) {
		unsigned card = n % 53;
		struct sabot_angeleye_draw draw =
						   {
							   .target = (uint8_t)(n / 53 % 8),
							   .index = (uint8_t)(n / 53 / 8),
						   },
					   back;
		struct sabot_angeleye_frame frame = {.seq = '1', .code = 'D'};

		if (card < 52)
			draw.card = (struct sabot_card){(uint8_t)(card % 13 + 1),
							(uint8_t)(card / 13 + 1)};
		sabot_angeleye_draw_set(&frame, &draw);
		assert_true(sabot_angeleye_draw_get(&frame, &back));
		assert_int_equal(back.target, draw.target);
		assert_int_equal(back.index, draw.index);
		assert_true(sabot_card_is_equal(back.card, draw.card));
	}
}

static void
test_card_bytes(void **state)
{
	static const struct {
		uint8_t byte;
		const char *card;
	} cards[] = {
		{0xb8, "8S"},   {0x91, "AD"},   {0xad, "KC"},   {0xca, "TH"},   {0x87, "7?"},
		{0x80, "\?\?"}, {0x90, "\?\?"}, {0xbe, "\?\?"}, {0xd1, "\?\?"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
		struct sabot_angeleye_frame frame = {'1', 'D', 2, {0x81, cards[i].byte}};
		struct sabot_angeleye_draw draw;
		char text[SABOT_CARD_TEXT_SIZE];

		assert_true(sabot_angeleye_draw_get(&frame, &draw));
		assert_string_equal(sabot_card_format(draw.card, text), cards[i].card);
	}
}

static void
test_data_without_mark_are_refused(void **state)
{
	struct sabot_angeleye_frame frame = {'1', 'D', 2, {0x81, 0x38}};
	struct sabot_angeleye_draw draw;
	struct sabot_angeleye_result result;
	struct sabot_angeleye_error error;
	bool locked;

	(void)state;
	assert_false(sabot_angeleye_draw_get(&frame, &draw));
	frame.data[1] = 0xb8;
	frame.n_data = 1;
	assert_false(sabot_angeleye_draw_get(&frame, &draw));
	frame.data[0] = 0x11;
	assert_false(sabot_angeleye_result_get(&frame, &result));
	assert_false(sabot_angeleye_error_get(&frame, &error));
	assert_false(sabot_angeleye_lock_get(&frame, &locked));
}

static void
test_result_error_lock_round_trip(void **state)
{
	struct sabot_angeleye_frame frame = {.seq = '1', .code = 'G'};

	(void)state;
	for (uint8_t n = 0; n < 32; n++) {
		struct sabot_angeleye_result in = {n / 4, n & 1, n & 2}, out;

		sabot_angeleye_result_set(&frame, &in);
		assert_true(sabot_angeleye_result_get(&frame, &out));
		assert_memory_equal(&in, &out, sizeof in);
	}
	for (uint8_t n = 0; n < 128; n++) {
		struct sabot_angeleye_error in = {n & 0x3f, n & 0x40}, out;

		sabot_angeleye_error_set(&frame, &in);
		assert_true(sabot_angeleye_error_get(&frame, &out));
		assert_memory_equal(&in, &out, sizeof in);
	}
	for (int n = 0; n < 2; n++) {
		bool locked = !n;

		sabot_angeleye_lock_set(&frame, n);
		assert_true(sabot_angeleye_lock_get(&frame, &locked));
		assert_int_equal(locked, n);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_every_beginning_needs_more),
		cmocka_unit_test(test_every_spoilt_byte_is_garbage),
		cmocka_unit_test(test_resync),
		cmocka_unit_test(test_bounded),
		cmocka_unit_test(test_encode),
		cmocka_unit_test(test_encode_refuses),
		cmocka_unit_test(test_every_draw_round_trips),
		cmocka_unit_test(test_card_bytes),
		cmocka_unit_test(test_data_without_mark_are_refused),
		cmocka_unit_test(test_result_error_lock_round_trip),
	};

	return cmocka_run_group_tests_name("angeleye-frame", tests, NULL, NULL);
}
