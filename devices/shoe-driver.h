/*
 * What a shoe driver is: static facts, and functions from a line's bytes to what they say. A
 * driver does no I/O, knows no clock and allocates nothing; its state is a block the caller owns.
 * shoe-device.h puts drivers on transports. docs/devices.md tells how to add one.
 *
 * The work is split in two, so that a repeated frame can be told by its bytes before it changes
 * anything: scan() finds a frame and is pure, decode() understands it and remembers.
 */
#pragma once

#include "engine/card.h"
#include "engine/event.h"

enum {
	SABOT_SHOE_FRAME_BYTES_MAX = 64, /* of any driver */
	SABOT_SHOE_STATE_BYTES_MAX = 1024,
	SABOT_SHOE_CODE_BYTES_MAX = 8,
	SABOT_SHOE_DETAIL_BYTES_MAX = 128,
};

enum sabot_shoe_scan {
	SABOT_SHOE_NEED_MORE,
	SABOT_SHOE_FRAME,
	SABOT_SHOE_GARBAGE,
};

/* What a frame says. */
enum sabot_shoe_kind {
	SABOT_SHOE_NOTHING, /* understood, and of no meaning for a table */
	SABOT_SHOE_REPEAT,  /* says again what another frame said; to be counted only */
	SABOT_SHOE_CARD,    /* a card left the shoe */
	SABOT_SHOE_CUT_CARD,
	SABOT_SHOE_RESULT,  /* the button that ends a round */
	SABOT_SHOE_ERROR,   /* a fault, or a finding: `code` and `detail` say what */
	SABOT_SHOE_CLEARED, /* the fault is over */
	SABOT_SHOE_LOCKED,
	SABOT_SHOE_UNLOCKED,
	SABOT_SHOE_BOOT, /* the shoe has started: nothing before it may be compared with */
};

/* Where the device thinks a card goes: evidence to compare with the rules, never the truth. */
enum sabot_shoe_target {
	SABOT_SHOE_TARGET_NONE, /* the device does not say */
	SABOT_SHOE_TARGET_PUNTO,
	SABOT_SHOE_TARGET_BANCA,
	SABOT_SHOE_TARGET_BURN,
	SABOT_SHOE_TARGET_FIRST, /* the card that decides how many are burned */
	SABOT_SHOE_TARGET_BURN_COUNT,
};
enum { SABOT_SHOE_TARGETS = SABOT_SHOE_TARGET_BURN_COUNT + 1 };

enum { SABOT_SHOE_INDEX_NONE = -1 };

struct sabot_shoe_event {
	enum sabot_shoe_kind kind;
	struct sabot_card card;        /* CARD; rank 0 = could not be read */
	enum sabot_shoe_target target; /* CARD */
	int index;                     /* CARD: of the target's cards, or SABOT_SHOE_INDEX_NONE */
	enum sabot_winner winner;      /* RESULT: the device's claim; NONE = it makes none */
	unsigned lost; /* so many frames before this one never arrived; 0 = none known */
	/* The device's own word and what it means, or "". Beside a kind other than ERROR, CLEARED,
	 * BOOT, LOCKED and UNLOCKED they are a finding of their own. Printable ASCII. */
	char code[SABOT_SHOE_CODE_BYTES_MAX];
	char detail[SABOT_SHOE_DETAIL_BYTES_MAX];
};

/* What a house may say about a device that its driver cannot know. */
struct sabot_shoe_driver_options {
	/* The sequence character runs from the one to the other and begins again; 0 = not known,
	 * then no frame is missed by it. */
	char seq_first, seq_last;
};

enum sabot_parity { SABOT_PARITY_NONE, SABOT_PARITY_EVEN, SABOT_PARITY_ODD };

/* Settings of a serial line; it never has flow control. */
struct sabot_line {
	unsigned baud;
	unsigned data_bits; /* 7 or 8 */
	enum sabot_parity parity;
	unsigned stop_bits; /* 1 or 2 */
};

struct sabot_shoe_driver {
	const char *id;   /* the file's name in drivers/ and the word in a configuration */
	const char *name; /* in full */
	struct sabot_line line;
	bool has_sequence;   /* frames are numbered */
	bool repeats_frames; /* an identical frame soon after is the same message */
	bool has_heartbeat;  /* a silent line is a fault */
	bool takes_commands;
	size_t state_bytes; /* at most SABOT_SHOE_STATE_BYTES_MAX */

	/* Begin anew with these options; copies them. The state is of any content before. */
	void (*reset)(void *state, const struct sabot_shoe_driver_options *options);
	/* The line was opened again: bytes may have been missed. */
	void (*opened)(void *state);
	/*
	 * Look at the start of `bytes`. FRAME: a good one of `ret_consumed` bytes is there;
	 * GARBAGE: so many bytes (at least 1) belong to none; NEED_MORE: 0, and never said of
	 * SABOT_SHOE_FRAME_BYTES_MAX bytes.
	 */
	enum sabot_shoe_scan (*scan)(const uint8_t *bytes, size_t n_bytes, size_t *ret_consumed);
	/* Understand one frame that scan() found. Fills all of `ret_event`. */
	void (*decode)(void *state, const uint8_t *frame, size_t n_bytes,
		       struct sabot_shoe_event *ret_event);
};

/* The driver with this id, or NULL. Static. */
const struct sabot_shoe_driver *
sabot_shoe_driver_find(const char *id);

/* All drivers of this build, ended by NULL. Static. */
const struct sabot_shoe_driver *const *
sabot_shoe_driver_list(void);

/* "punto", "banca", "burn", "first", "burn_count"; "" for NONE; NULL outside the enum. */
const char *
sabot_shoe_target_to_string(enum sabot_shoe_target target);
