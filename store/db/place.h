/*
 * Whether an open database is still the one that its name leads to. A file that was removed or
 * replaced takes every write and loses it.
 */
#pragma once

#include "db.h"

#include <sys/types.h>

enum { SABOT_DB_PLACE_FILES = 3 }; /* the database, its write-ahead log and its shared memory */

struct sabot_db_place {
	struct {
		dev_t device;
		ino_t inode; /* 0: it was not there */
	} files[SABOT_DB_PLACE_FILES];
};

/* Remember which files are there; after the connection has read or written once. */
void
sabot_db_place_take(struct sabot_db *db, struct sabot_db_place *ret_place);

/* The connection is closed: what was beside the database may be gone with it. */
void
sabot_db_place_close(struct sabot_db_place *place);

/* Whether they are there still. `db` may be NULL, of a connection that is closed. */
bool
sabot_db_place_is_kept(const struct sabot_db_place *place, const char *path, struct sabot_db *db);
