/*
 * The file of the progress note (store/proof/progress.h), in the spool's directory. It is replaced
 * as a whole: whatever happens, the one before or the new one is there.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Where it is. Transferred. */
char *
sabot_progress_file_path(const char *spool_dir);

/* The note. NULL without an error where there is none. Transferred. */
char *
sabot_progress_file_load(const char *spool_dir, GError **error);

/* Put the note in place of the one before, and make it last. */
bool
sabot_progress_file_save(const char *spool_dir, const char *note, GError **error);
