/*
 * One log whose parts are in several files: a database, a backup or an archive together with the
 * archives before it, read as if no event had been moved out. On the connection's thread; reads
 * only.
 */
#pragma once

#include "store/db/db.h"

/*
 * Open the log as it is now, whatever a daemon records meanwhile. Its parts are `paths`
 * (NULL-terminated, at least one), in any order: databases, backups and archives. Of databases and
 * backups the longest one is read, and the others must have nothing that the log lacks. Further
 * archives that they name are searched in `archive_dir` (or NULL), beside the files, and in the
 * folder `archive` there. Every statement of the connection then reads all of them; `path` is the
 * database's, or the last archive's. If an archive is not found, the log begins after it, and a
 * warning says so. NULL with an error: a file of another log, a database with other or further
 * events, an archive that is missing although several databases are given, or one that does not
 * continue where the previous one ends. Transferred: free with sabot_db_close().
 */
struct sabot_db *
sabot_joined_open(const char *const *paths, const char *archive_dir, GError **error);

/*
 * From now on the connection goes along with what a daemon records. It must be opened again once an
 * archive was made, whose events it does not have. Once only. False with an error.
 */
bool
sabot_joined_follow(struct sabot_db *db, GError **error);

/*
 * The number of the archive after which the log begins on this connection, and when that archive
 * was made (microseconds UTC; its events are older); 0 and 0: the log begins with its first event.
 */
bool
sabot_joined_get_begin(struct sabot_db *db, int64_t *ret_archive, int64_t *ret_at_us,
		       GError **error);
