/*
 * Which files a log is made of: those that were given, and the archives that they name.
 */
#pragma once

#include "store/db/db.h"

/*
 * The files of a log (struct sabot_db *), in the order of its events: archives, and at the end the
 * database, or the last archive. As sabot_joined_open() says; the paths are borrowed. NULL with an
 * error. Transferred; the array owns the connections.
 */
GPtrArray *
sabot_joined_files_find(const char *const *paths, const char *archive_dir, GError **error);
