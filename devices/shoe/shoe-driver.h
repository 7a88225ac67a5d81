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

#include "engine/core/card.h"
#include "engine/core/event.h"

enum {
	SABOT_SHOE_FRAME_BYTES_MAX = 128, /* of any driver */
	SABOT_SHOE_REPORT_BYTES_MAX = 64, /* of a USB device */
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
	SABOT_SHOE_FILLER, /* bytes between frames without meaning, as a line's end */
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

/* What the device says has gone wrong, whatever its own number for it: evidence as well. */
enum sabot_shoe_fault {
	SABOT_SHOE_FAULT_NONE, /* the driver's own finding */
	SABOT_SHOE_FAULT_CANNOT_READ,
	SABOT_SHOE_FAULT_OVERDRAW, /* more cards than the game allows */
	SABOT_SHOE_FAULT_BUTTON,   /* mishandled */
	SABOT_SHOE_FAULT_PUSHED_BACK,
	SABOT_SHOE_FAULT_CARD_CODE, /* what was read is no card */
	SABOT_SHOE_FAULT_TIME_OUT,  /* a card was drawn too slowly */
	SABOT_SHOE_FAULT_OTHER,
};
enum { SABOT_SHOE_FAULTS = SABOT_SHOE_FAULT_OTHER + 1 };

enum { SABOT_SHOE_INDEX_NONE = -1 };

/* The code of the finding that a shoe is simulated. */
#define SABOT_SHOE_CODE_SIMULATED "sim"

/* Something was lost, and nobody can say how much. */
#define SABOT_SHOE_LOST_UNCOUNTED UINT32_MAX

struct sabot_shoe_event {
	enum sabot_shoe_kind kind;
	struct sabot_card card;        /* CARD; rank 0 = could not be read */
	enum sabot_shoe_target target; /* CARD */
	int index;                     /* CARD: of the target's cards, or SABOT_SHOE_INDEX_NONE */
	enum sabot_winner winner;      /* RESULT: the device's claim; NONE = it makes none */
	enum sabot_shoe_fault fault;   /* ERROR and CLEARED */
	/* So many frames before this one never arrived; 0 = none known. */
	uint32_t lost;
	/* The code of an error reported before that this frame shows to be over, or "". */
	char ends[SABOT_SHOE_CODE_BYTES_MAX];
	/* It happened while nobody listened: the shoe kept it, and sent it on request. */
	bool late;
	/* With this frame all is here that the shoe had when the line was opened. */
	bool is_level;
	/* A new run could not go on from here: the frame to be remembered stays the one before. */
	bool keeps_place;
	/* The device's own word and what it means, or "". Beside a kind other than ERROR, CLEARED,
	 * BOOT, LOCKED and UNLOCKED they are a finding of their own. Printable ASCII, `detail` of
	 * 64 characters at most. */
	char code[SABOT_SHOE_CODE_BYTES_MAX];
	char detail[SABOT_SHOE_DETAIL_BYTES_MAX];
};

/* Bytes on their way to the shoe, or from a report of it. */
struct sabot_shoe_bytes {
	uint8_t bytes[SABOT_SHOE_FRAME_BYTES_MAX];
	size_t n_bytes; /* 0 = none */
};

/* Who a shoe says it is; "" = it does not say. */
struct sabot_shoe_identity {
	char serial[SABOT_SHOE_SERIAL_SIZE];
	char firmware[SABOT_SHOE_FIRMWARE_SIZE];
};

/* What a person may ask of a shoe, where the house allows it. */
enum sabot_shoe_command {
	SABOT_SHOE_COMMAND_LOCK,
	SABOT_SHOE_COMMAND_UNLOCK,
	SABOT_SHOE_COMMAND_CLEAR, /* the error shown */
};
enum { SABOT_SHOE_COMMANDS = SABOT_SHOE_COMMAND_CLEAR + 1 };

struct sabot_card_map;

/* What a house may say about a device that its driver cannot know. */
struct sabot_shoe_driver_options {
	/* The sequence character runs from the one to the other and begins again; 0 = not known,
	 * then no frame is missed by it. */
	char seq_first, seq_last;
	/* What the codes on the cards mean; borrowed for the state's life. NULL = their names. */
	const struct sabot_card_map *card_map;
	/* The shoe that what was given back is of; another one's past is not requested. Borrowed
	 * for the call. NULL or "" = not known. */
	const char *serial;
};

enum sabot_parity { SABOT_PARITY_NONE, SABOT_PARITY_EVEN, SABOT_PARITY_ODD };

/* Settings of a serial line; it never has flow control. */
struct sabot_line {
	unsigned baud;
	unsigned data_bits; /* 7 or 8 */
	enum sabot_parity parity;
	unsigned stop_bits; /* 1 or 2 */
};

struct sabot_usb_id {
	uint16_t vendor, product;
};

struct sabot_shoe_driver {
	const char *id;   /* the file's name in drivers/ and the word in a configuration */
	const char *name; /* in full */
	struct sabot_line line;
	/* USB devices that speak it by themselves, ended by a vendor of 0; NULL = none. Converters
	 * between USB and a serial line do not count. */
	const struct sabot_usb_id *usb_ids;
	/* Any USB HID device of this usage speaks it; 0 = none does. */
	uint16_t hid_usage_page, hid_usage;
	/* An identical frame within this time is the same message said again, and where frames are
	 * numbered at any time; 0 = every frame is a new message, or the driver knows better. */
	unsigned repeat_ms;
	/* A shoe in order says something at least so often, and its line is silent when three such
	 * times have passed; 0 = a silent line means nothing. */
	unsigned heartbeat_ms;
	bool has_sequence;   /* frames are numbered */
	bool keeps_events;   /* what was missed can be requested, and the driver does so */
	bool needs_reply;    /* the shoe must be answered: the line is opened for writing too */
	bool takes_commands; /* has command() */
	bool has_button;     /* that ends a round: it says RESULT */
	bool simulated;      /* no real shoe: each report says so */
	size_t state_bytes;  /* at most SABOT_SHOE_STATE_BYTES_MAX */

