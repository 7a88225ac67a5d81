/* See log-end.h. */
#include "log-end.h"
#include "salts.h"
#include "store/db/statements.h"

enum { COLUMN_FROM_N, COLUMN_SECRET };

/* Of a log, in memory: many times what it has between two checkpoints. */
enum { LOG_END_HASHES_MAX = 512 };

static void
free_end(gpointer data)
{
	struct sabot_log_end *end = data;

	sabot_salts_unref(end->salts);
	g_array_unref(end->hashes);
	g_free(end);
}

struct sabot_log_end *
sabot_log_end_find(struct sabot_db *db, const char *log)
{
	return db->log_ends ? g_hash_table_lookup(db->log_ends, log) : NULL;
}

/* The log's last secret; NULL in `*ret_salts`: it has none. */
static bool
read_secret(struct sabot_db *db, int64_t log_id, struct sabot_salts **ret_salts, GError **error)
{
	GError *failure = NULL;
	sqlite3_stmt *row =
		sabot_statement_find(db, SABOT_STATEMENT_SECRET_LAST, &failure, "i", log_id);

	if (failure) {
		g_propagate_error(error, failure);
		return false;
	}
	*ret_salts = row ? sabot_salts_new(sqlite3_column_blob(row, COLUMN_SECRET),
					   sqlite3_column_int64(row, COLUMN_FROM_N))
			 : NULL;
	if (row)
		sqlite3_reset(row);
	return true;
}

struct sabot_log_end *
sabot_log_end_read(struct sabot_db *db, const char *log, int64_t log_id, GError **error)
{
	struct sabot_chain_head head;
	struct sabot_log_end *end;
	struct sabot_salts *salts;

	if (!sabot_chain_read_head(db, log_id, log, &head, error) ||
	    !read_secret(db, log_id, &salts, error))
		return NULL;
	end = g_new0(struct sabot_log_end, 1);
	end->log_id = log_id;
	end->head = head;
	end->hashes = g_array_new(FALSE, FALSE, sizeof(struct sabot_chain_hash));
	end->salts = salts;
	if (!db->log_ends)
		db->log_ends = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_end);
	g_hash_table_insert(db->log_ends, g_strdup(log), end);
	return end;
}

bool
sabot_log_end_get_head(struct sabot_db *db, int64_t log_id, const char *log,
		       struct sabot_chain_head *ret_head, GError **error)
{
	const struct sabot_log_end *end = sabot_log_end_find(db, log);

	if (!end)
		return sabot_chain_read_head(db, log_id, log, ret_head, error);
	*ret_head = end->head;
	return true;
}

const struct sabot_chain_hash *
sabot_log_end_find_hashes(const struct sabot_log_end *end, int64_t from_n)
{
	int64_t first_n = end ? end->head.n + 1 - end->hashes->len : 0;

	if (!end || from_n < first_n || from_n > end->head.n)
		return NULL;
	return &g_array_index(end->hashes, struct sabot_chain_hash, from_n - first_n);
}

void
sabot_log_end_drop_hashes(struct sabot_log_end *end)
{
	if (end)
		g_array_set_size(end->hashes, 0);
}

void
sabot_log_end_forget(struct sabot_db *db)
{
	g_clear_pointer(&db->log_ends, g_hash_table_unref);
}

static bool
add_secret(struct sabot_db *db, int64_t log_id, const struct sabot_salts *salts, GError **error)
{
	g_autoptr(GBytes) secret = g_bytes_new(sabot_salts_get_secret(salts), SABOT_SALT_BYTES);

	return sabot_statement_put(db, SABOT_STATEMENT_SECRET_ADD, error, "iib", log_id,
				   sabot_salts_get_from(salts), secret);
}

/* A secret begins with the event: the one that it brings, or a new one. */
static bool
begin_secret(struct sabot_db *db, struct sabot_log_end *end, struct sabot_log_record *record,
	     GError **error)
{
	bool brings = record->salts && sabot_salts_get_secret(record->salts) &&
		      sabot_salts_get_from(record->salts) == record->n;

	if (!brings) {
		sabot_salts_unref(record->salts);
		record->salts = sabot_salts_draw(record->n);
	}
	sabot_salts_unref(end->salts);
	end->salts = sabot_salts_ref(record->salts);
	return add_secret(db, end->log_id, end->salts, error);
}

static void
move_head(struct sabot_log_end *end, const struct sabot_log_record *record,
	  struct sabot_chain_hash hash)
{
	end->head = (struct sabot_chain_head){record->seq, record->n, true, hash};
	if (end->hashes->len == LOG_END_HASHES_MAX)
		sabot_log_end_drop_hashes(end);
	g_array_append_val(end->hashes, hash);
}

bool
sabot_log_end_chain(struct sabot_db *db, struct sabot_log_end *end, struct sabot_log_record *record,
		    GError **error)
{
	bool begins = record->load || !end->salts;

	if (begins && !begin_secret(db, end, record, error))
		return false;
	move_head(end, record, sabot_chain_next_salted(end->head.hash, record, end->salts));
	return true;
}

bool
sabot_log_end_copy_secret(struct sabot_db *db, int64_t log_id,
			  const struct sabot_log_record *record, GError **error)
{
	struct sabot_salts *last;
	bool is_there;

	if (!record->salts)
		return true;
	if (!sabot_salts_get_secret(record->salts))
		return sabot_store_fail(error, record->table, "has a salt and no secret");
	if (!read_secret(db, log_id, &last, error))
		return false;
	is_there = last && sabot_salts_get_from(last) == sabot_salts_get_from(record->salts);
	sabot_salts_unref(last);
	return is_there || add_secret(db, log_id, record->salts, error);
}
