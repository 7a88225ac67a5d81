/*
 * The file is a spool. Its events are applied to the tables again, which gives them new numbers and
 * begins parts and loads again; their times stay. Events and the file's digest are committed
 * together, so that a crash before the file is removed imports nothing twice.
 */
#include "outage.h"
#include "evidence.h"
#include "log-gap.h"
#include "spool-check.h"
#include "proto/messages/log-messages.h"
#include "store/log/log.h"

#include <string.h>

/* A logged event has its time. */
static bool
has_time(json_t *object)
{
	struct sabot_wire_log_line *line =
		sabot_record_parse_lenient(&sabot_wire_log_line_type, object);
	bool has = line->at_us >= 0;

	sabot_record_unref(line);
	return has;
}

/* A step of the house log, or of a table. NULL with an error. */
static struct sabot_logged_event *
step_record(struct sabot_floor *floor, const struct sabot_log_record *record, json_t *object,
	    GError **error)
{
	struct sabot_table_service *table = sabot_floor_find(floor, record->table);
	g_autofree struct sabot_event_buffer *buffer = g_new(struct sabot_event_buffer, 1);
	char why[SABOT_EVENT_ERROR_SIZE];
	struct sabot_event event;

	if (!table)
		return sabot_house_step(sabot_floor_get_house(floor),
					sabot_floor_get_seq(floor) + 1, object, error);
	if (sabot_event_from_json(object, sabot_derive_table(table->derive)->rules.game, buffer,
				  &event, why))
		return sabot_table_service_step(table, sabot_floor_get_seq(floor) + 1, object,
						&event);
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_SPOOL, "%s", why);
	return NULL;
}

/* An event that ends an order names it by its number in the house log. */
static void
renumber_redress(json_t *object, GHashTable *numbers)
{
	struct sabot_wire_event_rest *event =
		sabot_record_parse_lenient(&sabot_wire_event_rest_type, object);
	const int64_t *again = g_hash_table_lookup(numbers, &event->redress);

	sabot_record_unref(event);
	if (again)
		json_object_set_new(object, "redress", json_integer(*again));
}

/* The record with its new numbers; `numbers`: those of the house log, old to new. */
static struct sabot_log_record *
renumber(struct sabot_floor *floor, const struct sabot_log_record *record, GHashTable *numbers,
	 GError **error)
{
	json_t *object = json_loads(record->line, JSON_REJECT_DUPLICATES, NULL);
	struct sabot_logged_event *step = NULL;
	struct sabot_log_record *again = NULL;

	if (json_is_object(object) && has_time(object)) {
		renumber_redress(object, numbers);
		step = step_record(floor, record, object, error);
	} else {
		sabot_store_fail(error, record->ev, "it is no event, or has no time");
	}
	json_decref(object);
	if (step) {
		again = sabot_log_record_ref(step->record);
		if (!step->table)
			g_hash_table_insert(numbers, g_memdup2(&record->n, sizeof(record->n)),
					    g_memdup2(&again->n, sizeof(again->n)));
		again->frame = record->frame ? g_bytes_ref(record->frame) : NULL;
		again->frame_at_us = record->frame_at_us;
		if (record->person) {
			again->person = sabot_person_copy(record->person);
			sabot_person_book_put(sabot_floor_get_persons(floor), record->person);
		}
		sabot_floor_next_seq(floor);
		sabot_step_free(step);
	} else {
		g_prefix_error(error, "event %" G_GINT64_FORMAT " of an outage cannot be read: ",
			       record->seq);
	}
	return again;
}

/* All records that the house wrote, in order. */
static GPtrArray *
list_records(const struct sabot_spool_content *content)
{
	GPtrArray *records = g_ptr_array_new();

	for (guint i = 0; i < content->records->len; i++)
		g_ptr_array_add(records, g_ptr_array_index(content->records, i));
	for (guint i = 0; i < content->behind->len; i++)
		g_ptr_array_add(records, g_ptr_array_index(content->behind, i));
	return records;
}

/* A record that cannot be read stays in the file, which is then set aside. */
static void
leave_out(struct sabot_spool_content *content, const GError *why)
{
	g_critical("%s", why->message);
	if (!content->why)
		content->why = g_strdup("an event cannot be read");
}

/*
 * What is missing between the records of a file: known by the numbers that they had. A record that
 * is not the next one of its table, and the tables of which none follows, are put in doubt.
 */
struct gaps {
	struct sabot_floor *floor;
	GPtrArray *again;      /* the records with new numbers; borrowed */
	GHashTable *last;      /* table to the number of its last record, as a pointer */
	GHashTable *continued; /* set of the tables that have a record behind the last gap */
	int64_t seq;           /* of the last record; 0: none yet */
	bool is_gap;           /* something is missing, so far */
};

