/*
 * Checks at the start against the progress notes beside the spool and beside the key: the database
 * may be older than what was saved, or another one. Both are findings of the house log; a proper
 * restore (`sabotctl restore`) is recorded as such. If it is gone: house-traces.h. Main thread.
 */
#pragma once

#include "floor-submit.h"

/*
 * Compare, when the database is open and no event has been written to it. The copy
 * of the write-ahead log (wal-copy.h) is kept if the database is behind.
 */
void
sabot_progress_check_compare(struct sabot_floor *floor, struct sabot_db *db);

/* Check that the house itself wrote the note. Call when the logs are read and the key is known. */
void
sabot_progress_check_signer(struct sabot_floor *floor);

/* True if there are events but no note in the spool: none was written yet, or it is gone. */
bool
sabot_progress_check_lacks_note(const struct sabot_floor *floor);

/*
 * True if nothing was signed yet and the spool has no note: the first note must be written first.
 */
bool
sabot_progress_check_is_first(const struct sabot_floor *floor);

/* True if a backup was properly restored, or a new house begun, before this start. */
bool
sabot_progress_check_is_restored(const struct sabot_floor *floor);

/* True if the database continues where the notes say that it ended. */
bool
sabot_progress_check_continues(const struct sabot_floor *floor);

/*
 * True if the database may lack events of this log that were acknowledged: a note names them, the
 * mirror has them, or a backup was restored and there is no note.
 */
bool
sabot_progress_check_lacks(const struct sabot_floor *floor, const char *log);

/* True if the write-ahead log shows that events are lost; of which logs, is not known. */
bool
sabot_progress_check_has_lost(const struct sabot_floor *floor);

/* Add to a finding about the mirror which events it had at the start that the database lacks. */
void
sabot_progress_check_add_mirror(const struct sabot_floor *floor, json_t *detail);

/* Record the findings. Once they are saved the note is replaced. */
void
sabot_progress_check_report(struct sabot_floor *floor);

/* Call before the floor is freed. */
void
sabot_progress_check_free(struct sabot_floor *floor);
