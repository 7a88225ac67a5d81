/*
 * The directory of a mirror: whether a mirror may be made there, and that no other daemon writes
 * there. Mirror's thread.
 */
#pragma once

#include "store/db/db.h"

#include <sys/types.h>

struct sabot_mirror_place {
	dev_t device;    /* of the directory, when the mirror was last opened */
	bool is_settled; /* it was opened in this run */
	int lock_fd;     /* -1: not locked */
};

/*
 * Prepare the directory for the mirror at `path` of `db`: create and lock it. False with an error,
 * and nothing is changed, if another daemon uses it, or if the mirror that the note names is not
 * there, or no longer on another disk than the database: then its disk is probably not mounted.
 */
bool
sabot_mirror_place_enter(struct sabot_mirror_place *place, const char *path, struct sabot_db *db,
			 GError **error);

/*
 * The mirror at `path` of `db` is open, or is not, because of `why`: remember that, and its place,
 * also for the next start.
 */
void
sabot_mirror_place_settle(struct sabot_mirror_place *place, const char *path, struct sabot_db *db,
			  const GError *why);

/* Release the lock. */
void
sabot_mirror_place_leave(struct sabot_mirror_place *place);
