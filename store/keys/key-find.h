/*
 * Finds the house's key: in a file that contains it, or from the data that this machine's TPM
 * restores it from.
 */
#pragma once

#include "key.h"

/* Read a secret key; a file that others can read is refused. Transferred. */
struct sabot_key *
sabot_key_load(const char *path, GError **error);

/*
 * As sabot_key_load(), for a witness's key. `may_be_shared`: the system protects the file, whatever
 * its mode is.
 */
struct sabot_key *
sabot_key_load_cosigner(const char *path, bool may_be_shared, GError **error);

/* The path of the daemon's key if the system provides none. Transferred. */
char *
sabot_key_path(const char *state_dir);

/*
 * The daemon's key: the systemd credential "sabot-signing-key", or else the file in `state_dir`.
 * SABOT_STORE_ERROR_NO_KEY if there is neither. Transferred.
 */
struct sabot_key *
sabot_key_find(const char *state_dir, GError **error);
