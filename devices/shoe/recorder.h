/*
 * The .shoelog text format: what a line to a shoe carried, when (docs/devices.md). The daemon
 * journals every byte in it before anything is parsed; tests and field reports read it. Writing
 * and reading are both here so that they cannot drift apart.
 */
#pragma once

#include "shoe-driver.h"

#include <glib.h>

enum {
	SABOT_SHOELOG_CHUNK_BYTES_MAX = 64,
	SABOT_SHOELOG_LINE_BYTES_MAX = 512,
	SABOT_SHOELOG_FILE_BYTES_MAX = 64 * 1024 * 1024, /* that the reader accepts */
};

struct sabot_recorder;

#define SABOT_RECORDER_STDOUT "-"

/* Strings and what is pointed to are copied; a driver is static. */
struct sabot_recorder_options {
	const char *path; /* SABOT_RECORDER_STDOUT: standard output, which is never full */
	const struct sabot_shoe_driver *driver;
	const struct sabot_line *line; /* NULL: the device has reports */
	uint64_t size_max_bytes;       /* of one file; 0 = no limit */
	unsigned n_old;                /* full files kept: PATH.1, the latest, to PATH.n_old */
};

/*
 * Open the file for appending, made with its header when it is new or empty; a `#start` line with
 * `start_utc_us` begins this session's milliseconds at 0. NULL and `error` (G_IO_ERROR) when that
 * fails.
 */
struct sabot_recorder *
sabot_recorder_new(const struct sabot_recorder_options *options, int64_t start_utc_us,
		   GError **error);

/* The next line might not fit any more. */
bool
sabot_recorder_is_full(const struct sabot_recorder *recorder);

/*
 * Go on in a new file with its own header, where milliseconds begin at 0 again. The file that was
 * written becomes PATH.1, that one PATH.2 and so on; what would be one too many is deleted. False
 * and `error` (G_IO_ERROR) when that fails: then the file that was written is still the one.
 */
bool
sabot_recorder_rotate(struct sabot_recorder *recorder, int64_t start_utc_us, GError **error);

/* From now on lines are kept until sabot_recorder_flush(), or until another file follows. */
void
sabot_recorder_hold(struct sabot_recorder *recorder);

/*
 * Write what is kept, in one go. False and `error` (G_IO_ERROR) when it, or part of it, was not
 * written; it is not kept any longer.
 */
bool
sabot_recorder_flush(struct sabot_recorder *recorder, GError **error);

/* NULL is allowed. */
void
sabot_recorder_free(struct sabot_recorder *recorder);

/*
 * Each hands its line to the operating system before it returns, unless lines are kept. `at_ms` is
 * since the session's start. False and `error` (G_IO_ERROR) when the line, or part of it, was not
 * written.
 */
bool
sabot_recorder_received(struct sabot_recorder *recorder, int64_t at_ms, const uint8_t *bytes,
			size_t n_bytes, GError **error);
bool
sabot_recorder_sent(struct sabot_recorder *recorder, int64_t at_ms, const uint8_t *bytes,
		    size_t n_bytes, GError **error);
bool
sabot_recorder_plug(struct sabot_recorder *recorder, int64_t at_ms, GError **error);
bool
sabot_recorder_hangup(struct sabot_recorder *recorder, int64_t at_ms, GError **error);

/* A comment; one line of `text`, cut where it is too long. */
bool
sabot_recorder_write_comment(struct sabot_recorder *recorder, const char *text, GError **error);

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

/* One line without its newline. False and `error` (without a line number) when it is not one. */
bool
sabot_shoelog_parse_line(const char *text, size_t n_bytes, struct sabot_shoelog_entry *ret_entry,
			 GError **error);

/* The entry is borrowed for the call. Return false to stop reading. */
typedef bool (*sabot_shoelog_fn)(const struct sabot_shoelog_entry *entry, void *user);

/*
 * Call `fn` for each line in order. The first must be `#shoe-log 1`; time may not run backwards
 * except at a `#start`. False and `error`, naming the line, at the first that is refused; what
 * came before has been handed over.
 */
bool
sabot_shoelog_parse(const char *text, size_t n_bytes, sabot_shoelog_fn fn, void *user,
		    GError **error);

/* The same for a file of at most SABOT_SHOELOG_FILE_BYTES_MAX. `error` names the file. */
bool
sabot_shoelog_read(const char *path, sabot_shoelog_fn fn, void *user, GError **error);
