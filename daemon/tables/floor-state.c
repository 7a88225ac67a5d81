/* See floor-state.h. The only file that knows the members of a floor. */
#include "floor-state.h"

#include "store/db/db-open.h"
#include "store/log/log.h"

#include <string.h>

struct sabot_floor {
	const struct sabot_config *config; /* borrowed */
	GPtrArray *tables;                 /* of struct sabot_table_service */
	GHashTable *by_name;               /* the same; keys borrowed from the configuration */
	struct sabot_house *house;
	struct sabot_person_book *persons;
	struct sabot_person_copy *person_copy;
	bool has_persons;
	GThread *joined_at_end; /* or NULL */
	struct sabot_writer *writer;
	struct sabot_db *reader;
	GError *down, *outage;
	const char *mirror;
	struct sabot_wire_software *software; /* of the last check, or NULL */
	int64_t seq, published_seq;
	bool is_saved, is_checking;
	int64_t checked_seq; /* the last event before the end of the check at the start */
	struct sabot_floor_key key;
	char *series;
	struct sabot_floor_parts *parts;
};

struct sabot_floor *
sabot_floor_state_new(const struct sabot_config *config)
{
	struct sabot_floor *floor = g_new0(struct sabot_floor, 1);

	floor->config = config;
	floor->tables = g_ptr_array_new_with_free_func(sabot_table_service_free);
	floor->by_name = g_hash_table_new(g_str_hash, g_str_equal);
	floor->person_copy = sabot_person_copy_new(config->spool_dir, config->state_dir);
	floor->parts = g_new0(struct sabot_floor_parts, 1);
	sabot_floor_reset(floor);
	return floor;
}

void
sabot_floor_state_free(struct sabot_floor *floor)
{
	sabot_db_close(floor->reader);
	g_hash_table_unref(floor->by_name);
	g_ptr_array_unref(floor->tables);
	sabot_house_free(floor->house);
	sabot_person_book_free(floor->persons);
	sabot_person_copy_free(floor->person_copy);
	if (floor->joined_at_end)
		g_thread_join(floor->joined_at_end);
	g_clear_error(&floor->outage);
	g_clear_error(&floor->down);
	g_free(floor->key.line);
	g_free(floor->key.note);
	g_clear_error(&floor->key.why_none);
	g_free(floor->series);
	sabot_record_unref(floor->software);
	g_free(floor->parts);
	g_free(floor);
}

struct sabot_floor_parts *
sabot_floor_get_parts(const struct sabot_floor *floor)
{
	return floor->parts;
}

const struct sabot_config *
sabot_floor_get_config(const struct sabot_floor *floor)
{
	return floor->config;
}

const GPtrArray *
sabot_floor_get_tables(const struct sabot_floor *floor)
{
	return floor->tables;
}

struct sabot_house *
sabot_floor_get_house(const struct sabot_floor *floor)
{
	return floor->house;
}

struct sabot_person_book *
sabot_floor_get_persons(const struct sabot_floor *floor)
{
	return floor->persons;
}

bool
sabot_floor_has_persons(const struct sabot_floor *floor)
{
	return floor->has_persons;
}

struct sabot_writer *
sabot_floor_get_writer(const struct sabot_floor *floor)
{
	return floor->writer;
}

struct sabot_db *
sabot_floor_get_reader(const struct sabot_floor *floor)
{
	return floor->reader;
}

int64_t
sabot_floor_get_seq(const struct sabot_floor *floor)
{
	return floor->seq;
}

int64_t
sabot_floor_get_published_seq(const struct sabot_floor *floor)
{
	return floor->published_seq;
}

bool
sabot_floor_is_saved(const struct sabot_floor *floor)
{
	return floor->is_saved;
}

bool
sabot_floor_is_checking(const struct sabot_floor *floor)
{
	return floor->is_checking || floor->published_seq < floor->checked_seq;
}

const struct sabot_wire_software *
sabot_floor_get_software(const struct sabot_floor *floor)
{
	return floor->software;
}

const char *
sabot_floor_get_series(const struct sabot_floor *floor)
{
	return floor->series;
}

const GError *
sabot_floor_get_outage(const struct sabot_floor *floor)
{
	return floor->outage;
}

