/* See joined-copy.h. */
#include "joined-copy.h"

#include "store/db/statements.h"
#include "store/log/chain-head.h"

#include <string.h>

/* The event that a log of the copy ends with. */
struct end {
	int64_t log_id;
	char *log;
	struct sabot_chain_head head;
};

static void
clear_end(gpointer data)
{
	g_free(((struct end *)data)->log);
}

/* The logs by their ids and names. NULL with an error. */
static GArray *
list_logs(struct sabot_db *copy, GError **error)
{
	GArray *ends = g_array_new(FALSE, TRUE, sizeof(struct end));
	GError *failure = NULL;
	sqlite3_stmt *row = sabot_statement_find(copy, SABOT_STATEMENT_LOG_LIST, &failure, "");
	bool has_row = row != NULL;

	g_array_set_clear_func(ends, clear_end);
	while (has_row) {
		struct end end = {.log_id = sqlite3_column_int64(row, 0),
				  .log = g_strdup((const char *)sqlite3_column_text(row, 1))};

		g_array_append_val(ends, end);
		if (!sabot_statement_row(copy, row, &has_row, &failure))
			break;
	}
	if (row)
		sqlite3_reset(row);
	if (!failure)
		return ends;
	g_propagate_error(error, failure);
	g_array_unref(ends);
	return NULL;
}

static bool
refuse(const struct sabot_db *copy, const struct end *end, const char *why, GError **error)
{
	g_autofree char *sentence = g_strdup_printf("log %s: %s", end->log, why);

	return sabot_store_refuse(copy->path, sentence, error);
}

/* The log has no such event: it is shorter, or another one. */
static bool
refuse_absent(struct sabot_db *log, const struct sabot_db *copy, const struct end *end,
	      GError **error)
{
	struct sabot_chain_head head;

	if (!sabot_chain_read_head(log, end->log_id, end->log, &head, error))
		return false;
	return refuse(copy, end,
		      head.n < end->head.n
			      ? "has events that the longer file lacks: give one of the two"
			      : "is of another past than the longer file",
		      error);
}

static bool
check_end(struct sabot_db *log, const struct sabot_db *copy, const struct end *end, GError **error)
{
	GError *failure = NULL;
	sqlite3_stmt *row = sabot_statement_find(log, SABOT_STATEMENT_EVENT_HASH, &failure, "ii",
						 end->log_id, end->head.n);
	bool is_same = row && sqlite3_column_int64(row, 1) == end->head.seq;

	if (is_same && end->head.is_chained)
		is_same = sqlite3_column_bytes(row, 0) == SABOT_CHAIN_HASH_BYTES &&
			  memcmp(sqlite3_column_blob(row, 0), end->head.hash.bytes,
				 SABOT_CHAIN_HASH_BYTES) == 0;
	if (row)
		sqlite3_reset(row);
	if (failure) {
		g_propagate_error(error, failure);
		return false;
	}
	return is_same || refuse_absent(log, copy, end, error);
}

bool
sabot_joined_check_copy(struct sabot_db *log, struct sabot_db *copy, GError **error)
{
	g_autoptr(GArray) ends = list_logs(copy, error);

	for (guint i = 0; ends && i < ends->len; i++) {
		struct end *end = &g_array_index(ends, struct end, i);

		if (!sabot_chain_read_head(copy, end->log_id, end->log, &end->head, error) ||
		    (end->head.n > 0 && !check_end(log, copy, end, error)))
			return false;
	}
	return ends != NULL;
}
