/*
 * An outage: the daemon runs without its database and writes events to a separate file, with
 * separate sequence numbers. The first start with a database imports that file: its events are
 * appended to the logs with new numbers. Main thread.
 */
#pragma once

#include "floor-state.h"
#include "store/files/spool.h"

/*
 * Import the file of an earlier outage, if there is one, and what the house itself wrote of it.
 * `db` is the floor's database, `key` signs (NULL: nobody does), and recovery is complete. A file
 * that names a table missing from the configuration is kept, with a warning. False with an error
 * when the database cannot be written; the floor is then unusable.
 */
bool
sabot_outage_import(struct sabot_floor *floor, struct sabot_db *db, const struct sabot_key *key,
		    GError **error);

/* The file names a table that is not configured; this is logged. */
bool
sabot_outage_has_stranger(struct sabot_floor *floor, const struct sabot_spool *spool,
			  const struct sabot_spool_content *content);

/*
 * Likewise what a spool has from its record `from` on and cannot be imported as it is: events
 * before are missing in the database, or others have their numbers. What was taken in before is
 * left out. Events that cannot be read are left out, too, and named in `content->why`.
 */
bool
sabot_outage_take_in(struct sabot_floor *floor, struct sabot_db *db,
		     struct sabot_spool_content *content, guint from, GError **error);

/*
 * Begin an outage, or continue one after a restart: replay its file into the tables of `floor`,
 * which must be empty. What the house has not written is set aside. `ret_spool` writes to the file.
 */
void
sabot_outage_begin(struct sabot_floor *floor, const struct sabot_key *key,
		   struct sabot_spool *ret_spool);
