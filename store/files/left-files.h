/*
 * What a kill leaves of a file that was to be whole: GLib writes `NAME.XXXXXX` (six capitals and
 * digits) and renames it. Only names that this program writes count, and only files of its user.
 * Six digits, or six letters, do not count: a person may have named a copy so, as
 * `started.conf.BACKUP`.
 */
#pragma once

#include <glib.h>

/* How many such files are in the folder; 0, too, if it cannot be read. */
unsigned
sabot_left_files_count(const char *folder);

/* Remove them while nobody else writes there, and append their paths to `removed`, in a list. */
void
sabot_left_files_remove(const char *folder, GString *removed);
