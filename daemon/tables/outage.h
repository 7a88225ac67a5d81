/*
 * An outage: the daemon runs without its database and writes events to a separate file, with
 * separate sequence numbers. The first start with a database imports that file: its events are
 * appended to the logs with new numbers. Main thread.
 */
#pragma once

#include "floor-state.h"

/*
 * Import the file of an earlier outage, if there is one. `db` is the floor's database, and recovery
 * is complete. A file that names a table missing from the configuration is kept, with a warning.
 * False with an error when the database cannot be written; the floor is then unusable.
 */
bool
sabot_outage_import(struct sabot_floor *floor, struct sabot_db *db, GError **error);

/*
 * Likewise the records of a spool that cannot be imported as they are: events before them are
 * missing in the database. The spool's file is removed.
 */
bool
sabot_outage_take_in(struct sabot_floor *floor, struct sabot_db *db, struct sabot_spool *spool,
		     GPtrArray *records, GError **error);

/*
 * Begin an outage, or continue one after a restart: replay its file into the tables of `floor`,
 * which must be empty. A file that cannot be read is set aside. `ret_spool` writes to the file.
 */
void
sabot_outage_begin(struct sabot_floor *floor, struct sabot_spool *ret_spool);
