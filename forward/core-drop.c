/* The note is a list of lines. The ranges come last, as the core has them. */
#include "core-drop.h"

#include "store/db/db-open.h"
#include "store/log/log.h"
#include "store/keys/note.h"
#include "store/log/walk.h"
#include "store/keys/hex.h"
#include "store/proof/seal.h"
#include "store/proof/verify-db.h"

#include <string.h>

static const char note_start[] = "sabot-drop/1\n", note_why[] = "\nreason ",
		  note_range[] = "range ";

/* A log's range in the month. */
struct range {
	struct sabot_chain_origin origin; /* without its beginning */
	struct sabot_segment_ends ends;   /* borrowed from the rows */
	int64_t past, seq;
};

/* An exported file, verified. */
struct kept {
	struct sabot_db *db;
	struct sabot_chain_origin origin;
	int64_t signed_seq;
};

struct dropping {
	struct sabot_core *core;
	const struct sabot_core_drop *drop;
	GArray *ranges;   /* of struct range */
	GPtrArray *files; /* of struct kept */
};

static void
free_kept(gpointer data)
{
	struct kept *kept = data;

	sabot_db_close(kept->db);
	g_free(kept);
}

static void
free_month(gpointer data)
{
	struct sabot_core_month *month = data;

	g_free(month->month);
	g_free(month->login);
	g_free(month->at);
	g_free(month->note);
	g_free(month->why);
	g_free(month);
}

static bool
refuse(GError **error, const char *what, const char *sentence)
{
	return sabot_store_fail(error, what, sentence);
}

/* NULL with an error unless the file is verified. Transferred. */
static struct kept *
open_file(const char *path, GPtrArray *keys, GError **error)
{
	struct kept *kept = g_new0(struct kept, 1);
	struct sabot_verify *verify = sabot_verify_new(keys, NULL, error);
	const struct sabot_verify_result *verdict = NULL;

	kept->db = verify ? sabot_db_open(path, SABOT_DB_FILE, error) : NULL;
	if (kept->db && sabot_chain_read_origin(kept->db, &kept->origin, error) &&
	    sabot_verify_db(kept->db, verify, error))
		verdict = sabot_verify_finish(verify);
	if (verdict && (verdict->fault != SABOT_VERIFY_INTACT || verdict->begins > 0)) {
		refuse(error, path, "is not proven from its beginning (sabotctl verify)");
		verdict = NULL;
	}
	if (verdict)
		kept->signed_seq = verdict->signed_seq;
	sabot_verify_free(verify);
	if (verdict)
		return kept;
	free_kept(kept);
	return NULL;
}

static bool
open_files(struct dropping *dropping, GError **error)
{
	for (size_t i = 0; dropping->drop->files[i]; i++) {
		struct kept *kept =
			open_file(dropping->drop->files[i], dropping->drop->keys, error);

		if (!kept)
			return false;
		g_ptr_array_add(dropping->files, kept);
	}
	return true;
}

/* The end of a range, as searched in a file. */
struct sought {
	struct range *range;
	bool is_there;
};

static bool
on_event(const struct sabot_log_record *record, const struct sabot_chain_hash *hash, void *data)
{
	struct sought *sought = data;

	sought->is_there = hash && sabot_chain_is_equal(*hash, sought->range->ends.last);
	sought->range->seq = record->seq;
	return false;
}

static bool
find_note(const struct kept *kept, struct sought *sought, GError **error)
{
	struct sabot_seal seal = {0};

	if (!sabot_seal_read(kept->db, sought->range->ends.last_n, &seal, error))
		return false;
	sought->range->seq = seal.seq;
	sought->is_there =
		seal.note && sabot_chain_is_equal(sabot_chain_digest(seal.note, strlen(seal.note)),
						  sought->range->ends.last);
	sabot_seal_clear(&seal);
	return true;
}

static bool
find_end(const struct kept *kept, struct sought *sought, GError **error)
{
	const struct sabot_segment_ends *ends = &sought->range->ends;
	struct sabot_walk_range walk = {.from_n = ends->last_n, .to_n = ends->last_n + 1};

	if (strcmp(ends->log, SABOT_SEGMENT_CHECKPOINTS) == 0)
		return find_note(kept, sought, error);
	return sabot_log_get_id(kept->db, ends->log, &walk.log_id, error) &&
	       sabot_walk_log(kept->db, &walk, on_event, sought, error);
}

