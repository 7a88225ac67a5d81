/*
 * Making an archive: a file of the same schema that begins where the archive before ended and ends
 * at a checkpoint. It reads the database only; what it yields is to be recorded
 * (sabot_log_record.archive), and only then may rows be removed.
 */
#pragma once

#include "store/proof/anchor.h"
#include "archive.h"

#include <jansson.h>

struct sabot_archive_wish {
	const char *dir;             /* where archives are */
	int64_t before_us;           /* up to the last checkpoint that is older */
	int64_t house_seq;           /* the house log keeps what comes after */
	const struct sabot_key *key; /* signs the note */
	int *cancel;                 /* read atomically: give up when it is not 0; or NULL */
};

/*
 * Write, sync, reopen and prove the next archive of `db`, a reader. NULL with an error; NULL
 * without one when nothing is old enough. A file that an interrupted run has left complete is
 * proven and taken as it is; another one of that name is kept as NAME.TIME. Transferred.
 */
struct sabot_archive *
sabot_archive_make(struct sabot_db *db, const struct sabot_archive_wish *wish, GError **error);

/* The event of the house log about it, without its time. New reference. */
json_t *
sabot_archive_to_event(const struct sabot_archive *archive, const char *by);

/* SHA-256 of the file. */
bool
sabot_archive_digest(const char *path, struct sabot_chain_hash *ret_digest, GError **error);
