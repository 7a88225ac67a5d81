/*
 * The reference protocol's frames: the examples of docs/ref-protocol.md decode to what stands
 * above them and encode to the same bytes; frames are found whole, a byte at a time, and inside
 * spoilt ones; reports. The document's path is in SABOT_REF_PROTOCOL_MD.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "devices/shoe/ref-frame.h"

#include <glib.h>
#include <string.h>

struct example {
	char *words;
	GByteArray *bytes;
};

static void
free_example(void *data)
{
	struct example *example = data;

	g_free(example->words);
	g_byte_array_unref(example->bytes);
	g_free(example);
}

static GByteArray *
bytes_of(const char *hex)
{
	GByteArray *bytes = g_byte_array_new();

	for (; hex[0] && hex[1]; hex += hex[2] ? 3 : 2) {
		uint8_t byte =
			(uint8_t)(g_ascii_xdigit_value(hex[0]) << 4 | g_ascii_xdigit_value(hex[1]));

		assert_true(g_ascii_isxdigit(hex[0]) && g_ascii_isxdigit(hex[1]));
		g_byte_array_append(bytes, &byte, 1);
	}
	return bytes;
}

/* Each line of hexadecimal digits, with the line above it. */
static GPtrArray *
read_examples(void)
{
	GPtrArray *examples = g_ptr_array_new_with_free_func(free_example);
	g_autofree char *text = NULL;
	g_auto(GStrv) lines = NULL;

	assert_true(g_file_get_contents(g_getenv("SABOT_REF_PROTOCOL_MD"), &text, NULL, NULL));
	lines = g_strsplit(text, "\n", -1);
	for (size_t i = 1; lines[i]; i++) {
		struct example *example;

		if (!g_str_has_prefix(lines[i], "    7f "))
			continue;
		example = g_new0(struct example, 1);
		example->words = g_strdup(g_strstrip(lines[i - 1]));
		example->bytes = bytes_of(lines[i] + 4);
		g_ptr_array_add(examples, example);
	}
	assert_true(examples->len >= 11);
	return examples;
}

static char *
describe_hello(const struct sabot_ref_message *m)
{
	return g_strdup_printf(
		"hello protocol %u flags %u boot %08x oldest %u last %u before %u %u "
		"model %.12s serial %.16s firmware %.8s",
		m->u.hello.protocol, m->u.hello.flags, m->boot_id, m->u.hello.oldest_event,
		m->u.hello.last_event, m->u.hello.previous_boot_id, m->u.hello.previous_event,
		m->u.hello.model, m->u.hello.serial, m->u.hello.firmware);
}

static char *
describe_card(const struct sabot_ref_message *m)
{
	struct sabot_card card = {m->u.card.rank, m->u.card.suit};
	char name[SABOT_CARD_TEXT_SIZE];

	if (m->type == SABOT_REF_CARD_UNREAD)
		return g_strdup_printf("unread event %u place %u index %u quality %u", m->event_no,
				       m->u.card.target, m->u.card.index, m->u.card.quality);
	return g_strdup_printf("card event %u place %u index %u %s quality %u", m->event_no,
			       m->u.card.target, m->u.card.index, sabot_card_format(card, name),
			       m->u.card.quality);
}

static char *
describe(const struct sabot_ref_message *m)
{
	switch (m->type) {
	case SABOT_REF_HELLO:
		return describe_hello(m);
	case SABOT_REF_STATE:
		return g_strdup_printf("state last %u flags %u", m->u.state.last_event,
				       m->u.state.flags);
	case SABOT_REF_GONE:
		return g_strdup_printf("gone event %u", m->event_no);
	case SABOT_REF_CARD:
	case SABOT_REF_CARD_UNREAD:
		return describe_card(m);
	case SABOT_REF_HAND_END:
		return g_strdup_printf("hand_end event %u winner %u", m->event_no,
				       m->u.hand_end.winner);
	case SABOT_REF_ERROR:
		return g_strdup_printf("error event %u fault %u number %u", m->event_no,
				       m->u.error.fault, m->u.error.number);
	case SABOT_REF_ASK_HELLO:
		return g_strdup_printf("ask_hello protocol %u", m->u.ask.protocol);
	case SABOT_REF_ACK:
		return g_strdup_printf("ack event %u", m->event_no);
	case SABOT_REF_GET:
		return g_strdup_printf("get event %u", m->event_no);
	case SABOT_REF_COMMAND:
		return g_strdup_printf("command %u", m->u.command.what);
	default:
		return g_strdup("?");
	}
}

