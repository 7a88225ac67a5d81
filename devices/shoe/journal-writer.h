/*
 * A shoe's journal (recorder.h), written in order by threads that many journals share: a disk that
 * hangs delays only the writing, not the caller. The queue is limited; what exceeds it is not
 * written, and the journal says so.
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
	int64_t monotonic_us; /* on the device's clock; a recording has its own */
	int64_t utc_us;
};

struct sabot_journal_threads;
struct sabot_journal_writer;

/*
 * At most so many threads, which exist while there is something to write. Journals take turns at
 * them; each is written by one of them at a time.
 */
struct sabot_journal_threads *
sabot_journal_threads_new(unsigned n_threads);

/* After the journals that use them. NULL is allowed. */
void
sabot_journal_threads_free(struct sabot_journal_threads *threads);

/*
 * Opens the file, waiting for the disk. A file must have only one writer. `name` is the device's,
 * for the log; `threads` is borrowed, or NULL for a thread of its own. NULL and `error`
 * (G_IO_ERROR) on failure.
 */
struct sabot_journal_writer *
sabot_journal_writer_new(const char *name, const struct sabot_recorder_options *options,
			 struct sabot_journal_threads *threads, struct sabot_journal_time now,
			 GError **error);

/* Waits until everything is written. NULL is allowed. */
void
sabot_journal_writer_free(struct sabot_journal_writer *writer);

/* Copies the bytes; never waits for the disk. When a file is full another one is begun. */
void
sabot_journal_writer_put(struct sabot_journal_writer *writer, enum sabot_journal_kind kind,
			 struct sabot_journal_time at, const void *bytes, size_t n_bytes);

/* Waits until everything put so far was passed to the operating system, or could not be. */
void
sabot_journal_writer_flush(struct sabot_journal_writer *writer);

/* The number of entries that were not written. */
uint64_t
sabot_journal_writer_count_errors(struct sabot_journal_writer *writer);

/* Why the last entry was not written; NULL if it was. Transferred. */
char *
sabot_journal_writer_get_error(struct sabot_journal_writer *writer);
