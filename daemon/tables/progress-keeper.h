/*
 * Writes the progress note on a thread of its own, so that no commit waits for a spool disk that
 * hangs. Called on the writer's thread.
 */
#pragma once

#include "store/keys/key.h"

struct sabot_progress_keeper;

/*
 * Create the keeper; nothing is written yet. The note is written to both directories. The first
 * note removes the restore's note in `state_dir` (store/files/restored.h), whose content was
 * recorded before. `is_first`: nothing was noted or signed yet, and nothing is signed before a note
 * was written. Transferred.
 */
struct sabot_progress_keeper *
sabot_progress_keeper_new(const char *spool_dir, const char *state_dir, bool is_first);

/* Writes a pending note first. NULL is allowed. */
void
sabot_progress_keeper_free(struct sabot_progress_keeper *keeper);

/*
 * True if checkpoints may be signed. False before the first note: a house that has signed has a
 * note, so that a missing one was removed. A note that cannot be written is no reason not to sign.
 */
bool
sabot_progress_keeper_may_sign(struct sabot_progress_keeper *keeper);

/* Wait until the pending note is written, a few seconds at most. */
void
sabot_progress_keeper_wait(struct sabot_progress_keeper *keeper);

/* True if a note is still being written. */
bool
sabot_progress_keeper_is_busy(struct sabot_progress_keeper *keeper);

/*
 * Write how far the logs of the database are now, signed unless `key` is NULL. A failure is logged
 * once, until it works again.
 */
void
sabot_progress_keeper_record(struct sabot_progress_keeper *keeper, struct sabot_db *db,
			     const struct sabot_key *key);
