/*
 * Writes .shoelog files, in the form of shoelog.h: the bytes on the line to a shoe, with their
 * times. The daemon journals every byte before anything is parsed.
 */
#pragma once

#include "shoe-driver.h"

#include <glib.h>

struct sabot_recorder;

#define SABOT_RECORDER_STDOUT "-"

/* Strings and pointed-to values are copied; a driver is static. */
struct sabot_recorder_options {
	const char *path; /* SABOT_RECORDER_STDOUT: standard output, which is never full */
	const struct sabot_shoe_driver *driver;
	const struct sabot_line *line; /* NULL: the device has reports */
	uint64_t size_max_bytes;       /* of one file; 0 = no limit */
	unsigned n_old;                /* full files kept: PATH.1, the latest, to PATH.n_old */
};

/*
 * Open the file for appending; if it is new or empty, its header is written. A `#start` line with
 * `start_utc_us` begins this session's milliseconds at 0. NULL and `error` (G_IO_ERROR) on failure.
 */
struct sabot_recorder *
sabot_recorder_new(const struct sabot_recorder_options *options, int64_t start_utc_us,
		   GError **error);

/* True if the next line might not fit any more. */
bool
sabot_recorder_is_full(const struct sabot_recorder *recorder);

/*
 * Continue in a new file with its own header, where milliseconds begin at 0 again. The current file
 * becomes PATH.1, that one PATH.2 and so on; one too many is deleted. False and `error`
 * (G_IO_ERROR) on failure: then the current file stays in use.
 */
bool
sabot_recorder_rotate(struct sabot_recorder *recorder, int64_t start_utc_us, GError **error);

/* From now on keep lines until sabot_recorder_flush(), or until another file is begun. */
void
sabot_recorder_hold(struct sabot_recorder *recorder);

/*
 * Write the kept lines at once. False and `error` (G_IO_ERROR) if they, or part of them, were not
 * written; they are not kept any longer.
 */
bool
sabot_recorder_flush(struct sabot_recorder *recorder, GError **error);

/* NULL is allowed. */
void
sabot_recorder_free(struct sabot_recorder *recorder);

/*
 * Each passes its line to the operating system before it returns, unless lines are kept. `at_ms`
 * counts from the session's start. False and `error` (G_IO_ERROR) if the line, or part of it, was
 * not written.
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

/* Write a comment; one line of `text`, truncated if it is too long. */
bool
sabot_recorder_write_comment(struct sabot_recorder *recorder, const char *text, GError **error);
