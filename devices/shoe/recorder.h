/*
 * Writing .shoelog files, whose form is in shoelog.h: what a line to a shoe carried, when. The
 * daemon journals every byte before anything is parsed.
 */
#pragma once

#include "shoe-driver.h"

#include <glib.h>

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
