/*
 * The tree of heads as files (C2SP tlog-tiles), for somebody who follows a house without asking
 * it: the last head that a witness has signed, the checkpoints under it, and the tree's hashes.
 * There are no events in it, and the hashes are salted.
 */
#pragma once

#include "store/db/db.h"

/* Where the entries are. */
enum { SABOT_TILE_ENTRIES = -1 };

/*
 * The name of tile number `index` of a level (SABOT_TILE_ENTRIES: of the entries), with `width`
 * hashes, 256 when it is full. Transferred.
 */
char *
sabot_tile_path(int level, int64_t index, int width);

/*
 * Write them below the folder, which is made; what is there already is written again. The
 * connection has all checkpoints from the first one on (joined.h). False with an error, also where
 * no witness has signed yet.
 */
bool
sabot_tiles_write(struct sabot_db *db, const char *folder, GError **error);
