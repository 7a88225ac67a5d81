/*
 * When a write-ahead log is folded into its file. SQLite does it within the commit that made the
 * log long enough, so that what waits for that commit waits for the folding, too, which writes
 * and syncs many times as much. Who commits while others wait folds behind it instead. On the
 * connection's thread.
 */
#pragma once

#include "db.h"

/* From now on only sabot_db_fold() folds, and the last connection's end. NULL is allowed. */
void
sabot_db_fold_later(struct sabot_db *db);

/*
 * Fold in a log that has become long; else nothing. What fails, as while somebody reads, is tried
 * again the next time, and nothing is lost. NULL is allowed.
 */
void
sabot_db_fold(struct sabot_db *db);
