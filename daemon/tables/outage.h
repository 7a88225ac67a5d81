/*
 * An outage: the daemon ran without its database and wrote to a file of its own what happened,
 * under numbers of its own. Once there is a database again, that is taken in at the start as if it
 * were written again, behind what the database has. Main thread.
 */
#pragma once

#include "floor-state.h"

/*
 * Take in what an outage left, if there is one; `db` is the floor's, recovered wholly. An outage
 * that names a table the configuration lacks stays where it is, with a warning. False with a
 * sentence when the database does not take it; the floor is then of no use.
 */
bool
sabot_outage_import(struct sabot_floor *floor, struct sabot_db *db, GError **error);

/* Begin, or go on with, an outage: the floor's tables, empty, come to where its file ends. */
void
sabot_outage_begin(struct sabot_floor *floor, struct sabot_spool *ret_spool);
