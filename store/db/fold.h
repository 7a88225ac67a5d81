/*
 * When a write-ahead log is folded into its file. SQLite folds within the commit that made the log
 * long enough, so whatever waits for that commit also waits for the fold, which writes and syncs
 * many times as much. A thread whose commits others wait for folds after the commit instead. On the
 * connection's thread.
 */
#pragma once

#include "db.h"

/*
 * From now on only sabot_db_fold() and the closing of the last connection fold; and once somebody
 * else has written into the log's index (wal-index.h) neither they do, nor is anything committed.
 * NULL is allowed.
 */
void
sabot_db_fold_later(struct sabot_db *db);

/* True if the log has become so long that it is to be folded. NULL is allowed. */
bool
sabot_db_fold_is_due(const struct sabot_db *db);

/*
 * Fold the log into its file if it has become long; otherwise do nothing. True if that was tried: a
 * fold that fails, as it does while somebody reads, is tried again the next time, and nothing is
 * lost. NULL is allowed.
 */
bool
sabot_db_fold(struct sabot_db *db);

/*
 * Fold all of the log into the file. False if that failed, as it does while somebody reads what is
 * older; nothing is lost then.
 */
bool
sabot_db_fold_all(struct sabot_db *db);
