/*
 * The reference protocol's frames, see the header: doubling, sum, and the payloads field by field,
 * integers with their low byte first.
 */
#include "ref-frame.h"

#include <string.h>

enum {
	START = 0x7f,
	CONTROL_MARK = 0x80, /* always set: so a control byte is never START */
	CONTROL_REPLAY = 0x40,
	CONTROL_SEQ = 0x3f,
	HEADER_BYTES = 3, /* control, length, type */
	SUM_BYTES = 2,
	NUMBERS_BYTES = 8, /* boot and number of an event */
	BODY_BYTES_MAX = HEADER_BYTES + SABOT_REF_PAYLOAD_MAX + SUM_BYTES,
	POLYNOMIAL = 0x8005,
	SUM_START = 0xffff,
};

_Static_assert(1 + (int)BODY_BYTES_MAX == (int)SABOT_REF_REPORT_BYTES, "a frame fills a report");

static uint16_t
sum_of(const uint8_t *bytes, size_t n_bytes)
{
	unsigned sum = SUM_START;

	for (size_t i = 0; i < n_bytes; i++) {
		sum ^= (unsigned)bytes[i] << 8;
		for (int bit = 0; bit < 8; bit++)
			sum = sum & 0x8000 ? sum << 1 ^ POLYNOMIAL : sum << 1;
		sum &= 0xffff;
	}
	return (uint16_t)sum;
}

/* From control to sum, not doubled. Returns its length. */
static size_t
write_body(const struct sabot_ref_frame *frame, uint8_t body[BODY_BYTES_MAX])
{
	size_t n = 0;
	uint16_t sum;

	body[n++] = (uint8_t)(CONTROL_MARK | (frame->is_replay ? CONTROL_REPLAY : 0) |
			      (frame->seq & CONTROL_SEQ));
	body[n++] = frame->n_payload;
	body[n++] = frame->type;
	memcpy(body + n, frame->payload, frame->n_payload);
	n += frame->n_payload;
	sum = sum_of(body, n);
	body[n++] = (uint8_t)sum;
	body[n++] = (uint8_t)(sum >> 8);
	return n;
}

/* As much of a body as is there could be the beginning of one. */
static bool
body_is_possible(const uint8_t *body, size_t n_bytes)
{
	return (n_bytes < 1 || body[0] & CONTROL_MARK) &&
	       (n_bytes < 2 || body[1] <= SABOT_REF_PAYLOAD_MAX);
}

/* How long the body is to become; before its length is there, the least. */
static size_t
body_length(const uint8_t *body, size_t n_bytes)
{
	return HEADER_BYTES + SUM_BYTES + (n_bytes < 2 ? 0U : body[1]);
}

static bool
read_body(const uint8_t *body, size_t n_bytes, struct sabot_ref_frame *ret_frame)
{
	size_t n_summed = n_bytes - SUM_BYTES;

	if (sum_of(body, n_summed) != (body[n_summed] | body[n_summed + 1] << 8))
		return false;
	*ret_frame = (struct sabot_ref_frame){
		.seq = body[0] & CONTROL_SEQ,
		.is_replay = body[0] & CONTROL_REPLAY,
		.type = body[2],
		.n_payload = body[1],
	};
	memcpy(ret_frame->payload, body + HEADER_BYTES, ret_frame->n_payload);
	return true;
}

/*
 * Undouble the body behind the first START, as far as it is there. False when it cannot be one: a
 * START that is not doubled begins another frame.
 */
static bool
undouble(const uint8_t *bytes, size_t n_bytes, uint8_t body[BODY_BYTES_MAX], size_t *ret_body,
	 size_t *ret_used)
{
	size_t used = 1, n = 0;

	while (used < n_bytes && n < body_length(body, n)) {
		size_t step = bytes[used] == START ? 2 : 1;

		if (step == 2 && used + 1 == n_bytes)
			break;
		if (step == 2 && bytes[used + 1] != START)
			return false;
		body[n++] = bytes[used];
		used += step;
		if (!body_is_possible(body, n))
			return false;
	}
	*ret_body = n;
	*ret_used = used;
	return true;
}

