/*
 * Makes an archive: a file of the same schema that begins where the previous archive ended and ends
 * at a checkpoint. Making one only reads the database; the result must be recorded
 * (sabot_log_record.archive) before rows may be removed.
 */
#pragma once

#include "store/log/anchor.h"
#include "store/log/archive.h"

#include <jansson.h>

struct sabot_archive_wish {
	const char *dir;             /* directory of the archives */
	int64_t before_us;           /* up to the last checkpoint before this time */
	int64_t house_seq;           /* the house log keeps what comes after this */
	const struct sabot_key *key; /* signs the note */
	int *cancel;                 /* read atomically: stop if it is not 0; may be NULL */
};

/*
 * Write, sync, reopen and prove the next archive of `db`, a reader. NULL with an error; NULL
 * without one if nothing is old enough. A complete file that an interrupted run left is proven and
 * used as it is; any other file of that name is kept as NAME.TIME. Transferred.
 */
struct sabot_archive *
sabot_archive_make(struct sabot_db *db, const struct sabot_archive_wish *wish, GError **error);

/* The house log's event about the archive, without its time. New reference. */
json_t *
sabot_archive_to_event(const struct sabot_archive *archive, const char *by);

/* SHA-256 of the file. */
bool
sabot_archive_digest(const char *path, struct sabot_chain_hash *ret_digest, GError **error);
