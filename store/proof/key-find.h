/*
 * Where the house's key is: a file that has it, or what this machine's TPM makes it from.
 */
#pragma once

#include "key.h"

/* Read a secret key; a file that others can read is refused. Transferred. */
struct sabot_key *
sabot_key_load(const char *path, GError **error);

/* Likewise a witness's; `may_be_shared`: the system guards the file, whatever its mode says. */
struct sabot_key *
sabot_key_load_cosigner(const char *path, bool may_be_shared, GError **error);

/* Where the daemon's key belongs when the system gives it none. Transferred. */
char *
sabot_key_path(const char *state_dir);

/*
 * The daemon's key: the systemd credential "sabot-signing-key", else the file in `state_dir`.
 * SABOT_STORE_ERROR_NO_KEY when there is neither. Transferred.
 */
struct sabot_key *
sabot_key_find(const char *state_dir, GError **error);
