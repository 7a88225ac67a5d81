/*
 * The file is a spool. Its events go through the tables again, which gives them new numbers and
 * starts parts and loads again; their times stay. Events and the file's digest are
 * committed together, so that a crash before the file is gone takes nothing in twice.
 */
#include "outage.h"
#include "store/log/log.h"

#include <string.h>

/* The house's own step, or a table's. NULL with an error. */
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

/* What ends an order names it by its number in the house log. */
static void
renumber_redress(json_t *object, GHashTable *numbers)
{
	struct sabot_wire_event_rest *event =
		sabot_record_parse_lenient(&sabot_wire_event_rest_type, object);
	gpointer again = g_hash_table_lookup(numbers, GINT_TO_POINTER(event->redress));

	sabot_record_unref(event);
	if (again)
		json_object_set_new(object, "redress", json_integer(GPOINTER_TO_INT(again)));
}

/* The record under its new numbers; `numbers`: the house log's, old to new. */
static struct sabot_log_record *
renumber(struct sabot_floor *floor, const struct sabot_log_record *record, GHashTable *numbers,
	 GError **error)
{
	json_t *object = json_loads(record->line, JSON_REJECT_DUPLICATES, NULL);
	struct sabot_logged_event *step;
	struct sabot_log_record *again = NULL;

	renumber_redress(object, numbers);
	step = object ? step_record(floor, record, object, error) : NULL;
	json_decref(object);
	if (step) {
		again = sabot_log_record_ref(step->record);
		if (!step->table)
			g_hash_table_insert(numbers, GINT_TO_POINTER(record->n),
					    GINT_TO_POINTER(again->n));
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

static bool
take_in(struct sabot_floor *floor, struct sabot_db *db, GPtrArray *records, GBytes *digest,
	GError **error)
{
	g_autoptr(GPtrArray) again = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	g_autoptr(GHashTable) numbers = g_hash_table_new(NULL, NULL);

	for (guint i = 0; i < records->len; i++) {
		struct sabot_log_record *record =
			renumber(floor, g_ptr_array_index(records, i), numbers, error);

		if (!record)
			return false;
		g_ptr_array_add(again, record);
	}
	return sabot_log_append_outage(db, again, digest, error);
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
sabot_outage_take_in(struct sabot_floor *floor, struct sabot_db *db, struct sabot_spool *spool,
		     GPtrArray *records, GError **error)
{
	const char *stranger = find_stranger(floor, records);
	g_autoptr(GBytes) digest = sabot_spool_digest(spool);
	g_autoptr(GError) failure = NULL;
	bool is_known = false;

	if (records->len == 0 || !digest)
		return true;
	if (stranger) {
		g_critical("%s is not taken in: there is no [table %s]", spool->path, stranger);
		return true;
	}
	if (!sabot_log_has_outage(db, digest, &is_known, error) ||
	    (!is_known && !take_in(floor, db, records, digest, error)))
		return false;
	g_message("%u events of an outage were taken in from %s", records->len, spool->path);
	if (!sabot_spool_remove(spool, &failure))
		g_warning("%s", failure->message);
	return true;
}

bool
sabot_outage_import(struct sabot_floor *floor, struct sabot_db *db, GError **error)
{
	g_autoptr(GPtrArray) records = NULL;
	g_autoptr(GError) failure = NULL;
	struct sabot_spool spool;
	bool is_done = true;

	sabot_spool_init_outage(&spool, sabot_floor_get_config(floor)->spool_dir);
	records = sabot_spool_read(&spool, &failure);
	if (records)
		is_done = sabot_outage_take_in(floor, db, &spool, records, error);
	else
		g_critical("an outage is not taken in: %s", failure->message);
	sabot_spool_clear(&spool);
	return is_done;
}

void
sabot_outage_begin(struct sabot_floor *floor, struct sabot_spool *ret_spool)
{
	g_autoptr(GPtrArray) records = NULL;
	g_autoptr(GError) error = NULL;

	sabot_spool_init_outage(ret_spool, sabot_floor_get_config(floor)->spool_dir);
	records = sabot_spool_read(ret_spool, &error);
	if (records) {
		sabot_floor_replay(floor, records);
		return;
	}
	g_critical("%s", error->message);
	g_clear_error(&error);
	if (!sabot_spool_set_aside(ret_spool, &error))
		g_critical("%s", error->message);
}
