/*
 * Key files that people write: the configuration and the rule profiles. GKeyFile makes one of two
 * groups of a name and takes the last of two keys; such a file is ambiguous and is refused.
 */
#pragma once

#include <glib.h>

/*
 * Read a key file in which each group, and in a group each key, is there once. NULL with a
 * sentence that names path and line (G_FILE_ERROR or G_KEY_FILE_ERROR). Transferred.
 */
GKeyFile *
sabot_key_file_load(const char *path, GError **error);
