/*
 * Fills the index of a database (store/index/index.h) by deriving its logs, and keeps it up to
 * date. It continues where the index ends; to have the table's state there, it first replays the
 * last part of the log up to that event. One thread at a time.
 */
#pragma once

#include "playback.h"

struct sabot_indexer;

/* The version that an index must have been made with, for sabot_index_open(). Static. */
const char *
sabot_indexer_program(void);

/*
 * Reads `db` and writes `index` (of sabot_index_open()); both are borrowed. `profiles_dir` may be
 * NULL. Transferred.
 */
struct sabot_indexer *
sabot_indexer_new(struct sabot_db *db, struct sabot_db *index, const char *profiles_dir);
/* NULL is allowed. */
void
sabot_indexer_free(struct sabot_indexer *indexer);

/*
 * Index the next events, some thousand at most. `*ret_n_events` is how many they were, 0 when the
 * index is up to date. A log that cannot be replayed is skipped from there on, with a warning.
 * False when the index or the database cannot be used; then the indexer must not be used again.
 */
bool
sabot_indexer_go_on(struct sabot_indexer *indexer, int64_t *ret_n_events, GError **error);

/* True if the log `name` cannot be replayed further, so the rest of it stays out of the index. */
bool
sabot_indexer_is_stuck(struct sabot_indexer *indexer, const char *name);
