/*
 * What stands beside the events that are walked over: their log's name, the part and the load that
 * begin with one, what salts its hash. Looked up where one begins, not at each event. What is known
 * holds for one view of the database: make it new for each scan. On the connection's thread.
 */
#pragma once

#include "log-record.h"
#include "store/db/statements.h"

struct sabot_beside;

/* `db` is borrowed. Transferred. */
struct sabot_beside *
sabot_beside_new(struct sabot_db *db);
void
sabot_beside_free(struct sabot_beside *beside);

/*
 * The name of the log of event `n`, borrowed. NULL for an event of a log that does not exist, and
 * for one that is in an archive: it does not count. False when the database cannot be read.
 */
bool
sabot_beside_find_log(struct sabot_beside *beside, int64_t log_id, int64_t n, const char **ret_name,
		      GError **error);

/* Complete a record of that log that has its numbers. False when the database cannot be read. */
bool
sabot_beside_add(struct sabot_beside *beside, int64_t log_id, struct sabot_log_record *record,
		 GError **error);
