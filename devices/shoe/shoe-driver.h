/*
 * What a shoe driver is: static facts, and functions from a line's bytes to what they say. A
 * driver does no I/O, knows no clock and allocates nothing; its state is a block the caller owns.
 * shoe-device.h puts drivers on transports. docs/devices.md explains how to add one, and
 * drivers/skeleton.c is the least one.
 *
 * The work is split in two, so that a repeated frame can be recognised by its bytes before it
 * changes anything: scan() finds a frame and is pure, decode() understands it and remembers. A
 * driver whose shoe must be answered writes what is to be sent into a struct sabot_shoe_bytes; the
 * device sends.
 */
#pragma once

#include "devices/transport/line-settings.h"
#include "engine/core/card.h"
#include "engine/core/event.h"

enum {
	SABOT_SHOE_FRAME_BYTES_MAX = 128, /* of any driver */
	SABOT_SHOE_STATE_BYTES_MAX = 1024,
	SABOT_SHOE_CODE_BYTES_MAX = 8,
	SABOT_SHOE_DETAIL_BYTES_MAX = 128,
	SABOT_SHOE_SERIAL_SIZE = 64,
	SABOT_SHOE_FIRMWARE_SIZE = 16,
};

enum sabot_shoe_scan {
	SABOT_SHOE_NEED_MORE,
	SABOT_SHOE_FRAME,
	SABOT_SHOE_GARBAGE,
	SABOT_SHOE_FILLER, /* bytes without meaning between frames, such as a line's end */
};

/* What a frame says. */
enum sabot_shoe_kind {
	SABOT_SHOE_NOTHING, /* understood, but without meaning for a table */
	SABOT_SHOE_REPEAT,  /* repeats the content of another frame; only counted */
	SABOT_SHOE_CARD,    /* a card left the shoe */
	SABOT_SHOE_CUT_CARD,
	SABOT_SHOE_RESULT,  /* the button that ends a round */
	SABOT_SHOE_ERROR,   /* a fault, or a finding: described by `code` and `detail` */
	SABOT_SHOE_CLEARED, /* the fault is over */
	SABOT_SHOE_LOCKED,
	SABOT_SHOE_UNLOCKED,
	SABOT_SHOE_BOOT, /* the shoe has started: nothing may be compared with what was before */
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

/* The fault that the device reports, whatever its own number for it: also only evidence. */
enum sabot_shoe_fault {
	SABOT_SHOE_FAULT_NONE, /* the driver's own finding */
	SABOT_SHOE_FAULT_CANNOT_READ,
	SABOT_SHOE_FAULT_OVERDRAW, /* more cards than the game allows */
	SABOT_SHOE_FAULT_BUTTON,   /* mishandled */
	SABOT_SHOE_FAULT_PUSHED_BACK,
	SABOT_SHOE_FAULT_CARD_CODE, /* the code read is not a card's */
	SABOT_SHOE_FAULT_TIME_OUT,  /* a card was drawn too slowly */
	SABOT_SHOE_FAULT_OTHER,
};
enum { SABOT_SHOE_FAULTS = SABOT_SHOE_FAULT_OTHER + 1 };

enum { SABOT_SHOE_INDEX_NONE = -1 };

/* The code of the finding that a shoe is simulated. */
#define SABOT_SHOE_CODE_SIMULATED "sim"

/* An unknown number of messages was lost. */
#define SABOT_SHOE_LOST_UNCOUNTED UINT32_MAX

struct sabot_shoe_event {
	enum sabot_shoe_kind kind;
	struct sabot_card card;        /* CARD; rank 0 = could not be read */
	enum sabot_shoe_target target; /* CARD */
	/* CARD: position among the target's cards, or SABOT_SHOE_INDEX_NONE */
	int index;
	enum sabot_winner winner;      /* RESULT: the device's claim; NONE = no claim */
	enum sabot_shoe_fault fault;   /* ERROR and CLEARED */
	/* The number of frames before this one that never arrived; 0 = none known. */
	uint32_t lost;
	/* The code of an earlier reported error that this frame shows to be over, or "". */
	char ends[SABOT_SHOE_CODE_BYTES_MAX];
	/* It happened while nobody listened: the shoe kept it, and sent it on request. */
	bool late;
	/* With this frame, everything the shoe had when the line was opened has arrived. */
	bool is_level;
	/* A new run could not continue from here: the frame before stays the one to remember. */
	bool keeps_place;
	/*
	 * The device's own word and its meaning, or "". With a kind other than ERROR, CLEARED,
	 * BOOT, LOCKED and UNLOCKED they are a separate finding. Printable ASCII; `detail` has at
	 * most 64 characters.
	 */
	char code[SABOT_SHOE_CODE_BYTES_MAX];
	char detail[SABOT_SHOE_DETAIL_BYTES_MAX];
};

/* Bytes to be sent to the shoe, or from a report of it. */
struct sabot_shoe_bytes {
	uint8_t bytes[SABOT_SHOE_FRAME_BYTES_MAX];
	size_t n_bytes; /* 0 = none */
};

/* The identity that a shoe reports; "" = it reports none. */
struct sabot_shoe_identity {
	char serial[SABOT_SHOE_SERIAL_SIZE];
	char firmware[SABOT_SHOE_FIRMWARE_SIZE];
};

/* The commands that a person may give to a shoe, if the house allows it. */
enum sabot_shoe_command {
	SABOT_SHOE_COMMAND_LOCK,
	SABOT_SHOE_COMMAND_UNLOCK,
	SABOT_SHOE_COMMAND_CLEAR, /* clears the error shown */
};
enum { SABOT_SHOE_COMMANDS = SABOT_SHOE_COMMAND_CLEAR + 1 };

struct sabot_card_map;

/* Facts about a device that its driver cannot know, from the house. */
struct sabot_shoe_driver_options {
	/*
	 * The sequence character runs from the first to the last and begins again; 0 = not known:
	 * then missing frames are not detected by it.
	 */
	char seq_first, seq_last;
	/*
	 * The meaning of the codes on the cards; borrowed for the state's life. NULL = their names.
	 */
	const struct sabot_card_map *card_map;
	/*
	 * The serial number of the shoe whose last frame was restored; the past of another shoe is
	 * not requested. Borrowed for the call. NULL or "" = not known.
	 */
	const char *serial;
};

struct sabot_usb_id {
	uint16_t vendor, product;
};

struct sabot_shoe_driver {
	const char *id;   /* file name in drivers/, and the word in a configuration */
	const char *name; /* full name */
	struct sabot_line line;
	/*
	 * USB devices that speak it directly, ended by a vendor of 0; NULL = none. Converters
	 * between USB and a serial line do not count.
	 */
	const struct sabot_usb_id *usb_ids;
	/* Any USB HID device with this usage speaks it; 0 = none. */
	uint16_t hid_usage_page, hid_usage;
	/*
	 * An identical frame within this time, or at any time if frames are numbered, is a repeat
	 * of the same message; 0 = every frame is a new message, or the driver decides.
	 */
	unsigned repeat_ms;
	/*
	 * A working shoe sends something at least this often, and its line counts as silent after
	 * three such times; 0 = silence means nothing.
	 */
	unsigned heartbeat_ms;
	bool has_sequence;   /* frames are numbered */
	bool keeps_events;   /* missed events can be requested, and the driver does so */
	bool needs_reply;    /* the shoe must be answered: the line is opened for writing, too */
	bool takes_commands; /* has command() */
	bool has_button;     /* a button that ends a round: it sends RESULT */
	bool simulated;      /* not a real shoe: each report is marked so */
	size_t state_bytes;  /* at most SABOT_SHOE_STATE_BYTES_MAX */

