/*
 * The .shoelog text format (docs/devices.md), and its reader. recorder.h writes it; a test writes
 * with the one and reads with the other.
 */
#pragma once

#include "line-settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <glib.h>

enum {
	SABOT_SHOELOG_CHUNK_BYTES_MAX = 64,
	SABOT_SHOELOG_LINE_BYTES_MAX = 512,
	SABOT_SHOELOG_FILE_BYTES_MAX = 64 * 1024 * 1024, /* largest size that the reader accepts */
};

enum sabot_shoelog_kind {
	SABOT_SHOELOG_COMMENT,  /* also an empty line */
	SABOT_SHOELOG_VERSION,  /* `#shoe-log 1` */
	SABOT_SHOELOG_DRIVER,   /* `#driver angeleye2` */
	SABOT_SHOELOG_SERIAL,   /* `#serial 4800 8N1` */
	SABOT_SHOELOG_REPORTS,  /* `#reports`: each chunk is a report of a USB device */
	SABOT_SHOELOG_START,    /* `#start 2026-11-21T20:00:05.123Z`: milliseconds begin at 0 */
	SABOT_SHOELOG_RECEIVED, /* `120 < 05 31` */
	SABOT_SHOELOG_SENT,     /* `120 > 06` */
	SABOT_SHOELOG_PLUG,     /* `120 ! plug` */
	SABOT_SHOELOG_HANGUP,   /* `120 ! hangup` */
};

struct sabot_shoelog_entry {
	enum sabot_shoelog_kind kind;
	int64_t at_ms;    /* RECEIVED … HANGUP: since the last START, or the file's beginning */
	int64_t start_us; /* START */
	char driver[32];  /* DRIVER */
	struct sabot_line line;                       /* SERIAL */
	uint8_t bytes[SABOT_SHOELOG_CHUNK_BYTES_MAX]; /* RECEIVED, SENT */
	size_t n_bytes;
};

#define SABOT_SHOELOG_ERROR (sabot_shoelog_error_quark())
enum sabot_shoelog_error {
	SABOT_SHOELOG_ERROR_SYNTAX, /* the message names the line */
	SABOT_SHOELOG_ERROR_SIZE,
};
GQuark
sabot_shoelog_error_quark(void);

/*
 * Parse one line without its newline. False and `error` (without a line number) if it is not valid.
 */
bool
sabot_shoelog_parse_line(const char *text, size_t n_bytes, struct sabot_shoelog_entry *ret_entry,
			 GError **error);

/* The entry is borrowed for the call. Return false to stop reading. */
typedef bool (*sabot_shoelog_fn)(const struct sabot_shoelog_entry *entry, void *user);

/*
 * Call `fn` for each line in order. The first must be `#shoe-log 1`; time may not run backwards
 * except at a `#start`. False and `error`, naming the line, at the first that is refused; the lines
 * before it were already passed to `fn`.
 */
bool
sabot_shoelog_parse(const char *text, size_t n_bytes, sabot_shoelog_fn fn, void *user,
		    GError **error);

/*
 * As sabot_shoelog_parse(), for a file of at most SABOT_SHOELOG_FILE_BYTES_MAX. `error` names the
 * file.
 */
bool
sabot_shoelog_read(const char *path, sabot_shoelog_fn fn, void *user, GError **error);
