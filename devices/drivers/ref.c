/*
 * The reference protocol, the host's side (docs/ref-protocol.md). The shoe numbers its events and
 * keeps them, so nothing is lost if they are requested in time: events are accepted in order
 * only, and what is missing before one is requested first.
 *
 *     opened → hello asked → hello heard → level with the shoe ⇄ behind: events requested
 *
 * Events carry the shoe's boot and their number. So the last frame that was recorded, and whose it
 * is, are all that a new run must be given to go on where the last one stood. What another shoe has
 * kept was dealt at another table: it is not requested.
 */
#include "devices/shoe/ref-frame.h"
#include "devices/shoe/shoe-driver.h"

#include <stdio.h>
#include <string.h>

enum {
	ASK_AGAIN_TICKS = 2,
	COMPARED_EVENTS = 64, /* the last so many, when they are said again */
};

/* What an event that was taken said. */
struct taken {
	uint32_t event_no;
	uint32_t sum;
	bool is_compared;
};

struct state {
	uint8_t seq;
	struct sabot_shoe_identity identity;
	bool hello_heard; /* since the line was opened */
	bool has_boot;    /* the next two are known */
	uint32_t boot_id;
	uint32_t taken;       /* the last event taken */
	uint32_t announced;   /* the last that the shoe is known to have */
	uint32_t greeted;     /* the last that it had at its hello */
	unsigned asked_ticks; /* since missing ones were requested or came; 0 = none is missing */
	struct taken said[COMPARED_EVENTS]; /* event n at n modulo the length */
};

_Static_assert(sizeof(struct state) <= SABOT_SHOE_STATE_BYTES_MAX, "state");
_Static_assert((int)SABOT_REF_FRAME_BYTES_MAX <= (int)SABOT_SHOE_FRAME_BYTES_MAX, "frame");

static void
reset(void *block, const struct sabot_shoe_driver_options *options)
{
	struct state *state = block;

	*state = (struct state){0};
	if (options->serial)
		snprintf(state->identity.serial, sizeof state->identity.serial, "%s",
			 options->serial);
}

/* What fits into `out` behind what is there already; the rest is requested again by tick(). */
static void
add_message(struct state *state, const struct sabot_ref_message *message,
	    struct sabot_shoe_bytes *out)
{
	struct sabot_ref_frame frame = {.seq = state->seq};
	uint8_t bytes[SABOT_REF_FRAME_BYTES_MAX];
	size_t n_bytes;

	sabot_ref_message_set(&frame, message);
	n_bytes = sabot_ref_encode(&frame, bytes);
	if (out->n_bytes)
		return;
	memcpy(out->bytes, bytes, n_bytes);
	out->n_bytes = n_bytes;
	state->seq = (uint8_t)((state->seq + 1) & SABOT_REF_SEQ_MAX);
}

static void
request_hello(struct state *state, struct sabot_shoe_bytes *out)
{
	struct sabot_ref_message ask = {.type = SABOT_REF_ASK_HELLO};

	ask.u.ask.protocol = SABOT_REF_PROTOCOL;
	add_message(state, &ask, out);
}

static void
acknowledge(struct state *state, struct sabot_shoe_bytes *out)
{
	struct sabot_ref_message ack = {
		.type = SABOT_REF_ACK, .boot_id = state->boot_id, .event_no = state->taken};

	add_message(state, &ack, out);
}

static void
request_missing(struct state *state, struct sabot_shoe_bytes *out)
{
	struct sabot_ref_message get = {
		.type = SABOT_REF_GET, .boot_id = state->boot_id, .event_no = state->taken + 1};

	state->asked_ticks = 1;
	add_message(state, &get, out);
}

/* The shoe has events up to `last`. */
static void
record_announced(struct state *state, uint32_t last, struct sabot_shoe_bytes *out)
{
	if (last > state->announced)
		state->announced = last;
	if (state->announced > state->taken && !state->asked_ticks)
		request_missing(state, out);
}

static void
record_acknowledged(struct state *state, uint32_t event_no)
{
	state->taken = event_no;
	if (state->announced < event_no)
		state->announced = event_no;
	/* The answer is under way: no need to ask again. */
	if (state->asked_ticks)
		state->asked_ticks = state->announced > event_no;
}

