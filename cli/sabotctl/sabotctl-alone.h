/*
 * Writing to a database where no daemon is at work: its directory's lock is held meanwhile.
 */
#pragma once

#include "store/proof/key.h"
#include "store/log/log.h"

#include <jansson.h>

struct sabotctl_alone {
	int lock_fd;
	struct sabot_db *db;
	struct sabot_key *key; /* the house's; NULL: there is none */
};

/*
 * Open the database in `state_dir`. False with a sentence: a daemon is at work there, or events
 * are in its spool. To be ended either way.
 */
bool
sabotctl_alone_begin(struct sabotctl_alone *alone, const char *state_dir, const char *spool_dir,
		     GError **error);
void
sabotctl_alone_end(struct sabotctl_alone *alone);

/*
 * The event of the house log that is `n_before` after the next one, made at this moment. `event`
 * is stolen. NULL with a sentence. Transferred.
 */
struct sabot_log_record *
sabotctl_alone_build_record(struct sabot_db *db, json_t *event, int64_t n_before, GError **error);

/* Record events (of struct sabot_log_record), and sign them if there is a key. */
bool
sabotctl_alone_record(const struct sabotctl_alone *alone, GPtrArray *records, GError **error);
