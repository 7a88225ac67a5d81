/*
 * Lets a person vouch for a spool's file that the house's key has not signed: an earlier program's,
 * or one from a time without a key.
 */
#pragma once

#include "spool.h"

/*
 * Put the records of the file, which the daemon has set aside or not yet imported, in its place
 * beside it, signed by `key`, so that the next start imports them. The file itself is kept under a
 * name with the time. False with SABOT_STORE_ERROR_SPOOL if it cannot be read, others could write
 * to it, part of it was signed and so already imported, or its place is taken.
 */
bool
sabot_spool_accept(const char *path, const struct sabot_key *key, GError **error);