static void
opened(void *block, struct sabot_shoe_bytes *out)
{
	struct state *state = block;

	state->hello_heard = false;
	state->asked_ticks = 0;
	request_hello(state, out);
}

static void
tick(void *block, struct sabot_shoe_bytes *out)
{
	struct state *state = block;

	if (!state->hello_heard) {
		request_hello(state, out);
		return;
	}
	if (state->asked_ticks && state->asked_ticks++ > ASK_AGAIN_TICKS)
		request_missing(state, out);
}

static enum sabot_shoe_scan
scan(const uint8_t *bytes, size_t n_bytes, size_t *ret_consumed)
{
	struct sabot_ref_frame frame;

	switch (sabot_ref_decode(bytes, n_bytes, ret_consumed, &frame)) {
	case SABOT_REF_NEED_MORE:
		return SABOT_SHOE_NEED_MORE;
	case SABOT_REF_FRAME:
		return SABOT_SHOE_FRAME;
	case SABOT_REF_GARBAGE:
		break;
	}
	return SABOT_SHOE_GARBAGE;
}

static void
set_finding(struct sabot_shoe_event *event, const char *code, const char *detail)
{
	snprintf(event->code, sizeof event->code, "%s", code);
	snprintf(event->detail, sizeof event->detail, "%s", detail);
}

/*
 * The shoe was switched off since we heard it. Whether it then still had events of before, only
 * its own memory of them can show.
 */
static void
begin_boot(struct state *state, const struct sabot_ref_message *hello,
	   struct sabot_shoe_event *event)
{
	event->kind = SABOT_SHOE_BOOT;
	set_finding(event, "boot", "the shoe has started");
	if (hello->u.hello.previous_boot_id != state->boot_id ||
	    hello->u.hello.previous_event < state->taken)
		event->lost = SABOT_SHOE_LOST_UNCOUNTED;
	else
		event->lost = hello->u.hello.previous_event - state->taken;
	*state = (struct state){
		.seq = state->seq,
		.identity = state->identity,
		.hello_heard = true,
		.has_boot = true,
		.boot_id = hello->boot_id,
	};
}

/* Level with a shoe whose past is not ours; a new run continues from its greeting. */
static void
begin_here(struct state *state, const struct sabot_ref_message *hello,
	   struct sabot_shoe_event *event)
{
	state->has_boot = true;
	state->boot_id = hello->boot_id;
	state->taken = state->announced = hello->u.hello.last_event;
	state->asked_ticks = 0;
	memset(state->said, 0, sizeof state->said);
	event->keeps_place = false;
}

/* A text of the shoe's, ended by NUL or full. What cannot be printed is marked as such. */
static void
copy_text(char *ret_text, const char *text, size_t n_bytes)
{
	size_t n = 0;

	for (; n < n_bytes && text[n]; n++)
		ret_text[n] = text[n] < ' ' || text[n] > '~' ? '?' : text[n];
	ret_text[n] = '\0';
}

/* Notes who greets. Whether it is another than before; who does not say is taken for the same. */
static bool
record_identity(struct state *state, const struct sabot_ref_message *hello)
{
	struct sabot_shoe_identity *known = &state->identity, said;
	bool is_another;

	copy_text(said.serial, hello->u.hello.serial, SABOT_REF_SERIAL_BYTES);
	copy_text(said.firmware, hello->u.hello.firmware, SABOT_REF_FIRMWARE_BYTES);
	is_another = known->serial[0] && said.serial[0] && strcmp(known->serial, said.serial) != 0;

	*known = said;
	return is_another;
}

static void
decode_hello(struct state *state, const struct sabot_ref_message *hello,
	     struct sabot_shoe_event *event, struct sabot_shoe_bytes *out)
{
	bool is_another = record_identity(state, hello);

	state->hello_heard = true;
	if (is_another || !state->has_boot) {
		event->lost = is_another ? SABOT_SHOE_LOST_UNCOUNTED : 0;
		begin_here(state, hello, event);
	} else if (state->boot_id != hello->boot_id || hello->u.hello.last_event < state->taken) {
		begin_boot(state, hello, event);
	}
	if (hello->u.hello.protocol != SABOT_REF_PROTOCOL && event->kind == SABOT_SHOE_NOTHING) {
		event->kind = SABOT_SHOE_ERROR;
		set_finding(event, "proto", "the shoe speaks another version of the protocol");
	}
	if (hello->u.hello.flags & SABOT_REF_IS_SIMULATED && event->kind == SABOT_SHOE_NOTHING) {
		event->kind = SABOT_SHOE_ERROR;
		set_finding(event, SABOT_SHOE_CODE_SIMULATED, "a simulated shoe, not a real one");
	}
	state->greeted = hello->u.hello.last_event;
	record_announced(state, hello->u.hello.last_event, out);
}

