/*
 * Checks the spool's files at the start: to whom they must belong, and whether they contain
 * anything the house did not write. Such a file is set aside, never deleted, and is a finding. Main
 * thread.
 */
#pragma once

#include "floor-state.h"
#include "store/files/spool.h"

/*
 * Read the file. `key`, borrowed, or NULL, signs now and becomes the spool's key. `db` knows the
 * keys that signed before; NULL: there is no database. Transferred; never NULL.
 */
struct sabot_spool_content *
sabot_spool_check_load(const struct sabot_floor *floor, struct sabot_spool *spool,
		       struct sabot_db *db, const struct sabot_key *key);

/*
 * The keys that may have signed what earlier runs left: that of the last start in the house log
 * first ("": there was none), and those of starts since that were not saved (key-list.h). Without a
 * database those that the list of `key` has. NULL: the house log has no start. Transferred.
 */
char **
sabot_spool_check_list_formers(const struct sabot_floor *floor, struct sabot_db *db,
			       const struct sabot_key *key);

/*
 * The valid content of the file is in the database: remove it; or, if `content->why` names a fault,
 * set it aside and report the finding later.
 */
void
sabot_spool_check_settle(struct sabot_floor *floor, struct sabot_spool *spool,
			 const struct sabot_spool_content *content);

/*
 * The database does not accept events yet: the spool continues after the valid content of its file.
 */
void
sabot_spool_check_go_on(struct sabot_floor *floor, struct sabot_spool *spool,
			const struct sabot_spool_content *content);

/*
 * Another event has the number of one of the records. This is a finding, unless the run before has
 * already reported it: then the report is among the records.
 */
void
sabot_spool_check_conflict(struct sabot_floor *floor, const struct sabot_spool_content *content);
