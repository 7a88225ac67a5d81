/* The mirror's file as a whole: it is made as a copy of the database. Any thread. */
#pragma once

#include "store/db/db-files.h"
#include "store/proof/seal.h"

/* Copy `db` to `path`, where either the earlier file remains or the complete copy is. */
bool
sabot_mirror_file_copy(const char *path, struct sabot_db *db, GError **error);

/*
 * Keep the damaged file at `path` as `PATH.damaged`, in the place of an earlier one, until another
 * is put in its place. If its disk does not allow that it is not kept.
 */
void
sabot_mirror_file_keep_damaged(const char *path);

/* Give the file a name that says when. The new path, transferred; NULL with an error. */
char *
sabot_mirror_file_set_aside(const char *path, GError **error);

/* Add a checkpoint of the database to the mirror `db`, unless it has it. */
bool
sabot_mirror_file_put_seal(struct sabot_db *db, const struct sabot_seal *seal, GError **error);

/*
 * True while the recorded files of the mirror `db` are in their places; what is written to others
 * is lost. Else false with an error.
 */
bool
sabot_mirror_file_is_kept(const struct sabot_db_files *files, struct sabot_db *db, GError **error);
