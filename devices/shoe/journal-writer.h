/*
 * A shoe's journal (recorder.h), written in order by a thread of its own: a disk that hangs delays
 * what is written and nobody who puts it in. What waits meanwhile stays within bounds; more than
 * that is not written, and the journal says so.
 */
#pragma once

#include "recorder.h"

enum sabot_journal_kind {
	SABOT_JOURNAL_RECEIVED,
	SABOT_JOURNAL_SENT,
	SABOT_JOURNAL_PLUG, /* the line was opened */
	SABOT_JOURNAL_HANGUP,
	SABOT_JOURNAL_NOTE, /* a comment: its bytes are text */
};

/* When something happened. */
struct sabot_journal_time {
	int64_t monotonic_us; /* on the device's clock, which a recording brings with it */
	int64_t utc_us;
};

struct sabot_journal_writer;

/*
 * Opens the file, and waits for the disk in doing so. Not for two of one file. `name` is the
 * device's, for the log. NULL and `error` (G_IO_ERROR) when that fails.
 */
struct sabot_journal_writer *
sabot_journal_writer_new(const char *name, const struct sabot_recorder_options *options,
			 struct sabot_journal_time now, GError **error);

/* Waits until all is written. NULL is allowed. */
void
sabot_journal_writer_free(struct sabot_journal_writer *writer);

/* Copies the bytes; never waits for the disk. A file that is full is followed by another. */
void
sabot_journal_writer_put(struct sabot_journal_writer *writer, enum sabot_journal_kind kind,
			 struct sabot_journal_time at, const void *bytes, size_t n_bytes);

/* Waits until all that was put in has been handed to the operating system, or could not be. */
void
sabot_journal_writer_flush(struct sabot_journal_writer *writer);

/* How many of what was put in were not written. */
uint64_t
sabot_journal_writer_count_errors(struct sabot_journal_writer *writer);

/* Why the last was not written, or NULL while they are. Transferred. */
char *
sabot_journal_writer_get_error(struct sabot_journal_writer *writer);
