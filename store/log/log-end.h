/*
 * The ends of the logs that a connection appends to: the hash that their next events are chained
 * to, and their salts. Read once and kept with the connection, because nobody else appends
 * meanwhile. A secret is drawn when a load begins, and with the first event of a log that has none.
 * On the connection's thread, inside the caller's transaction.
 */
#pragma once

#include "log-record.h"
#include "chain.h"

struct sabot_log_end {
	int64_t log_id;
	struct sabot_chain_hash hash; /* of its last event, or before its first */
	struct sabot_salts *salts;    /* the last secret; NULL: none yet */
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
