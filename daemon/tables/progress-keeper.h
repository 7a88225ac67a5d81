/*
 * Writes the progress note on a thread of its own, so that a spool's disk that hangs holds up no
 * commit. Called on the writer's thread.
 */
#pragma once

#include "store/proof/key.h"

struct sabot_progress_keeper;

/*
 * Nothing is written yet. The note goes to both directories. With the first one the note of a
 * restore in `state_dir` (store/files/restored.h) goes: what it says was recorded before.
 * `is_first`: nothing was noted or signed yet, and nothing is signed before a note was written.
 * Transferred.
 */
struct sabot_progress_keeper *
sabot_progress_keeper_new(const char *spool_dir, const char *state_dir, bool is_first);

/* What is to be written is written first. NULL is allowed. */
void
sabot_progress_keeper_free(struct sabot_progress_keeper *keeper);

/*
 * A house that has signed has a note, so that one that is missing was removed. False before the
 * first one; when it cannot be written that is no reason not to sign.
 */
bool
sabot_progress_keeper_may_sign(struct sabot_progress_keeper *keeper);

/* Wait until what is to be written is written, some seconds at most. */
void
sabot_progress_keeper_wait(struct sabot_progress_keeper *keeper);

/* A note is still being written. */
bool
sabot_progress_keeper_is_busy(struct sabot_progress_keeper *keeper);

/*
 * Write down how far the logs of the database are now, signed unless `key` is NULL. A failure is
 * said once, until it works again.
 */
void
sabot_progress_keeper_note(struct sabot_progress_keeper *keeper, struct sabot_db *db,
			   const struct sabot_key *key);