static void
gaps_init(struct gaps *gaps, struct sabot_floor *floor, GPtrArray *again, bool is_outage)
{
	const GPtrArray *tables = sabot_floor_get_tables(floor);

	*gaps = (struct gaps){
		.floor = floor,
		.again = again,
		.last = g_hash_table_new(g_str_hash, g_str_equal),
		.continued = g_hash_table_new(g_str_hash, g_str_equal),
		.seq = is_outage ? 0 : sabot_floor_get_seq(floor),
	};
	for (guint i = 0; !is_outage && i < tables->len; i++) {
		const struct sabot_table_service *table = g_ptr_array_index(tables, i);

		g_hash_table_insert(gaps->last, table->config->name,
				    GSIZE_TO_POINTER((gsize)table->n));
	}
}

static void
gaps_clear(struct gaps *gaps)
{
	g_hash_table_unref(gaps->last);
	g_hash_table_unref(gaps->continued);
}

/* A record that needs no new number: one that was taken in before, or that could not be read. */
static void
pass_by(struct gaps *gaps, const struct sabot_log_record *record)
{
	g_hash_table_insert(gaps->last, record->table, GSIZE_TO_POINTER((gsize)record->n));
	gaps->seq = record->seq;
}

static void
add_gap(struct gaps *gaps, struct sabot_table_service *table, int64_t at_us)
{
	struct sabot_logged_event *step = sabot_log_gap_step(gaps->floor, table, at_us);

	if (!step)
		return;
	g_ptr_array_add(gaps->again, sabot_log_record_ref(step->record));
	sabot_step_free(step);
}

/* Before the record gets its new number. */
static void
look_before(struct gaps *gaps, const struct sabot_log_record *record)
{
	struct sabot_table_service *table = sabot_floor_find(gaps->floor, record->table);
	gsize last = GPOINTER_TO_SIZE(g_hash_table_lookup(gaps->last, record->table));

	if (gaps->seq != 0 && record->seq != gaps->seq + 1) {
		g_hash_table_remove_all(gaps->continued);
		gaps->is_gap = true;
	}
	if (table && gaps->is_gap && !g_hash_table_contains(gaps->continued, record->table) &&
	    record->n != (int64_t)last + 1)
		add_gap(gaps, table, record->at_us);
	if (table)
		g_hash_table_add(gaps->continued, record->table);
	pass_by(gaps, record);
}

/* Of a table without a record behind the gap nobody knows whether it lacks one. */
static void
look_after_last(struct gaps *gaps)
{
	const GPtrArray *tables = sabot_floor_get_tables(gaps->floor);

	for (guint i = 0; gaps->is_gap && i < tables->len; i++) {
		struct sabot_table_service *table = g_ptr_array_index(tables, i);

		if (!g_hash_table_contains(gaps->continued, table->config->name))
			add_gap(gaps, table, table->at_us);
	}
}

static void
renumber_one(struct gaps *gaps, struct sabot_spool_content *content,
	     const struct sabot_log_record *record, GHashTable *numbers)
{
	g_autoptr(GError) error = NULL;
	struct sabot_log_record *renumbered;

	look_before(gaps, record);
	renumbered = renumber(gaps->floor, record, numbers, &error);
	if (renumbered)
		g_ptr_array_add(gaps->again, renumbered);
	else
		leave_out(content, error);
}

/* The records from `from` on, with new numbers. Transferred. */
static GPtrArray *
renumber_all(struct sabot_floor *floor, struct sabot_spool_content *content, guint from)
{
	GPtrArray *again = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	g_autoptr(GPtrArray) records = list_records(content);
	g_autoptr(GHashTable) numbers =
		g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
	struct gaps gaps;

	/* An outage's numbers are its own. */
	gaps_init(&gaps, floor, again, content->last.is_outage);
	for (guint i = 0; i < records->len; i++) {
		if (i < from)
			pass_by(&gaps, g_ptr_array_index(records, i));
		else
			renumber_one(&gaps, content, g_ptr_array_index(records, i), numbers);
	}
	look_after_last(&gaps);
	gaps_clear(&gaps);
	return again;
}

static GBytes *
to_bytes(const struct sabot_chain_hash *hash)
{
	return g_bytes_new(hash->bytes, sizeof(hash->bytes));
}

static bool
has(struct sabot_db *db, const struct sabot_chain_hash *hash, bool *ret_has, GError **error)
{
	g_autoptr(GBytes) digest = to_bytes(hash);

	return sabot_log_has_outage(db, digest, ret_has, error);
}

/*
 * How many records of the file were imported before: up to the seal that is known; all of them if
 * the file is known but none of its seals, since it was then cut short afterwards.
 */
static bool
count_known(struct sabot_db *db, const struct sabot_spool_content *content, guint n_records,
	    guint *ret_n, GError **error)
{
	bool is_known = false;

	*ret_n = 0;
	if (content->batches->len == 0 || !has(db, &content->id, &is_known, error) || !is_known)
		return content->batches->len == 0 || !is_known;
	for (guint i = content->batches->len; i > 0; i--) {
		const struct sabot_spool_batch *batch =
			&g_array_index(content->batches, struct sabot_spool_batch, i - 1);

		if (!has(db, &batch->digest, &is_known, error))
			return false;
		*ret_n = batch->n_records;
		if (is_known)
			return true;
	}
	*ret_n = n_records;
	return true;
}

