/* See chain-head.h. */
#include "chain-head.h"

#include "store/db/statements.h"
#include "taking.h"

#include <string.h>

bool
sabot_chain_read_head(struct sabot_db *db, int64_t id, const char *log,
		      struct sabot_chain_head *ret_head, GError **error)
{
	sqlite3_stmt *read = sabot_statement_get(db, SABOT_STATEMENT_EVENT_HEAD, error);
	struct sabot_chain_head head = {0};
	bool has_row, came;

	if (!read || !sabot_statement_bind(db, read, error, "i", id) ||
	    !sabot_statement_row(db, read, &has_row, error))
		return false;
	if (has_row) {
		head.seq = sqlite3_column_int64(read, 0);
		head.n = sqlite3_column_int64(read, 1);
		head.is_chained = sqlite3_column_bytes(read, 2) == SABOT_CHAIN_HASH_BYTES;
	}
	if (head.is_chained)
		memcpy(head.hash.bytes, sqlite3_column_blob(read, 2), sizeof(head.hash.bytes));
	sqlite3_reset(read);
	if (!head.is_chained && !sabot_taking_begin(db, log, &head.hash, &came, error))
		return false;
	*ret_head = head;
	return true;
}