const struct sabot_floor_key *
sabot_floor_get_key(const struct sabot_floor *floor)
{
	return &floor->key;
}

int64_t
sabot_floor_next_seq(struct sabot_floor *floor)
{
	return ++floor->seq;
}

void
sabot_floor_set_seq(struct sabot_floor *floor, int64_t seq)
{
	floor->seq = seq;
}

void
sabot_floor_set_published_seq(struct sabot_floor *floor, int64_t seq)
{
	floor->published_seq = seq;
}

void
sabot_floor_set_saved(struct sabot_floor *floor, bool is_saved)
{
	floor->is_saved = is_saved;
}

void
sabot_floor_set_checking(struct sabot_floor *floor, bool is_checking)
{
	floor->is_checking = is_checking;
	floor->checked_seq = floor->seq;
}

void
sabot_floor_set_software(struct sabot_floor *floor, struct sabot_wire_software *software)
{
	sabot_record_unref(floor->software);
	floor->software = software;
}

void
sabot_floor_set_down(struct sabot_floor *floor, const GError *why)
{
	g_clear_error(&floor->down);
	floor->down = g_error_copy(why);
}

GError *
sabot_floor_take_down(struct sabot_floor *floor)
{
	return g_steal_pointer(&floor->down);
}

const char *
sabot_floor_get_mirror(const struct sabot_floor *floor)
{
	return floor->mirror || !floor->config->mirror_dir ? floor->mirror : "behind";
}

void
sabot_floor_set_mirror(struct sabot_floor *floor, bool is_current)
{
	floor->mirror = is_current ? "current" : "behind";
}

void
sabot_floor_set_series(struct sabot_floor *floor, const char *series)
{
	g_free(floor->series);
	floor->series = g_strdup(series);
}

void
sabot_floor_set_outage(struct sabot_floor *floor, const GError *why)
{
	g_clear_error(&floor->outage);
	floor->outage = g_error_copy(why);
}

void
sabot_floor_set_writer(struct sabot_floor *floor, struct sabot_writer *writer)
{
	floor->writer = writer;
}

void
sabot_floor_set_reader(struct sabot_floor *floor, struct sabot_db *reader)
{
	sabot_db_close(floor->reader);
	floor->reader = reader;
}

void
sabot_floor_set_key(struct sabot_floor *floor, struct sabot_floor_key key)
{
	floor->key = key;
}

void
sabot_floor_put_person(struct sabot_floor *floor, const struct sabot_person *person)
{
	sabot_person_book_put(floor->persons, person);
	floor->has_persons = true;
	sabot_person_copy_put(floor->person_copy, floor->persons, floor->house->rights);
}

void
sabot_floor_note_persons(struct sabot_floor *floor)
{
	floor->has_persons = sabot_person_copy_exists(floor->person_copy);
	if (floor->persons->persons->len > 0)
		floor->has_persons = true;
	else if (floor->has_persons)
		g_warning("the database knows nobody, but there were persons here: acting needs "
			  "one (sabotctl user first)");
}

void
sabot_floor_keep_persons(struct sabot_floor *floor)
{
	if (floor->persons->persons->len > 0)
		sabot_person_copy_put(floor->person_copy, floor->persons, floor->house->rights);
}

void
sabot_floor_set_signer(struct sabot_floor *floor, const struct sabot_key *key)
{
	sabot_person_copy_set_key(floor->person_copy, key);
}

/* The mirror's rows are worth what the log's digests confirm. */
static void
add_persons_of_mirror(const struct sabot_floor *floor, struct sabot_person_book *copy)
{
	g_autofree char *path = sabot_config_mirror_path(floor->config);
	struct sabot_db *mirror = sabot_db_open(path, SABOT_DB_READER, NULL);
	g_autoptr(GPtrArray) persons = mirror ? sabot_persons_read(mirror, NULL) : NULL;

	for (guint i = 0; persons && i < persons->len; i++)
		g_ptr_array_add(copy->persons, sabot_person_copy(g_ptr_array_index(persons, i)));
	sabot_db_close(mirror);
}

