/*
 * Angel Eye II-EX baccarat shoe. Known from two public decoders, not from the maker: what is
 * unsettled (docs/devices.md) is either an option or reported as a finding, never guessed. The
 * shoe's idea of the hands is passed on as a claim.
 *
 * Two things show that frames were lost. The sequence character, where the house knows its range.
 * And the index of a draw among its hand's cards: once the shoe has been seen to number each hand
 * by itself (the same index for punto and banca, one after the other), a jump within a hand
 * proves that the cards between were drawn and not heard of.
 */
#include "devices/shoe/angeleye-frame.h"
#include "devices/shoe/shoe-driver.h"

#include <stdio.h>
#include <string.h>

enum { INDICES = 16, TARGETS = 8 };

struct state {
	struct sabot_shoe_driver_options options;
	char last_seq;         /* 0 = none since the line was opened */
	bool seq_range_wrong;  /* said once */
	uint8_t open_fault;    /* of the last E that no e followed; 0 = none */
	bool hands_numbered;   /* each hand's index counts by itself: seen */
	bool round_start_seen; /* no card of this round came before the frames we heard */
	bool round_over;       /* the next draw begins a round */
	bool has_last_draw;
	struct sabot_angeleye_draw last_draw; /* in this round */
	uint16_t seen[TARGETS];               /* in this round; bit n = index n */
	struct sabot_card cards[TARGETS][INDICES];
};

_Static_assert(sizeof(struct state) <= SABOT_SHOE_STATE_BYTES_MAX, "state");
_Static_assert((int)SABOT_ANGELEYE_FRAME_BYTES_MAX <= (int)SABOT_SHOE_FRAME_BYTES_MAX, "frame");

static void
forget_round(struct state *state)
{
	memset(state->seen, 0, sizeof state->seen);
	state->has_last_draw = false;
	state->round_over = false;
	state->round_start_seen = false;
}

static void
reset(void *block, const struct sabot_shoe_driver_options *options)
{
	struct state *state = block;

	*state = (struct state){.options = *options};
}

static void
opened(void *block, struct sabot_shoe_bytes *out)
{
	struct state *state = block;

	(void)out;
	state->last_seq = 0;
}

static enum sabot_shoe_scan
scan(const uint8_t *bytes, size_t n_bytes, size_t *ret_consumed)
{
	struct sabot_angeleye_frame frame;

	switch (sabot_angeleye_decode(bytes, n_bytes, ret_consumed, &frame)) {
	case SABOT_ANGELEYE_NEED_MORE:
		return SABOT_SHOE_NEED_MORE;
	case SABOT_ANGELEYE_FRAME:
		return SABOT_SHOE_FRAME;
	case SABOT_ANGELEYE_GARBAGE:
		break;
	}
	return SABOT_SHOE_GARBAGE;
}

static void
set_code(struct sabot_shoe_event *event, char letter, int number)
{
	if (number < 0)
		snprintf(event->code, sizeof event->code, "%c", letter);
	else
		snprintf(event->code, sizeof event->code, "%c%u", letter, (unsigned)number & 0xff);
}

static void
set_finding(struct sabot_shoe_event *event, char letter, int number, const char *detail)
{
	set_code(event, letter, number);
	snprintf(event->detail, sizeof event->detail, "%s", detail);
}

static void
emit_error(struct sabot_shoe_event *event, char letter, int number, const char *detail)
{
	event->kind = SABOT_SHOE_ERROR;
	set_finding(event, letter, number, detail);
}

/*
 * How many frames are missing before this one by the sequence characters. Another frame of the same
 * character comes a whole turn later.
 */
static unsigned
count_lost_by_seq(struct state *state, char seq)
{
	int first = state->options.seq_first, last = state->options.seq_last;
	int before = state->last_seq;

	if (!first)
		return 0;
	if (seq < first || seq > last) {
		state->last_seq = 0;
		return 0;
	}
	state->last_seq = seq;
	if (!before)
		return 0;
	return (unsigned)((seq - before - 1 + (last - first + 1)) % (last - first + 1));
}

/* Report a wrong range once, and never in place of what the frame itself reports. */
static void
emit_wrong_range(struct state *state, char seq, struct sabot_shoe_event *event)
{
	const struct sabot_shoe_driver_options *options = &state->options;

	if (!options->seq_first || state->seq_range_wrong || event->code[0] ||
	    (seq >= options->seq_first && seq <= options->seq_last))
		return;
	state->seq_range_wrong = true;
	set_finding(event, 'q', -1, "a sequence character outside the configured range");
	if (event->kind == SABOT_SHOE_NOTHING)
		event->kind = SABOT_SHOE_ERROR;
}

static bool
is_hand(uint8_t target)
{
	return target == SABOT_ANGELEYE_PUNTO || target == SABOT_ANGELEYE_BANCA;
}

