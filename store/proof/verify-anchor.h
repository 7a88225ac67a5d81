/*
 * Checks where a database or an archive begins: its rows about archives against their signed notes.
 */
#pragma once

#include "verify.h"

/*
 * Compare all rows of archives and anchors of `db` with their notes, then pass the anchor, if there
 * is one, to `verify`. The times of the first events of its logs are put into `begun` (log →
 * int64_t). `*ret_is_archive`: the file is an archive. False with an error if it cannot be read.
 */
bool
sabot_verify_db_anchor(struct sabot_db *db, struct sabot_verify *verify, GHashTable *begun,
		       bool *ret_is_archive, GError **error);
