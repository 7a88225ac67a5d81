/*
 * The archives of a database: listing them, and removing their contents from it. archive-file.h
 * makes one. On the connection's thread.
 */
#pragma once

#include "store/db/db.h"
#include "log-record.h"

/* Read the last archive, transferred; `*ret_archive` is NULL if there is none. */
bool
sabot_archive_read_last(struct sabot_db *db, struct sabot_archive **ret_archive, GError **error);

/*
 * The number of the last archive that the connection's own file names, also where archives before
 * it are read with it (store/files/joined.h); 0: none.
 */
bool
sabot_archive_read_recorded(struct sabot_db *db, int64_t *ret_number, GError **error);

/* Read the number of the last checkpoint that is in an archive; 0: none. */
bool
sabot_archive_read_last_checkpoint(struct sabot_db *db, int64_t *ret_number, GError **error);

/* The archives (struct sabot_archive *), oldest first. NULL on failure. Transferred. */
GPtrArray *
sabot_archive_list(struct sabot_db *db, GError **error);

/* Read which archive the file is; 0: it is a database. */
bool
sabot_archive_read_number(struct sabot_db *db, int64_t *ret_number, GError **error);

/*
 * Record the archive and its anchors, in the caller's transaction. From then on the triggers allow
 * its events to be deleted, and readers no longer see them. Fails unless it is the next archive and
 * its note is about this database.
 */
bool
sabot_archive_put(struct sabot_db *db, const struct sabot_archive *archive, GError **error);

/*
 * Delete at most some `n_rows` rows of each kind that are in an archive, in its own transaction;
 * once none are left, return some of the space they used to the disk (store/db/shrink.h).
 * `*ret_more` is true if there may be more to do.
 */
bool
sabot_archive_sweep(struct sabot_db *db, int64_t n_rows, bool *ret_more, GError **error);