static int
highest_index(const struct state *state, uint8_t target)
{
	int index = INDICES - 1;

	while (index >= 0 && !(state->seen[target] & 1U << index))
		index--;
	return index;
}

static bool
shows_numbered_hands(const struct state *state, const struct sabot_angeleye_draw *draw)
{
	const struct sabot_angeleye_draw *last = &state->last_draw;

	return state->has_last_draw && last->index == draw->index && last->target != draw->target &&
	       is_hand(last->target);
}

/*
 * How many cards of this draw's hand are missing before it. An index that does not rise means
 * that a round began unheard of: then nothing is proven.
 */
static unsigned
count_lost_by_index(struct state *state, const struct sabot_angeleye_draw *draw)
{
	int highest = highest_index(state, draw->target);
	bool has_base = highest >= 0 || state->round_start_seen;

	if (!is_hand(draw->target) || draw->index > SABOT_ANGELEYE_INDEX_MAX)
		return 0;
	if (highest >= draw->index) {
		forget_round(state);
		return 0;
	}
	if (shows_numbered_hands(state, draw))
		state->hands_numbered = true;
	if (!state->hands_numbered || !has_base)
		return 0;
	if (highest < 0)
		highest = 0;
	return draw->index > highest + 1 ? (unsigned)(draw->index - highest - 1) : 0;
}

static void
remember_draw(struct state *state, const struct sabot_angeleye_draw *draw)
{
	state->seen[draw->target] = (uint16_t)(state->seen[draw->target] | 1U << draw->index);
	state->cards[draw->target][draw->index] = draw->card;
	state->last_draw = *draw;
	state->has_last_draw = true;
}

static enum sabot_shoe_target
target_of(uint8_t target)
{
	switch (target) {
	case SABOT_ANGELEYE_PUNTO:
		return SABOT_SHOE_TARGET_PUNTO;
	case SABOT_ANGELEYE_BANCA:
		return SABOT_SHOE_TARGET_BANCA;
	case SABOT_ANGELEYE_BURN:
		return SABOT_SHOE_TARGET_BURN;
	case SABOT_ANGELEYE_FIRST:
		return SABOT_SHOE_TARGET_FIRST;
	case SABOT_ANGELEYE_BURN_COUNT:
		return SABOT_SHOE_TARGET_BURN_COUNT;
	default:
		return SABOT_SHOE_TARGET_NONE;
	}
}

static void
begin_round_if_due(struct state *state)
{
	if (!state->round_over)
		return;
	forget_round(state);
	state->round_start_seen = true;
}

/* A frame that says "draw" with data nobody understands still is a card that left the shoe. */
static void
decode_draw(struct state *state, const struct sabot_angeleye_frame *frame,
	    struct sabot_shoe_event *event)
{
	struct sabot_angeleye_draw draw;
	unsigned lost;

	event->kind = SABOT_SHOE_CARD;
	begin_round_if_due(state);
	if (!sabot_angeleye_draw_get(frame, &draw)) {
		set_finding(event, frame->code, -1, "a draw whose data are not understood");
		return;
	}
	lost = count_lost_by_index(state, &draw);
	if (lost > event->lost)
		event->lost = lost;
	remember_draw(state, &draw);
	event->card = draw.card;
	event->target = target_of(draw.target);
	if (draw.index <= SABOT_ANGELEYE_INDEX_MAX)
		event->index = draw.index;
	if (event->target == SABOT_SHOE_TARGET_NONE)
		set_finding(event, frame->code, draw.target, "a card drawn for an unknown place");
}

static void
decode_draw_outside(const struct sabot_angeleye_frame *frame, struct sabot_shoe_event *event)
{
	static const char *const words[] = {
		[SABOT_ANGELEYE_LOCK_MODE] = "a card was drawn while the shoe was locked",
		[SABOT_ANGELEYE_ERROR_MODE] = "a card was drawn while the shoe was in error",
		[SABOT_ANGELEYE_SETTING_MODE] = "a card was drawn while the shoe was being set up",
	};
	struct sabot_angeleye_draw draw;

	event->kind = SABOT_SHOE_CARD;
	if (!sabot_angeleye_draw_get(frame, &draw)) {
		set_finding(event, frame->code, -1, "a draw whose data are not understood");
		return;
	}
	event->card = draw.card;
	set_finding(event, frame->code, draw.target,
		    draw.target <= SABOT_ANGELEYE_SETTING_MODE
			    ? words[draw.target]
			    : "a card was drawn outside the game");
}

static bool
draw_was_seen(const struct state *state, const struct sabot_angeleye_draw *draw)
{
	return state->seen[draw->target] & 1U << draw->index &&
	       sabot_card_is_equal(state->cards[draw->target][draw->index], draw->card);
}

