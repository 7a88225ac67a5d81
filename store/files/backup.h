/*
 * Copies of a database: taken while it is written to, and put back. A copy that could not be made
 * wholly is removed; nothing is ever written over.
 */
#pragma once

#include "store/db/db.h"

/*
 * Copy the database of `db` into a new file. It has another name, with ".part" behind it, until it
 * is whole and on the disk. The copy is one file without a write-ahead log.
 */
bool
sabot_backup_write(struct sabot_db *db, const char *path, GError **error);

/*
 * Put a copy of the file `path` into `state_dir`, whose lock the caller holds and where no database
 * may be.
 */
bool
sabot_backup_restore(const char *path, const char *state_dir, GError **error);

/* Remove a file that is being made, with what SQLite has beside it; it may be missing. */
void
sabot_backup_remove(const char *part);

/* Give a finished file, and its name, to the disk. */
bool
sabot_backup_sync(const char *path, GError **error);

/* Give the finished file `part` the name `path`, unless something has that name already. */
bool
sabot_backup_publish(const char *part, const char *path, GError **error);
