/*
 * The index's file: created, checked, its rows written and read. index-find.c searches across them.
 */
#include "index.h"

#include "store/files/joined.h"
#include "store/log/chain.h"
#include "store/db/statements.h"
#include "store/db/db-open.h"
#include "store/db/schema.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

enum { INDEX_LOGIN_HOURS_MAX = 24 };

char *
sabot_index_path(const char *db_path)
{
	return g_strconcat(db_path, ".index", NULL);
}

/* What an index is of. */
struct about {
	struct sabot_chain_origin origin;
	const char *program;
	int64_t begun; /* behind which archive the log begins; 0: with its first event */
};

/*
 * Whose the file is: false without an error when it is another one's, or lacks what the log has at
 * its beginning. One that has more than the log, which was archived since, is right.
 */
static bool
is_about(struct sabot_db *index, const struct about *expected, GError **error)
{
	sqlite3_stmt *about = sabot_statement_get(index, SABOT_STATEMENT_INDEX_ABOUT, error);
	bool has_row, is_same;

	if (!about || !sabot_statement_row(index, about, &has_row, error))
		return false;
	is_same = has_row &&
		  strcmp((const char *)sqlite3_column_text(about, 0), expected->program) == 0 &&
		  sqlite3_column_bytes(about, 1) == (int)sizeof(expected->origin.database) &&
		  memcmp(sqlite3_column_blob(about, 1), expected->origin.database,
			 sizeof(expected->origin.database)) == 0 &&
		  sqlite3_column_int64(about, 2) <= expected->begun;
	sqlite3_reset(about);
	return is_same;
}

static bool
fill_new(struct sabot_db *index, const struct about *about, GError **error)
{
	g_autoptr(GBytes) database =
		g_bytes_new(about->origin.database, sizeof(about->origin.database));

	/* In one transaction: each syncs three times. */
	if (!sabot_statement_run(index, SABOT_STATEMENT_BEGIN, error))
		return false;
	if (sqlite3_exec(index->handle, sabot_index_schema, NULL, NULL, NULL) != SQLITE_OK) {
		sabot_statement_set_error(index, "the index", error);
		return false;
	}
	return sabot_statement_put(index, SABOT_STATEMENT_INDEX_ABOUT_SET, error, "sbi",
				   about->program, database, about->begun) &&
	       sabot_statement_run(index, SABOT_STATEMENT_COMMIT, error);
}

bool
sabot_index_remove(const char *path, GError **error)
{
	static const char *const ends[] = {"-wal", "-shm", "-journal", ""};

	for (size_t i = 0; i < G_N_ELEMENTS(ends); i++) {
		g_autofree char *name = g_strconcat(path, ends[i], NULL);

		if (g_unlink(name) == 0 || errno == ENOENT)
			continue;
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "%s: %s", name,
			    g_strerror(errno));
		return false;
	}
	return true;
}

/* One that was being made when the program ended: nothing is lost with it. */
static bool
is_empty(struct sabot_db *index)
{
	int64_t n_objects;

	return sabot_statement_number(index, SABOT_STATEMENT_COUNT_TABLES, &n_objects, NULL) &&
	       n_objects == 0;
}

/*
 * The kind of file at `path`, found without writing to it. Any index can be rebuilt;
 * nothing else is ever overwritten.
 */
static bool
check_file(const char *path, const struct about *about, bool *ret_is_same, GError **error)
{
	struct sabot_db *index = sabot_db_open(path, SABOT_DB_INDEX_READER, NULL);
	bool is_index =
		index && (is_empty(index) ||
			  sabot_statement_get(index, SABOT_STATEMENT_INDEX_ABOUT, NULL) != NULL);

	*ret_is_same = is_index && sabot_schema_is_index(index) && is_about(index, about, NULL);
	sabot_db_close(index);
	if (!is_index)
		g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_REFUSED,
			    "%s is no index: it is left as it is", path);
	return is_index;
}

struct sabot_db *
sabot_index_open(struct sabot_db *db, const char *path, const char *program, GError **error)
{
	struct about about = {.program = program};
	struct sabot_db *index;
	int64_t begun_us;
	bool is_same;

	if (!sabot_chain_read_origin(db, &about.origin, error) ||
	    !sabot_joined_get_begin(db, &about.begun, &begun_us, error))
		return NULL;
	if (g_file_test(path, G_FILE_TEST_EXISTS)) {
		if (!check_file(path, &about, &is_same, error))
			return NULL;
		if (is_same)
			return sabot_db_open(path, SABOT_DB_INDEX, error);
		if (!sabot_index_remove(path, error))
			return NULL;
	}
	index = sabot_db_open(path, SABOT_DB_INDEX, error);
	if (index && fill_new(index, &about, error))
		return index;
	sabot_db_close(index);
	return NULL;
}

