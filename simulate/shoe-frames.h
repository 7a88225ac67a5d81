/*
 * What the simulated shoe says on its line, in whichever of the drivers' languages: a table of
 * functions each (simulate/shoe-frames-*.c), and here what they have in common. Borrows the line.
 */
#pragma once

#include "shoe-line.h"
#include "shoe-ref.h"
#include "devices/shoe/angeleye-frame.h"
#include "devices/shoe/shoe-driver.h"

enum {
	SHOE_FRAMES_COPIES = 3, /* of an Angel Eye frame, as the real one sends it */
	/* The range of its sequence character: wide enough that at the highest pace an equal frame
	 * does not come again while a receiver takes it for a repeat. */
	SHOE_FRAMES_SEQ_FIRST = '0',
	SHOE_FRAMES_SEQ_LAST = 'z',
};

/* A card that leaves the shoe, and where the shoe thinks it goes. */
struct shoe_draw {
	struct sabot_card card; /* rank 0 = it cannot read it */
	enum sabot_shoe_target place;
	unsigned index; /* the place's first card is 1; 0 = it does not know */
};

/* How a draw is sent. */
enum shoe_telling {
	SHOE_TOLD,
	SHOE_TOLD_TOO_OFTEN, /* the same frame again and again */
	SHOE_NOT_TOLD,       /* the shoe itself does not know of it */
};

struct shoe_frames;

struct shoe_language {
	const char *driver;     /* the word for --driver */
	const char *configured; /* the driver for it in sabotd.conf */
	unsigned card_ms_least; /* between two cards, that a receiver can distinguish from one */

	void (*boot)(struct shoe_frames *frames);
	void (*draw)(struct shoe_frames *frames, const struct shoe_draw *draw,
		     enum shoe_telling telling);
	void (*cut_card)(struct shoe_frames *frames); /* NULL: it has no word for it */
	void (*error)(struct shoe_frames *frames, enum sabot_shoe_fault fault);
	void (*error_cleared)(struct shoe_frames *frames);
	void (*result)(struct shoe_frames *frames, enum sabot_winner winner);
	/* The last card again, because nobody seems to have heard it, or (`is_back`) because the
	 * cable was out. */
	void (*repeat)(struct shoe_frames *frames, bool is_back);
	/* The rest may be NULL: bytes of the host; a moment has passed. */
	void (*heard)(struct shoe_frames *frames, const guint8 *bytes, gsize n_bytes);
	void (*tick)(struct shoe_frames *frames);
};

struct shoe_frames {
	const struct shoe_language *language;
	struct shoe_line *line;
	union {
		struct {
			char seq;
			struct sabot_angeleye_frame last_draw;
			bool has_last_draw;
		} angeleye;
		struct {
			char last_mark[32];
			bool was_lost; /* nobody listened to it */
		} beetek;
		struct {
			struct shoe_ref shoe;
			int64_t state_us; /* the next is due */
		} ref;
	} u;
};

/* The language of that word for --driver, or NULL. */
const struct shoe_language *
shoe_language_find(const char *driver);

/* `frames` is borrowed by the line and may not move. */
void
shoe_frames_init(struct shoe_frames *frames, const struct shoe_language *language,
		 struct shoe_line *line);

/* True if the shoe was locked by command, and deals nothing. */
bool
shoe_frames_is_locked(const struct shoe_frames *frames);

/* The host has confirmed all that the shoe said; always, where the language knows no such thing. */
bool
shoe_frames_is_acknowledged(const struct shoe_frames *frames);

extern const struct shoe_language shoe_language_angeleye;
extern const struct shoe_language shoe_language_beetek;
extern const struct shoe_language shoe_language_ref;