/* Something of a boot that we have not been greeted in: its numbers mean nothing yet. */
static bool
is_of_unknown_boot(struct state *state, uint32_t boot_id, struct sabot_shoe_bytes *out)
{
	if (state->has_boot && state->boot_id == boot_id)
		return false;
	request_hello(state, out);
	return true;
}

/* What the shoe no longer has will never come. */
static void
decode_gone(struct state *state, const struct sabot_ref_message *gone,
	    struct sabot_shoe_event *event)
{
	if (gone->event_no <= state->taken + 1)
		return;
	event->lost = gone->event_no - state->taken - 1;
	record_acknowledged(state, gone->event_no - 1);
}

static enum sabot_shoe_target
target_of(uint8_t target)
{
	switch (target) {
	case SABOT_REF_PUNTO:
		return SABOT_SHOE_TARGET_PUNTO;
	case SABOT_REF_BANCA:
		return SABOT_SHOE_TARGET_BANCA;
	case SABOT_REF_BURN:
		return SABOT_SHOE_TARGET_BURN;
	case SABOT_REF_FIRST:
		return SABOT_SHOE_TARGET_FIRST;
	case SABOT_REF_BURN_COUNT:
		return SABOT_SHOE_TARGET_BURN_COUNT;
	default:
		return SABOT_SHOE_TARGET_NONE;
	}
}

static void
decode_card(const struct sabot_ref_message *message, struct sabot_shoe_event *event)
{
	uint8_t rank = message->u.card.rank, suit = message->u.card.suit;

	event->kind = SABOT_SHOE_CARD;
	event->target = target_of(message->u.card.target);
	if (message->u.card.index != SABOT_REF_NOT_SAID)
		event->index = message->u.card.index;
	if (message->type == SABOT_REF_CARD_UNREAD)
		return;
	if (rank >= SABOT_ACE && rank <= SABOT_KING && suit <= SABOT_SUITS)
		event->card = (struct sabot_card){.rank = rank, .suit = suit};
	else
		set_finding(event, "card", "a card that no deck has");
}

static enum sabot_winner
winner_of(uint8_t winner)
{
	switch (winner) {
	case SABOT_REF_PUNTO_WINS:
		return SABOT_WINNER_PUNTO;
	case SABOT_REF_BANCA_WINS:
		return SABOT_WINNER_BANCA;
	case SABOT_REF_TIE:
		return SABOT_WINNER_TIE;
	default:
		return SABOT_WINNER_NONE;
	}
}

static enum sabot_shoe_fault
fault_of(uint8_t fault)
{
	static const enum sabot_shoe_fault faults[] = {
		[0] = SABOT_SHOE_FAULT_OTHER,
		[SABOT_REF_CANNOT_READ] = SABOT_SHOE_FAULT_CANNOT_READ,
		[SABOT_REF_OVERDRAW] = SABOT_SHOE_FAULT_OVERDRAW,
		[SABOT_REF_BUTTON] = SABOT_SHOE_FAULT_BUTTON,
		[SABOT_REF_PUSHED_BACK] = SABOT_SHOE_FAULT_PUSHED_BACK,
		[SABOT_REF_CARD_CODE] = SABOT_SHOE_FAULT_CARD_CODE,
		[SABOT_REF_TIME_OUT] = SABOT_SHOE_FAULT_TIME_OUT,
	};

	return fault < sizeof faults / sizeof faults[0] ? faults[fault] : SABOT_SHOE_FAULT_OTHER;
}

static void
decode_error(const struct sabot_ref_message *message, struct sabot_shoe_event *event)
{
	unsigned number = message->u.error.number;

	event->kind = message->type == SABOT_REF_ERROR ? SABOT_SHOE_ERROR : SABOT_SHOE_CLEARED;
	event->fault = fault_of(message->u.error.fault);
	snprintf(event->code, sizeof event->code, "E%u", (unsigned)message->u.error.fault);
	snprintf(event->detail, sizeof event->detail, "%s",
		 sabot_shoe_fault_to_string(event->fault));
	if (number)
		snprintf(event->detail, sizeof event->detail, "%s (%u)",
			 sabot_shoe_fault_to_string(event->fault), number);
}

