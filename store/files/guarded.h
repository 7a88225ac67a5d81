/*
 * A small file beside the database that the house itself wrote: one line of text, and one line with
 * a signed note about it. Without a signing key the note is the text alone.
 */
#pragma once

#include "store/keys/key.h"

enum { SABOT_GUARDED_BYTES_MAX = 16 * 1024 * 1024 }; /* of a file; a longer one is not read */

/*
 * The file's content: `text`, which contains no line end, and the note that it is a `kind` (a
 * word), signed unless `key` is NULL. Transferred.
 */
char *
sabot_guarded_format(const char *kind, const char *text, const struct sabot_key *key);

/*
 * The text of such a file at `path`. NULL with an error if it cannot be read, belongs to another
 * user, is writable by others, is of another kind, or was changed since it was written; NULL
 * without one if it does not exist. With `key` it must have that key's signature. Transferred.
 */
char *
sabot_guarded_read(const char *path, const char *kind, const struct sabot_key *key, GError **error);
