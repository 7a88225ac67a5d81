/*
 * The events that the database lacks while it cannot be written: in the spool's file or, if that
 * fails too, in memory; with the note that a later start compares (store/files/unsaved.h). On the
 * writer's thread, except for the beginning and the end.
 */
#pragma once

#include "store/files/spool.h"
#include "store/files/unsaved.h"

struct sabot_waiting {
	struct sabot_spool spool;
	GPtrArray *memory;             /* of struct sabot_log_record: not in the spool */
	bool is_spooled;               /* the spool's file has events */
	bool is_spoiled;               /* the file is not as it was written */
	bool has_lost;                 /* some of its events are gone */
	bool is_in_memory;             /* the spool failed, and that was reported */
	int64_t spool_from;            /* the file's first event; 0: not known */
	struct sabot_unsaved *unsaved; /* NULL: nothing is noted */
	struct sabot_unsaved_note note;
};

/* What became of a spool's file that somebody removed, replaced, changed or cut short. */
struct sabot_waiting_loss {
	bool is_gone;    /* that happened */
	bool is_rescued; /* all of it could still be read */
	/* The events that could not, where the numbers are the database's; 0: not known. */
	int64_t from_seq, to_seq;
};

/* `spool` is transferred. */
void
sabot_waiting_init(struct sabot_waiting *waiting, struct sabot_spool spool, bool is_spooled);
void
sabot_waiting_clear(struct sabot_waiting *waiting);

/* Keep the records of a batch. */
void
sabot_waiting_add(struct sabot_waiting *waiting, const GPtrArray *batch);

/*
 * Move what is in memory to the spool. False with an error if that fails and was not reported
 * before. `key` signs the note; it may be NULL.
 */
bool
sabot_waiting_spool(struct sabot_waiting *waiting, const struct sabot_key *key, GError **error);

/*
 * If the spool's file is no longer there as it was written: take what can still be read of it into
 * memory, from where it goes to a new file.
 */
struct sabot_waiting_loss
sabot_waiting_check(struct sabot_waiting *waiting);

/* All records, in order. NULL with an error if the spool is not as it was written. Transferred. */
GPtrArray *
sabot_waiting_collect(struct sabot_waiting *waiting, GError **error);

/*
 * The database has everything. The note about an earlier run's losses is kept until
 * sabot_waiting_forget().
 */
void
sabot_waiting_end(struct sabot_waiting *waiting, const struct sabot_key *key);

/* Nothing is unsaved, and what was lost is in the log. An outage's file may still wait. */
void
sabot_waiting_forget(struct sabot_waiting *waiting, const struct sabot_key *key);
