/*
 * The last hash of a log's chain in the database. On the connection's thread.
 */
#pragma once

#include "chain.h"

/* A log's last event. */
struct sabot_chain_head {
	int64_t seq, n;               /* 0 = the log is empty */
	bool is_chained;              /* it has a hash */
	struct sabot_chain_hash hash; /* the hash that the next event continues from */
};

/* The head of log `id`, named `log`: what the log's next event is chained to. */
bool
sabot_chain_read_head(struct sabot_db *db, int64_t id, const char *log,
		      struct sabot_chain_head *ret_head, GError **error);
