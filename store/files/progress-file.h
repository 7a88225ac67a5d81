/*
 * The file of the progress note (store/proof/progress.h), in the spool's directory. It is replaced
 * as a whole: after any failure either the previous or the new note is there.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* The file's path. Transferred. */
char *
sabot_progress_file_path(const char *spool_dir);

/* Read the note. NULL without an error if there is none. Transferred. */
char *
sabot_progress_file_load(const char *spool_dir, GError **error);

/* Replace the note and sync it to the disk. */
bool
sabot_progress_file_save(const char *spool_dir, const char *note, GError **error);
