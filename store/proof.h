/*
 * A proof: the events of one log or of all, with their hashes and the checkpoints over them, as
 * JSON lines. It can be checked without the database (docs/storage.md tells its form), and is what
 * leaves the house.
 */
#pragma once

#include "verify.h"

#include <stdio.h>

/*
 * Write the proof of `log`, or of all logs when it is NULL, in one read transaction. What was from
 * before the chain is written too; it proves nothing of it.
 */
bool
sabot_proof_write(struct sabot_db *db, const char *log, FILE *file, GError **error);

/*
 * Feed a proof to `verify`. False with an error when the file cannot be read as one; what is wrong
 * with its content is the verdict of `verify`.
 */
bool
sabot_proof_verify(FILE *file, struct sabot_verify *verify, GError **error);
