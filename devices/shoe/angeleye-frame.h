/*
 * The messages of the Angel Eye II-EX baccarat shoe's line protocol (docs/devices.md), both ways:
 * bytes to frame for the driver, frame to bytes for the simulator. Pure: no I/O, no clock, no heap,
 * no state. A frame on the line is
 *
 *     ENQ(05) seq code data… ETX(03) bcc(2 upper-case hex digits)
 *
 * where bcc is the XOR of every byte from seq to ETX inclusive.
 */
#pragma once

#include "engine/core/card.h"

enum {
	SABOT_ANGELEYE_DATA_MAX = 8, /* the longest known message, M, carries 6 */
	/* ENQ, seq, code, data, ETX, two digits */
	SABOT_ANGELEYE_FRAME_BYTES_MAX = 3 + SABOT_ANGELEYE_DATA_MAX + 3,
	SABOT_ANGELEYE_INDEX_MAX = 10,
};

/* Values of `code`. A frame with a correct sum may carry another one. */
enum {
	SABOT_ANGELEYE_BOOT = 'S',
	SABOT_ANGELEYE_STAND_BY = 'P',
	SABOT_ANGELEYE_DRAW = 'D',
	SABOT_ANGELEYE_DRAW_OUTSIDE = 'd',
	SABOT_ANGELEYE_RETRANSMISSION = 'R',
	SABOT_ANGELEYE_RESULT = 'G',
	SABOT_ANGELEYE_CUT_CARD = 'C',
	SABOT_ANGELEYE_ERROR = 'E',
	SABOT_ANGELEYE_ERROR_CLEARED = 'e',
	SABOT_ANGELEYE_LOCK = 'L',
	SABOT_ANGELEYE_PRESET = 'M',
};

/* One message, its sum already checked and removed. */
struct sabot_angeleye_frame {
	char seq;  /* printable ASCII */
	char code; /* printable ASCII */
	uint8_t n_data;
	uint8_t data[SABOT_ANGELEYE_DATA_MAX];
};

enum sabot_angeleye_status {
	SABOT_ANGELEYE_NEED_MORE, /* the bytes are the beginning of a frame, or empty */
	SABOT_ANGELEYE_FRAME,
	SABOT_ANGELEYE_GARBAGE,
};

/*
 * Examine the start of `bytes`. FRAME: `ret_frame` is filled and `ret_consumed` is its length on
 * the line. GARBAGE: the first `ret_consumed` bytes (at least 1) belong to no frame; they end
 * before the next ENQ, so that a frame that begins inside a damaged one is found. NEED_MORE: call
 * again with the same bytes and more after them; never returned for SABOT_ANGELEYE_FRAME_BYTES_MAX
 * or more bytes. `ret_consumed` is then 0.
 */
enum sabot_angeleye_status
sabot_angeleye_decode(const uint8_t *bytes, size_t n_bytes, size_t *ret_consumed,
		      struct sabot_angeleye_frame *ret_frame);

/*
 * Write the frame as it is sent on the line. Returns its length, or 0 if it cannot be sent: too
 * much data, seq or code not printable, or a data byte that is ENQ or ETX.
 */
size_t
sabot_angeleye_encode(const struct sabot_angeleye_frame *frame,
		      uint8_t bytes[SABOT_ANGELEYE_FRAME_BYTES_MAX]);

/* Host to shoe: type and data of a command. */
#define SABOT_ANGELEYE_LOCK_OFF "LK01"
#define SABOT_ANGELEYE_LOCK_ON "LK02"
#define SABOT_ANGELEYE_CLEAR_ERROR "EC00"

/* STX, "OP", type, data, ETX, two digits */
enum { SABOT_ANGELEYE_COMMAND_BYTES = 10 };

/*
 * Write a command of four characters as it is sent on the line; returns its length. Its sum covers
 * STX too, as in the one published example; nothing is known about any other.
 */
size_t
sabot_angeleye_encode_command(const char command[4], uint8_t bytes[SABOT_ANGELEYE_COMMAND_BYTES]);

