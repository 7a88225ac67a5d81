/*
 * The Angel Eye line protocol's frames, see the header. All functions work on the caller's bytes;
 * each data byte has bit 7 set on the line, so none can be mistaken for ENQ or ETX.
 */
#include "angeleye-frame.h"

#include <string.h>

enum { STX = 0x02, ENQ = 0x05, ETX = 0x03, MARK = 0x80, HEADER_BYTES = 3, TRAILER_BYTES = 3 };

/* The protocol's suits 1 … 4, at their number. */
static const uint8_t suit_of_code[] = {
	SABOT_SUIT_UNKNOWN, SABOT_DIAMONDS, SABOT_CLUBS, SABOT_SPADES, SABOT_HEARTS,
};

static bool
is_printable(uint8_t byte)
{
	return byte >= 0x20 && byte < 0x7f;
}

static uint8_t
xor_of(const uint8_t *bytes, size_t n_bytes)
{
	uint8_t sum = 0;

	for (size_t i = 0; i < n_bytes; i++)
		sum = (uint8_t)(sum ^ bytes[i]);
	return sum;
}

static char
hex_digit(unsigned value)
{
	return "0123456789ABCDEF"[value & 0xf];
}

/* How many bytes to drop so that what follows begins with ENQ, or is nothing. */
static size_t
bytes_before_next_enq(const uint8_t *bytes, size_t n_bytes)
{
	const uint8_t *enq = n_bytes > 1 ? memchr(bytes + 1, ENQ, n_bytes - 1) : NULL;

	return enq ? (size_t)(enq - bytes) : n_bytes;
}

/* Position of ETX in a frame, 0 when it has not come yet, or SIZE_MAX when this is no frame. */
static size_t
find_etx(const uint8_t *bytes, size_t n_bytes)
{
	for (size_t i = HEADER_BYTES; i < n_bytes; i++) {
		if (bytes[i] == ETX)
			return i;
		if (bytes[i] == ENQ || i - HEADER_BYTES >= SABOT_ANGELEYE_DATA_MAX)
			return SIZE_MAX;
	}
	return 0;
}

static bool
header_is_possible(const uint8_t *bytes, size_t n_bytes)
{
	return bytes[0] == ENQ && (n_bytes < 2 || is_printable(bytes[1])) &&
	       (n_bytes < 3 || is_printable(bytes[2]));
}

/* Compare as many of the two digits as are there, so that a wrong one is seen at once. */
static bool
trailer_is_possible(const uint8_t *bytes, size_t n_bytes, size_t etx)
{
	uint8_t sum = xor_of(bytes + 1, etx);

	return (n_bytes < etx + 2 || bytes[etx + 1] == (uint8_t)hex_digit(sum >> 4)) &&
	       (n_bytes < etx + 3 || bytes[etx + 2] == (uint8_t)hex_digit(sum));
}

static void
fill_frame(const uint8_t *bytes, size_t etx, struct sabot_angeleye_frame *ret_frame)
{
	*ret_frame = (struct sabot_angeleye_frame){
		.seq = (char)bytes[1],
		.code = (char)bytes[2],
		.n_data = (uint8_t)(etx - HEADER_BYTES),
	};
	memcpy(ret_frame->data, bytes + HEADER_BYTES, ret_frame->n_data);
}

enum sabot_angeleye_status
sabot_angeleye_decode(const uint8_t *bytes, size_t n_bytes, size_t *ret_consumed,
		      struct sabot_angeleye_frame *ret_frame)
{
	size_t etx = 0;
	bool possible;

	*ret_consumed = 0;
	if (n_bytes == 0)
		return SABOT_ANGELEYE_NEED_MORE;
	possible = header_is_possible(bytes, n_bytes);
	if (possible) {
		etx = find_etx(bytes, n_bytes);
		possible = etx != SIZE_MAX;
	}
	if (possible && etx)
		possible = trailer_is_possible(bytes, n_bytes, etx);
	if (!possible) {
		*ret_consumed = bytes_before_next_enq(bytes, n_bytes);
		return SABOT_ANGELEYE_GARBAGE;
	}
	if (!etx || n_bytes < etx + TRAILER_BYTES)
		return SABOT_ANGELEYE_NEED_MORE;
	fill_frame(bytes, etx, ret_frame);
	*ret_consumed = etx + TRAILER_BYTES;
	return SABOT_ANGELEYE_FRAME;
}

static bool
frame_is_sendable(const struct sabot_angeleye_frame *frame)
{
	if (!is_printable((uint8_t)frame->seq) || !is_printable((uint8_t)frame->code) ||
	    frame->n_data > SABOT_ANGELEYE_DATA_MAX)
		return false;
	return !memchr(frame->data, ENQ, frame->n_data) && !memchr(frame->data, ETX, frame->n_data);
}

size_t
sabot_angeleye_encode(const struct sabot_angeleye_frame *frame,
		      uint8_t bytes[SABOT_ANGELEYE_FRAME_BYTES_MAX])
{
	size_t n = 0;
	uint8_t sum;

	if (!frame_is_sendable(frame))
		return 0;
	bytes[n++] = ENQ;
	bytes[n++] = (uint8_t)frame->seq;
	bytes[n++] = (uint8_t)frame->code;
	memcpy(bytes + n, frame->data, frame->n_data);
	n += frame->n_data;
	bytes[n++] = ETX;
	sum = xor_of(bytes + 1, n - 1);
	bytes[n++] = (uint8_t)hex_digit(sum >> 4);
	bytes[n++] = (uint8_t)hex_digit(sum);
	return n;
}

