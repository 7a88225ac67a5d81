/*
 * A witness's signatures in a case file: one piece for each checkpoint in the file, proving that
 * the checkpoint is a leaf of the tree of heads that a witness signed (docs/witness.md).
 */
#pragma once

#include "case-file.h"

/*
 * Add pieces for those of `checkpoints` (a set of their numbers, int64_t) that the last head signed
 * by a witness covers. None if there is no such head, or if no file here has the checkpoints before
 * them. False with an error.
 */
bool
sabot_case_witness_build(struct sabot_db *db, GHashTable *checkpoints, GPtrArray *pieces,
			 GError **error);

/*
 * If a witness is required (verify-witness.h), check the file's pieces against the checkpoints that
 * `verify` was fed from it. False if one has another past; the verdict says so.
 */
bool
sabot_case_witness_check(const struct sabot_case_file *file, struct sabot_verify *verify);
