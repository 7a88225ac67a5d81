/*
 * A note beside the database that says where its mirror is, and whether that is another disk than
 * the database's. A start compares it with what is there: without it, a disk that is not mounted
 * looks like a house that has no mirror yet.
 */
#pragma once

#include "store/db/db.h"

enum sabot_mirror_noted {
	SABOT_MIRROR_NOTED_NONE, /* none of this database in this directory */
	SABOT_MIRROR_NOTED_SAME_DISK,
	SABOT_MIRROR_NOTED_OTHER_DISK,
};

/* What the note says of a mirror of `db` in `directory`. */
enum sabot_mirror_noted
sabot_mirror_note_read(struct sabot_db *db, const char *directory);

/* Write that there is a mirror of `db` in `directory`. `noted` is not NONE. */
bool
sabot_mirror_note_write(struct sabot_db *db, const char *directory, enum sabot_mirror_noted noted,
			GError **error);

/* Remove the note in the state directory: the next mirror is a new one on purpose. */
bool
sabot_mirror_note_remove(const char *state_dir, GError **error);
