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
