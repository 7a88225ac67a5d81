/*
 * What `sabotctl restore` has done by the book, for the daemon's next start: a note beside the
 * database. It excuses nothing, it says what was done on purpose: the start records it and removes
 * the note.
 */
#pragma once

#include "store/db/db.h"

struct sabot_restored {
	char *database; /* its id in hexadecimal; NULL: none was put back, a new one is to begin */
	int64_t seq;    /* its last event */
	/* The backup's name, without its directory; NULL with no database, or when only the spool
	 * is another one. */
	char *file;
	char *by; /* which user of the machine */
};

/* NULL is allowed. */
void
sabot_restored_free(struct sabot_restored *restored);

/* Write the note for the database that will be put back, `db`; or NULL, for a new one. */
bool
sabot_restored_write(const char *state_dir, struct sabot_db *db, GError **error);

/* Write the note that the database stayed where it is, and the spool's disk is another one. */
bool
sabot_restored_write_spool(const char *state_dir, struct sabot_db *db, GError **error);

/* The note, or NULL: there is none, or it cannot be read. Transferred. */
struct sabot_restored *
sabot_restored_read(const char *state_dir);

/* Whether the note is about this database. */
bool
sabot_restored_is_of(const struct sabot_restored *restored, struct sabot_db *db);

/* It is recorded. */
void
sabot_restored_remove(const char *state_dir);
