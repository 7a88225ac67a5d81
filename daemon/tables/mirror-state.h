/*
 * The state of a database and how a copy compares with it: its origin, its last event, its last
 * checkpoint and its last archive.
 */
#pragma once

#include "store/db/db.h"

struct sabot_mirror_state;

enum sabot_mirror_fitness {
	SABOT_MIRROR_SAME,
	SABOT_MIRROR_OLDER, /* an earlier state of the same database, as far as can be known */
	SABOT_MIRROR_OTHER, /* it has more events, or another history */
};

/* Read the present state. NULL with `error`. */
struct sabot_mirror_state *
sabot_mirror_state_read(struct sabot_db *db, GError **error);

/* NULL is allowed. */
void
sabot_mirror_state_free(struct sabot_mirror_state *state);

/* When the last checkpoint was made; 0 if there is none, or it cannot be read. */
int64_t
sabot_mirror_state_read_time(struct sabot_db *db);

/*
 * Compare the mirror `own` with the database `db`. The mirror also counts as the same if it equals
 * the database as it was at `begin` (or NULL): what was committed since is handed over to it.
 */
bool
sabot_mirror_state_compare(struct sabot_db *db, struct sabot_db *own,
			   const struct sabot_mirror_state *begin,
			   enum sabot_mirror_fitness *ret_fitness, GError **error);