	/* Initialise with these options; copies them. The state may be uninitialised. */
	void (*reset)(void *state, const struct sabot_shoe_driver_options *options);
	/* The line was opened again: bytes may have been missed. May add to `out`. */
	void (*opened)(void *state, struct sabot_shoe_bytes *out);
	/*
	 * Look at the start of `bytes`. FRAME: a good one of `ret_consumed` bytes is there;
	 * GARBAGE, FILLER: so many bytes (at least 1) belong to none; NEED_MORE: 0, and never said
	 * of SABOT_SHOE_FRAME_BYTES_MAX bytes.
	 */
	enum sabot_shoe_scan (*scan)(const uint8_t *bytes, size_t n_bytes, size_t *ret_consumed);
	/* Understand one frame that scan() found. Fills all of `ret_event`; may add to `out`. */
	void (*decode)(void *state, const uint8_t *frame, size_t n_bytes,
		       struct sabot_shoe_event *ret_event, struct sabot_shoe_bytes *out);

	/* The rest may be NULL. */

	/* Each heartbeat_ms while the line is open: what must be asked again may be added. */
	void (*tick)(void *state, struct sabot_shoe_bytes *out);
	/* The frame of a command is added to `out`. */
	void (*command)(void *state, enum sabot_shoe_command command, struct sabot_shoe_bytes *out);
	/* Who the shoe has said it is since reset(). NULL: a shoe of this kind does not say. */
	void (*identify)(const void *state, struct sabot_shoe_identity *ret_identity);
	/*
	 * On USB, where bytes come and go in reports: a report as bytes of a stream, which scan()
	 * sees (false: it is garbage), and one frame of a stream as a report. NULL: a report's
	 * bytes are a piece of the stream as they are.
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

/* False, leaving the result alone, when the word is none of these. */
bool
sabot_shoe_command_from_string(const char *word, enum sabot_shoe_command *ret_command);
