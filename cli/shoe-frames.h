/*
 * What the simulated shoe says on its line: Angel Eye frames (devices/angeleye-frame.h), each sent
 * three times as the real one does. Borrows the line.
 */
#pragma once

#include "cli/shoe-line.h"
#include "devices/angeleye-frame.h"

enum {
	SHOE_FRAMES_COPIES = 3,
	/* The range of the sequence character: wide enough that at the highest pace an equal frame
	 * does not come again while a receiver takes it for a repeat. */
	SHOE_FRAMES_SEQ_FIRST = '0',
	SHOE_FRAMES_SEQ_LAST = 'z',
};

struct shoe_frames {
	struct shoe_line *line;
	char seq;
	struct sabot_angeleye_frame last_draw;
	bool has_last_draw;
};

void
shoe_frames_init(struct shoe_frames *frames, struct shoe_line *line);

/* A card left the shoe; `copies` 0: the frame is lost, its sequence character used up. */
void
shoe_frames_draw(struct shoe_frames *frames, const struct sabot_angeleye_draw *draw,
		 unsigned copies);

/* Say the last card again: the same frame, or (`as_retransmission`) as `R` with a new sequence. */
void
shoe_frames_repeat(struct shoe_frames *frames, bool as_retransmission);

/* The shoe was switched on; the sequence begins anew. */
void
shoe_frames_boot(struct shoe_frames *frames);

void
shoe_frames_cut_card(struct shoe_frames *frames);
void
shoe_frames_error(struct shoe_frames *frames, enum sabot_angeleye_fault fault);
void
shoe_frames_error_cleared(struct shoe_frames *frames);
void
shoe_frames_result(struct shoe_frames *frames, enum sabot_angeleye_winner winner);
