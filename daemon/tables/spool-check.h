/*
 * What the daemon thinks of the spool's files at the start: whose they must be, and what was found
 * in them that the house did not write. Such a file is set aside, never deleted, and is a finding.
 * Main thread.
 */
#pragma once

#include "floor-state.h"
#include "store/files/spool.h"

/*
 * Read the file. `key` signs now, borrowed, or NULL; it becomes the spool's. `db` says which key
 * signed before; NULL: there is no database. Transferred; never NULL.
 */
struct sabot_spool_content *
sabot_spool_check_load(struct sabot_spool *spool, struct sabot_db *db, const struct sabot_key *key);

/*
 * What counts of the file is in the database: it goes; or, where `content->why` says what is wrong
 * with it, is set aside, and the finding is reported later.
 */
void
sabot_spool_check_settle(struct sabot_floor *floor, struct sabot_spool *spool,
			 const struct sabot_spool_content *content);

/* The database does not take it yet: the spool goes on behind what counts of its file. */
void
sabot_spool_check_go_on(struct sabot_floor *floor, struct sabot_spool *spool,
			const struct sabot_spool_content *content);

/*
 * Another event has the number of one of the records. A finding, unless the run before has reported
 * it already: then that is among them.
 */
void
sabot_spool_check_conflict(struct sabot_floor *floor, const struct sabot_spool_content *content);
