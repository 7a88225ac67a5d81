/*
 * Writes, reads and compares. As with checkpoints, a note that was read is written again and
 * compared, so that no other text can pass for the same note.
 */
#include "progress.h"
#include "store/log/chain-head.h"
#include "store/db/statements.h"
#include "store/log/log.h"
#include "store/keys/note.h"

#include <string.h>

enum {
	PROGRESS_SENTENCE_LOGS = 12, /* that are named; the rest is counted */
};

static struct sabot_progress *
create(void)
{
	struct sabot_progress *progress = g_new0(struct sabot_progress, 1);

	progress->heads = sabot_note_heads_new();
	return progress;
}

void
sabot_progress_free(struct sabot_progress *progress)
{
	if (!progress)
		return;
	g_ptr_array_unref(progress->heads);
	g_free(progress);
}

static bool
read_heads(struct sabot_db *db, struct sabot_progress *progress, GError **error)
{
	sqlite3_stmt *list = sabot_statement_get(db, SABOT_STATEMENT_LOG_LIST, error);
	g_autoptr(GError) failure = NULL;

	while (list && !failure && sabot_statement_next(db, list, &failure)) {
		const char *log = (const char *)sqlite3_column_text(list, 1);
		struct sabot_chain_head head;

		if (log &&
		    sabot_chain_read_head(db, sqlite3_column_int64(list, 0), log, &head,
					  &failure) &&
		    head.is_chained)
			sabot_note_heads_add(progress->heads, log, head.n, head.hash);
	}
	return sabot_statement_end(list, &failure, error);
}

struct sabot_progress *
sabot_progress_read(struct sabot_db *db, GError **error)
{
	struct sabot_progress *progress = create();
	g_autoptr(GError) failure = NULL;
	struct sabot_chain_origin origin;

	if (sabot_chain_read_origin(db, &origin, &failure) &&
	    sabot_log_last_seq(db, &progress->seq, &failure) &&
	    read_heads(db, progress, &failure)) {
		memcpy(progress->database, origin.database, sizeof(progress->database));
		return progress;
	}
	g_propagate_error(error, g_steal_pointer(&failure));
	sabot_progress_free(progress);
	return NULL;
}

enum { PROGRESS_FIELDS = 2 };

static void
list_fields(struct sabot_progress *progress, struct sabot_note_field fields[PROGRESS_FIELDS])
{
	const struct sabot_note_field list[PROGRESS_FIELDS] = {
		{"sabot-progress/1 ", NULL, progress->database, sizeof(progress->database)},
		{"seq ", &progress->seq, NULL, 0},
	};

	memcpy(fields, list, sizeof(list));
}

/* All of the note but the empty line and the signature. */
static char *
format_body(const struct sabot_progress *progress)
{
	struct sabot_progress copy = *progress;
	GString *text = g_string_new(NULL);
	struct sabot_note_field fields[PROGRESS_FIELDS];

	list_fields(&copy, fields);
	sabot_note_append_fields(text, fields, G_N_ELEMENTS(fields));
	sabot_note_append_heads(text, "log", progress->heads);
	return g_string_free(text, FALSE);
}

char *
sabot_progress_format(const struct sabot_progress *progress, const struct sabot_key *key)
{
	g_autofree char *body = format_body(progress);

	return key ? sabot_note_sign(body, key) : g_steal_pointer(&body);
}

/* In a progress note each log has an event, and they are in the order of their names. */
static bool
is_in_order(const GPtrArray *heads)
{
	const char *last = "";

	for (guint i = 0; i < heads->len; i++) {
		const struct sabot_note_head *head = g_ptr_array_index(heads, i);

		if (head->n == 0 || strcmp(last, head->log) >= 0)
			return false;
		last = head->log;
	}
	return true;
}

static bool
read_body(struct sabot_progress *progress, const char *body)
{
	g_autofree char *again = NULL;
	g_auto(GStrv) lines = g_strsplit(body, "\n", -1);
	struct sabot_note_field fields[PROGRESS_FIELDS];

	if (!lines[0])
		return false;
	list_fields(progress, fields);
	for (size_t i = 0; lines[i + 1]; i++) {
		if (!sabot_note_read_field(lines[i], fields, G_N_ELEMENTS(fields)) &&
		    !sabot_note_read_head(lines[i], "log", progress->heads))
			return false;
	}
	again = format_body(progress);
	return is_in_order(progress->heads) && strcmp(again, body) == 0;
}

struct sabot_progress *
sabot_progress_parse(const char *note, GError **error)
{
	struct sabot_progress *progress = create();
	bool is_signed = strstr(note, "\n\n") != NULL;
	g_autofree char *body = is_signed ? sabot_note_get_body(note) : g_strdup(note);

	if (body && strlen(note) <= SABOT_PROGRESS_BYTES_MAX && read_body(progress, body))
		return progress;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "not a progress note");
	sabot_progress_free(progress);
	return NULL;
}

void
sabot_progress_result_clear(struct sabot_progress_result *result)
{
	g_clear_pointer(&result->logs, g_free);
	g_clear_pointer(&result->log, g_free);
	g_clear_pointer(&result->lacking, g_ptr_array_unref);
}

bool
sabot_progress_result_lacks(const struct sabot_progress_result *result, const char *log)
{
	return result->fault == SABOT_PROGRESS_OTHER ||
	       (result->lacking &&
		g_ptr_array_find_with_equal_func(result->lacking, log, g_str_equal, NULL));
}