/* True if one of the files has the range's end under a signature, and so all events before it. */
static bool
is_kept(const struct dropping *dropping, struct range *range, GError **error)
{
	struct sought sought = {.range = range};

	for (guint i = 0; i < dropping->files->len; i++) {
		const struct kept *kept = g_ptr_array_index(dropping->files, i);

		if (memcmp(kept->origin.database, range->origin.database,
			   sizeof(range->origin.database)) != 0)
			continue;
		if (!find_end(kept, &sought, error))
			return false;
		if (sought.is_there && range->seq <= kept->signed_seq)
			return true;
	}
	return refuse(error, range->ends.log,
		      "no file that was given has all of it: sabotctl floor export");
}

static bool
read_range(const PGresult *rows, int row, struct range *range, GError **error)
{
	const struct sabot_core_cell cells[] = {{rows, row, 0}, {rows, row, 1}, {rows, row, 3},
						{rows, row, 4}, {rows, row, 5}, {rows, row, 6}};
	struct sabot_segment_ends *ends = &range->ends;

	ends->log = PQgetvalue(rows, row, 2);
	return sabot_core_copy_bytes(cells[0], range->origin.database,
				     sizeof(range->origin.database), error) &&
	       sabot_core_get_number(cells[1], &range->past, error) &&
	       sabot_core_get_number(cells[2], &ends->first_n, error) &&
	       sabot_core_get_number(cells[3], &ends->last_n, error) &&
	       sabot_core_copy_bytes(cells[4], ends->previous.bytes, sizeof(ends->previous.bytes),
				     error) &&
	       sabot_core_copy_bytes(cells[5], ends->last.bytes, sizeof(ends->last.bytes), error);
}

static void
append_range(GString *text, const struct range *range)
{
	const struct sabot_segment_ends *ends = &range->ends;
	g_autofree char *database =
		sabot_hex_encode(range->origin.database, sizeof(range->origin.database));
	g_autofree char *previous =
		sabot_hex_encode(ends->previous.bytes, sizeof(ends->previous.bytes));
	g_autofree char *last = sabot_hex_encode(ends->last.bytes, sizeof(ends->last.bytes));

	g_string_append_printf(text,
			       "%s%s %" G_GINT64_FORMAT " %s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
			       " %" G_GINT64_FORMAT " %s %s\n",
			       note_range, database, range->past, ends->log, ends->first_n,
			       ends->last_n, range->seq, previous, last);
}

/* The signed note. Transferred. */
static char *
sign(const struct dropping *dropping)
{
	const struct sabot_core_drop *drop = dropping->drop;
	GString *body = g_string_new(note_start);
	char *note;

	g_string_append_printf(body, "month %s\nat %" G_GINT64_FORMAT "%s%s\n", drop->month,
			       g_get_real_time(), note_why, drop->why);
	for (guint i = 0; i < dropping->ranges->len; i++)
		append_range(body, &g_array_index(dropping->ranges, struct range, i));
	note = sabot_note_sign(body->str, drop->key);
	g_string_free(body, TRUE);
	return note;
}

static bool
call_drop(const struct dropping *dropping, const char *day, GError **error)
{
	g_autofree char *note = sign(dropping);
	struct sabot_core_array *logs = sabot_core_array_new(SABOT_CORE_TEXTS);
	struct sabot_core_array *ns = sabot_core_array_new(SABOT_CORE_NUMBERS);
	struct sabot_core_array *hashes = sabot_core_array_new(SABOT_CORE_BYTES_LIST);
	struct sabot_core_array *seqs = sabot_core_array_new(SABOT_CORE_NUMBERS);
	PGresult *rows;
	bool is_done;

	for (guint i = 0; i < dropping->ranges->len; i++) {
		const struct range *range = &g_array_index(dropping->ranges, struct range, i);

		sabot_core_array_add(logs, range->ends.log, strlen(range->ends.log));
		sabot_core_array_add_number(ns, range->ends.last_n);
		sabot_core_array_add(hashes, range->ends.last.bytes, SABOT_CHAIN_HASH_BYTES);
		sabot_core_array_add_number(seqs, range->seq);
	}
	rows = sabot_core_query(dropping->core, SABOT_CORE_STATEMENT_DROP_MONTH,
				(const struct sabot_core_value[]){{SABOT_CORE_TEXT, 0, day, 0},
								  {SABOT_CORE_TEXT, 0, note, 0},
								  sabot_core_array_get(logs),
								  sabot_core_array_get(ns),
								  sabot_core_array_get(hashes),
								  sabot_core_array_get(seqs)},
				6, error);
	is_done = rows && strcmp(PQgetvalue(rows, 0, 0), "t") == 0;
	if (rows && !is_done)
		refuse(error, dropping->drop->month, "has changed meanwhile: nothing was dropped");
	PQclear(rows);
	sabot_core_array_free(logs);
	sabot_core_array_free(ns);
	sabot_core_array_free(hashes);
	sabot_core_array_free(seqs);
	return is_done;
}