/* It has its number, so it happened, and to ask for it again would bring the same again. */
static void
decode_short(const struct sabot_ref_message *message, struct sabot_shoe_event *event)
{
	bool is_card = message->type == SABOT_REF_CARD || message->type == SABOT_REF_CARD_UNREAD;

	event->kind = is_card ? SABOT_SHOE_CARD : SABOT_SHOE_ERROR;
	set_finding(event, "short", "an event that ends too early");
}

static void
decode_event(const struct sabot_ref_message *message, struct sabot_shoe_event *event)
{
	if (message->is_short) {
		decode_short(message, event);
		return;
	}
	switch (message->type) {
	case SABOT_REF_CARD:
	case SABOT_REF_CARD_UNREAD:
		decode_card(message, event);
		return;
	case SABOT_REF_CUT_CARD:
		event->kind = SABOT_SHOE_CUT_CARD;
		return;
	case SABOT_REF_HAND_END:
		event->kind = SABOT_SHOE_RESULT;
		event->winner = winner_of(message->u.hand_end.winner);
		return;
	case SABOT_REF_ERROR:
	case SABOT_REF_CLEARED:
		decode_error(message, event);
		return;
	case SABOT_REF_LOCK:
		event->kind = message->u.lock.is_locked ? SABOT_SHOE_LOCKED : SABOT_SHOE_UNLOCKED;
		snprintf(event->code, sizeof event->code, "lock");
		return;
	default:
		event->kind = SABOT_SHOE_ERROR;
		snprintf(event->code, sizeof event->code, "t%02x", (unsigned)message->type);
		snprintf(event->detail, sizeof event->detail, "an event of unknown kind");
	}
}

/* FNV-1a of all that it says. */
static uint32_t
sum_of(const struct sabot_ref_frame *frame)
{
	uint32_t sum = (2166136261U ^ frame->type) * 16777619U;

	for (size_t i = 0; i < frame->n_payload; i++)
		sum = (sum ^ frame->payload[i]) * 16777619U;
	return sum;
}

static void
remember_emitted(struct state *state, uint32_t event_no, uint32_t sum)
{
	state->said[event_no % COMPARED_EVENTS] =
		(struct taken){.event_no = event_no, .sum = sum, .is_compared = true};
}

/*
 * An event that was taken before comes again. When it is another now, one of the two never
 * happened and nobody knows which: that is said, once, and what was taken stands.
 */
static void
decode_repeat(struct state *state, uint32_t event_no, uint32_t sum, struct sabot_shoe_event *event)
{
	struct taken *taken = &state->said[event_no % COMPARED_EVENTS];

	event->kind = SABOT_SHOE_REPEAT;
	if (!taken->is_compared || taken->event_no != event_no || taken->sum == sum)
		return;
	taken->is_compared = false;
	event->kind = SABOT_SHOE_ERROR;
	snprintf(event->code, sizeof event->code, "twice");
	snprintf(event->detail, sizeof event->detail, "event %lu was said again as another one",
		 (unsigned long)event_no);
}

/* In order, each once. A driver that knows nothing begins where it is let in. */
static void
read_event(struct state *state, const struct sabot_ref_message *message, uint32_t sum,
	   struct sabot_shoe_event *event, struct sabot_shoe_bytes *out)
{
	if (!state->has_boot && !state->hello_heard) {
		state->has_boot = true;
		state->boot_id = message->boot_id;
		state->taken = message->event_no - 1;
	}
	if (is_of_unknown_boot(state, message->boot_id, out))
		return;
	if (message->event_no > state->taken + 1) {
		record_announced(state, message->event_no, out);
		return;
	}
	if (message->event_no <= state->taken) {
		decode_repeat(state, message->event_no, sum, event);
	} else {
		remember_emitted(state, message->event_no, sum);
		event->late = state->asked_ticks > 0;
		record_acknowledged(state, message->event_no);
		event->keeps_place = false;
		decode_event(message, event);
	}
	acknowledge(state, out);
}

