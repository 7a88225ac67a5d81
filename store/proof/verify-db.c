/*
 * The walk feeds the verification, after the hashing on all cores. Data that the hashes do not
 * cover is compared here: a checkpoint's columns with its note, a log's beginning with its first
 * event, and that there is no part, load or log that belongs to no event.
 */
#include "verify-db.h"
#include "store/log/rights.h"
#include "store/log/salts.h"
#include "seal.h"
#include "store/db/schema.h"
#include "store/db/statements.h"
#include "verify-anchor.h"
#include "verify-checkpoint.h"
#include "store/log/log.h"
#include "store/log/walk.h"
#include "store/log/archive.h"

#include <string.h>

enum { VERIFY_WATCH_EVENTS = 4096 };

/* A checkpoint whose events are still being hashed. */
struct waiting {
	struct sabot_walk_checkpoint row;
	char *note;
	int64_t n_events; /* before it */
};

struct feed {
	struct sabot_verify *verify;
	struct sabot_hashing *hashing;
	const struct sabot_verify_watch *watch; /* or NULL */
	struct sabot_event_product *product;    /* or NULL */
	int64_t first_seq, last_seq;            /* for it */
	GQueue waiting;                         /* of struct waiting */
	int64_t n_events_put, n_judged;         /* events */
	GHashTable *begun;                      /* log → time of its first event */
	int64_t n_parts, n_loads, n_secrets;
	bool is_good;
};

/* What the house log says of the persons; of other events only that the log begins here. */
static void
record_rights(struct sabot_verify *verify, const struct sabot_log_record *record)
{
	json_t *event;
	bool is_about_person;

	if (strcmp(record->table, "house") != 0)
		return;
	is_about_person = strcmp(record->ev, "person") == 0 || strcmp(record->ev, "carried") == 0;
	event = is_about_person ? json_loads(record->line, 0, NULL) : NULL;
	sabot_rights_apply(sabot_verify_get_rights(verify), record->n, event);
	json_decref(event);
}

static bool
judge_checkpoint(struct sabot_verify *verify, const struct sabot_walk_checkpoint *row)
{
	struct sabot_checkpoint *checkpoint = sabot_checkpoint_parse(row->note, NULL);
	bool agrees = checkpoint && checkpoint->number == row->number &&
		      checkpoint->at_us == row->at_us && checkpoint->seq == row->seq;
	bool is_good =
		agrees ? sabot_verify_read_checkpoint(verify, checkpoint, row->note)
		       : sabot_verify_fail(verify, SABOT_VERIFY_CHECKPOINT, NULL, row->number);

	sabot_checkpoint_free(checkpoint);
	return is_good;
}

static void
free_waiting(gpointer data)
{
	struct waiting *waiting = data;

	g_free(waiting->note);
	g_free(waiting);
}

/* The checkpoints whose events have all been judged. */
static void
judge_checkpoints(struct feed *feed)
{
	struct waiting *waiting;

	while (feed->is_good && (waiting = g_queue_peek_head(&feed->waiting)) &&
	       waiting->n_events <= feed->n_judged) {
		feed->is_good = judge_checkpoint(feed->verify, &waiting->row);
		free_waiting(g_queue_pop_head(&feed->waiting));
	}
}

static bool
on_hashed(const struct sabot_hashed *event, void *data)
{
	const struct sabot_log_record *record = event->record;
	struct feed *feed = data;

	judge_checkpoints(feed);
	if (!feed->is_good)
		return false;
	record_rights(feed->verify, record);
	feed->n_judged++;
	feed->n_parts += record->part != NULL;
	feed->n_loads += record->load != NULL;
	feed->n_secrets +=
		record->salts && sabot_salts_get_commitment(record->salts, record->n) != NULL;
	if (record->n == 1)
		g_hash_table_insert(feed->begun, g_strdup(record->table),
				    g_memdup2(&record->at_us, sizeof(record->at_us)));
	feed->is_good = sabot_verify_event(feed->verify, event);
	return feed->is_good;
}

static bool
on_event(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct feed *feed = data;

	if (!feed->first_seq)
		feed->first_seq = record->seq;
	if (++feed->n_events_put % VERIFY_WATCH_EVENTS == 0 && feed->watch && feed->watch->fn)
		feed->watch->fn(record->seq - feed->first_seq, feed->last_seq - feed->first_seq,
				feed->watch->data);
	return sabot_hashing_put(feed->hashing, record, hash);
}

static bool
on_checkpoint(const struct sabot_walk_checkpoint *row, void *data)
{
	struct waiting *waiting = g_new0(struct waiting, 1);
	struct feed *feed = data;

	waiting->row = *row;
	waiting->row.note = waiting->note = g_strdup(row->note);
	waiting->n_events = feed->n_events_put;
	g_queue_push_tail(&feed->waiting, waiting);
	return feed->is_good;
}

