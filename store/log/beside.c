/* See beside.h. */
#include "beside.h"
#include "salts.h"
#include "store/db/row.h"

/* No part, or no load, begins after `after` and before `next`; INT64_MAX: none begins any more. */
struct gap {
	int64_t after, next;
};

struct log_beside {
	int64_t id;
	char *name;
	int64_t from_n; /* what is up to it is in an archive */
	struct gap parts;
	struct sabot_salts *salts;        /* or NULL: none, */
	int64_t salts_from_n, salts_to_n; /* of the events from this one on, before that one */
};

struct sabot_beside {
	struct sabot_db *db;
	GHashTable *logs;         /* id → struct log_beside */
	struct log_beside *found; /* the last one that was found, or NULL */
	struct gap loads;
};

enum part_column { PART, PART_FROM_N, PART_RULES, PART_OVERRIDES, PART_LOADS, PART_ROUNDS };
enum load_column { LOAD_SEQ, LOAD_LOG, LOAD, LOAD_N, LOAD_PART, LOAD_ROUNDS, LOAD_INCIDENTS };
enum { PART_INCIDENTS = PART_ROUNDS + 1 };
enum { SECRET_FROM_N, SECRET };

static const struct gap unknown = {INT64_MAX, INT64_MIN};

static void
free_log(gpointer data)
{
	struct log_beside *log = data;

	g_free(log->name);
	sabot_salts_unref(log->salts);
	g_free(log);
}

struct sabot_beside *
sabot_beside_new(struct sabot_db *db)
{
	struct sabot_beside *beside = g_new0(struct sabot_beside, 1);

	beside->db = db;
	beside->loads = unknown;
	beside->logs = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, free_log);
	return beside;
}

void
sabot_beside_free(struct sabot_beside *beside)
{
	g_hash_table_unref(beside->logs);
	g_free(beside);
}

/* Also one that there is not is remembered: with no name. */
static struct log_beside *
read_log(struct sabot_beside *beside, int64_t id, GError **error)
{
	g_autoptr(GError) failure = NULL;
	struct log_beside *log;
	sqlite3_stmt *row;

	row = sabot_statement_find(beside->db, SABOT_STATEMENT_LOG_BESIDE, &failure, "i", id);
	if (failure) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return NULL;
	}
	log = g_new0(struct log_beside, 1);
	log->id = id;
	log->parts = unknown;
	log->salts_from_n = INT64_MAX;
	if (row) {
		log->name = sabot_row_dup_text(row, 0);
		log->from_n = sqlite3_column_int64(row, 1);
		sqlite3_reset(row);
	}
	g_hash_table_insert(beside->logs, &log->id, log);
	return log;
}

static struct log_beside *
find_log(struct sabot_beside *beside, int64_t id, GError **error)
{
	struct log_beside *log = beside->found;

	if (!log || log->id != id)
		log = g_hash_table_lookup(beside->logs, &id);
	if (!log)
		log = read_log(beside, id, error);
	return beside->found = log;
}

static struct sabot_log_part *
read_part(sqlite3_stmt *row)
{
	g_autofree char *rules = sabot_row_dup_text(row, PART_RULES);
	g_autofree char *overrides = sabot_row_dup_text(row, PART_OVERRIDES);
	struct sabot_log_part *part = sabot_log_part_new(rules, overrides);

	part->part = sqlite3_column_int64(row, PART);
	part->from_n = sqlite3_column_int64(row, PART_FROM_N);
	part->from_load = sqlite3_column_int64(row, PART_LOADS);
	part->from_round = sqlite3_column_int64(row, PART_ROUNDS);
	part->from_incident = sqlite3_column_int64(row, PART_INCIDENTS);
	return part;
}

static struct sabot_log_load *
read_load(sqlite3_stmt *row)
{
	struct sabot_log_load *load = g_new0(struct sabot_log_load, 1);

	load->load = sqlite3_column_int64(row, LOAD);
	load->n = sqlite3_column_int64(row, LOAD_N);
	load->part = sqlite3_column_int64(row, LOAD_PART);
	load->from_round = sqlite3_column_int64(row, LOAD_ROUNDS);
	load->from_incident = sqlite3_column_int64(row, LOAD_INCIDENTS);
	return load;
}

