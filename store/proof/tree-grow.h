/*
 * The trees of the logs in the database, which grow with each checkpoint. On the connection's
 * thread, inside the caller's transaction.
 */
#pragma once

#include "tree.h"

/* A log's tree up to an event. */
struct sabot_tree_state {
	int64_t from_n; /* its first leaf's event; 0: there is none */
	struct sabot_chain_hash root;
};

/* How far a log's tree is to be. */
struct sabot_tree_wish {
	int64_t log_id, to_n;
	int64_t from_n; /* with which one begins that is not there; 0: the first with a salt here */
};

/*
 * Bring a log's tree up to an event, and store how far it is. There is none where the log has no
 * salts, or where events that it lacks are not here any more.
 */
bool
sabot_tree_grow(struct sabot_db *db, struct sabot_tree_wish wish,
		struct sabot_tree_state *ret_state, GError **error);