/* The digests that identify the file, and how far it was imported. Transferred. */
static GPtrArray *
list_digests(const struct sabot_spool_content *content)
{
	GPtrArray *digests = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
	const struct sabot_spool_batch *last;

	if (content->batches->len == 0)
		return digests;
	last = &g_array_index(content->batches, struct sabot_spool_batch,
			      content->batches->len - 1);
	g_ptr_array_add(digests, to_bytes(&content->id));
	g_ptr_array_add(digests, to_bytes(&last->digest));
	return digests;
}

/* The first table of the records that is not on this floor, or NULL. */
static const char *
find_stranger(struct sabot_floor *floor, GPtrArray *records)
{
	for (guint i = 0; i < records->len; i++) {
		const struct sabot_log_record *record = g_ptr_array_index(records, i);

		if (strcmp(record->table, SABOT_HOUSE_NAME) != 0 &&
		    !sabot_floor_find(floor, record->table))
			return record->table;
	}
	return NULL;
}

bool
sabot_outage_has_stranger(struct sabot_floor *floor, const struct sabot_spool *spool,
			  const struct sabot_spool_content *content)
{
	g_autoptr(GPtrArray) records = list_records(content);
	const char *stranger = find_stranger(floor, records);

	if (stranger)
		g_critical("%s is not taken in: there is no [table %s]", spool->path, stranger);
	return stranger != NULL;
}

bool
sabot_outage_take_in(struct sabot_floor *floor, struct sabot_db *db,
		     struct sabot_spool_content *content, guint from, GError **error)
{
	guint n_records = content->records->len + content->behind->len, n_known;
	g_autoptr(GPtrArray) digests = list_digests(content), again = NULL;

	if (n_records == 0)
		return true;
	if (!count_known(db, content, n_records, &n_known, error))
		return false;
	again = renumber_all(floor, content, MAX(from, n_known));
	if (!sabot_log_append_outage(db, again, digests, error))
		return false;
	g_message("%u events were taken in under new numbers%s", again->len,
		  content->is_accepted ? ": somebody has vouched for them" : "");
	return true;
}

/* The file is there as far as the last run wrote it; or it is a finding by itself. */
static bool
has_all(const struct sabot_spool_content *content, const struct sabot_unsaved_note *note)
{
	return content->why || note->outage_batch == 0 ||
	       (content->last.batch >= note->outage_batch &&
		memcmp(content->last.file, note->outage_file, sizeof(note->outage_file)) == 0);
}

/* Its events are in the database already. */
static bool
was_taken_in(struct sabot_db *db, const struct sabot_unsaved_note *note)
{
	struct sabot_chain_hash id =
		sabot_chain_digest((const char *)note->outage_file, sizeof(note->outage_file));
	bool is_known = false;

	return has(db, &id, &is_known, NULL) && is_known;
}

static void
report_gone(struct sabot_floor *floor, struct sabot_unsaved_note *note)
{
	sabot_evidence_add(floor, SABOT_INCIDENT_LOG_REPLACED,
			   sabot_evidence_lost("spool_gone", 0, 0));
	note->outage_batch = 0;
}

bool
sabot_outage_import(struct sabot_floor *floor, struct sabot_db *db, const struct sabot_key *key,
		    struct sabot_unsaved_note *note, GError **error)
{
	struct sabot_spool_content *content;
	struct sabot_spool spool;
	bool is_done = true;

	sabot_spool_init_outage(&spool, sabot_floor_get_config(floor)->spool_dir);
	content = sabot_spool_check_load(floor, &spool, db, key);
	if (!has_all(content, note) && !was_taken_in(db, note))
		report_gone(floor, note);
	if (!sabot_outage_has_stranger(floor, &spool, content)) {
		is_done = sabot_outage_take_in(floor, db, content, 0, error);
		if (is_done)
			sabot_spool_check_settle(floor, &spool, content);
		note->outage_batch = is_done ? 0 : note->outage_batch;
	}
	sabot_spool_content_free(content);
	sabot_spool_clear(&spool);
	return is_done;
}

void
sabot_outage_begin(struct sabot_floor *floor, const struct sabot_key *key,
		   struct sabot_unsaved_note *note, struct sabot_spool *ret_spool)
{
	struct sabot_spool_content *content;

	sabot_spool_init_outage(ret_spool, sabot_floor_get_config(floor)->spool_dir);
	content = sabot_spool_check_load(floor, ret_spool, NULL, key);
	if (!has_all(content, note))
		report_gone(floor, note);
	sabot_floor_replay(floor, content->records);
	sabot_spool_check_go_on(floor, ret_spool, content);
	sabot_spool_content_free(content);
}
