/*
 * Where a database or an archive begins: its rows about archives against their signed notes.
 */
#pragma once

#include "verify.h"

/*
 * Give `verify` the anchor of `db`, if it has one, after comparing all rows of archives and anchors
 * with their notes. The first events' times of the logs that are in it go into `begun` (log →
 * int64_t). `*ret_is_archive`: the file is an archive. False with an error when it cannot be read.
 */
bool
sabot_verify_db_anchor(struct sabot_db *db, struct sabot_verify *verify, GHashTable *begun,
		       bool *ret_is_archive, GError **error);
