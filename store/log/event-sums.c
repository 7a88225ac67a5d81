/* See event-sums.h. */
#include "event-sums.h"

#include "store/db/row.h"
#include "store/db/statements.h"

#include <sodium.h>
#include <string.h>

enum column { COLUMN_LOG, COLUMN_N, COLUMN_SEQ };

G_STATIC_ASSERT(SABOT_EVENT_SUMS_KEY_BYTES == crypto_shorthash_KEYBYTES);
G_STATIC_ASSERT(sizeof(uint64_t) == crypto_shorthash_BYTES);

void
sabot_event_sums_begin(struct sabot_event_sums *sums, int64_t to_seq)
{
	memset(sums, 0, sizeof(*sums));
	sums->to_seq = to_seq;
	randombytes_buf(sums->key, sizeof(sums->key));
}

void
sabot_event_sums_add(struct sabot_event_sums *sums, enum sabot_event_index which, int64_t log_id,
		     int64_t n, int64_t seq)
{
	const int64_t event[] = {log_id, n, seq};
	uint64_t hash;

	if (seq > sums->to_seq)
		return;
	crypto_shorthash((unsigned char *)&hash, (const unsigned char *)event, sizeof(event),
			 sums->key);
	sums->sums[which] += hash;
	sums->n_events[which]++;
}

/* Without order an event is not found by its index, though it is in it. */
static bool
check_order(struct sabot_db *db, sqlite3_stmt *row, int64_t last[COLUMN_SEQ], GError **error)
{
	int64_t log_id = sqlite3_column_int64(row, COLUMN_LOG);
	int64_t n = sqlite3_column_int64(row, COLUMN_N);

	if (log_id == last[COLUMN_LOG])
		return sabot_row_check_order(db, n, &last[COLUMN_N], error);
	last[COLUMN_N] = n;
	return sabot_row_check_order(db, log_id, &last[COLUMN_LOG], error);
}

static bool
read_index(struct sabot_db *db, enum sabot_event_index which, enum sabot_statement statement,
	   struct sabot_event_sums *sums, GError **error)
{
	sqlite3_stmt *read = sabot_statement_get(db, statement, error);
	int64_t last[COLUMN_SEQ] = {INT64_MIN, INT64_MIN};
	g_autoptr(GError) failure = NULL;
	bool goes_on = true;

	while (read && goes_on && sabot_statement_next(db, read, &failure)) {
		sabot_event_sums_add(sums, which, sqlite3_column_int64(read, COLUMN_LOG),
				     sqlite3_column_int64(read, COLUMN_N),
				     sqlite3_column_int64(read, COLUMN_SEQ));
		goes_on = check_order(db, read, last, &failure);
	}
	return sabot_statement_end(read, &failure, error);
}

bool
sabot_event_sums_read_indexes(struct sabot_db *db, struct sabot_event_sums *sums, GError **error)
{
	static const enum sabot_statement statements[SABOT_EVENT_INDEXES] = {
		[SABOT_EVENT_INDEX_LOG] = SABOT_STATEMENT_EVENT_INDEX_LOG,
		[SABOT_EVENT_INDEX_FRAME] = SABOT_STATEMENT_EVENT_INDEX_FRAME,
		[SABOT_EVENT_INDEX_WITNESSED] = SABOT_STATEMENT_EVENT_INDEX_WITNESSED,
	};

	for (int which = 0; which < SABOT_EVENT_INDEXES; which++) {
		if (!read_index(db, (enum sabot_event_index)which, statements[which], sums, error))
			return false;
	}
	return true;
}

bool
sabot_event_sums_agree(const struct sabot_event_sums *one, const struct sabot_event_sums *other)
{
	return memcmp(one, other, sizeof(*one)) == 0;
}