/* What was read is judged before what could not be read is said: the first fault counts. */
static bool
walk_and_judge(struct sabot_db *db, struct feed *feed, int64_t checkpoint, int64_t seq,
	       GError **error)
{
	const struct sabot_walker walker = {
		.event = on_event,
		.checkpoint = on_checkpoint,
		.data = feed,
		.is_of_one_file = true,
		.product = feed->product,
	};
	bool is_read;

	feed->hashing = sabot_hashing_new(on_hashed, feed);
	is_read = sabot_walk(db, checkpoint, seq, &walker, error);
	sabot_hashing_flush(feed->hashing);
	judge_checkpoints(feed);
	sabot_hashing_free(feed->hashing);
	g_queue_clear_full(&feed->waiting, free_waiting);
	return is_read;
}

/* A log's row against its first event. */
static bool
check_log(struct feed *feed, sqlite3_stmt *row)
{
	const char *log = (const char *)sqlite3_column_text(row, 1);
	const int64_t *at_us = g_hash_table_lookup(feed->begun, log);

	if (!at_us)
		return sabot_verify_fail(feed->verify, SABOT_VERIFY_UNEXPECTED, log, 0);
	if (*at_us == sqlite3_column_int64(row, 2))
		return true;
	return sabot_verify_fail(feed->verify, SABOT_VERIFY_CHANGED, log, 1);
}

static bool
check_logs(struct sabot_db *db, struct feed *feed, GError **error)
{
	sqlite3_stmt *list = sabot_statement_get(db, SABOT_STATEMENT_LOG_LIST, error);
	g_autoptr(GError) failure = NULL;
	bool goes_on = true;

	while (list && goes_on && sabot_statement_next(db, list, &failure))
		goes_on = check_log(feed, list);
	return sabot_statement_end(list, &failure, error);
}

/* There are more parts or loads than begin with an event: which one does not. */
static bool
name_left_over(struct sabot_db *db, struct sabot_verify *verify, GError **error)
{
	sqlite3_stmt *find = sabot_statement_get(db, SABOT_STATEMENT_ROW_LEFT_OVER, error);
	bool has_row;

	if (!find || !sabot_statement_row(db, find, &has_row, error))
		return false;
	if (has_row)
		sabot_verify_fail_row(verify, SABOT_VERIFY_UNEXPECTED,
				      g_strdup_printf("%s %d (%s)", sqlite3_column_text(find, 0),
						      sqlite3_column_int(find, 2),
						      sqlite3_column_text(find, 1)));
	else
		sabot_verify_fail(verify, SABOT_VERIFY_UNEXPECTED, NULL, 0);
	sqlite3_reset(find);
	return true;
}

static bool
check_counts(struct sabot_db *db, struct feed *feed, GError **error)
{
	sqlite3_stmt *count = sabot_statement_get(db, SABOT_STATEMENT_COUNT_ROWS, error);
	bool has_row, is_read = true;

	if (!count || !sabot_statement_row(db, count, &has_row, error))
		return false;
	if (has_row && (sqlite3_column_int64(count, 0) != feed->n_parts ||
			sqlite3_column_int64(count, 1) != feed->n_loads ||
			sqlite3_column_int64(count, 3) != feed->n_secrets))
		is_read = name_left_over(db, feed->verify, error);
	else if (has_row && sqlite3_column_int64(count, 2) > 0)
		sabot_verify_fail_row(feed->verify, SABOT_VERIFY_UNEXPECTED,
				      g_strdup("checkpoint or archive, below number 1"));
	sqlite3_reset(count);
	return is_read;
}

/* The persons' rows against what the house log says of them. */
static bool
check_persons(struct sabot_db *db, struct feed *feed, GError **error)
{
	g_autoptr(GPtrArray) persons = sabot_persons_read(db, error);
	g_autoptr(GArray) altered = NULL;

	if (!persons)
		return false;
	altered = sabot_rights_check(sabot_verify_get_rights(feed->verify), persons, NULL);
	if (altered->len > 0)
		sabot_verify_fail(feed->verify, SABOT_VERIFY_PERSON, NULL,
				  g_array_index(altered, struct sabot_rights_altered, 0).id);
	return true;
}

/* What an archive has must all be under its last checkpoint. */
static void
check_end(struct sabot_verify *verify, bool is_archive)
{
	int64_t count = sabot_verify_count_unprotected(verify);

	if (is_archive && count > 0 && sabot_verify_is_good(verify))
		sabot_verify_fail_row(verify, SABOT_VERIFY_UNEXPECTED,
				      g_strdup_printf("event, the last %d", (int)count));
}