/*
 * The number in the first column of a row, 0 where there is none. False when looking it up failed,
 * as `failure` says.
 */
static bool
read_number(sqlite3_stmt *row, GError *failure, int64_t *ret_number, GError **error)
{
	if (failure) {
		g_propagate_error(error, failure);
		return false;
	}
	*ret_number = row ? sqlite3_column_int64(row, 0) : 0;
	if (row)
		sqlite3_reset(row);
	return true;
}

bool
sabot_index_get_done(struct sabot_db *index, int64_t log_id, int64_t *ret_n, GError **error)
{
	GError *failure = NULL;
	sqlite3_stmt *row =
		sabot_statement_find(index, SABOT_STATEMENT_INDEX_DONE, &failure, "i", log_id);

	return read_number(row, failure, ret_n, error);
}

/*
 * The rows are numbered without a gap, up to `last` at least. None lies between the first and the
 * log's first load, which says how many were before it: a log may begin behind an archive.
 */
static bool
check_numbers(struct sabot_db *index, enum sabot_statement which, int64_t log_id, int64_t last,
	      GError **error)
{
	GError *failure = NULL;
	sqlite3_stmt *row = sabot_statement_find(index, which, &failure, "i", log_id);
	int64_t n_rows, first_n, last_n, n_before;

	if (!row) {
		g_propagate_error(error, failure);
		return false;
	}
	n_rows = sqlite3_column_int64(row, 0);
	first_n = sqlite3_column_int64(row, 1);
	last_n = sqlite3_column_int64(row, 2);
	n_before = sqlite3_column_int64(row, 3);
	sqlite3_reset(row);
	if (last_n >= last &&
	    (n_rows == 0 || (n_rows == last_n - first_n + 1 && first_n <= n_before + 1)))
		return true;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_ROW,
		    "%s lacks rows: somebody removed them", index->path);
	return false;
}

bool
sabot_index_check_whole(struct sabot_db *index, int64_t log_id, int64_t last_round,
			int64_t last_incident, GError **error)
{
	return check_numbers(index, SABOT_STATEMENT_INDEX_ROUND_NUMBERS, log_id, last_round,
			     error) &&
	       check_numbers(index, SABOT_STATEMENT_INDEX_INCIDENT_NUMBERS, log_id, last_incident,
			     error);
}

bool
sabot_index_set_done(struct sabot_db *index, int64_t log_id, int64_t n, GError **error)
{
	return sabot_statement_put(index, SABOT_STATEMENT_INDEX_DONE_SET, error, "ii", log_id, n);
}

bool
sabot_index_put_load(struct sabot_db *index, const struct sabot_index_load *load, GBytes *state,
		     GError **error)
{
	return sabot_statement_put(index, SABOT_STATEMENT_INDEX_LOAD_PUT, error, "iiiiiiib",
				   load->log_id, load->load, load->seq, load->n, load->at_us,
				   load->rounds, load->incidents, state);
}

/* A load of index_load_at or index_load_before. */
static bool
read_state(sqlite3_stmt *row, struct sabot_index_load *load, GBytes **ret_state)
{
	if (!row)
		return false;
	load->load = sqlite3_column_int64(row, 0);
	load->n = sqlite3_column_int64(row, 1);
	*ret_state = g_bytes_new(sqlite3_column_blob(row, 2), (gsize)sqlite3_column_bytes(row, 2));
	sqlite3_reset(row);
	return true;
}

bool
sabot_index_get_state(struct sabot_db *index, struct sabot_index_load *load, GBytes **ret_state,
		      GError **error)
{
	sqlite3_stmt *row = sabot_statement_find(index, SABOT_STATEMENT_INDEX_LOAD_AT, error, "ii",
						 load->log_id, load->load);

	return read_state(row, load, ret_state);
}

bool
sabot_index_get_state_before(struct sabot_db *index, struct sabot_index_load *load,
			     GBytes **ret_state, GError **error)
{
	sqlite3_stmt *row = sabot_statement_find(index, SABOT_STATEMENT_INDEX_LOAD_BEFORE, error,
						 "ii", load->log_id, load->n);

	return read_state(row, load, ret_state);
}

bool
sabot_index_next_load(struct sabot_db *index, const struct sabot_index_span *span, int64_t *load,
		      GError **error)
{
	GError *failure = NULL;
	sqlite3_stmt *row =
		sabot_statement_find(index, SABOT_STATEMENT_INDEX_LOAD_OF_SPAN, &failure, "iiii",
				     span->log_id, *load, span->from_us, span->until_us);

	return read_number(row, failure, load, error);
}