/*
 * What the database has at the head's number. A row that is not there though later ones are is in
 * an archive, whose own note vouches for it.
 */
static bool
has_other_hash(struct sabot_db *db, int64_t log_id, const struct sabot_note_head *head,
	       bool *ret_differs, GError **error)
{
	g_autoptr(GError) failure = NULL;
	sqlite3_stmt *row = sabot_statement_find(db, SABOT_STATEMENT_EVENT_HASH, &failure, "ii",
						 log_id, head->n);

	if (failure) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return false;
	}
	*ret_differs = row && (sqlite3_column_bytes(row, 0) != (int)sizeof(head->hash.bytes) ||
			       memcmp(sqlite3_column_blob(row, 0), head->hash.bytes,
				      sizeof(head->hash.bytes)) != 0);
	if (row)
		sqlite3_reset(row);
	return true;
}

/* What is found so far. */
struct comparison {
	struct sabot_progress_result *result;
	GString *logs;
};

/* `from`: the first number that is missing, in digits. */
static void
add_lacking(struct comparison *found, const struct sabot_note_head *head, const char *from)
{
	struct sabot_progress_result *result = found->result;

	if (!result->lacking)
		result->lacking = g_ptr_array_new_with_free_func(g_free);
	g_ptr_array_add(result->lacking, g_strdup(head->log));
	if (result->lacking->len <= PROGRESS_SENTENCE_LOGS)
		g_string_append_printf(found->logs, "%s%s %s-%" G_GINT64_FORMAT,
				       found->logs->len > 0 ? ", " : "", head->log, from, head->n);
}

static void
add_behind(struct comparison *found, const struct sabot_note_head *head, int64_t last_n)
{
	g_autofree char *from = g_strdup_printf("%" G_GINT64_FORMAT, last_n + 1);

	found->result->fault = MAX(found->result->fault, SABOT_PROGRESS_BEHIND);
	add_lacking(found, head, from);
}

static void
add_forked(struct comparison *found, const struct sabot_note_head *head)
{
	struct sabot_progress_result *result = found->result;

	add_lacking(found, head, "?");
	if (result->fault == SABOT_PROGRESS_FORKED)
		return;
	result->fault = SABOT_PROGRESS_FORKED;
	result->log = g_strdup(head->log);
	result->n = head->n;
}

static bool
compare_head(struct sabot_db *db, const struct sabot_note_head *head, struct comparison *found,
	     GError **error)
{
	int64_t log_id, last_n = 0;
	bool differs = false;

	if (!sabot_log_get_id(db, head->log, &log_id, error) ||
	    (log_id && !sabot_log_get_last_n(db, log_id, &last_n, error)))
		return false;
	if (last_n < head->n) {
		add_behind(found, head, last_n);
		return true;
	}
	if (!has_other_hash(db, log_id, head, &differs, error))
		return false;
	if (differs)
		add_forked(found, head);
	return true;
}

static bool
compare_heads(const struct sabot_progress *progress, struct sabot_db *db, struct comparison *found,
	      GError **error)
{
	for (guint i = 0; i < progress->heads->len; i++) {
		if (!compare_head(db, g_ptr_array_index(progress->heads, i), found, error))
			return false;
	}
	return true;
}

bool
sabot_progress_compare(const struct sabot_progress *progress, struct sabot_db *db,
		       struct sabot_progress_result *ret_result, GError **error)
{
	struct comparison found = {.result = ret_result};
	struct sabot_chain_origin origin;
	int64_t last_seq;
	bool is_read;

	*ret_result = (struct sabot_progress_result){.fault = SABOT_PROGRESS_KEPT};
	if (!sabot_chain_read_origin(db, &origin, error) ||
	    !sabot_log_last_seq(db, &last_seq, error))
		return false;
	ret_result->from_seq = last_seq + 1;
	ret_result->to_seq = progress->seq;
	if (memcmp(origin.database, progress->database, sizeof(origin.database)) != 0) {
		ret_result->fault = SABOT_PROGRESS_OTHER;
		return true;
	}
	found.logs = g_string_new(NULL);
	is_read = compare_heads(progress, db, &found, error);
	if (ret_result->lacking && ret_result->lacking->len > PROGRESS_SENTENCE_LOGS)
		g_string_append_printf(found.logs, " +%u",
				       ret_result->lacking->len - PROGRESS_SENTENCE_LOGS);
	ret_result->logs = g_string_free(found.logs, FALSE);
	if (!is_read)
		sabot_progress_result_clear(ret_result);
	return is_read;
}

bool
sabot_progress_compare_copy(struct sabot_db *copy, struct sabot_db *db,
			    struct sabot_progress_result *ret_result, GError **error)
{
	struct sabot_progress *progress = sabot_progress_read(copy, error);
	bool is_compared = progress && sabot_progress_compare(progress, db, ret_result, error);

	sabot_progress_free(progress);
	return is_compared;
}

bool
sabot_progress_has_all(struct sabot_db *copy, struct sabot_db *db, bool *ret_has, GError **error)
{
	struct sabot_progress_result result = {0};
	bool is_compared = sabot_progress_compare_copy(copy, db, &result, error);

	*ret_has = is_compared && result.fault == SABOT_PROGRESS_KEPT;
	sabot_progress_result_clear(&result);
	return is_compared;
}
