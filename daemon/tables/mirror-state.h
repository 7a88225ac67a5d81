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
	SABOT_MIRROR_AHEAD, /* it has more events, or another history */
	SABOT_MIRROR_ALIEN, /* it is another database */
	SABOT_MIRROR_UNREADABLE,
};

/* Read the present state. NULL with `error`. */
struct sabot_mirror_state *
sabot_mirror_state_read(struct sabot_db *db, GError **error);

/* NULL is allowed. */
void
sabot_mirror_state_free(struct sabot_mirror_state *state);

/* A mirror's file, as it was found. */
struct sabot_mirror_found {
	enum sabot_mirror_fitness fitness;
	/* why it is no copy of this database; NULL: it is one, not checked if it is the same */
	GError *fault;
	bool has_signed;   /* it has a checkpoint */
	bool is_explained; /* AHEAD: a backup was restored since (store/files/restores.h) */
};

/*
 * Open the mirror's file at `path` for writing and compare it with the database `db`. The mirror
 * also counts as the same if it equals the database as it was at `begin` (or NULL): what was
 * committed since is handed over to it. The structure of a file that is not the same is checked.
 * `ret_own` is NULL if it cannot be opened. `fault` is transferred.
 */
struct sabot_mirror_found
sabot_mirror_state_find(struct sabot_db *db, const char *path,
			const struct sabot_mirror_state *begin, struct sabot_db **ret_own);
