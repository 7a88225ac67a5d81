/* Logs that are replayed from a database: what was recorded, derived again. Main thread. */
#pragma once

#include "table-service.h"

#include "daemon/books/house.h"
#include "store/db/db.h"

/* Replay the events of the house log behind the last one that the house has. */
bool
sabot_replay_house(struct sabot_db *db, struct sabot_house *house, GError **error);

/* Replay the events of a table's log behind the last one that the table has, before `to_n`. */
bool
sabot_replay_table(struct sabot_db *db, struct sabot_table_service *table, int64_t to_n,
		   GError **error);
