/*
 * A small file beside the database that the house itself wrote: one line of text, and one line with
 * a signed note about it, or with two while one key takes the place of another. Without a signing
 * key the note is the text alone.
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
 * Let `key`, which takes the place of another, vouch for such a file, too: what that one has signed
 * stays. `former` (struct sabot_key *, or NULL for none): the keys one of which must have signed it
 * until now. A file that is not there, or is not as the house wrote it, is left as it is. False
 * with an error if it cannot be written.
 */
bool
sabot_guarded_sign_too(const char *path, const char *kind, const GPtrArray *former,
		       const struct sabot_key *key, GError **error);

/*
 * The text of such a file at `path`. NULL with an error if it cannot be read, belongs to another
 * user, is writable by others, is of another kind, or was changed since it was written; NULL
 * without one if it does not exist. With `key` one note must have that key's signature.
 * Transferred.
 */
char *
sabot_guarded_read(const char *path, const char *kind, const struct sabot_key *key, GError **error);
