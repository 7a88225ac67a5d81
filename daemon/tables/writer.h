/*
 * The store's thread: it owns the only connection that writes, and commits what is queued in
 * groups. While the database does not take events they go to the spool, then to memory, and are
 * imported in order as soon as it does again. Everything here is called on the main thread, and
 * the callback comes there, too.
 */
#pragma once

#include "mirror.h"
#include "progress-keeper.h"
#include "store-reports.h"
#include "store/log/log.h"
#include "store/proof/seal.h"
#include "store/files/spool.h"
#include "store/files/unsaved.h"

struct sabot_writer;

/*
 * `db` and `spool` are transferred (the spool by value). `is_behind`: the spool
 * holds events that the database lacks. `last_seq` is the last seq of both. Without a database
 * (`db` NULL, `is_behind` true) all goes to the spool until the end.
 */
struct sabot_writer *
sabot_writer_new(struct sabot_db *db, struct sabot_spool spool, bool is_behind, int64_t last_seq);

/* Sign checkpoints with this key, transferred. Before the thread is started. */
void
sabot_writer_set_key(struct sabot_writer *writer, struct sabot_key *key);

/*
 * Note with this, transferred, how far the logs are: at most once a second and at the end, never
 * ahead of the database. Before the thread is started. Nothing is noted until that is allowed.
 */
void
sabot_writer_set_keeper(struct sabot_writer *writer, struct sabot_progress_keeper *keeper);

/*
 * Note in this, transferred, that events are in memory only. `is_noted`: an earlier run has, which
 * stands until something is saved. Before the thread is started.
 */
void
sabot_writer_set_unsaved(struct sabot_writer *writer, struct sabot_unsaved *unsaved, bool is_noted);

/* What is committed is acknowledged once this, transferred, has it. Before the thread starts. */
void
sabot_writer_set_mirror(struct sabot_writer *writer, struct sabot_mirror *mirror);

/* What the note so far shows is recorded: it may be replaced. On any thread. */
void
sabot_writer_allow_progress(struct sabot_writer *writer);

/*
 * The database's file is no longer where it was: removed or replaced. The store is then down, until
 * the same file is back. On any thread.
 */
bool
sabot_writer_is_replaced(struct sabot_writer *writer);

/*
 * The database has another event where one of ours was to be: somebody else writes to it. The store
 * is then down until a restart, which records ours under other numbers. On any thread.
 */
bool
sabot_writer_has_conflict(struct sabot_writer *writer);

/* Set the callbacks, and start the thread. Once, before the first record. */
void
sabot_writer_set_callback(struct sabot_writer *writer, sabot_writer_fn *fn, void *data);

/* Queue a record, transferred. Records come in the order of their seq. Never blocks. */
void
sabot_writer_put(struct sabot_writer *writer, struct sabot_log_record *record);

/*
 * Make the thread turn once, with nothing to do; how often it has turned. A thread that is stuck
 * in the disk does not.
 */
void
sabot_writer_wake(struct sabot_writer *writer);
unsigned
sabot_writer_count_turns(struct sabot_writer *writer);

/* Do all that is queued and stop the thread. The callback is called no more. */
void
sabot_writer_stop(struct sabot_writer *writer);

/*
 * Stop the thread, if that is not done, and close the database.
 * Returns true when every record is in the database or the spool. NULL is allowed.
 */
bool
sabot_writer_free(struct sabot_writer *writer);
