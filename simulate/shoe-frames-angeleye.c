/* The simulated shoe as an Angel Eye: each frame is sent three times, as by the real one. */
#include "shoe-frames.h"

static void
send_copies(struct shoe_frames *frames, const struct sabot_angeleye_frame *frame, unsigned copies)
{
	uint8_t bytes[SABOT_ANGELEYE_FRAME_BYTES_MAX];
	size_t n_bytes = sabot_angeleye_encode(frame, bytes);

	for (unsigned i = 0; i < copies; i++)
		shoe_line_send(frames->line, bytes, n_bytes);
}

static char
next_seq(struct shoe_frames *frames)
{
	char seq = frames->u.angeleye.seq;

	if (seq < SHOE_FRAMES_SEQ_FIRST)
		seq = SHOE_FRAMES_SEQ_FIRST;
	frames->u.angeleye.seq =
		seq == SHOE_FRAMES_SEQ_LAST ? SHOE_FRAMES_SEQ_FIRST : (char)(seq + 1);
	return seq;
}

static struct sabot_angeleye_frame
begin_frame(struct shoe_frames *frames, char code)
{
	return (struct sabot_angeleye_frame){.seq = next_seq(frames), .code = code};
}

static uint8_t
target_of(enum sabot_shoe_target place)
{
	switch (place) {
	case SABOT_SHOE_TARGET_BANCA:
		return SABOT_ANGELEYE_BANCA;
	case SABOT_SHOE_TARGET_BURN:
		return SABOT_ANGELEYE_BURN;
	case SABOT_SHOE_TARGET_FIRST:
		return SABOT_ANGELEYE_FIRST;
	case SABOT_SHOE_TARGET_BURN_COUNT:
		return SABOT_ANGELEYE_BURN_COUNT;
	case SABOT_SHOE_TARGET_NONE:
	case SABOT_SHOE_TARGET_PUNTO:
		break;
	}
	return SABOT_ANGELEYE_PUNTO;
}

static void
draw(struct shoe_frames *frames, const struct shoe_draw *draw, enum shoe_reporting reporting)
{
	struct sabot_angeleye_frame frame = begin_frame(frames, SABOT_ANGELEYE_DRAW);
	struct sabot_angeleye_draw data = {
		.card = draw->card,
		.target = target_of(draw->place),
		.index = (uint8_t)MIN(draw->index, (unsigned)SABOT_ANGELEYE_INDEX_MAX),
	};

	sabot_angeleye_draw_set(&frame, &data);
	if (reporting == SHOE_NOT_REPORTED)
		return;
	frames->u.angeleye.last_draw = frame;
	frames->u.angeleye.has_last_draw = true;
	send_copies(frames, &frame,
		    reporting == SHOE_REPORTED_TOO_OFTEN ? SHOE_FRAMES_COPIES + 2
							 : SHOE_FRAMES_COPIES);
}

/* Once the cable is back as `R`, with a sequence character of its own. */
static void
repeat(struct shoe_frames *frames, bool is_back)
{
	struct sabot_angeleye_frame frame = frames->u.angeleye.last_draw;

	if (!frames->u.angeleye.has_last_draw)
		return;
	if (is_back) {
		frame.code = SABOT_ANGELEYE_RETRANSMISSION;
		frame.seq = next_seq(frames);
	}
	send_copies(frames, &frame, SHOE_FRAMES_COPIES);
}

static void
boot(struct shoe_frames *frames)
{
	struct sabot_angeleye_frame frame;

	frames->u.angeleye.seq = SHOE_FRAMES_SEQ_FIRST;
	frame = begin_frame(frames, SABOT_ANGELEYE_BOOT);
	send_copies(frames, &frame, SHOE_FRAMES_COPIES);
}

static void
cut_card(struct shoe_frames *frames)
{
	struct sabot_angeleye_frame frame = begin_frame(frames, SABOT_ANGELEYE_CUT_CARD);

	send_copies(frames, &frame, SHOE_FRAMES_COPIES);
}

static uint8_t
number_of(enum sabot_shoe_fault fault)
{
	switch (fault) {
	case SABOT_SHOE_FAULT_CANNOT_READ:
		return SABOT_ANGELEYE_CANNOT_READ;
	case SABOT_SHOE_FAULT_OVERDRAW:
		return SABOT_ANGELEYE_OVERDRAW;
	case SABOT_SHOE_FAULT_BUTTON:
		return SABOT_ANGELEYE_BUTTON_MISHANDLED;
	case SABOT_SHOE_FAULT_PUSHED_BACK:
		return SABOT_ANGELEYE_PUSHED_BACK_AT_EXIT;
	case SABOT_SHOE_FAULT_CARD_CODE:
		return SABOT_ANGELEYE_CARD_CODE;
	case SABOT_SHOE_FAULT_TIME_OUT:
		return SABOT_ANGELEYE_DRAW_TIME_OUT;
	case SABOT_SHOE_FAULT_NONE:
	case SABOT_SHOE_FAULT_OTHER:
		break;
	}
	return 0;
}

static void
send_error(struct shoe_frames *frames, char code, struct sabot_angeleye_error error)
{
	struct sabot_angeleye_frame frame = begin_frame(frames, code);

	sabot_angeleye_error_set(&frame, &error);
	send_copies(frames, &frame, SHOE_FRAMES_COPIES);
}

static void
error(struct shoe_frames *frames, enum sabot_shoe_fault fault)
{
	send_error(frames, SABOT_ANGELEYE_ERROR,
		   (struct sabot_angeleye_error){.fault = number_of(fault), .in_error_mode = true});
}

static void
error_cleared(struct shoe_frames *frames)
{
	send_error(frames, SABOT_ANGELEYE_ERROR_CLEARED, (struct sabot_angeleye_error){0});
}

static uint8_t
winner_of(enum sabot_winner winner)
{
	switch (winner) {
	case SABOT_WINNER_PUNTO:
		return SABOT_ANGELEYE_PUNTO_WINS;
	case SABOT_WINNER_BANCA:
		return SABOT_ANGELEYE_BANCA_WINS;
	case SABOT_WINNER_TIE:
		return SABOT_ANGELEYE_TIE;
	case SABOT_WINNER_NONE:
	case SABOT_WINNER_VOID:
		break;
	}
	return SABOT_ANGELEYE_FORCED_END;
}

static void
result(struct shoe_frames *frames, enum sabot_winner winner)
{
	struct sabot_angeleye_frame frame = begin_frame(frames, SABOT_ANGELEYE_RESULT);
	struct sabot_angeleye_result data = {.winner = winner_of(winner)};

	sabot_angeleye_result_set(&frame, &data);
	send_copies(frames, &frame, SHOE_FRAMES_COPIES);
}

const struct shoe_language shoe_language_angeleye = {
	.driver = "angeleye2",
	.configured = "angeleye2",
	/* In three copies each: what the daemon takes of a real shoe for the time of a load. */
	.card_ms_least = 25,
	.boot = boot,
	.draw = draw,
	.cut_card = cut_card,
	.error = error,
	.error_cleared = error_cleared,
	.result = result,
	.repeat = repeat,
};
