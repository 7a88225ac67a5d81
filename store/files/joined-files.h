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

/*
 * From now until its connection is closed, read the last part as it is now, whatever a daemon
 * records meanwhile. `*ret_is_current` is false if an archive was made since the files were found:
 * they must be found again.
 */
bool
sabot_joined_files_hold(const struct sabot_joined_files *files, const char *archive_dir,
			bool *ret_is_current, GError **error);

/* As sabot_joined_files_find(), with the last part held. */
bool
sabot_joined_files_find_held(const char *const *paths, const char *archive_dir,
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
