/* Writes to a database while no daemon is running; its directory's lock is held meanwhile. */
#pragma once

#include "store/keys/key.h"
#include "store/log/log.h"

#include <jansson.h>

struct sabotctl_alone {
	int lock_fd, database_fd;
	struct sabot_db *db;
	struct sabot_key *key; /* the house's; NULL: none */
};

/*
 * Open the database in `state_dir` for writing. False with an error if a daemon is running there or
 * its spool has events. Call sabotctl_alone_end() in both cases.
 */
bool
sabotctl_alone_begin(struct sabotctl_alone *alone, const char *state_dir, const char *spool_dir,
		     GError **error);

/* Close what sabotctl_alone_begin() opened, and release the lock. */
void
sabotctl_alone_end(struct sabotctl_alone *alone);

/*
 * Build a record of the house log with the current time. Its number is the next one plus
 * `n_before`. `event` is stolen. NULL with an error. Transferred.
 */
struct sabot_log_record *
sabotctl_alone_build_record(struct sabot_db *db, json_t *event, int64_t n_before, GError **error);

/* Record events (of struct sabot_log_record), and sign them if there is a key. */
bool
sabotctl_alone_record(const struct sabotctl_alone *alone, GPtrArray *records, GError **error);
