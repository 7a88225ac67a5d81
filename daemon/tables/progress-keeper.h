/*
 * Writes the progress note on a thread of its own, so that a spool's disk that hangs holds up no
 * commit. Called on the writer's thread.
 */
#pragma once

#include "store/proof/key.h"

struct sabot_progress_keeper;

/*
 * Nothing is written yet. With the first note that is, the note of a restore in `state_dir`
 * (store/files/restored.h) goes: what it says was recorded before. Transferred.
 */
struct sabot_progress_keeper *
sabot_progress_keeper_new(const char *spool_dir, const char *state_dir);

/* What is to be written is written first. NULL is allowed. */
void
sabot_progress_keeper_free(struct sabot_progress_keeper *keeper);

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
