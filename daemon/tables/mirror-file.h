/* The mirror's file as a whole: it is made as a copy of the database. Any thread. */
#pragma once

#include "store/db/db-files.h"
#include "store/proof/seal.h"

/*
 * Open the database at `path`, from which a mirror is copied, for reading; that ends when
 * `is_cancelled` is set. NULL with an error whose reason says that the mirror has not failed.
 */
struct sabot_db *
sabot_mirror_file_open_database(const char *path, int *is_cancelled, GError **error);

/* Copy `db` to `path`, where either the earlier file remains or the complete copy is. */
bool
sabot_mirror_file_copy(const char *path, struct sabot_db *db, GError **error);

/*
 * Keep the damaged file at `path` as `PATH.damaged`, or `PATH.damaged.2` and so on while earlier
 * ones are there: eight at most. If its disk does not allow that it is not kept.
 */
void
sabot_mirror_file_keep_damaged(const char *path);

/*
 * Keep the sound older file of the open mirror `db` as `PATH.older` before it is replaced by a copy
 * of a database that is not proven. What is there already is left: it is the better record if the
 * database was damaged since. False with an error if it cannot be kept.
 */
bool
sabot_mirror_file_keep_older(struct sabot_db *db, GError **error);

/*
 * Remove what is kept as `PATH.older` if the mirror at `path`, which was proven, has its last
 * events; otherwise, and if that cannot be read, it stays.
 */
void
sabot_mirror_file_drop_older(const char *path);

/*
 * Give the open mirror's file another name, too, that says when, with all that it has. It keeps its
 * own name until a copy has that. The path, transferred; NULL with an error, also if eight such
 * files are there.
 */
char *
sabot_mirror_file_set_aside(struct sabot_db *db, GError **error);

/* Add a checkpoint of the database to the mirror `db`, unless it has it. */
bool
sabot_mirror_file_put_seal(struct sabot_db *db, const struct sabot_seal *seal, GError **error);

/*
 * Behind a write to the mirror `db`, or while there is none. True if `is_done` and the recorded
 * files are in their places, where what is written to others is lost, and whole as far as
 * sabot_db_files_are_whole() sees. Else false with an error, instead of the write's own in `error`
 * if it is the files: its reason is SABOT_STORE_REASON_DAMAGED if somebody else wrote into them.
 */
bool
sabot_mirror_file_is_kept(struct sabot_db_files *files, struct sabot_db *db, bool is_done,
			  GError **error);
