/*
 * A note beside the database that records what `sabotctl restore` did, for the daemon's next start.
 * It excuses nothing; it only shows what was done on purpose. The start records it in the log and
 * removes the note.
 */
#pragma once

#include "store/db/db.h"

struct sabot_restored {
	char *database; /* its id in hexadecimal; NULL: none was restored, a new one begins */
	int64_t seq;    /* its last event */
	/*
	 * The backup's name, without its directory; NULL without a database, or if only the spool
	 * was replaced.
	 */
	char *file;
	char *by; /* the user of the machine who did it */
};

/* NULL is allowed. */
void
sabot_restored_free(struct sabot_restored *restored);

/* Write the note for `db`, the database that will be restored; NULL: for a new one. */
bool
sabot_restored_write(const char *state_dir, struct sabot_db *db, GError **error);

/* Write the note that the database stayed and the spool's disk was replaced. */
bool
sabot_restored_write_spool(const char *state_dir, struct sabot_db *db, GError **error);

/* The note. NULL if there is none or it cannot be read. Transferred. */
struct sabot_restored *
sabot_restored_read(const char *state_dir);

/* True if the note is about this database. */
bool
sabot_restored_is_of(const struct sabot_restored *restored, struct sabot_db *db);

/* Remove the note, once it is recorded. */
void
sabot_restored_remove(const char *state_dir);
