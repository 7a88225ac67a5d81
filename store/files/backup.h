/*
 * Copies of a database: made while it is written to, and restored. An incomplete copy is removed;
 * no file is ever overwritten.
 */
#pragma once

#include "store/db/db.h"

/*
 * Copy the database of `db` into a new file. Until the copy is complete and synced its name ends in
 * ".part". The copy is one file without a write-ahead log.
 */
bool
sabot_backup_write(struct sabot_db *db, const char *path, GError **error);

/*
 * The path of the database in `state_dir`, or of what is left of one that was removed, its
 * write-ahead log. Transferred; NULL: there is neither.
 */
char *
sabot_backup_find_database(const char *state_dir);

/*
 * Restore the file `path` into `state_dir`. The caller holds the lock of `state_dir`, which must
 * not contain a database.
 */
bool
sabot_backup_restore(const char *path, const char *state_dir, GError **error);

/* Remove an unfinished file and the files that SQLite keeps beside it. The file may be missing. */
void
sabot_backup_remove(const char *part);

/* Sync a finished file and its directory entry to the disk. */
bool
sabot_backup_sync(const char *path, GError **error);

/* Rename the finished file `part` to `path`, unless that name is taken. */
bool
sabot_backup_publish(const char *part, const char *path, GError **error);