static void
check_example(const struct example *example)
{
	uint8_t again[SABOT_REF_FRAME_BYTES_MAX];
	struct sabot_ref_message message;
	struct sabot_ref_frame frame, rebuilt;
	g_autofree char *words = NULL, *said = NULL;
	size_t consumed;

	assert_int_equal(sabot_ref_decode(example->bytes->data, example->bytes->len, &consumed,
					  &frame),
			 SABOT_REF_FRAME);
	assert_int_equal(consumed, example->bytes->len);
	assert_true(sabot_ref_message_get(&frame, &message));
	words = describe(&message);
	said = g_strconcat(words, frame.is_replay ? " again" : "", NULL);
	assert_string_equal(said, example->words);
	rebuilt = (struct sabot_ref_frame){.seq = frame.seq, .is_replay = frame.is_replay};
	sabot_ref_message_set(&rebuilt, &message);
	assert_int_equal(sabot_ref_encode(&rebuilt, again), example->bytes->len);
	assert_memory_equal(again, example->bytes->data, example->bytes->len);
}

static void
test_examples(void **state)
{
	g_autoptr(GPtrArray) examples = read_examples();

	(void)state;
	for (guint i = 0; i < examples->len; i++)
		check_example(g_ptr_array_index(examples, i));
}

/* A piece of a frame is no frame, and never garbage. */
static void
test_byte_by_byte(void **state)
{
	g_autoptr(GPtrArray) examples = read_examples();
	struct sabot_ref_frame frame;
	size_t consumed;

	(void)state;
	for (guint i = 0; i < examples->len; i++) {
		const struct example *example = g_ptr_array_index(examples, i);

		for (size_t n = 0; n < example->bytes->len; n++) {
			assert_int_equal(sabot_ref_decode(example->bytes->data, n, &consumed,
							  &frame),
					 SABOT_REF_NEED_MORE);
			assert_int_equal(consumed, 0);
		}
	}
}

/*
 * The first good frame behind `noise` is this one. Where the noise looks like the beginning of a
 * frame that never continues, its time runs out: it is dropped byte by byte.
 */
static void
assert_found_behind(const uint8_t *noise, size_t n_noise, const GByteArray *good)
{
	g_autoptr(GByteArray) line = g_byte_array_new();
	struct sabot_ref_frame frame;
	size_t at = 0, consumed;
	enum sabot_ref_status status;

	g_byte_array_append(line, noise, (guint)n_noise);
	g_byte_array_append(line, good->data, good->len);
	while ((status = sabot_ref_decode(line->data + at, line->len - at, &consumed, &frame)) !=
	       SABOT_REF_FRAME) {
		at += status == SABOT_REF_GARBAGE ? consumed : 1;
		assert_true(at < line->len);
	}
	assert_int_equal(line->len - at, good->len);
}

static void
test_resync(void **state)
{
	static const uint8_t noise[] = {0x00, 0xff, 0x7f, 0x7f, 0x7f, 0x41};
	g_autoptr(GPtrArray) examples = read_examples();

	(void)state;
	for (guint i = 0; i < examples->len; i++) {
		const struct example *example = g_ptr_array_index(examples, i);
		const struct example *first = g_ptr_array_index(examples, 2);
		g_autoptr(GByteArray) spoilt = g_byte_array_new();

		assert_found_behind(noise, sizeof noise, example->bytes);
		for (guint n = 1; n < first->bytes->len; n++)
			assert_found_behind(first->bytes->data, n, example->bytes);
		g_byte_array_append(spoilt, first->bytes->data, first->bytes->len);
		spoilt->data[spoilt->len - 3] ^= 0x10;
		assert_found_behind(spoilt->data, spoilt->len, example->bytes);
	}
}

