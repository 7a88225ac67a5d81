/*
 * Where the chain of a log begins. A log that began here has its own beginning; one that came from
 * another database continues after its head there, which a `taking` event of the house log, written
 * before the log's first event, records. On the connection's thread.
 */
#pragma once

#include "store/log/chain.h"

/* The content of a `taking`: `head` as recorded; `begins`: the log had no event here before it. */
struct sabot_taking {
	char *table;
	struct sabot_chain_hash head;
	bool begins;
};

/* False if the line is not a `taking`. Clear `ret_taking` after use. */
bool
sabot_taking_parse(const char *line, struct sabot_taking *ret_taking);
void
sabot_taking_clear(struct sabot_taking *taking);

/* If the event takes a log, put its name and the hash before its first event into `begins`. */
void
sabot_taking_apply(const struct sabot_log_record *record, GHashTable *begins);

/* The hash before the first event of `log`; `*ret_came` is true if it came from elsewhere. */
bool
sabot_taking_begin(struct sabot_db *db, const char *log, struct sabot_chain_hash *ret_hash,
		   bool *ret_came, GError **error);