	/* Initialise with these options, which are copied. The state may be uninitialised. */
	void (*reset)(void *state, const struct sabot_shoe_driver_options *options);
	/* The line was opened again: bytes may have been missed. May add to `out`. */
	void (*opened)(void *state, struct sabot_shoe_bytes *out);
	/*
	 * Examine the start of `bytes`. FRAME: a good one of `ret_consumed` bytes is there;
	 * GARBAGE, FILLER: that many bytes (at least 1) belong to none; NEED_MORE: 0, and never
	 * returned for SABOT_SHOE_FRAME_BYTES_MAX bytes.
	 */
	enum sabot_shoe_scan (*scan)(const uint8_t *bytes, size_t n_bytes, size_t *ret_consumed);
	/* Decode one frame that scan() found. Fills all of `ret_event`; may add to `out`. */
	void (*decode)(void *state, const uint8_t *frame, size_t n_bytes,
		       struct sabot_shoe_event *ret_event, struct sabot_shoe_bytes *out);

	/* The rest may be NULL. */

	/*
	 * Called each heartbeat_ms while the line is open: may add requests that must be repeated.
	 */
	void (*tick)(void *state, struct sabot_shoe_bytes *out);
	/* Add the frame of a command to `out`. */
	void (*command)(void *state, enum sabot_shoe_command command, struct sabot_shoe_bytes *out);
	/*
	 * The identity that the shoe has reported since reset(). NULL: a shoe of this kind reports
	 * none.
	 */
	void (*identify)(const void *state, struct sabot_shoe_identity *ret_identity);
	/*
	 * For USB, where bytes come and go in reports: a report as bytes of a stream for scan()
	 * (false: it is garbage), and one frame of a stream as a report. NULL: a report's bytes are
	 * a piece of the stream, unchanged.
	 */
	bool (*unpack)(void *state, const uint8_t *report, size_t n_bytes,
		       struct sabot_shoe_bytes *ret_stream);
	void (*pack)(const struct sabot_shoe_bytes *frame, struct sabot_shoe_bytes *ret_report);
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

/* The fault in words, as "a card could not be read"; "" for NONE; NULL outside the enum. */
const char *
sabot_shoe_fault_to_string(enum sabot_shoe_fault fault);

/* "lock", "unlock", "clear"; NULL outside the enum. */
const char *
sabot_shoe_command_to_string(enum sabot_shoe_command command);

/* False, leaving the result, if the word is not a command. */
bool
sabot_shoe_command_from_string(const char *word, enum sabot_shoe_command *ret_command);