/* Where the shoe thinks a card of `D` or `R` goes. Other values of the three bits are unknown. */
enum sabot_angeleye_target {
	SABOT_ANGELEYE_PUNTO = 0,
	SABOT_ANGELEYE_BANCA = 1,
	SABOT_ANGELEYE_BURN = 2,
	SABOT_ANGELEYE_FIRST = 4, /* its value decides how many are burned */
	SABOT_ANGELEYE_BURN_COUNT = 5,
};

/* The state of the shoe when a card of `d` left it: replaces the target. */
enum sabot_angeleye_outside {
	SABOT_ANGELEYE_LOCK_MODE = 0,
	SABOT_ANGELEYE_ERROR_MODE = 1,
	SABOT_ANGELEYE_SETTING_MODE = 2,
};

/* The two data bytes of `D`, `R` and `d`. */
struct sabot_angeleye_draw {
	uint8_t target; /* 0 … 7: enum sabot_angeleye_target; for `d`: …_outside */
	uint8_t index;  /* 0 … 15 on the line, 0 … SABOT_ANGELEYE_INDEX_MAX known */
	struct sabot_card card;
};

/*
 * Read the data of a frame with code D, R or d. A suit without a rank, and a rank or suit for which
 * the protocol has no value, is an unread card. False, leaving `ret_draw`, if the data are not two
 * bytes with bit 7 set.
 */
bool
sabot_angeleye_draw_get(const struct sabot_angeleye_frame *frame,
			struct sabot_angeleye_draw *ret_draw);

/* Set the data of `frame` to the draw; seq and code stay. */
void
sabot_angeleye_draw_set(struct sabot_angeleye_frame *frame, const struct sabot_angeleye_draw *draw);

/* Bits 6–4 of the `G` byte. Other values are unknown. */
enum sabot_angeleye_winner {
	SABOT_ANGELEYE_PUNTO_WINS = 1,
	SABOT_ANGELEYE_TIE = 2,
	SABOT_ANGELEYE_BANCA_WINS = 4,
	SABOT_ANGELEYE_FORCED_END = 7,
};

/* The data byte of `G`. */
struct sabot_angeleye_result {
	uint8_t winner; /* 0 … 7: enum sabot_angeleye_winner */
	bool punto_pair;
	bool banca_pair;
};

/* False, leaving `ret_result`, if the data are not one byte with bit 7 set. */
bool
sabot_angeleye_result_get(const struct sabot_angeleye_frame *frame,
			  struct sabot_angeleye_result *ret_result);

/* Set the data of `frame` to the result; seq and code stay. */
void
sabot_angeleye_result_set(struct sabot_angeleye_frame *frame,
			  const struct sabot_angeleye_result *result);

/* Bits 5–0 of the `E` byte. Other values are unknown. */
enum sabot_angeleye_fault {
	SABOT_ANGELEYE_CANNOT_READ = 1,
	SABOT_ANGELEYE_OVERDRAW = 2,
	SABOT_ANGELEYE_BUTTON_MISHANDLED = 3,
	SABOT_ANGELEYE_PUSHED_BACK_AT_EXIT = 4,
	SABOT_ANGELEYE_PUSHED_BACK_MIDWAY = 5,
	SABOT_ANGELEYE_CARD_CODE = 6,
	SABOT_ANGELEYE_DRAW_TIME_OUT = 7,
};

/* The data byte of `E`. */
struct sabot_angeleye_error {
	uint8_t fault; /* 0 … 63: enum sabot_angeleye_fault */
	bool in_error_mode;
};

/* False, leaving `ret_error`, if the data are not one byte with bit 7 set. */
bool
sabot_angeleye_error_get(const struct sabot_angeleye_frame *frame,
			 struct sabot_angeleye_error *ret_error);

/* Set the data of `frame` to the error; seq and code stay. */
void
sabot_angeleye_error_set(struct sabot_angeleye_frame *frame,
			 const struct sabot_angeleye_error *error);

/* The fault in words, "unknown error" outside the enum. Static. */
const char *
sabot_angeleye_fault_to_string(uint8_t fault);

/* Read the data byte of `L`. False, leaving `ret_locked`, if the data are not one. */
bool
sabot_angeleye_lock_get(const struct sabot_angeleye_frame *frame, bool *ret_locked);

/* Set the data of `frame` to the lock's state; seq and code stay. */
void
sabot_angeleye_lock_set(struct sabot_angeleye_frame *frame, bool locked);