static bool
is_within(struct gap gap, int64_t number)
{
	return number > gap.after && number < gap.next;
}

/* The gap that begins at `number`, as the row of the next thing says, or that there is none. */
static struct gap
open_gap(int64_t number, sqlite3_stmt *row, int column)
{
	int64_t next = row ? sqlite3_column_int64(row, column) : INT64_MAX;

	return (struct gap){next == number ? number : number - 1, next == number ? number : next};
}

static bool
add_part(struct sabot_beside *beside, struct log_beside *log, struct sabot_log_record *record,
	 GError **error)
{
	GError *failure = NULL;
	sqlite3_stmt *row;

	if (is_within(log->parts, record->n))
		return true;
	row = sabot_statement_find(beside->db, SABOT_STATEMENT_PART_BESIDE, &failure, "ii", log->id,
				   record->n);
	if (failure) {
		g_propagate_error(error, failure);
		return false;
	}
	log->parts = open_gap(record->n, row, PART_FROM_N);
	if (row && log->parts.next == record->n)
		record->part = read_part(row);
	if (row)
		sqlite3_reset(row);
	return true;
}

static bool
add_load(struct sabot_beside *beside, const struct log_beside *log, struct sabot_log_record *record,
	 GError **error)
{
	GError *failure = NULL;
	sqlite3_stmt *row;

	if (is_within(beside->loads, record->seq))
		return true;
	row = sabot_statement_find(beside->db, SABOT_STATEMENT_LOAD_BESIDE, &failure, "i",
				   record->seq);
	if (failure) {
		g_propagate_error(error, failure);
		return false;
	}
	beside->loads = open_gap(record->seq, row, LOAD_SEQ);
	if (row && beside->loads.next == record->seq &&
	    sqlite3_column_int64(row, LOAD_LOG) == log->id)
		record->load = read_load(row);
	if (row)
		sqlite3_reset(row);
	return true;
}

/* What holds for the record's event, and up to where. */
static bool
find_salts(struct sabot_beside *beside, struct log_beside *log, int64_t n, GError **error)
{
	GError *failure = NULL;
	sqlite3_stmt *row;

	g_clear_pointer(&log->salts, sabot_salts_unref);
	log->salts_from_n = INT64_MIN;
	log->salts_to_n = INT64_MAX;
	row = sabot_statement_find(beside->db, SABOT_STATEMENT_SECRET_BESIDE, &failure, "ii",
				   log->id, n);
	if (row) {
		log->salts_from_n = sqlite3_column_int64(row, SECRET_FROM_N);
		log->salts = sabot_salts_new(sqlite3_column_blob(row, SECRET), log->salts_from_n);
		sqlite3_reset(row);
	}
	row = failure ? NULL
		      : sabot_statement_find(beside->db, SABOT_STATEMENT_SECRET_AFTER, &failure,
					     "ii", log->id, n);
	if (row) {
		log->salts_to_n = sqlite3_column_int64(row, SECRET_FROM_N);
		sqlite3_reset(row);
	}
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}

static bool
add_salts(struct sabot_beside *beside, struct log_beside *log, struct sabot_log_record *record,
	  GError **error)
{
	bool is_known = record->n >= log->salts_from_n && record->n < log->salts_to_n;

	if (!is_known && !find_salts(beside, log, record->n, error))
		return false;
	record->salts = sabot_salts_ref(log->salts);
	return true;
}

bool
sabot_beside_find_log(struct sabot_beside *beside, int64_t log_id, int64_t n, const char **ret_name,
		      GError **error)
{
	const struct log_beside *log = find_log(beside, log_id, error);

	if (!log)
		return false;
	*ret_name = n > log->from_n ? log->name : NULL;
	return true;
}

bool
sabot_beside_add(struct sabot_beside *beside, int64_t log_id, struct sabot_log_record *record,
		 GError **error)
{
	struct log_beside *log = find_log(beside, log_id, error);

	return log && add_part(beside, log, record, error) &&
	       add_load(beside, log, record, error) && add_salts(beside, log, record, error);
}
