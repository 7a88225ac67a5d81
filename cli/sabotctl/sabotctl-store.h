/*
 * What the verbs share that work on the database or its copies, without the daemon
 * (docs/storage.md).
 */
#pragma once

#include "store/db/db.h"

/* Where the database is when nothing is said. */
#define SABOTCTL_STATE_DIR "/var/lib/sabot"

/* Which daemon's files are meant: --state and --config, each NULL when it was not given. */
struct sabotctl_store_place {
	char *state_dir, *config;
};

/* Free the place's strings. The struct itself is the caller's. */
void
sabotctl_store_place_clear(struct sabotctl_store_place *place);

/*
 * The state directory: as said, as the configuration says, or the usual one; not that while
 * SABOT_SOCKET names another daemon. NULL with an error. Transferred.
 */
char *
sabotctl_store_find_state(const struct sabotctl_store_place *place, GError **error);

/* Where the archives are that the daemon made; likewise. Transferred. */
char *
sabotctl_store_find_archives(const struct sabotctl_store_place *place, GError **error);

/* The database there, to be read. Transferred. */
struct sabot_db *
sabotctl_store_open(const struct sabotctl_store_place *place, GError **error);

/*
 * Public keys (struct sabot_key *) of --key arguments: each a file, or the line itself. Empty for
 * NULL. NULL with an error. Transferred.
 */
GPtrArray *
sabotctl_store_keys(char **arguments, GError **error);

/* Likewise witnesses' public keys, of --witness arguments. */
GPtrArray *
sabotctl_store_witnesses(char **arguments, GError **error);

/* Say `error` in the verb's name. Returns the exit status of a failure. */
int
sabotctl_store_fail(const char *verb, const GError *error);
