/* The simulated shoe with the reference protocol: simulate/shoe-ref.c on the line. */
#include "shoe-frames.h"

enum { STATE_EACH_US = G_USEC_PER_SEC, TOO_OFTEN = 5 };

static void
on_send(const uint8_t *bytes, size_t n_bytes, void *user)
{
	struct shoe_frames *frames = user;

	shoe_line_send(frames->line, bytes, n_bytes);
}

/*
 * The serial number is made from where the line is: no two shoes on a machine have the same, and
 * each keeps its own.
 */
static void
boot(struct shoe_frames *frames)
{
	g_autofree char *digest = g_compute_checksum_for_string(
		G_CHECKSUM_SHA256, shoe_line_get_address(frames->line), -1);
	g_autofree char *serial = g_strconcat("sim-", digest, NULL);

	shoe_ref_init(&frames->u.ref.shoe, g_random_int(), serial, on_send, frames);
	shoe_ref_send_hello(&frames->u.ref.shoe);
}

/* The protocol's places are the drivers'. */
G_STATIC_ASSERT((int)SABOT_REF_BURN_COUNT == (int)SABOT_SHOE_TARGET_BURN_COUNT);

static void
draw(struct shoe_frames *frames, const struct shoe_draw *draw, enum shoe_reporting reporting)
{
	struct sabot_ref_message message = {.type = SABOT_REF_CARD};

	if (reporting == SHOE_NOT_REPORTED) {
		shoe_ref_missed(&frames->u.ref.shoe);
		return;
	}
	if (draw->card.rank == SABOT_RANK_UNKNOWN)
		message.type = SABOT_REF_CARD_UNREAD;
	message.u.card.target = (uint8_t)draw->place;
	message.u.card.index =
		draw->index ? (uint8_t)MIN(draw->index, 254U) : (uint8_t)SABOT_REF_NOT_SAID;
	message.u.card.rank = draw->card.rank;
	message.u.card.suit = draw->card.suit;
	message.u.card.quality = SABOT_REF_NOT_SAID;
	shoe_ref_happened(&frames->u.ref.shoe, message,
			  reporting == SHOE_REPORTED_TOO_OFTEN ? TOO_OFTEN : 1);
}

static void
cut_card(struct shoe_frames *frames)
{
	struct sabot_ref_message message = {.type = SABOT_REF_CUT_CARD};

	shoe_ref_happened(&frames->u.ref.shoe, message, 1);
}

/* And the faults are the drivers'. */
G_STATIC_ASSERT((int)SABOT_REF_OTHER == (int)SABOT_SHOE_FAULT_OTHER);

static void
error(struct shoe_frames *frames, enum sabot_shoe_fault fault)
{
	struct sabot_ref_message message = {.type = SABOT_REF_ERROR};

	message.u.error.fault = (uint8_t)fault;
	shoe_ref_happened(&frames->u.ref.shoe, message, 1);
}

static void
error_cleared(struct shoe_frames *frames)
{
	struct sabot_ref_message message = {.type = SABOT_REF_CLEARED};

	message.u.error.fault = SABOT_REF_CANNOT_READ;
	shoe_ref_happened(&frames->u.ref.shoe, message, 1);
}

/* And the winners are the engine's. */
G_STATIC_ASSERT((int)SABOT_REF_TIE == (int)SABOT_WINNER_TIE);

static void
result(struct shoe_frames *frames, enum sabot_winner winner)
{
	struct sabot_ref_message message = {.type = SABOT_REF_HAND_END};

	if (winner <= SABOT_WINNER_TIE)
		message.u.hand_end.winner = (uint8_t)winner;
	shoe_ref_happened(&frames->u.ref.shoe, message, 1);
}

/* The host asks by itself. */
static void
repeat(struct shoe_frames *frames, bool is_back)
{
	(void)frames;
	(void)is_back;
}

/* Before the first listener the shoe is off. */
static void
heard(struct shoe_frames *frames, const guint8 *bytes, gsize n_bytes)
{
	if (frames->u.ref.shoe.send)
		shoe_ref_heard(&frames->u.ref.shoe, bytes, n_bytes);
}

static void
tick(struct shoe_frames *frames)
{
	int64_t now_us = g_get_monotonic_time();

	if (!frames->u.ref.shoe.send || now_us < frames->u.ref.state_us)
		return;
	frames->u.ref.state_us = now_us + STATE_EACH_US;
	shoe_ref_send_state(&frames->u.ref.shoe);
}

const struct shoe_language shoe_language_ref = {
	.driver = "ref",
	.configured = "sim",
	.card_ms_least = 25,
	.boot = boot,
	.draw = draw,
	.cut_card = cut_card,
	.error = error,
	.error_cleared = error_cleared,
	.result = result,
	.repeat = repeat,
	.heard = heard,
	.tick = tick,
};