static bool
walk_all(struct sabot_db *db, struct feed *feed, GError **error)
{
	const struct sabot_anchor *anchor = sabot_verify_get_anchor(feed->verify);

	return walk_and_judge(db, feed, anchor ? anchor->checkpoint + 1 : 1, 0, error) &&
	       (!feed->is_good || (check_logs(db, feed, error) && check_counts(db, feed, error)));
}

static bool
feed_all(struct sabot_db *db, struct sabot_verify *verify, const struct sabot_verify_watch *watch,
	 GError **error)
{
	struct feed feed = {
		.verify = verify,
		.watch = watch,
		.product = watch ? watch->product : NULL,
		.is_good = true,
	};
	struct sabot_chain_origin origin;
	bool is_archive, is_read;

	if (watch && watch->fn && !sabot_log_last_seq(db, &feed.last_seq, error))
		return false;
	if (!sabot_chain_read_origin(db, &origin, error))
		return false;
	if (!sabot_verify_start(verify, &origin, true))
		return true;
	feed.begun = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	is_read = sabot_verify_db_anchor(db, verify, feed.begun, &is_archive, error);
	if (is_read && sabot_verify_is_good(verify)) {
		is_read = walk_all(db, &feed, error) &&
			  (is_archive || !feed.is_good || check_persons(db, &feed, error));
		check_end(verify, is_archive);
	}
	g_hash_table_unref(feed.begun);
	return is_read;
}

/* No hash covers it. What else was changed is said rather than this. */
static bool
check_schema(struct sabot_db *db, struct sabot_verify *verify, GError **error)
{
	struct sabot_schema_difference difference = {0};

	if (!sabot_verify_is_good(verify))
		return true;
	if (!sabot_schema_compare(db, &difference, error))
		return false;
	if (difference.object)
		sabot_verify_fail_schema(verify, &difference);
	sabot_schema_difference_clear(&difference);
	return true;
}

/*
 * After reading it all (`is_read`), or in part. A column that holds what no sabotd writes is a
 * verdict, not a failure, which is stolen.
 */
static bool
conclude(struct sabot_db *db, struct sabot_verify *verify, bool is_read, GError **failure,
	 GError **error)
{
	if (is_read && check_schema(db, verify, failure))
		return true;
	if (sabot_verify_is_good(verify) &&
	    g_error_matches(*failure, SABOT_STORE_ERROR, SABOT_STORE_ERROR_ROW)) {
		sabot_verify_fail_row(verify, SABOT_VERIFY_ROW, g_strdup((*failure)->message));
		return true;
	}
	g_propagate_error(error, g_steal_pointer(failure));
	return false;
}

static bool
judge(struct sabot_db *db, struct sabot_verify *verify, const struct sabot_verify_watch *watch,
      GError **error)
{
	g_autoptr(GError) failure = NULL;
	bool is_read = feed_all(db, verify, watch, &failure);

	return conclude(db, verify, is_read, &failure, error);
}

bool
sabot_verify_db(struct sabot_db *db, struct sabot_verify *verify, GError **error)
{
	return sabot_verify_db_watched(db, verify, NULL, error);
}

bool
sabot_verify_db_watched(struct sabot_db *db, struct sabot_verify *verify,
			const struct sabot_verify_watch *watch, GError **error)
{
	bool is_read;

	if (!sabot_statement_run(db, SABOT_STATEMENT_BEGIN_READ, error))
		return false;
	is_read = judge(db, verify, watch, error);
	sabot_statement_run(db, SABOT_STATEMENT_END_READ, NULL);
	return is_read;
}

/* The state of log `id` when event `seq` was the last. */
static bool
begin_log(struct sabot_db *db, struct sabot_verify *verify, sqlite3_stmt *log, int64_t seq,
	  GError **error)
{
	sqlite3_stmt *read = sabot_statement_get(db, SABOT_STATEMENT_EVENT_HEAD_BEFORE, error);
	struct sabot_chain_hash hash;
	bool has_row;

	if (!read ||
	    !sabot_statement_bind(db, read, error, "ii", sqlite3_column_int64(log, 0), seq) ||
	    !sabot_statement_row(db, read, &has_row, error))
		return false;
	if (has_row && sqlite3_column_bytes(read, 2) == SABOT_CHAIN_HASH_BYTES) {
		memcpy(hash.bytes, sqlite3_column_blob(read, 2), sizeof(hash.bytes));
		sabot_verify_begin_log(verify, (const char *)sqlite3_column_text(log, 1),
				       sqlite3_column_int64(read, 1) + 1, hash);
	}
	sqlite3_reset(read);
	return true;
}

