/* Finds the files that make up a log: those given, and the archives that they name. */
#pragma once

#include "store/db/db.h"

/*
 * The files of a log (struct sabot_db *), in the order of its events: archives, then the database
 * or the last archive. The arguments are those of sabot_joined_open(); the paths are borrowed. NULL
 * with an error. Transferred; the array owns the connections.
 */
GPtrArray *
sabot_joined_files_find(const char *const *paths, const char *archive_dir, GError **error);

/*
 * From now until its connection is closed, read the last of the files as it is now, whatever a
 * daemon records meanwhile. `*ret_is_current` is false if an archive was made since the files were
 * found: they must be found again.
 */
bool
sabot_joined_files_hold(GPtrArray *files, const char *archive_dir, bool *ret_is_current,
			GError **error);

/* As sabot_joined_files_find(), with the last file held. */
GPtrArray *
sabot_joined_files_find_held(const char *const *paths, const char *archive_dir, GError **error);
