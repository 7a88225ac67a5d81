/*
 * What SQLite keeps in shared memory (`DATABASE-shm`) about the write-ahead log: how many frames it
 * has, which page is in which, and how many are folded into the file. SQLite believes what is
 * there: a fold by older numbers, or by other pages, leaves out what was committed since, and the
 * log is then cut. So the only connection that writes remembers how it left all that. On its
 * thread.
 */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

enum {
	SABOT_WAL_INDEX_BYTES = 48, /* of SQLite's header, which is there twice */
	SABOT_WAL_SALTS_BYTES = 8,
};

/* All zero: nothing is remembered, and nothing is compared. */
struct sabot_wal_index {
	bool is_watched;
	bool is_changed; /* somebody else has written into it */
	uint8_t header[SABOT_WAL_INDEX_BYTES];
	uint32_t n_folded; /* frames */
	uint8_t *pieces;   /* SQLite's tables of pages, as far as there are frames */
	uint32_t n_pieces;
};

/*
 * Remember what is there now, and from now on. A connection that can only read, or has no
 * write-ahead log, is not watched.
 */
void
sabot_wal_index_watch(struct sabot_wal_index *index, sqlite3 *handle);

/* Free what it has. The struct itself is the caller's. */
void
sabot_wal_index_clear(struct sabot_wal_index *index);

/*
 * True if it is as the connection left it, or not watched, or if another program has only committed
 * behind it; once false it stays so. It looks at what was written last, without a system call, and,
 * if `is_all`, at the pages of all earlier frames, too, and at those that the log's file names.
 */
bool
sabot_wal_index_is_own(struct sabot_wal_index *index, sqlite3 *handle, bool is_all);

/*
 * The connection has committed: the log has `n_frames` now, as SQLite's hook says. Only behind what
 * it had is there something new, and that is what the log's file names; otherwise somebody else has
 * written into it.
 */
void
sabot_wal_index_note_commit(struct sabot_wal_index *index, sqlite3 *handle, int n_frames);

/* The connection has folded. */
void
sabot_wal_index_note_fold(struct sabot_wal_index *index, sqlite3 *handle);

/* The two numbers that are in the head of the log's file, too; NULL: not known, or no frame. */
const uint8_t *
sabot_wal_index_get_salts(const struct sabot_wal_index *index);