static size_t
bytes_before_next_start(const uint8_t *bytes, size_t n_bytes)
{
	const uint8_t *start = n_bytes > 1 ? memchr(bytes + 1, START, n_bytes - 1) : NULL;

	return start ? (size_t)(start - bytes) : n_bytes;
}

enum sabot_ref_status
sabot_ref_decode(const uint8_t *bytes, size_t n_bytes, size_t *ret_consumed,
		 struct sabot_ref_frame *ret_frame)
{
	uint8_t body[BODY_BYTES_MAX];
	size_t n_body = 0, used = 0;

	*ret_consumed = 0;
	if (n_bytes == 0)
		return SABOT_REF_NEED_MORE;
	if (bytes[0] == START && undouble(bytes, n_bytes, body, &n_body, &used)) {
		if (n_body < 2 || n_body < body_length(body, n_body))
			return SABOT_REF_NEED_MORE;
		if (read_body(body, n_body, ret_frame)) {
			*ret_consumed = used;
			return SABOT_REF_FRAME;
		}
	}
	*ret_consumed = bytes_before_next_start(bytes, n_bytes);
	return SABOT_REF_GARBAGE;
}

size_t
sabot_ref_encode(const struct sabot_ref_frame *frame, uint8_t bytes[SABOT_REF_FRAME_BYTES_MAX])
{
	uint8_t body[BODY_BYTES_MAX];
	size_t n_body = write_body(frame, body), n = 0;

	bytes[n++] = START;
	for (size_t i = 0; i < n_body; i++) {
		bytes[n++] = body[i];
		if (body[i] == START)
			bytes[n++] = START;
	}
	return n;
}

bool
sabot_ref_decode_report(const uint8_t *report, size_t n_bytes, struct sabot_ref_frame *ret_frame)
{
	size_t length;

	if (n_bytes < 1 + HEADER_BYTES + SUM_BYTES || report[0] != START)
		return false;
	length = body_length(report + 1, n_bytes - 1);
	return body_is_possible(report + 1, 2) && 1 + length <= n_bytes &&
	       read_body(report + 1, length, ret_frame);
}

void
sabot_ref_encode_report(const struct sabot_ref_frame *frame, uint8_t report[SABOT_REF_REPORT_BYTES])
{
	memset(report, 0, SABOT_REF_REPORT_BYTES);
	report[0] = START;
	write_body(frame, report + 1);
}

bool
sabot_ref_type_is_event(uint8_t type)
{
	return type >= SABOT_REF_CARD && type <= SABOT_REF_EVENT_LAST;
}

/* A payload as it is gone through: read when `source` is given, else written into `frame`. */
struct cursor {
	const struct sabot_ref_frame *source;
	struct sabot_ref_frame *frame;
	size_t at;
	bool is_short; /* something was not there */
};

static void
pass_bytes(struct cursor *cursor, void *value, size_t n_bytes)
{
	size_t limit = cursor->source ? cursor->source->n_payload : SABOT_REF_PAYLOAD_MAX;

	if (n_bytes > limit - cursor->at) {
		cursor->is_short = true;
		return;
	}
	if (cursor->source)
		memcpy(value, cursor->source->payload + cursor->at, n_bytes);
	else
		memcpy(cursor->frame->payload + cursor->at, value, n_bytes);
	cursor->at += n_bytes;
}

static void
pass_u32(struct cursor *cursor, uint32_t *value)
{
	uint8_t bytes[4] = {(uint8_t)*value, (uint8_t)(*value >> 8), (uint8_t)(*value >> 16),
			    (uint8_t)(*value >> 24)};

	pass_bytes(cursor, bytes, sizeof bytes);
	*value = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
		 (uint32_t)bytes[3] << 24;
}

