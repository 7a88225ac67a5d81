/*
 * The messages of the simulated shoe on its line, in the language of one of the drivers: each is a
 * table of functions (simulate/shoe-frames-*.c); here is what they have in common. Borrows the
 * line.
 */
#pragma once

#include "shoe-line.h"
#include "shoe-ref.h"
#include "devices/shoe/angeleye-frame.h"
#include "devices/shoe/shoe-driver.h"

enum {
	SHOE_FRAMES_COPIES = 3, /* of an Angel Eye frame, as sent by the real shoe */
	/*
	 * The range of its sequence character: wide enough that at the highest pace an equal frame
	 * does not recur while a receiver would take it for a repeat.
	 */
	SHOE_FRAMES_SEQ_FIRST = '0',
	SHOE_FRAMES_SEQ_LAST = 'z',
};

/* A card that leaves the shoe, and where the shoe thinks it goes. */
struct shoe_draw {
	struct sabot_card card; /* rank 0 = unreadable */
	enum sabot_shoe_target place;
	unsigned index; /* the place's first card is 1; 0 = not known */
};

/* How a draw is sent. */
enum shoe_reporting {
	SHOE_REPORTED,
	SHOE_REPORTED_TOO_OFTEN, /* the same frame several times */
	SHOE_NOT_REPORTED,       /* not sent: the shoe itself does not know about it */
};

struct shoe_frames;

struct shoe_language {
	const char *driver;     /* the word for --driver */
	const char *configured; /* the driver for it in sabotd.conf */
	/* shortest interval at which a receiver can distinguish two cards */
	unsigned card_ms_least;

	void (*boot)(struct shoe_frames *frames);
	void (*draw)(struct shoe_frames *frames, const struct shoe_draw *draw,
		     enum shoe_reporting reporting);
	void (*cut_card)(struct shoe_frames *frames); /* NULL: the language has no such message */
	void (*error)(struct shoe_frames *frames, enum sabot_shoe_fault fault);
	void (*error_cleared)(struct shoe_frames *frames);
	void (*result)(struct shoe_frames *frames, enum sabot_winner winner);
	/*
	 * Send the last card again, because the host does not seem to have received it, or
	 * (`is_back`) because the cable was out.
	 */
	void (*repeat)(struct shoe_frames *frames, bool is_back);
	/* The rest may be NULL: bytes from the host; a moment has passed. */
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
			bool was_lost; /* nobody was listening when it was sent */
		} beetek;
		struct {
			struct shoe_ref shoe;
			int64_t state_us; /* when the next one is due */
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

/*
 * True if the host has confirmed all messages of the shoe; always true if the language has no
 * confirmations.
 */
bool
shoe_frames_is_acknowledged(const struct shoe_frames *frames);

extern const struct shoe_language shoe_language_angeleye;
extern const struct shoe_language shoe_language_beetek;
extern const struct shoe_language shoe_language_ref;