bool
sabot_index_put_round(struct sabot_db *index, const struct sabot_index_round *round, GError **error)
{
	return sabot_statement_put(index, SABOT_STATEMENT_INDEX_ROUND_PUT, error, "iiiiiiiisiii",
				   round->place, round->log_id, round->round, round->load, round->n,
				   round->end_n, round->at_us, round->end_us, round->outcome,
				   round->staked_minor, round->due_minor, SABOT_INDEX_UNCERTAIN);
}

static int64_t
money_of(sqlite3_stmt *row, int column)
{
	return sqlite3_column_type(row, column) == SQLITE_NULL ? SABOT_INDEX_UNCERTAIN
							       : sqlite3_column_int64(row, column);
}

bool
sabot_index_get_round(struct sabot_db *index, int64_t place, struct sabot_index_round *ret_round,
		      GError **error)
{
	sqlite3_stmt *row =
		sabot_statement_find(index, SABOT_STATEMENT_INDEX_ROUND, error, "i", place);

	if (!row)
		return false;
	*ret_round = (struct sabot_index_round){
		.place = place,
		.log_id = sqlite3_column_int64(row, 0),
		.round = sqlite3_column_int64(row, 1),
		.load = sqlite3_column_int64(row, 2),
		.n = sqlite3_column_int64(row, 3),
		.end_n = sqlite3_column_int64(row, 4),
		.at_us = sqlite3_column_int64(row, 5),
		.end_us = sqlite3_column_int64(row, 6),
		.staked_minor = money_of(row, 8),
		.due_minor = money_of(row, 9),
	};
	g_strlcpy(ret_round->outcome, (const char *)sqlite3_column_text(row, 7),
		  sizeof(ret_round->outcome));
	sqlite3_reset(row);
	return true;
}

bool
sabot_index_find_round(struct sabot_db *index, int64_t log_id, int64_t round,
		       struct sabot_index_round *ret_round, GError **error)
{
	sqlite3_stmt *row = sabot_statement_find(index, SABOT_STATEMENT_INDEX_ROUND_FIND, error,
						 "ii", log_id, round);
	int64_t place;

	if (!row)
		return false;
	place = sqlite3_column_int64(row, 0);
	sqlite3_reset(row);
	return sabot_index_get_round(index, place, ret_round, error);
}

bool
sabot_index_put_incident(struct sabot_db *index, const struct sabot_index_incident *incident,
			 GError **error)
{
	return sabot_statement_put(index, SABOT_STATEMENT_INDEX_INCIDENT_PUT, error, "iisiii",
				   incident->log_id, incident->incident, incident->code,
				   incident->place, incident->n, incident->at_us);
}

bool
sabot_index_get_incident(struct sabot_db *index, int64_t log_id, int64_t number,
			 struct sabot_index_incident *ret_incident, GError **error)
{
	sqlite3_stmt *row = sabot_statement_find(index, SABOT_STATEMENT_INDEX_INCIDENT, error, "ii",
						 log_id, number);

	if (!row)
		return false;
	*ret_incident = (struct sabot_index_incident){
		.log_id = log_id,
		.incident = number,
		.place = sqlite3_column_int64(row, 1),
		.n = sqlite3_column_int64(row, 2),
		.at_us = sqlite3_column_int64(row, 3),
	};
	g_strlcpy(ret_incident->code, (const char *)sqlite3_column_text(row, 0),
		  sizeof(ret_incident->code));
	sqlite3_reset(row);
	return true;
}

bool
sabot_index_get_incident_after(struct sabot_db *index, int64_t log_id, int64_t n, int64_t *ret_n,
			       GError **error)
{
	g_autoptr(GError) failure = NULL;
	sqlite3_stmt *row = sabot_statement_find(index, SABOT_STATEMENT_INDEX_INCIDENT_AFTER,
						 &failure, "ii", log_id, n);

	*ret_n = row ? sqlite3_column_int64(row, 0) : 0;
	sqlite3_reset(row); /* NULL where no incident follows */
	if (!failure)
		return true;
	g_propagate_error(error, g_steal_pointer(&failure));
	return false;
}

bool
sabot_index_put_card(struct sabot_db *index, struct sabot_card card, int64_t place, int lay,
		     GError **error)
{
	return sabot_statement_put(index, SABOT_STATEMENT_INDEX_CARD_PUT, error, "iii",
				   sabot_index_card_number(card), place, (int64_t)lay);
}

bool
sabot_index_drop_card(struct sabot_db *index, struct sabot_card card, int64_t place, int lay,
		      GError **error)
{
	return sabot_statement_put(index, SABOT_STATEMENT_INDEX_CARD_DROP, error, "iii",
				   sabot_index_card_number(card), place, (int64_t)lay);
}

bool
sabot_index_put_amount(struct sabot_db *index, int64_t amount_minor, int64_t place, GError **error)
{
	return sabot_statement_put(index, SABOT_STATEMENT_INDEX_AMOUNT_PUT, error, "ii",
				   amount_minor, place);
}