/*
 * `R` is either a draw sent again or a card dealt again; nobody outside the maker knows. What was
 * seen is a repeat. The rest shows, once, that a draw was not seen, and perhaps others before it.
 * Which card it was is not said: a finding is shown to everybody, and the card may lie face down.
 * The frame itself is recorded.
 */
static void
decode_retransmission(struct state *state, const struct sabot_angeleye_frame *frame,
		      struct sabot_shoe_event *event)
{
	struct sabot_angeleye_draw draw;

	if (!sabot_angeleye_draw_get(frame, &draw)) {
		emit_error(event, frame->code, -1,
			   "a retransmission whose data are not understood");
		return;
	}
	if (draw_was_seen(state, &draw)) {
		event->kind = SABOT_SHOE_REPEAT;
		return;
	}
	remember_draw(state, &draw);
	event->lost = SABOT_SHOE_LOST_UNCOUNTED;
	emit_error(event, frame->code, -1, "a draw that was not seen was sent again");
}

static void
decode_result(struct state *state, const struct sabot_angeleye_frame *frame,
	      struct sabot_shoe_event *event)
{
	struct sabot_angeleye_result result;

	event->kind = SABOT_SHOE_RESULT;
	state->round_over = true;
	if (!sabot_angeleye_result_get(frame, &result)) {
		set_finding(event, frame->code, -1, "a result whose data are not understood");
		return;
	}
	switch (result.winner) {
	case SABOT_ANGELEYE_PUNTO_WINS:
		event->winner = SABOT_WINNER_PUNTO;
		break;
	case SABOT_ANGELEYE_TIE:
		event->winner = SABOT_WINNER_TIE;
		break;
	case SABOT_ANGELEYE_BANCA_WINS:
		event->winner = SABOT_WINNER_BANCA;
		break;
	case SABOT_ANGELEYE_FORCED_END:
		set_finding(event, frame->code, result.winner,
			    "the game was ended by force at the shoe");
		break;
	default:
		set_finding(event, frame->code, result.winner, "a result of unknown meaning");
	}
}

static enum sabot_shoe_fault
fault_of(uint8_t fault)
{
	switch (fault) {
	case 0:
		return SABOT_SHOE_FAULT_NONE;
	case SABOT_ANGELEYE_CANNOT_READ:
		return SABOT_SHOE_FAULT_CANNOT_READ;
	case SABOT_ANGELEYE_OVERDRAW:
		return SABOT_SHOE_FAULT_OVERDRAW;
	case SABOT_ANGELEYE_BUTTON_MISHANDLED:
		return SABOT_SHOE_FAULT_BUTTON;
	case SABOT_ANGELEYE_PUSHED_BACK_AT_EXIT:
	case SABOT_ANGELEYE_PUSHED_BACK_MIDWAY:
		return SABOT_SHOE_FAULT_PUSHED_BACK;
	case SABOT_ANGELEYE_CARD_CODE:
		return SABOT_SHOE_FAULT_CARD_CODE;
	case SABOT_ANGELEYE_DRAW_TIME_OUT:
		return SABOT_SHOE_FAULT_TIME_OUT;
	default:
		return SABOT_SHOE_FAULT_OTHER;
	}
}

static void
decode_error(struct state *state, const struct sabot_angeleye_frame *frame,
	     struct sabot_shoe_event *event)
{
	struct sabot_angeleye_error error;

	if (!sabot_angeleye_error_get(frame, &error)) {
		emit_error(event, frame->code, -1, "an error whose data are not understood");
		return;
	}
	state->open_fault = error.fault;
	event->fault = fault_of(error.fault);
	emit_error(event, frame->code, error.fault, sabot_angeleye_fault_to_string(error.fault));
}

/* Named like the error that it ends, where that is known. */
static void
decode_error_cleared(struct state *state, const struct sabot_angeleye_frame *frame,
		     struct sabot_shoe_event *event)
{
	struct sabot_angeleye_error error = {.fault = state->open_fault};
	bool has_own = sabot_angeleye_error_get(frame, &error) && error.fault;

	event->kind = SABOT_SHOE_CLEARED;
	if (!has_own)
		error.fault = state->open_fault;
	state->open_fault = 0;
	event->fault = fault_of(error.fault);
	if (error.fault)
		set_finding(event, 'E', error.fault, sabot_angeleye_fault_to_string(error.fault));
	else
		set_code(event, 'E', -1);
}

static void
decode_lock(const struct sabot_angeleye_frame *frame, struct sabot_shoe_event *event)
{
	bool locked;

	if (!sabot_angeleye_lock_get(frame, &locked)) {
		emit_error(event, frame->code, -1, "a lock status whose data are not understood");
		return;
	}
	event->kind = locked ? SABOT_SHOE_LOCKED : SABOT_SHOE_UNLOCKED;
	set_code(event, frame->code, -1);
}