static void
pass_hello(struct cursor *cursor, struct sabot_ref_message *message)
{
	pass_bytes(cursor, &message->u.hello.protocol, 1);
	pass_bytes(cursor, &message->u.hello.flags, 1);
	pass_u32(cursor, &message->boot_id);
	pass_u32(cursor, &message->u.hello.oldest_event);
	pass_u32(cursor, &message->u.hello.last_event);
	pass_u32(cursor, &message->u.hello.previous_boot_id);
	pass_u32(cursor, &message->u.hello.previous_event);
	pass_bytes(cursor, message->u.hello.model, SABOT_REF_MODEL_BYTES);
	pass_bytes(cursor, message->u.hello.serial, SABOT_REF_SERIAL_BYTES);
	pass_bytes(cursor, message->u.hello.firmware, SABOT_REF_FIRMWARE_BYTES);
}

static void
pass_card(struct cursor *cursor, struct sabot_ref_message *message)
{
	pass_bytes(cursor, &message->u.card.target, 1);
	pass_bytes(cursor, &message->u.card.index, 1);
	if (message->type == SABOT_REF_CARD) {
		pass_bytes(cursor, &message->u.card.rank, 1);
		pass_bytes(cursor, &message->u.card.suit, 1);
	}
	pass_bytes(cursor, &message->u.card.quality, 1);
}

static void
pass_error(struct cursor *cursor, struct sabot_ref_message *message)
{
	pass_bytes(cursor, &message->u.error.fault, 1);
	pass_bytes(cursor, &message->u.error.number, 1);
}

static void
pass_lock(struct cursor *cursor, struct sabot_ref_message *message)
{
	uint8_t locked = message->u.lock.is_locked;

	pass_bytes(cursor, &locked, 1);
	message->u.lock.is_locked = locked & 1;
}

/* What an event says behind its numbers. */
static void
pass_event(struct cursor *cursor, struct sabot_ref_message *message)
{
	pass_u32(cursor, &message->boot_id);
	pass_u32(cursor, &message->event_no);
	switch (message->type) {
	case SABOT_REF_CARD:
	case SABOT_REF_CARD_UNREAD:
		pass_card(cursor, message);
		return;
	case SABOT_REF_HAND_END:
		pass_bytes(cursor, &message->u.hand_end.winner, 1);
		return;
	case SABOT_REF_ERROR:
	case SABOT_REF_CLEARED:
		pass_error(cursor, message);
		return;
	case SABOT_REF_LOCK:
		pass_lock(cursor, message);
		return;
	default:
		return;
	}
}

/* The one place where payloads are laid out. False for a type that is not known. */
static bool
pass_message(struct cursor *cursor, struct sabot_ref_message *message)
{
	if (sabot_ref_type_is_event(message->type)) {
		pass_event(cursor, message);
		return true;
	}
	switch (message->type) {
	case SABOT_REF_HELLO:
		pass_hello(cursor, message);
		return true;
	case SABOT_REF_STATE:
		pass_u32(cursor, &message->boot_id);
		pass_u32(cursor, &message->u.state.last_event);
		pass_bytes(cursor, &message->u.state.flags, 1);
		return true;
	case SABOT_REF_GONE:
	case SABOT_REF_ACK:
	case SABOT_REF_GET:
		pass_u32(cursor, &message->boot_id);
		pass_u32(cursor, &message->event_no);
		return true;
	case SABOT_REF_ASK_HELLO:
		pass_bytes(cursor, &message->u.ask.protocol, 1);
		return true;
	case SABOT_REF_COMMAND:
		pass_bytes(cursor, &message->u.command.what, 1);
		return true;
	default:
		return false;
	}
}

bool
sabot_ref_message_get(const struct sabot_ref_frame *frame, struct sabot_ref_message *ret_message)
{
	struct sabot_ref_message message = {.type = frame->type};
	struct cursor cursor = {.source = frame};
	bool has_numbers =
		sabot_ref_type_is_event(frame->type) && frame->n_payload >= NUMBERS_BYTES;

	if (!pass_message(&cursor, &message) || (cursor.is_short && !has_numbers))
		return false;
	message.is_short = cursor.is_short;
	*ret_message = message;
	return true;
}

void
sabot_ref_message_set(struct sabot_ref_frame *frame, const struct sabot_ref_message *message)
{
	struct sabot_ref_message copy = *message;
	struct cursor cursor = {.frame = frame};

	frame->type = message->type;
	pass_message(&cursor, &copy);
	frame->n_payload = (uint8_t)cursor.at;
}