static void
decode_message(struct state *state, const struct sabot_ref_frame *frame,
	       const struct sabot_ref_message *message, struct sabot_shoe_event *event,
	       struct sabot_shoe_bytes *out)
{
	if (sabot_ref_type_is_event(message->type)) {
		read_event(state, message, sum_of(frame), event, out);
		return;
	}
	switch (message->type) {
	case SABOT_REF_HELLO:
		decode_hello(state, message, event, out);
		return;
	case SABOT_REF_STATE:
		if (!is_of_unknown_boot(state, message->boot_id, out))
			record_announced(state, message->u.state.last_event, out);
		return;
	case SABOT_REF_GONE:
		if (!is_of_unknown_boot(state, message->boot_id, out))
			decode_gone(state, message, event);
		return;
	default:
		return;
	}
}

/* All that it had when it greeted was taken. What it does since then comes in order. */
static bool
is_level(const struct state *state)
{
	return state->hello_heard && state->has_boot && state->taken >= state->greeted;
}

/* A frame of unknown type, or too short to be an event, was sent by a shoe of another protocol. */
static void
decode(void *block, const uint8_t *bytes, size_t n_bytes, struct sabot_shoe_event *ret_event,
       struct sabot_shoe_bytes *out)
{
	struct sabot_ref_frame frame;
	struct sabot_ref_message message;
	size_t consumed;

	*ret_event = (struct sabot_shoe_event){
		.index = SABOT_SHOE_INDEX_NONE,
		.keeps_place = true,
	};
	if (sabot_ref_decode(bytes, n_bytes, &consumed, &frame) == SABOT_REF_FRAME &&
	    sabot_ref_message_get(&frame, &message))
		decode_message(block, &frame, &message, ret_event, out);
	ret_event->is_level = is_level(block);
}

static void
command(void *block, enum sabot_shoe_command asked, struct sabot_shoe_bytes *out)
{
	static const uint8_t words[] = {
		[SABOT_SHOE_COMMAND_LOCK] = SABOT_REF_COMMAND_LOCK,
		[SABOT_SHOE_COMMAND_UNLOCK] = SABOT_REF_COMMAND_UNLOCK,
		[SABOT_SHOE_COMMAND_CLEAR] = SABOT_REF_COMMAND_CLEAR,
	};
	struct sabot_ref_message message = {.type = SABOT_REF_COMMAND};

	message.u.command.what = words[asked];
	add_message(block, &message, out);
}

static void
identify(const void *block, struct sabot_shoe_identity *ret_identity)
{
	const struct state *state = block;

	*ret_identity = state->hello_heard ? state->identity : (struct sabot_shoe_identity){0};
}

static bool
unpack(void *block, const uint8_t *report, size_t n_bytes, struct sabot_shoe_bytes *ret_stream)
{
	struct sabot_ref_frame frame;

	(void)block;
	ret_stream->n_bytes = 0;
	if (!sabot_ref_decode_report(report, n_bytes, &frame))
		return false;
	ret_stream->n_bytes = sabot_ref_encode(&frame, ret_stream->bytes);
	return true;
}

static void
pack(const struct sabot_shoe_bytes *stream, struct sabot_shoe_bytes *ret_report)
{
	struct sabot_ref_frame frame;
	size_t consumed;

	ret_report->n_bytes = 0;
	if (sabot_ref_decode(stream->bytes, stream->n_bytes, &consumed, &frame) != SABOT_REF_FRAME)
		return;
	sabot_ref_encode_report(&frame, ret_report->bytes);
	ret_report->n_bytes = SABOT_REF_REPORT_BYTES;
}

/* pid.codes' id for tests; a maker has one of his own and adds it. */
static const struct sabot_usb_id usb_ids[] = {{0x1209, 0x0001}, {0, 0}};

const struct sabot_shoe_driver sabot_shoe_driver_ref = {
	.id = "ref",
	.name = "Sabot's reference protocol",
	.line = {.baud = 115200, .data_bits = 8, .parity = SABOT_PARITY_NONE, .stop_bits = 1},
	.usb_ids = usb_ids,
	.heartbeat_ms = 1000,
	.has_sequence = true,
	.keeps_events = true,
	.needs_reply = true,
	.takes_commands = true,
	.has_button = true,
	.state_bytes = sizeof(struct state),
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
