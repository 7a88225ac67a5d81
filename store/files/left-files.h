/*
 * What a kill leaves of a file that was to be whole: GLib writes `NAME.XXXXXX` (six letters or
 * digits) and renames it. Only names that this program writes count, and only files of its user: a
 * file that somebody put beside them is never touched.
 */
#pragma once

/* How many such files are in the folder; 0, too, if it cannot be read. */
unsigned
sabot_left_files_count(const char *folder);

/* Remove them. Call it only while nobody else writes there. Returns how many were removed. */
unsigned
sabot_left_files_remove(const char *folder);