static bool
check_ranges(struct dropping *dropping, const PGresult *rows, GError **error)
{
	for (int i = 0; i < PQntuples(rows); i++) {
		struct range range = {0};

		if (!read_range(rows, i, &range, error) || !is_kept(dropping, &range, error))
			return false;
		g_array_append_val(dropping->ranges, range);
	}
	return dropping->ranges->len > 0 ||
	       refuse(error, dropping->drop->month, "there is nothing of that month");
}

static bool
drop_month(struct dropping *dropping, GError **error)
{
	g_autofree char *day = g_strconcat(dropping->drop->month, "-01", NULL);
	const struct sabot_core_value value = {SABOT_CORE_TEXT, 0, day, 0};
	PGresult *rows;
	bool is_done;

	if (!open_files(dropping, error))
		return false;
	rows = sabot_core_query(dropping->core, SABOT_CORE_STATEMENT_MONTH_RANGES, &value, 1,
				error);
	is_done = rows && check_ranges(dropping, rows, error) && call_drop(dropping, day, error);
	PQclear(rows);
	return is_done;
}

bool
sabot_core_drop_month(struct sabot_core *core, const struct sabot_core_drop *drop, GError **error)
{
	struct dropping dropping = {
		.core = core,
		.drop = drop,
		.ranges = g_array_new(FALSE, FALSE, sizeof(struct range)),
		.files = g_ptr_array_new_with_free_func(free_kept),
	};
	bool is_done = drop_month(&dropping, error);

	g_array_unref(dropping.ranges);
	g_ptr_array_unref(dropping.files);
	return is_done;
}

/* The ranges that the core has of the month must be the last lines of the note's text. */
static bool
read_is_whole(struct sabot_core *core, struct sabot_core_month *month, GError **error)
{
	const struct sabot_core_value value = {SABOT_CORE_TEXT, 0, month->month, 0};
	PGresult *rows = sabot_core_query(core, SABOT_CORE_STATEMENT_LIST_RANGES, &value, 1, error);
	g_autofree char *body = sabot_note_get_body(month->note);
	const char *first = body ? strstr(body, "\nrange ") : NULL;
	GString *text = g_string_new(NULL);
	bool is_read = rows != NULL;

	for (int i = 0; is_read && i < PQntuples(rows); i++) {
		struct range range = {0};

		is_read = read_range(rows, i, &range, error) &&
			  sabot_core_get_number((struct sabot_core_cell){rows, i, 7}, &range.seq,
						error);
		append_range(text, &range);
	}
	month->is_whole =
		first && g_str_has_prefix(body, note_start) && strcmp(first + 1, text->str) == 0;
	PQclear(rows);
	g_string_free(text, TRUE);
	return is_read;
}

/* The reason in a note. Transferred. */
static char *
read_why(const char *note)
{
	const char *why = strstr(note, note_why);

	why = why ? why + strlen(note_why) : "";
	return g_strndup(why, strcspn(why, "\n"));
}

GPtrArray *
sabot_core_list_months(struct sabot_core *core, const struct sabot_core_origin *origin,
		       GError **error)
{
	const struct sabot_core_value values[] = {
		{SABOT_CORE_BYTES, 0, origin->origin.database, sizeof(origin->origin.database)},
		{SABOT_CORE_NUMBER, origin->past, NULL, 0},
	};
	PGresult *rows = sabot_core_query(core, SABOT_CORE_STATEMENT_LIST_MONTHS, values,
					  G_N_ELEMENTS(values), error);
	g_autoptr(GPtrArray) months = g_ptr_array_new_with_free_func(free_month);
	bool is_read = rows != NULL;

	for (int i = 0; is_read && i < PQntuples(rows); i++) {
		struct sabot_core_month *month = g_new0(struct sabot_core_month, 1);

		g_ptr_array_add(months, month);
		month->month = g_strdup(PQgetvalue(rows, i, 0));
		month->note = g_strdup(PQgetvalue(rows, i, 1));
		month->login = g_strdup(PQgetvalue(rows, i, 2));
		month->at = g_strdup(PQgetvalue(rows, i, 3));
		month->why = read_why(month->note);
		is_read = read_is_whole(core, month, error);
	}
	PQclear(rows);
	return is_read ? g_steal_pointer(&months) : NULL;
}
