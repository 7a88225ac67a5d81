/*
 * Where the chain of a log begins. One that was begun here has a beginning of its own; one that
 * came from another database goes on behind its head there, as the `taking` of the house log says
 * that was written before its first event. On the connection's thread.
 */
#pragma once

#include "store/proof/chain.h"

/* What a `taking` says: `head` as recorded, `begins`: the log had no event here before it. */
struct sabot_taken {
	char *table;
	struct sabot_chain_hash head;
	bool begins;
};

/* False when the line is none. Clear `ret_taken` after use. */
bool
sabot_taken_parse(const char *line, struct sabot_taken *ret_taken);
void
sabot_taken_clear(struct sabot_taken *taken);

/* If the event takes a log: its name and the hash before its first event, into `begins`. */
void
sabot_taken_apply(const struct sabot_log_record *record, GHashTable *begins);

/* The hash before the first event of `log`; `*ret_came` is true if it came from elsewhere. */
bool
sabot_taken_begin(struct sabot_db *db, const char *log, struct sabot_chain_hash *ret_hash,
		  bool *ret_came, GError **error);
