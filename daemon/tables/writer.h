/*
 * The store's thread: it owns the only connection that writes, and commits queued records in
 * groups. While the database does not accept events they go to the spool, then to memory, and are
 * imported in order as soon as it does. All functions and the callback run on the main thread.
 */
#pragma once

#include "mirror.h"
#include "progress-keeper.h"
#include "store-reports.h"
#include "store/log/log.h"
#include "store/proof/seal.h"
#include "waiting.h"

struct sabot_writer;

/*
 * `db` and `spool` are transferred (the spool by value). `is_behind`: the spool
 * holds events that the database lacks. `last_seq` is the last seq of both. Without a database
 * (`db` NULL, `is_behind` true) all goes to the spool until the end.
 */
struct sabot_writer *
sabot_writer_new(struct sabot_db *db, struct sabot_spool spool, bool is_behind, int64_t last_seq);

/* Sign checkpoints with this key, transferred. Call before the thread is started. */
void
sabot_writer_set_key(struct sabot_writer *writer, struct sabot_key *key);

/*
 * Record progress with this keeper, transferred: at most once a second and at the end, never ahead
 * of the database, and only once that is allowed. Call before the thread is started.
 */
void
sabot_writer_set_keeper(struct sabot_writer *writer, struct sabot_progress_keeper *keeper);

/*
 * Record in `unsaved`, transferred, how far the spool is written and that events are in memory
 * only. `note` is what an earlier run recorded; it holds until something is saved. Call before the
 * thread is started.
 */
void
sabot_writer_set_unsaved(struct sabot_writer *writer, struct sabot_unsaved *unsaved,
			 const struct sabot_unsaved_note *note);

/*
 * Acknowledge commits only once this mirror, transferred, has them. Call before the thread starts.
 */
void
sabot_writer_set_mirror(struct sabot_writer *writer, struct sabot_mirror *mirror);

/*
 * Allow the progress note to be replaced: the findings from it are recorded. `at_once`: now, not
 * with the next second. Any thread.
 */
void
sabot_writer_allow_progress(struct sabot_writer *writer, bool at_once);

/*
 * True if the database's file is no longer in its place: removed or replaced. The store is then
 * down until the same file is back. Any thread.
 */
bool
sabot_writer_is_replaced(struct sabot_writer *writer);

/*
 * True if the database has another event under one of our numbers: another program writes to it.
 * The store is then down until a restart, which records our events under other numbers. Any thread.
 */
bool
sabot_writer_has_conflict(struct sabot_writer *writer);

/* The mirror was found damaged, as `why` says: it is copied again. Main thread. */
void
sabot_writer_distrust_mirror(struct sabot_writer *writer, const GError *why);

/* As sabot_mirror_take_touch(); false without a mirror. Main thread. */
bool
sabot_writer_take_mirror_touch(struct sabot_writer *writer);

/*
 * What somebody planted in the database, which is not written to for that reason, or changed in its
 * schema otherwise; transferred. Once; NULL: there is none. Main thread.
 */
GError *
sabot_writer_take_planted(struct sabot_writer *writer);

/*
 * The next loss of a spool's file that was not taken yet, transferred; NULL: there is none. Main
 * thread.
 */
struct sabot_waiting_loss *
sabot_writer_take_loss(struct sabot_writer *writer);

/* Set the callbacks, and start the thread. Once, before the first record. */
void
sabot_writer_set_callback(struct sabot_writer *writer, sabot_writer_fn *fn, void *data);

/* Queue a record, transferred. Records must come in the order of their seq. Never blocks. */
void
sabot_writer_put(struct sabot_writer *writer, struct sabot_log_record *record);

/*
 * Make the thread run its loop once, with nothing to do; and return how often it has run. A thread
 * that hangs in the disk does not.
 */
void
sabot_writer_wake(struct sabot_writer *writer);
unsigned
sabot_writer_count_turns(struct sabot_writer *writer);

/* Process all that is queued and stop the thread. The callback is not called afterwards. */
void
sabot_writer_stop(struct sabot_writer *writer);

/*
 * Stop the thread, if it runs, and close the database. True if every record is in the database or
 * the spool. `ret_has_lost`: a spool's file lost some that were acknowledged before.
 */
bool
sabot_writer_free(struct sabot_writer *writer, bool *ret_has_lost);
