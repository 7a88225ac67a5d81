/* Verifies checkpoints, and the paths to the trees in them (verify.h). */
#pragma once

#include "checkpoint.h"
#include "verify.h"

/*
 * Add the path from the last event of a range (sabot_verify_begin_range()) to the root of its log's
 * tree in the checkpoint that follows: hashes (of struct sabot_chain_hash), referenced. False if it
 * belongs to no range's end.
 */
bool
sabot_verify_path(struct sabot_verify *verify, const char *log, GArray *path);

/* Add a checkpoint, after the last event it covers. False if it is bad. */
bool
sabot_verify_checkpoint(struct sabot_verify *verify, const char *note);

/* The same, of a note that was parsed. */
bool
sabot_verify_read_checkpoint(struct sabot_verify *verify, const struct sabot_checkpoint *checkpoint,
			     const char *note);

/*
 * Continue from a checkpoint, after sabot_verify_begin_log() for every log as it was then. False if
 * the checkpoint is bad or disagrees with the logs.
 */
bool
sabot_verify_resume(struct sabot_verify *verify, const char *note);
