/*
 * Data that belongs to walked events but is stored beside them: the name of their log, the part and
 * the load that begin with one, and the salt of its hash. It is looked up where one begins, not at
 * each event. The cached data is valid for one view of the database: create a new one for each
 * scan. On the connection's thread.
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
 * The name of the log of event `n`, borrowed. NULL if the log does not exist, or if the event is in
 * an archive and therefore does not count. False if the database cannot be read.
 */
bool
sabot_beside_find_log(struct sabot_beside *beside, int64_t log_id, int64_t n, const char **ret_name,
		      GError **error);

/* Complete a record of that log whose numbers are set. False if the database cannot be read. */
bool
sabot_beside_add(struct sabot_beside *beside, int64_t log_id, struct sabot_log_record *record,
		 GError **error);