/* Somebody changed the shoe's settings: two characters of address, four of value. */
static void
decode_preset(const struct sabot_angeleye_frame *frame, struct sabot_shoe_event *event)
{
	char text[SABOT_ANGELEYE_DATA_MAX + 1] = "";

	for (uint8_t i = 0; i < frame->n_data; i++) {
		char c = (char)(frame->data[i] & 0x7f);

		text[i] = c > ' ' && c < 0x7f ? c : '?';
	}
	event->kind = SABOT_SHOE_ERROR;
	set_code(event, frame->code, -1);
	snprintf(event->detail, sizeof event->detail,
		 "a setting of the shoe was changed: %.2s to %s", text,
		 frame->n_data > 2 ? text + 2 : "?");
}

static void
decode_boot(struct state *state, const struct sabot_angeleye_frame *frame,
	    struct sabot_shoe_event *event)
{
	forget_round(state);
	state->open_fault = 0;
	event->kind = SABOT_SHOE_BOOT;
	event->lost = 0;
	set_finding(event, frame->code, -1, "the shoe has started");
}

static void
decode_by_code(struct state *state, const struct sabot_angeleye_frame *frame,
	       struct sabot_shoe_event *event)
{
	switch (frame->code) {
	case SABOT_ANGELEYE_BOOT:
		decode_boot(state, frame, event);
		return;
	case SABOT_ANGELEYE_STAND_BY:
		return;
	case SABOT_ANGELEYE_DRAW:
		decode_draw(state, frame, event);
		return;
	case SABOT_ANGELEYE_DRAW_OUTSIDE:
		decode_draw_outside(frame, event);
		return;
	case SABOT_ANGELEYE_RETRANSMISSION:
		decode_retransmission(state, frame, event);
		return;
	case SABOT_ANGELEYE_RESULT:
		decode_result(state, frame, event);
		return;
	case SABOT_ANGELEYE_CUT_CARD:
		event->kind = SABOT_SHOE_CUT_CARD;
		return;
	case SABOT_ANGELEYE_ERROR:
		decode_error(state, frame, event);
		return;
	case SABOT_ANGELEYE_ERROR_CLEARED:
		decode_error_cleared(state, frame, event);
		return;
	case SABOT_ANGELEYE_LOCK:
		decode_lock(frame, event);
		return;
	case SABOT_ANGELEYE_PRESET:
		decode_preset(frame, event);
		return;
	default:
		emit_error(event, frame->code, -1, "a message of unknown kind");
	}
}

static void
decode(void *block, const uint8_t *bytes, size_t n_bytes, struct sabot_shoe_event *ret_event,
       struct sabot_shoe_bytes *out)
{
	struct state *state = block;
	struct sabot_angeleye_frame frame;
	size_t consumed;

	(void)out;
	*ret_event = (struct sabot_shoe_event){.index = SABOT_SHOE_INDEX_NONE};
	if (sabot_angeleye_decode(bytes, n_bytes, &consumed, &frame) != SABOT_ANGELEYE_FRAME)
		return;
	if (frame.code == SABOT_ANGELEYE_BOOT)
		state->last_seq = 0;
	ret_event->lost = count_lost_by_seq(state, frame.seq);
	decode_by_code(state, &frame, ret_event);
	emit_wrong_range(state, frame.seq, ret_event);
}

/* The shoe's own `L` or `e` shows whether it obeyed; its ACK and NAK are not waited for. */
static void
command(void *block, enum sabot_shoe_command asked, struct sabot_shoe_bytes *out)
{
	static const char *const words[] = {
		[SABOT_SHOE_COMMAND_LOCK] = SABOT_ANGELEYE_LOCK_ON,
		[SABOT_SHOE_COMMAND_UNLOCK] = SABOT_ANGELEYE_LOCK_OFF,
		[SABOT_SHOE_COMMAND_CLEAR] = SABOT_ANGELEYE_CLEAR_ERROR,
	};

	(void)block;
	out->n_bytes = sabot_angeleye_encode_command(words[asked], out->bytes);
}

const struct sabot_shoe_driver sabot_shoe_driver_angeleye2 = {
	.id = "angeleye2",
	.name = "Angel Eye II-EX baccarat shoe",
	.line = {.baud = 4800, .data_bits = 8, .parity = SABOT_PARITY_NONE, .stop_bits = 1},
	.has_sequence = true,
	.repeat_ms = 1500,
	.takes_commands = true,
	.has_button = true,
	.state_bytes = sizeof(struct state),
	.reset = reset,
	.opened = opened,
	.scan = scan,
	.decode = decode,
	.command = command,
};