size_t
sabot_angeleye_encode_command(const char command[4], uint8_t bytes[SABOT_ANGELEYE_COMMAND_BYTES])
{
	const uint8_t head[] = {STX, 'O', 'P'};
	size_t n = sizeof head;
	uint8_t sum;

	memcpy(bytes, head, n);
	memcpy(bytes + n, command, 4);
	n += 4;
	bytes[n++] = ETX;
	sum = xor_of(bytes, n);
	bytes[n++] = (uint8_t)hex_digit(sum >> 4);
	bytes[n++] = (uint8_t)hex_digit(sum);
	return n;
}

/* The data are `n` bytes, each with bit 7 set. */
static bool
data_are_marked(const struct sabot_angeleye_frame *frame, uint8_t n)
{
	if (frame->n_data != n)
		return false;
	for (uint8_t i = 0; i < n; i++) {
		if (!(frame->data[i] & MARK))
			return false;
	}
	return true;
}

static struct sabot_card
card_of_byte(uint8_t byte)
{
	struct sabot_card card = {.rank = byte & 0xf};
	unsigned suit = (byte >> 4) & 7;

	if (card.rank == SABOT_RANK_UNKNOWN || card.rank > SABOT_KING || suit > SABOT_SUITS)
		return (struct sabot_card){0};
	card.suit = suit_of_code[suit];
	return card;
}

static uint8_t
byte_of_card(struct sabot_card card)
{
	unsigned suit = SABOT_SUITS;

	while (suit > 0 && suit_of_code[suit] != card.suit)
		suit--;
	return (uint8_t)(MARK | suit << 4 | (card.rank & 0xf));
}

bool
sabot_angeleye_draw_get(const struct sabot_angeleye_frame *frame,
			struct sabot_angeleye_draw *ret_draw)
{
	if (!data_are_marked(frame, 2))
		return false;
	*ret_draw = (struct sabot_angeleye_draw){
		.target = (frame->data[0] >> 4) & 7,
		.index = frame->data[0] & 0xf,
		.card = card_of_byte(frame->data[1]),
	};
	return true;
}

void
sabot_angeleye_draw_set(struct sabot_angeleye_frame *frame, const struct sabot_angeleye_draw *draw)
{
	frame->n_data = 2;
	frame->data[0] = (uint8_t)(MARK | (draw->target & 7) << 4 | (draw->index & 0xf));
	frame->data[1] = byte_of_card(draw->card);
}

bool
sabot_angeleye_result_get(const struct sabot_angeleye_frame *frame,
			  struct sabot_angeleye_result *ret_result)
{
	if (!data_are_marked(frame, 1))
		return false;
	*ret_result = (struct sabot_angeleye_result){
		.winner = (frame->data[0] >> 4) & 7,
		.punto_pair = frame->data[0] & 1,
		.banca_pair = frame->data[0] & 2,
	};
	return true;
}

void
sabot_angeleye_result_set(struct sabot_angeleye_frame *frame,
			  const struct sabot_angeleye_result *result)
{
	frame->n_data = 1;
	frame->data[0] = (uint8_t)(MARK | (result->winner & 7) << 4 | (result->punto_pair ? 1 : 0) |
				   (result->banca_pair ? 2 : 0));
}

bool
sabot_angeleye_error_get(const struct sabot_angeleye_frame *frame,
			 struct sabot_angeleye_error *ret_error)
{
	if (!data_are_marked(frame, 1))
		return false;
	*ret_error = (struct sabot_angeleye_error){
		.fault = frame->data[0] & 0x3f,
		.in_error_mode = frame->data[0] & 0x40,
	};
	return true;
}

void
sabot_angeleye_error_set(struct sabot_angeleye_frame *frame,
			 const struct sabot_angeleye_error *error)
{
	frame->n_data = 1;
	frame->data[0] =
		(uint8_t)(MARK | (error->in_error_mode ? 0x40 : 0) | (error->fault & 0x3f));
}

const char *
sabot_angeleye_fault_to_string(uint8_t fault)
{
	static const char *const words[] = {
		[SABOT_ANGELEYE_CANNOT_READ] = "a card could not be read",
		[SABOT_ANGELEYE_OVERDRAW] = "more cards were drawn than the game allows",
		[SABOT_ANGELEYE_BUTTON_MISHANDLED] = "a button was pressed at the wrong time",
		[SABOT_ANGELEYE_PUSHED_BACK_AT_EXIT] = "a card was pushed back at the exit",
		[SABOT_ANGELEYE_PUSHED_BACK_MIDWAY] = "a card was pushed back midway",
		[SABOT_ANGELEYE_CARD_CODE] = "the code on a card is wrong",
		[SABOT_ANGELEYE_DRAW_TIME_OUT] = "a card was not drawn in time",
	};

	if (fault >= sizeof words / sizeof words[0] || !words[fault])
		return "unknown error";
	return words[fault];
}

bool
sabot_angeleye_lock_get(const struct sabot_angeleye_frame *frame, bool *ret_locked)
{
	if (!data_are_marked(frame, 1))
		return false;
	*ret_locked = frame->data[0] & 1;
	return true;
}

void
sabot_angeleye_lock_set(struct sabot_angeleye_frame *frame, bool locked)
{
	frame->n_data = 1;
	frame->data[0] = (uint8_t)(MARK | (locked ? 1 : 0));
}
