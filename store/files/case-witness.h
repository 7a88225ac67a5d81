/*
 * What a witness has signed about a case: pieces of its file, one for each checkpoint in it, that
 * this one is a leaf of the tree of heads under a witness's signature (docs/witness.md).
 */
#pragma once

#include "case-file.h"

/*
 * Add those about these checkpoints (a set of their numbers, int64_t) which the last head that
 * a witness has signed covers. None where there is no such head, or where checkpoints before them
 * are in no file here. False with an error.
 */
bool
sabot_case_witness_build(struct sabot_db *db, GHashTable *checkpoints, GPtrArray *pieces,
			 GError **error);

/*
 * Hold the file's pieces against the checkpoints that `verify` was fed from it, where a witness is
 * demanded (verify-witness.h). False when one has another past: the verdict says so.
 */
bool
sabot_case_witness_check(const struct sabot_case_file *file, struct sabot_verify *verify);
