/*
 * The tree of heads as files (C2SP tlog-tiles), so that others can follow a house without querying
 * it: the last head that a witness has signed, the checkpoints under it, and the tree's hashes. The
 * files contain no events, and the hashes are salted.
 */
#pragma once

#include "store/db/db.h"

/* The level of the entries. */
enum { SABOT_TILE_ENTRIES = -1 };

/*
 * The name of tile number `index` of a level (SABOT_TILE_ENTRIES: of the entries), with `width`
 * hashes, 256 if it is full. Transferred.
 */
char *
sabot_tile_path(int level, int64_t index, int width);

/*
 * Write the files below the folder, which is created; existing ones are rewritten. The connection
 * must have all checkpoints from the first one on (joined.h). False with an error, also if no
 * witness has signed yet.
 */
bool
sabot_tiles_write(struct sabot_db *db, const char *folder, GError **error);
