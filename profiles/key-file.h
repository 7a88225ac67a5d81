/*
 * Key files that people write: the configuration and the rule profiles. GKeyFile makes one of two
 * groups of a name and takes the last of two keys; such a file is ambiguous and is refused.
 */
#pragma once

#include <glib.h>

/*
 * Read the text of a key file in which each group, and in a group each key, is there once. A key of
 * a language ("words[es]") is a key like others, whatever the language of the process. NULL with a
 * sentence that begins with `name` (G_KEY_FILE_ERROR). Transferred.
 */
GKeyFile *
sabot_key_file_parse(const char *text, size_t n_bytes, const char *name, GError **error);

/* The same of the file `path`, which names itself in the sentence (also G_FILE_ERROR). */
GKeyFile *
sabot_key_file_load(const char *path, GError **error);

/*
 * The value of a key as text. NULL with an error also where GLib gives what it could make of a
 * value with a wrong escape, beside the error. Transferred.
 */
char *
sabot_key_file_read(GKeyFile *file, const char *group, const char *key, GError **error);
