/*
 * The reference protocol's frames and messages (docs/ref-protocol.md), both ways and of both
 * sides: for the driver, for the simulated shoe, and for a maker to compare with. Pure: no I/O, no
 * clock, no heap, no state. On a stream a frame is
 *
 *     7F control length type payload crc(2)
 *
 * where every 7F behind the first is doubled and the crc covers control to payload. A USB report
 * is the same frame, not doubled, and zeros behind it.
 */
#pragma once

#include "engine/core/card.h"

enum {
	SABOT_REF_PROTOCOL = 1,
	SABOT_REF_PAYLOAD_MAX = 58,
	SABOT_REF_REPORT_BYTES = 64,
	SABOT_REF_FRAME_BYTES_MAX = 1 + 2 * (SABOT_REF_REPORT_BYTES - 1),
	SABOT_REF_SEQ_MAX = 63,
	SABOT_REF_MODEL_BYTES = 12,
	SABOT_REF_SERIAL_BYTES = 16,
	SABOT_REF_FIRMWARE_BYTES = 8,
	SABOT_REF_KEPT_EVENTS_MIN = 480, /* events that a shoe keeps */
};

/* One frame, its sum already checked and removed. */
struct sabot_ref_frame {
	uint8_t seq; /* 0 … SABOT_REF_SEQ_MAX */
	bool is_replay;
	uint8_t type; /* enum sabot_ref_type, or unknown */
	uint8_t n_payload;
	uint8_t payload[SABOT_REF_PAYLOAD_MAX];
};

enum sabot_ref_status {
	SABOT_REF_NEED_MORE, /* the bytes are the beginning of a frame, or empty */
	SABOT_REF_FRAME,
	SABOT_REF_GARBAGE,
};

/*
 * Examine the start of a stream's bytes. FRAME: `ret_frame` is filled and `ret_consumed` is its
 * length on the line. GARBAGE: the first `ret_consumed` bytes (at least 1) belong to no frame; a
 * frame that begins inside a damaged one is found. NEED_MORE: call again with more bytes; never
 * returned for SABOT_REF_FRAME_BYTES_MAX or more bytes. `ret_consumed` is then 0.
 */
enum sabot_ref_status
sabot_ref_decode(const uint8_t *bytes, size_t n_bytes, size_t *ret_consumed,
		 struct sabot_ref_frame *ret_frame);

/* Write the frame as it is sent on a stream; returns its length. */
size_t
sabot_ref_encode(const struct sabot_ref_frame *frame, uint8_t bytes[SABOT_REF_FRAME_BYTES_MAX]);

/* As sabot_ref_decode(), for a report. False, leaving `ret_frame`, if it contains no good frame. */
bool
sabot_ref_decode_report(const uint8_t *report, size_t n_bytes, struct sabot_ref_frame *ret_frame);
void
sabot_ref_encode_report(const struct sabot_ref_frame *frame,
			uint8_t report[SABOT_REF_REPORT_BYTES]);

enum sabot_ref_type {
	SABOT_REF_HELLO = 0x01,
	SABOT_REF_STATE = 0x02,
	SABOT_REF_GONE = 0x03,
	/* events */
	SABOT_REF_CARD = 0x10,
	SABOT_REF_CARD_UNREAD = 0x11,
	SABOT_REF_CUT_CARD = 0x12,
	SABOT_REF_HAND_END = 0x13,
	SABOT_REF_ERROR = 0x14,
	SABOT_REF_CLEARED = 0x15,
	SABOT_REF_LOCK = 0x16,
	SABOT_REF_EVENT_LAST = 0x1f, /* 0x17 … 0x1f are future events */
	/* of the host */
	SABOT_REF_ASK_HELLO = 0x80,
	SABOT_REF_ACK = 0x81,
	SABOT_REF_GET = 0x82,
	SABOT_REF_COMMAND = 0x83,
};

/* True if frames of this type carry an event with its own number. */
bool
sabot_ref_type_is_event(uint8_t type);

/* Bits of `flags`. */
enum {
	SABOT_REF_IS_LOCKED = 0x01,
	SABOT_REF_IS_IN_ERROR = 0x02,
	SABOT_REF_IS_SIMULATED = 0x04,
};

enum sabot_ref_target {
	SABOT_REF_TARGET_NONE,
	SABOT_REF_PUNTO,
	SABOT_REF_BANCA,
	SABOT_REF_BURN,
	SABOT_REF_FIRST,
	SABOT_REF_BURN_COUNT,
};

enum sabot_ref_winner {
	SABOT_REF_NO_CLAIM,
	SABOT_REF_PUNTO_WINS,
	SABOT_REF_BANCA_WINS,
	SABOT_REF_TIE,
};

enum sabot_ref_fault {
	SABOT_REF_CANNOT_READ = 1,
	SABOT_REF_OVERDRAW = 2,
	SABOT_REF_BUTTON = 3,
	SABOT_REF_PUSHED_BACK = 4,
	SABOT_REF_CARD_CODE = 5,
	SABOT_REF_TIME_OUT = 6,
	SABOT_REF_OTHER = 7,
};

enum sabot_ref_command {
	SABOT_REF_COMMAND_LOCK = 1,
	SABOT_REF_COMMAND_UNLOCK = 2,
	SABOT_REF_COMMAND_CLEAR = 3,
};

enum { SABOT_REF_NOT_SAID = 0xff }; /* of index and quality */

/* The content of a frame. Members that its type does not have are 0. */
struct sabot_ref_message {
	uint8_t type;
	uint32_t boot_id;
	uint32_t event_no; /* of an event; ACK and GET: the event meant; GONE: the oldest kept */
	bool is_short;     /* an event whose payload ends early: only its numbers are valid */
	union {
		struct {
			uint8_t protocol, flags;
			uint32_t oldest_event, last_event;         /* 0 = none yet */
			uint32_t previous_boot_id, previous_event; /* 0 = not known */
			/* Ended by NUL, or full. */
			char model[SABOT_REF_MODEL_BYTES];
			char serial[SABOT_REF_SERIAL_BYTES];
			char firmware[SABOT_REF_FIRMWARE_BYTES];
		} hello;
		struct {
			uint32_t last_event;
			uint8_t flags;
		} state;
		struct {
			uint8_t target, index;
			uint8_t rank, suit; /* CARD: as in struct sabot_card */
			uint8_t quality;    /* percent, or SABOT_REF_NOT_SAID */
		} card;                     /* CARD and CARD_UNREAD */
		struct {
			uint8_t winner;
		} hand_end;
		struct {
			uint8_t fault;
			uint8_t number; /* the maker's own; 0 = none */
		} error;                /* ERROR and CLEARED */
		struct {
			bool is_locked;
		} lock;
		struct {
			uint8_t protocol;
		} ask;
		struct {
			uint8_t what;
		} command;
	} u;
};

/*
 * Read a frame's payload. Bytes after the known ones belong to a later protocol and are ignored.
 * False if the payload is too short, and its type is neither known nor an event's; for an event
 * that is unknown or ends early, at least the numbers are filled.
 */
bool
sabot_ref_message_get(const struct sabot_ref_frame *frame, struct sabot_ref_message *ret_message);

/* Set type and payload of `frame`; the rest of it stays. */
void
sabot_ref_message_set(struct sabot_ref_frame *frame, const struct sabot_ref_message *message);
