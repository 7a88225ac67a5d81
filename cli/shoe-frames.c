/*
 * The simulated shoe's frames, see the header.
 */
#include "shoe-frames.h"

#include <string.h>

static void
send_copies(struct shoe_frames *frames, const struct sabot_angeleye_frame *frame, unsigned copies)
{
	uint8_t bytes[SABOT_ANGELEYE_FRAME_BYTES_MAX];
	size_t n_bytes = sabot_angeleye_encode(frame, bytes);

	for (unsigned i = 0; i < copies; i++)
		shoe_line_send(frames->line, bytes, n_bytes);
}

static char
take_seq(struct shoe_frames *frames)
{
	char seq = frames->seq;

	frames->seq = seq == SHOE_FRAMES_SEQ_LAST ? SHOE_FRAMES_SEQ_FIRST : (char)(seq + 1);
	return seq;
}

static struct sabot_angeleye_frame
begin_frame(struct shoe_frames *frames, char code)
{
	return (struct sabot_angeleye_frame){.seq = take_seq(frames), .code = code};
}

void
shoe_frames_init(struct shoe_frames *frames, struct shoe_line *line)
{
	*frames = (struct shoe_frames){.line = line, .seq = SHOE_FRAMES_SEQ_FIRST};
}

void
shoe_frames_draw(struct shoe_frames *frames, const struct sabot_angeleye_draw *draw,
		 unsigned copies)
{
	struct sabot_angeleye_frame frame = begin_frame(frames, SABOT_ANGELEYE_DRAW);

	sabot_angeleye_draw_set(&frame, draw);
	if (copies == 0)
		return;
	frames->last_draw = frame;
	frames->has_last_draw = true;
	send_copies(frames, &frame, copies);
}

void
shoe_frames_repeat(struct shoe_frames *frames, bool as_retransmission)
{
	struct sabot_angeleye_frame frame = frames->last_draw;

	if (!frames->has_last_draw)
		return;
	if (as_retransmission) {
		frame.code = SABOT_ANGELEYE_RETRANSMISSION;
		frame.seq = take_seq(frames);
	}
	send_copies(frames, &frame, SHOE_FRAMES_COPIES);
}

void
shoe_frames_boot(struct shoe_frames *frames)
{
	struct sabot_angeleye_frame frame;

	frames->seq = SHOE_FRAMES_SEQ_FIRST;
	frame = begin_frame(frames, SABOT_ANGELEYE_BOOT);
	send_copies(frames, &frame, SHOE_FRAMES_COPIES);
}

void
shoe_frames_cut_card(struct shoe_frames *frames)
{
	struct sabot_angeleye_frame frame = begin_frame(frames, SABOT_ANGELEYE_CUT_CARD);

	send_copies(frames, &frame, SHOE_FRAMES_COPIES);
}

static void
send_error(struct shoe_frames *frames, char code, const struct sabot_angeleye_error *error)
{
	struct sabot_angeleye_frame frame = begin_frame(frames, code);

	sabot_angeleye_error_set(&frame, error);
	send_copies(frames, &frame, SHOE_FRAMES_COPIES);
}

void
shoe_frames_error(struct shoe_frames *frames, enum sabot_angeleye_fault fault)
{
	struct sabot_angeleye_error error = {.fault = (uint8_t)fault, .in_error_mode = true};

	send_error(frames, SABOT_ANGELEYE_ERROR, &error);
}

void
shoe_frames_error_cleared(struct shoe_frames *frames)
{
	struct sabot_angeleye_error none = {0};

	send_error(frames, SABOT_ANGELEYE_ERROR_CLEARED, &none);
}

void
shoe_frames_result(struct shoe_frames *frames, enum sabot_angeleye_winner winner)
{
	struct sabot_angeleye_frame frame = begin_frame(frames, SABOT_ANGELEYE_RESULT);
	struct sabot_angeleye_result result = {.winner = (uint8_t)winner};

	sabot_angeleye_result_set(&frame, &result);
	send_copies(frames, &frame, SHOE_FRAMES_COPIES);
}
