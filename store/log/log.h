/*
 * The logs of the tables: events are appended in transactions and read back from any place. A log
 * is divided into parts; within a part the rules do not change. All on the connection's thread.
 */
#pragma once

#include "log-record.h"

/* How far a log has got. */
struct sabot_log_state {
	int64_t last_n;              /* 0 = nothing recorded yet */
	struct sabot_log_part *part; /* the last; NULL with last_n 0 */
	GBytes *frame;               /* last frame recorded, or NULL */
	int64_t frame_at_us;
};

/* Free its contents. The struct itself is the caller's. */
void
sabot_log_state_clear(struct sabot_log_state *state);

/*
 * Commit records (struct sabot_log_record *) in one transaction, all or none. Their seq and n must
 * follow the recorded events without a gap; records that are already recorded, or that came earlier
 * in `records`, are skipped. SABOT_STORE_ERROR_CONFLICT: another event has the number of one.
 */
bool
sabot_log_append(struct sabot_db *db, GPtrArray *records, GError **error);

/*
 * Copy an event of another file into an archive's file, with its hash (NULL if it has none), part
 * and load. Inside the caller's transaction.
 */
bool
sabot_log_put(struct sabot_db *db, const struct sabot_log_record *record, GBytes *hash,
	      GError **error);

/*
 * As sabot_log_append(), for the records of an outage, together with digests (of GBytes, or NULL)
 * by which the outage is later recognised as already in the database.
 */
bool
sabot_log_append_outage(struct sabot_db *db, GPtrArray *records, const GPtrArray *digests,
			GError **error);

/* True if the outage with this digest was imported. */
bool
sabot_log_has_outage(struct sabot_db *db, GBytes *digest, bool *ret_has, GError **error);

/* The seq of the last committed event; 0 in an empty database. */
bool
sabot_log_last_seq(struct sabot_db *db, int64_t *ret_seq, GError **error);

/* Get the state of a table's log; last_n is 0 if it has none. Clear `ret_state` after use. */
bool
sabot_log_get_state(struct sabot_db *db, const char *table, struct sabot_log_state *ret_state,
		    GError **error);

/* An event read back. `line` is borrowed for the call. */
typedef bool
sabot_log_read_fn(int64_t seq, int64_t n, const char *line, void *data);

/* Events n = from_n … to_n - 1 of a log. */
struct sabot_log_range {
	const char *table; /* borrowed */
	int64_t from_n, to_n;
};

/*
 * Call `fn` with the range's events in order, until it returns false. False on failure only; a
 * table without a log has no events.
 */
bool
sabot_log_read(struct sabot_db *db, const struct sabot_log_range *range, sabot_log_read_fn *fn,
	       void *data, GError **error);

/* Part `number` of a log, transferred; NULL without an error if there is none. */
struct sabot_log_part *
sabot_log_get_part(struct sabot_db *db, const char *table, int64_t number, GError **error);

/* False without an error if there is no such load. */
bool
sabot_log_get_load(struct sabot_db *db, const char *table, int64_t number,
		   struct sabot_log_load *ret_load, GError **error);

/* The log's number in this file; 0 if the table has none. */
bool
sabot_log_get_id(struct sabot_db *db, const char *table, int64_t *ret_id, GError **error);

/* The number of its last event. */
bool
sabot_log_get_last_n(struct sabot_db *db, int64_t log_id, int64_t *ret_n, GError **error);

/* The name of log `id`, transferred; NULL without an error if there is none. */
char *
sabot_log_get_name(struct sabot_db *db, int64_t id, GError **error);

/* All logs' names, sorted (of char *). NULL on failure. Transferred. */
GPtrArray *
sabot_log_list(struct sabot_db *db, GError **error);

/*
 * The part that event n of a log is in, transferred. NULL without an error if there is none: the
 * house log has no parts, or the part is in an archive.
 */
struct sabot_log_part *
sabot_log_get_part_at(struct sabot_db *db, int64_t log_id, int64_t n, GError **error);

/* The first event of the log here: of its first part after those archived; 0 if it has none. */
bool
sabot_log_get_first_n(struct sabot_db *db, int64_t log_id, int64_t *ret_n, GError **error);