bool
sabot_index_put_person(struct sabot_db *index, const char *person, int64_t place, GError **error)
{
	return sabot_statement_put(index, SABOT_STATEMENT_INDEX_PERSON_PUT, error, "si", person,
				   place);
}

bool
sabot_index_put_repeat(struct sabot_db *index, int64_t log_id, int64_t n, int64_t load,
		       GError **error)
{
	return sabot_statement_put(index, SABOT_STATEMENT_INDEX_REPEAT_PUT, error, "iii", log_id, n,
				   load);
}

bool
sabot_index_get_repeat(struct sabot_db *index, int64_t log_id, int64_t n, int64_t *ret_load,
		       GError **error)
{
	GError *failure = NULL;
	sqlite3_stmt *row = sabot_statement_find(index, SABOT_STATEMENT_INDEX_REPEAT, &failure,
						 "ii", log_id, n);

	return read_number(row, failure, ret_load, error);
}

bool
sabot_index_put_note(struct sabot_db *index, int64_t at_us, int64_t n, GError **error)
{
	return sabot_statement_put(index, SABOT_STATEMENT_INDEX_NOTE_PUT, error, "ii", at_us, n);
}

bool
sabot_index_put_login(struct sabot_db *index, int64_t n, const char *person, int64_t at_us,
		      GError **error)
{
	return sabot_statement_put(index, SABOT_STATEMENT_INDEX_LOGIN_PUT, error, "isi", n, person,
				   at_us);
}

bool
sabot_index_end_login(struct sabot_db *index, const char *person, int64_t at_us, GError **error)
{
	return sabot_statement_put(index, SABOT_STATEMENT_INDEX_LOGIN_END, error, "si", person,
				   at_us);
}

/* The first column of each row; NULL when `list` is NULL, or on failure. */
static GArray *
read_numbers(struct sabot_db *index, sqlite3_stmt *list, GError **error)
{
	g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(int64_t));
	g_autoptr(GError) failure = NULL;

	while (list && sabot_statement_next(index, list, &failure)) {
		int64_t n = sqlite3_column_int64(list, 0);

		g_array_append_val(numbers, n);
	}
	return sabot_statement_end(list, &failure, error) ? g_steal_pointer(&numbers) : NULL;
}

bool
sabot_index_put_said(struct sabot_db *index, const struct sabot_index_said *said, GError **error)
{
	return (said->incident <= 0 && said->round <= 0) ||
	       sabot_statement_put(index, SABOT_STATEMENT_INDEX_SAID_PUT, error, "siiii",
				   said->table, said->incident, said->round, said->log_id, said->n);
}

static int
compare_numbers(const void *a, const void *b)
{
	const int64_t *one = a, *other = b;

	return *one < *other ? -1 : *one > *other;
}

GArray *
sabot_index_list_said(struct sabot_db *index, const struct sabot_index_about *about, GError **error)
{
	sqlite3_stmt *list = sabot_statement_get(index, SABOT_STATEMENT_INDEX_SAID, error);
	GArray *numbers;

	if (list && !sabot_statement_bind(index, list, error, "siiiii", about->table, about->log_id,
					  about->from_incident, about->to_incident,
					  about->from_round, about->to_round))
		return NULL;
	numbers = read_numbers(index, list, error);
	if (numbers)
		g_array_sort(numbers, compare_numbers);
	return numbers;
}

GArray *
sabot_index_list_notes(struct sabot_db *index, int64_t from_us, int64_t until_us, GError **error)
{
	sqlite3_stmt *list = sabot_statement_get(index, SABOT_STATEMENT_INDEX_NOTES, error);

	if (list && !sabot_statement_bind(index, list, error, "ii", from_us, until_us))
		return NULL;
	return read_numbers(index, list, error);
}

GPtrArray *
sabot_index_list_logins(struct sabot_db *index, int64_t at_us, GError **error)
{
	sqlite3_stmt *list = sabot_statement_get(index, SABOT_STATEMENT_INDEX_LOGINS, error);
	g_autoptr(GPtrArray) persons = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GError) failure = NULL;

	if (!list || !sabot_statement_bind(index, list, error, "ii", at_us,
					   at_us - INDEX_LOGIN_HOURS_MAX * G_TIME_SPAN_HOUR))
		return NULL;
	while (sabot_statement_next(index, list, &failure)) {
		const char *person = (const char *)sqlite3_column_text(list, 0);

		if (!g_ptr_array_find_with_equal_func(persons, person, g_str_equal, NULL))
			g_ptr_array_add(persons, g_strdup(person));
	}
	return sabot_statement_end(list, &failure, error) ? g_steal_pointer(&persons) : NULL;
}