/* Each bit of a frame is guarded. */
static void
test_no_bit_may_flip(void **state)
{
	g_autoptr(GPtrArray) examples = read_examples();
	const struct example *card = g_ptr_array_index(examples, 2);

	(void)state;
	for (guint bit = 0; bit < card->bytes->len * 8; bit++) {
		g_autoptr(GByteArray) bytes = g_byte_array_new();
		struct sabot_ref_frame frame;
		size_t consumed;

		g_byte_array_append(bytes, card->bytes->data, card->bytes->len);
		bytes->data[bit / 8] ^= (uint8_t)(1U << bit % 8);
		assert_int_not_equal(sabot_ref_decode(bytes->data, bytes->len, &consumed, &frame),
				     SABOT_REF_FRAME);
	}
}

static void
test_longest_frame(void **state)
{
	struct sabot_ref_frame frame = {.seq = 0x3f, .type = 0x7f, .n_payload = 58}, again;
	uint8_t bytes[SABOT_REF_FRAME_BYTES_MAX];
	size_t n_bytes, consumed;

	(void)state;
	memset(frame.payload, 0x7f, sizeof frame.payload);
	n_bytes = sabot_ref_encode(&frame, bytes);
	assert_true(n_bytes <= sizeof bytes);
	assert_int_equal(sabot_ref_decode(bytes, n_bytes, &consumed, &again), SABOT_REF_FRAME);
	assert_memory_equal(&again, &frame, sizeof frame);
	bytes[2] = 59;
	assert_int_equal(sabot_ref_decode(bytes, n_bytes, &consumed, &again), SABOT_REF_GARBAGE);
}

static void
test_reports(void **state)
{
	g_autoptr(GPtrArray) examples = read_examples();

	(void)state;
	for (guint i = 0; i < examples->len; i++) {
		const struct example *example = g_ptr_array_index(examples, i);
		uint8_t report[SABOT_REF_REPORT_BYTES];
		struct sabot_ref_frame frame, again;
		size_t consumed;

		sabot_ref_decode(example->bytes->data, example->bytes->len, &consumed, &frame);
		sabot_ref_encode_report(&frame, report);
		assert_true(sabot_ref_decode_report(report, sizeof report, &again));
		assert_memory_equal(&again, &frame, sizeof frame);
		assert_false(sabot_ref_decode_report(report, 5U + frame.n_payload, &again));
		report[4] ^= 1;
		assert_false(sabot_ref_decode_report(report, sizeof report, &again));
	}
}

/* A later protocol may say more; one that says less has its event's numbers left. */
static void
test_payload_may_grow(void **state)
{
	struct sabot_ref_message message = {.type = SABOT_REF_CUT_CARD, .event_no = 9}, read;
	struct sabot_ref_frame frame = {0};

	(void)state;
	sabot_ref_message_set(&frame, &message);
	assert_int_equal(frame.n_payload, 8);
	frame.n_payload++;
	assert_true(sabot_ref_message_get(&frame, &read));
	assert_int_equal(read.event_no, 9);
	assert_false(read.is_short);
	frame.type = SABOT_REF_CARD;
	assert_true(sabot_ref_message_get(&frame, &read));
	assert_int_equal(read.event_no, 9);
	assert_true(read.is_short);
	frame.n_payload = 7;
	assert_false(sabot_ref_message_get(&frame, &read));
	frame.type = 0x42;
	assert_false(sabot_ref_message_get(&frame, &read));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_examples),         cmocka_unit_test(test_byte_by_byte),
		cmocka_unit_test(test_resync),           cmocka_unit_test(test_no_bit_may_flip),
		cmocka_unit_test(test_longest_frame),    cmocka_unit_test(test_reports),
		cmocka_unit_test(test_payload_may_grow),
	};

	return cmocka_run_group_tests_name("ref-frame", tests, NULL, NULL);
}
