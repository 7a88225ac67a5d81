/*
 * A person vouches for a spool's file that the house's key has not signed: an earlier program's, or
 * one of a time when the key was not there.
 */
#pragma once

#include "spool.h"

/*
 * Put the records of the file, which the daemon has set aside or not taken in yet, in its place
 * beside it, signed by `key`, so that the next start takes them in. The file itself stays, under a
 * name with the time. False with SABOT_STORE_ERROR_SPOOL: it cannot be read, others could write to
 * it, a part of it was signed and so taken in before, or something is in its place.
 */
bool
sabot_spool_accept(const char *path, const struct sabot_key *key, GError **error);
