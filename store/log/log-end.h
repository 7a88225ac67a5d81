/*
 * The ends of the logs that a connection appends to: the heads that their next events are chained
 * to, the hashes of the last events, and the salts. Read once and kept with the connection, because
 * nobody else appends meanwhile. A secret is drawn when a load begins, and with the first event of
 * a log that has none. On the connection's thread, inside the caller's transaction.
 */
#pragma once

#include "log-record.h"
#include "chain-head.h"

struct sabot_log_end {
	int64_t log_id;
	struct sabot_chain_head head;
	GArray *hashes;            /* of struct sabot_chain_hash: the last events', to the head's */
	struct sabot_salts *salts; /* the last secret; NULL: none yet */
};

/* The end of a log; NULL if it is not known. Borrowed until sabot_log_end_forget(). */
struct sabot_log_end *
sabot_log_end_find(struct sabot_db *db, const char *log);

/*
 * Read the end of log `log_id`, named `log`, and keep it. NULL with an error. Borrowed until
 * sabot_log_end_forget().
 */
struct sabot_log_end *
sabot_log_end_read(struct sabot_db *db, const char *log, int64_t log_id, GError **error);

/* The head of a log, which is read where its end is not known. */
bool
sabot_log_end_get_head(struct sabot_db *db, int64_t log_id, const char *log,
		       struct sabot_chain_head *ret_head, GError **error);

/*
 * The hashes of the events from `from_n` to the head's, borrowed until the next event. NULL if not
 * all of them are kept, as after many events. `end` may be NULL.
 */
const struct sabot_chain_hash *
sabot_log_end_find_hashes(const struct sabot_log_end *end, int64_t from_n);

/* The hashes are in a tree: nobody needs them any more. `end` may be NULL. */
void
sabot_log_end_drop_hashes(struct sabot_log_end *end);

/* Forget all ends, because the transaction was not committed. */
void
sabot_log_end_forget(struct sabot_db *db);

/*
 * Compute the hash of the log's next event, which becomes its end. A secret that begins with the
 * event is stored; a new one is put into `record->salts`, so that a mirror stores the same.
 */
bool
sabot_log_end_chain(struct sabot_db *db, struct sabot_log_end *end, struct sabot_log_record *record,
		    GError **error);

/*
 * Store the secret of a record that is copied into an archive's file, unless it is already there.
 */
bool
sabot_log_end_copy_secret(struct sabot_db *db, int64_t log_id,
			  const struct sabot_log_record *record, GError **error);
