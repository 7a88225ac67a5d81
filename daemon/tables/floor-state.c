/* See floor-state.h. */
#include "floor-state.h"

#include "store/log/log.h"

#include <string.h>

void
sabot_floor_reset(struct sabot_floor *floor)
{
	const GPtrArray *configs = floor->config->tables;

	g_ptr_array_set_size(floor->tables, 0);
	for (guint i = 0; i < configs->len; i++)
		g_ptr_array_add(floor->tables,
				sabot_table_service_new(g_ptr_array_index(configs, i)));
	sabot_house_free(floor->house);
	floor->house = sabot_house_new();
	sabot_person_book_free(floor->persons);
	floor->persons = sabot_person_book_new();
	floor->seq = 0;
}

struct sabot_table_service *
sabot_floor_find(struct sabot_floor *floor, const char *name)
{
	for (guint i = 0; i < floor->tables->len; i++) {
		struct sabot_table_service *table = g_ptr_array_index(floor->tables, i);

		if (g_strcmp0(table->config->name, name) == 0)
			return table;
	}
	return NULL;
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