void
sabot_floor_check_persons(struct sabot_floor *floor)
{
	struct sabot_person_book *copy = sabot_person_book_new();
	bool is_altered = !sabot_rights_agree(floor->house->rights, floor->persons->persons);

	if (is_altered && sabot_person_copy_exists(floor->person_copy))
		g_free(sabot_person_copy_read(floor->person_copy, copy, NULL));
	if (is_altered && floor->config->mirror_dir)
		add_persons_of_mirror(floor, copy);
	sabot_person_book_check(floor->persons, floor->house->rights, copy);
	sabot_person_book_free(copy);
}

char *
sabot_floor_recall_persons(struct sabot_floor *floor)
{
	floor->has_persons = sabot_person_copy_exists(floor->person_copy);
	return floor->has_persons ? sabot_person_copy_read(floor->person_copy, floor->persons,
							   floor->house->rights)
				  : NULL;
}

void
sabot_floor_join_at_end(struct sabot_floor *floor, GThread *thread)
{
	floor->joined_at_end = thread;
}

struct sabot_table_service *
sabot_floor_add_table(struct sabot_floor *floor, const struct sabot_table_config *config)
{
	struct sabot_table_service *table = sabot_table_service_new(config);

	g_ptr_array_add(floor->tables, table);
	g_hash_table_replace(floor->by_name, table->config->name, table);
	return table;
}

void
sabot_floor_reset(struct sabot_floor *floor)
{
	const GPtrArray *configs = floor->config->tables;

	g_ptr_array_set_size(floor->tables, 0);
	for (guint i = 0; i < configs->len; i++)
		sabot_floor_add_table(floor, g_ptr_array_index(configs, i));
	sabot_house_free(floor->house);
	floor->house = sabot_house_new();
	sabot_person_book_free(floor->persons);
	floor->persons = sabot_person_book_new();
	floor->seq = 0;
}

struct sabot_table_service *
sabot_floor_find(struct sabot_floor *floor, const char *name)
{
	return name ? g_hash_table_lookup(floor->by_name, name) : NULL;
}

bool
sabot_floor_counts(const struct sabot_floor *floor, const struct sabot_table_service *table)
{
	bool is_counted = !table->config->is_simulated;

	for (guint i = 0; !is_counted && i < floor->tables->len; i++) {
		const struct sabot_table_service *other = g_ptr_array_index(floor->tables, i);

		if (!other->config->is_simulated)
			return false;
	}
	return true;
}

GBytes *
sabot_floor_last_frame(struct sabot_floor *floor, const struct sabot_table_service *table,
		       int64_t *ret_at_us)
{
	struct sabot_log_state state;
	GBytes *frame;

	if (table->spooled_frame) {
		*ret_at_us = table->spooled_frame_at_us;
		return g_bytes_ref(table->spooled_frame);
	}
	if (!floor->reader ||
	    !sabot_log_get_state(floor->reader, table->config->name, &state, NULL))
		return NULL;
	frame = state.frame ? g_bytes_ref(state.frame) : NULL;
	*ret_at_us = state.frame_at_us;
	sabot_log_state_clear(&state);
	return frame;
}

void
sabot_floor_keep_frame(struct sabot_table_service *table, GBytes *frame, int64_t at_us)
{
	g_clear_pointer(&table->spooled_frame, g_bytes_unref);
	table->spooled_frame = g_bytes_ref(frame);
	table->spooled_frame_at_us = at_us;
}

void
sabot_floor_replay(struct sabot_floor *floor, GPtrArray *records)
{
	for (guint i = 0; i < records->len; i++) {
		const struct sabot_log_record *record = g_ptr_array_index(records, i);
		struct sabot_table_service *table = sabot_floor_find(floor, record->table);

		if (record->seq <= floor->seq)
			continue;
		floor->seq = record->seq;
		if (record->person)
			sabot_person_book_put(floor->persons, record->person);
		if (strcmp(record->table, SABOT_HOUSE_NAME) == 0)
			sabot_house_replay(floor->house, record->seq, record->n, record->line);
		if (!table)
			continue;
		if (record->part) {
			sabot_log_part_free(table->part);
			sabot_table_service_open_part(table, record->part,
						      floor->config->profiles_dir);
		}
		sabot_table_service_replay(table, record->seq, record->n, record->line);
		if (record->frame)
			sabot_floor_keep_frame(table, record->frame, record->frame_at_us);
	}
}
