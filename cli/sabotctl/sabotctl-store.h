/*
 * The verbs that work on the database or its copies, without the daemon (docs/storage.md).
 * Arguments and exit status as in sabotctl.h.
 */
#pragma once

#include "store/db/db.h"

/* Where the database is when nothing is said. */
#define SABOTCTL_STATE_DIR "/var/lib/sabot"

/* Prove a database or a proof. */
int
sabotctl_verify(int argc, char **argv);

/* Print a log, or all, as a proof. */
int
sabotctl_proof(int argc, char **argv);

/* Print the last checkpoint. */
int
sabotctl_checkpoint(int argc, char **argv);

/* Create the signing key, or show its public half. */
int
sabotctl_key(int argc, char **argv);

/* Copy the database while it is in use, and verify the copy. */
int
sabotctl_backup(int argc, char **argv);

/* Move what is old into signed files, list and prove them. */
int
sabotctl_archive(int argc, char **argv);

/* Move a table to another machine by its log. */
int
sabotctl_table(int argc, char **argv);

/* Of it: compare the databases at `paths`. */
int
sabotctl_table_check(char **paths, GError **error);

/* Put a backup where no database is. */
int
sabotctl_restore(int argc, char **argv);

/* Which daemon's files are meant: --state and --config, each NULL when it was not given. */
struct sabotctl_store_place {
	char *state_dir, *config;
};

/* Free the place's strings. The struct itself is the caller's. */
void
sabotctl_store_place_clear(struct sabotctl_store_place *place);

/*
 * The state directory: as said, as the configuration says, or the usual one; not that while
 * SABOT_SOCKET names another daemon. NULL with a sentence. Transferred.
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
 * NULL. NULL with a sentence. Transferred.
 */
GPtrArray *
sabotctl_store_keys(char **arguments, GError **error);

/* Say `error` in the verb's name. Returns the exit status of a failure. */
int
sabotctl_store_fail(const char *verb, const GError *error);
