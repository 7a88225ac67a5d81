/*
 * Fills the index of a database (store/index/index.h) by deriving its logs, and keeps it up. It
 * always
 * goes on from where the index ends; to know what the rules must know there, it plays the last part
 * of a table's log up to there again. One thread at a time.
 */
#pragma once

#include "playback.h"

struct sabot_indexer;

/* What an index must have been made with: sabot_index_open() takes it. */
const char *
sabot_indexer_program(void);

/*
 * `db` is read, `index` (sabot_index_open()) written; both are borrowed. `profiles_dir` may be
 * NULL. Transferred.
 */
struct sabot_indexer *
sabot_indexer_new(struct sabot_db *db, struct sabot_db *index, const char *profiles_dir);
/* NULL is allowed. */
void
sabot_indexer_free(struct sabot_indexer *indexer);

/*
 * Take in some thousand events at most; `*ret_n_events` is their number, 0 when the index is up to
 * date. A log that cannot be played is left where it is, with a warning; the others go on. False
 * when the index or the database cannot be used.
 */
bool
sabot_indexer_go_on(struct sabot_indexer *indexer, int64_t *ret_n_events, GError **error);

/* Nothing more of this log can be taken in. */
bool
sabot_indexer_is_stuck(struct sabot_indexer *indexer, const char *name);
