/*
 * Shared by the verbs that work on the database or its copies, without the daemon
 * (docs/storage.md).
 */
#pragma once

#include "store/db/db.h"

/* The default directory of the database. */
#define SABOTCTL_STATE_DIR "/var/lib/sabot"

/* The daemon whose files are meant: --state and --config, each NULL if it was not given. */
struct sabotctl_store_place {
	char *state_dir, *config;
};

/* Free the place's strings. The struct itself is the caller's. */
void
sabotctl_store_place_clear(struct sabotctl_store_place *place);

/*
 * The state directory: the given one, the configuration's, or the default; not the default while
 * SABOT_SOCKET names another daemon. NULL with an error. Transferred.
 */
char *
sabotctl_store_find_state(const struct sabotctl_store_place *place, GError **error);

/* The directory of the archives that the daemon made. NULL with an error. Transferred. */
char *
sabotctl_store_find_archives(const struct sabotctl_store_place *place, GError **error);

/* Open that database for reading. Transferred. */
struct sabot_db *
sabotctl_store_open(const struct sabotctl_store_place *place, GError **error);

/*
 * Public keys (struct sabot_key *) of --key arguments: each a file, or the line itself. Empty for
 * NULL. NULL with an error. Transferred.
 */
GPtrArray *
sabotctl_store_keys(char **arguments, GError **error);

/* As sabotctl_store_keys(), for witnesses' public keys, of --witness arguments. */
GPtrArray *
sabotctl_store_witnesses(char **arguments, GError **error);

/* Print `error` with the verb's name. Returns the exit status of a failure. */
int
sabotctl_store_fail(const char *verb, const GError *error);
