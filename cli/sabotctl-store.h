/*
 * The verbs that work on the database or its copies, without the daemon (docs/storage.md).
 * Arguments and exit status as in sabotctl.h.
 */
#pragma once

#include "store/db.h"

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

/* The database of a state directory, or of the usual one for NULL, to be read. Transferred. */
struct sabot_db *
sabotctl_store_open(const char *state_dir, GError **error);

/*
 * Public keys (struct sabot_key *) of --key arguments: each a file, or the line itself. Empty for
 * NULL. NULL with a sentence. Transferred.
 */
GPtrArray *
sabotctl_store_keys(char **arguments, GError **error);

/* Say `error` in the verb's name. Returns the exit status of a failure. */
int
sabotctl_store_fail(const char *verb, const GError *error);
