/*
 * The logs' trees in the database, which grow with each checkpoint. On the connection's thread,
 * inside the caller's transaction.
 */
#pragma once

#include "store/log/log-end.h"
#include "tree.h"

/* A log's tree up to an event. */
struct sabot_tree_state {
	int64_t from_n; /* event of its first leaf; 0: there is no tree */
	struct sabot_chain_hash root;
};

/* The event up to which a log's tree is to grow. */
struct sabot_tree_wish {
	int64_t log_id, to_n;
	int64_t from_n; /* first event of a new tree; 0: the first event with a salt here */
	struct sabot_log_end *end; /* whose hashes need not be read; NULL: it is not known */
};

/*
 * Extend a log's tree up to an event, and store how far it is. There is no tree if the log has no
 * salts, or if the events that it lacks are no longer here.
 */
bool
sabot_tree_grow(struct sabot_db *db, struct sabot_tree_wish wish,
		struct sabot_tree_state *ret_state, GError **error);
