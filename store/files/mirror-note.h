/*
 * A note beside the database that says where its mirror is, and whether that is another disk than
 * the database's. A start compares it with what is there: without it, a disk that is not mounted
 * looks like a house that has no mirror yet.
 */
#pragma once

#include "store/db/db.h"
#include "store/db/store-error.h"

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

/*
 * A second note: that the mirror of `db` in `directory` lags behind for this reason, and was not
 * open since. It excuses nothing; it only keeps each start from reporting the same again.
 */
bool
sabot_mirror_note_write_behind(struct sabot_db *db, const char *directory,
			       enum sabot_store_reason why, GError **error);

/* The reason in that note; SABOT_STORE_REASONS: there is none. */
enum sabot_store_reason
sabot_mirror_note_read_behind(struct sabot_db *db, const char *directory);

/* The mirror of `db` is open: remove that note, if it is there. */
void
sabot_mirror_note_end_behind(struct sabot_db *db);

/* Remove the note in the state directory: the next mirror is a new one on purpose. */
bool
sabot_mirror_note_remove(const char *state_dir, GError **error);
