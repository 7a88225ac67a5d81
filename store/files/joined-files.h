/* Finds the files that make up a log: those given, and the archives that they name. */
#pragma once

#include "store/db/db.h"

/* Both are of struct sabot_db *; the arrays own the connections. */
struct sabot_joined_files {
	GPtrArray *parts;  /* in the order of the events: archives, then the database, if any */
	GPtrArray *copies; /* databases of the log beside the longest one, which is a part */
};

/*
 * Find the files of a log. The arguments are those of sabot_joined_open(); the paths are borrowed.
 * False with an error. Free with sabot_joined_files_clear().
 */
bool
sabot_joined_files_find(const char *const *paths, const char *archive_dir,
			struct sabot_joined_files *ret_files, GError **error);

/* A zeroed one is allowed. */
void
sabot_joined_files_clear(struct sabot_joined_files *files);

/*
 * True if all of `paths` (NULL-terminated) but the last are archives, as far as they can be read.
 * False with an error that names a database, of which several are no one log to be proven.
 */
bool
sabot_joined_files_check_order(const char *const *paths, GError **error);
