/*
 * The start, held against the progress notes beside the spool and beside the key: the database may
 * be older than what was saved already, another one, or gone. What is found is a finding of the
 * house log; what was done by the book (`sabotctl restore`) is recorded as such. Main thread.
 */
#pragma once

#include "floor-submit.h"

/*
 * Before anything is opened. False with an error: there was a house here and its database is not
 * there, and nobody has said that a new one shall begin. A house is known by its notes, its mirror
 * and its archives.
 */
bool
sabot_progress_check_allows(const struct sabot_config *config, GError **error);

/*
 * The write-ahead log beside a database that is not open yet is copied if SQLite will drop some of
 * it (store/db/wal.h): to open the database may write over it.
 */
void
sabot_progress_check_copy_wal(const char *database);

/*
 * The database is opened and no event is written to it yet: compare. The copy is kept if the
 * database is behind.
 */
void
sabot_progress_check_compare(struct sabot_floor *floor, struct sabot_db *db);

/* The logs are read and the key is known: whether the house itself wrote the note. */
void
sabot_progress_check_signer(struct sabot_floor *floor);

/* There are events, and no note in the spool: none was written yet, or it is gone. */
bool
sabot_progress_check_lacks_note(const struct sabot_floor *floor);

/* Nothing was signed yet, and there is no note in the spool: the first one comes first. */
bool
sabot_progress_check_is_first(const struct sabot_floor *floor);

/* A backup was put back by the book, or a new house begun, before this start. */
bool
sabot_progress_check_is_restored(const struct sabot_floor *floor);

/* Record what was found. Once that is saved the note is replaced. */
void
sabot_progress_check_report(struct sabot_floor *floor);

/* Before the floor is freed. */
void
sabot_progress_check_free(struct sabot_floor *floor);
