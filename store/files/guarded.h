/*
 * A small file beside the database that the house itself wrote: a text of one line, and a line with
 * a signed note about it. Without a signing key the note is its text alone.
 */
#pragma once

#include "store/proof/key.h"

enum { SABOT_GUARDED_BYTES_MAX = 16 * 1024 * 1024 }; /* of a file; what is longer is not read */

/*
 * The file's content: `text`, which has no line end in it, and the note that it is a `kind` (a
 * word), signed unless `key` is NULL. Transferred.
 */
char *
sabot_guarded_format(const char *kind, const char *text, const struct sabot_key *key);

/*
 * The text of such a file at `path`. NULL with an error when it cannot be read, belongs to another
 * user, can be written by others, is of another kind, or is not as it was written; NULL without one
 * when it is not there. With `key` it must bear that key's signature. Transferred.
 */
char *
sabot_guarded_read(const char *path, const char *kind, const struct sabot_key *key, GError **error);