static bool
begin_logs(struct sabot_db *db, struct sabot_verify *verify, int64_t seq, GError **error)
{
	sqlite3_stmt *list = sabot_statement_get(db, SABOT_STATEMENT_LOG_LIST, error);
	g_autoptr(GError) failure = NULL;

	while (list && !failure && sabot_statement_next(db, list, &failure))
		begin_log(db, verify, list, seq, &failure);
	return sabot_statement_end(list, &failure, error);
}

static bool
feed_after(struct sabot_db *db, struct sabot_verify *verify, const struct sabot_seal *seal,
	   GError **error)
{
	struct feed feed = {.verify = verify, .is_good = true};
	struct sabot_chain_origin origin;
	bool is_read;

	if (!sabot_chain_read_origin(db, &origin, error))
		return false;
	sabot_verify_start(verify, &origin, true);
	if (!begin_logs(db, verify, seal->seq, error))
		return false;
	if (!sabot_verify_resume(verify, seal->note))
		return true;
	feed.begun = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	is_read = walk_and_judge(db, &feed, seal->number + 1, seal->seq, error);
	g_hash_table_unref(feed.begun);
	return is_read;
}

static bool
feed_tail(struct sabot_db *db, struct sabot_verify *verify, int64_t n_checkpoints, GError **error)
{
	struct sabot_seal last, first;
	int64_t archived;
	bool is_read;

	if (!sabot_seal_read_last(db, &last, error))
		return false;
	sabot_seal_clear(&last);
	if (!sabot_archive_read_last_checkpoint(db, &archived, error))
		return false;
	if (last.number - n_checkpoints <= archived)
		return feed_all(db, verify, NULL, error);
	if (!sabot_seal_read(db, last.number - n_checkpoints, &first, error))
		return false;
	is_read = first.note ? feed_after(db, verify, &first, error) : true;
	if (!first.note)
		sabot_verify_fail(verify, SABOT_VERIFY_CHECKPOINT, NULL,
				  last.number - n_checkpoints);
	sabot_seal_clear(&first);
	return is_read;
}

bool
sabot_verify_db_tail(struct sabot_db *db, struct sabot_verify *verify, int64_t n_checkpoints,
		     GError **error)
{
	g_autoptr(GError) failure = NULL;
	bool is_read;

	if (!sabot_statement_run(db, SABOT_STATEMENT_BEGIN_READ, error))
		return false;
	is_read = feed_tail(db, verify, n_checkpoints, &failure);
	is_read = conclude(db, verify, is_read, &failure, error);
	sabot_statement_run(db, SABOT_STATEMENT_END_READ, NULL);
	return is_read;
}

/* The last checkpoint that was made by `at_us`, of those after `low`; `low` if there is none. */
static bool
find_checkpoint(struct sabot_db *db, int64_t at_us, int64_t low, int64_t *ret_number,
		GError **error)
{
	struct sabot_seal seal;
	int64_t high;

	if (!sabot_seal_read_last(db, &seal, error))
		return false;
	high = MAX(seal.number, low);
	sabot_seal_clear(&seal);
	while (low < high) {
		int64_t middle = low + (high - low + 1) / 2;

		if (!sabot_seal_read(db, middle, &seal, error))
			return false;
		if (seal.note && seal.at_us <= at_us)
			low = middle;
		else
			high = middle - 1;
		sabot_seal_clear(&seal);
	}
	*ret_number = low;
	return true;
}

static bool
feed_since(struct sabot_db *db, struct sabot_verify *verify, const struct sabot_verify_since *since,
	   int64_t *ret_number, GError **error)
{
	int64_t archived, number = since->number;
	struct sabot_seal seal;
	bool is_read = true;

	*ret_number = 0;
	if (!sabot_archive_read_last_checkpoint(db, &archived, error) ||
	    (number == 0 && !find_checkpoint(db, since->at_us, archived, &number, error)))
		return false;
	if (number <= archived)
		return judge(db, verify, NULL, error);
	if (!sabot_seal_read(db, number, &seal, error))
		return false;
	*ret_number = number;
	if (!seal.note || (since->kept && strcmp(seal.note, since->kept) != 0))
		sabot_verify_fail(verify, SABOT_VERIFY_CHECKPOINT, NULL, number);
	else
		is_read = feed_after(db, verify, &seal, error) && check_schema(db, verify, error);
	sabot_seal_clear(&seal);
	return is_read;
}

bool
sabot_verify_db_since(struct sabot_db *db, struct sabot_verify *verify,
		      const struct sabot_verify_since *since, int64_t *ret_number, GError **error)
{
	bool is_read;

	if (!sabot_statement_run(db, SABOT_STATEMENT_BEGIN_READ, error))
		return false;
	is_read = feed_since(db, verify, since, ret_number, error);
	sabot_statement_run(db, SABOT_STATEMENT_END_READ, NULL);
	return is_read;
}
