/*
 * One log wherever its parts lie: a database, a backup or an archive together with the archives
 * before it, read as if nothing had been moved out of it. On the connection's thread; reads only.
 */
#pragma once

#include "store/db/db.h"

/*
 * Open the log of which `paths` (NULL-terminated, at least one) are parts, in any order: one
 * database or backup at most, and archives. Further archives that they name are looked for in
 * `archive_dir` (or NULL), beside the files and in the folder `archive` there. What every statement
 * of the connection reads is then all of them; `path` is the database's, or the last archive's.
 * Where one is not found the log begins behind it; a warning says so. NULL with an error: a file
 * of another log, two databases, or an archive that does not go on where the one before it ends.
 * Transferred: free with sabot_db_close().
 */
struct sabot_db *
sabot_joined_open(const char *const *paths, const char *archive_dir, GError **error);

/*
 * The number of the archive behind which the log begins as this connection reads it, and when it
 * was made (microseconds UTC; what it holds is older); 0 and 0: it begins with its first event.
 */
bool
sabot_joined_get_begin(struct sabot_db *db, int64_t *ret_archive, int64_t *ret_at_us,
		       GError **error);
