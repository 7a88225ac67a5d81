/*
 * An outage: the daemon runs without its database and writes events to a separate file, with
 * separate sequence numbers. The first start with a database imports that file: its events are
 * appended to the logs with new numbers. Main thread.
 */
#pragma once

#include "floor-state.h"
#include "store/files/spool.h"
#include "store/files/unsaved.h"

/*
 * Import the house's own events from the file of an earlier outage, if there is one. `db` is the
 * floor's database, `key` signs (NULL: nobody does), and recovery is complete. A file that names a
 * table missing from the configuration is kept, with a warning. If the file is missing or shorter
 * than `note` says, that is a finding; `note` has no outage afterwards. False with an error if the
 * database cannot be written; the floor is then unusable.
 */
bool
sabot_outage_import(struct sabot_floor *floor, struct sabot_db *db, const struct sabot_key *key,
		    struct sabot_unsaved_note *note, GError **error);

/* True if the file names a table that is not configured; this is logged. */
bool
sabot_outage_has_stranger(struct sabot_floor *floor, const struct sabot_spool *spool,
			  const struct sabot_spool_content *content);

/*
 * Import a spool's records from `from` on, which cannot be imported as they are: earlier events are
 * missing in the database, or others have their numbers. Events that were already imported are
 * skipped. Events that cannot be read are skipped too, and named in `content->why`. False as above.
 */
bool
sabot_outage_take_in(struct sabot_floor *floor, struct sabot_db *db,
		     struct sabot_spool_content *content, guint from, GError **error);

/*
 * Begin an outage, or continue one after a restart: replay its file into the tables of `floor`,
 * which must be empty. Events that the house has not written are set aside. `note` is compared as
 * above. `ret_spool` writes to the file.
 */
void
sabot_outage_begin(struct sabot_floor *floor, const struct sabot_key *key,
		   struct sabot_unsaved_note *note, struct sabot_spool *ret_spool);
