/*
 * See floor-copy.h. Another process appends to the file. Each refresh replays the events behind
 * those replayed before; a table continues from part to part, as at the house.
 */
#include "floor-copy.h"
#include "log-replay.h"

#include "proto/messages/event-line.h"
#include "store/db/db-open.h"
#include "store/log/log.h"
#include "store/proof/seal.h"

#include <string.h>

/* The rules of a table whose own cannot be read here: it is quarantined. */
static const char fallback_rules[] = "punto-banco-es";

struct sabot_floor_copy {
	const struct sabot_config *config;
	char *path;
	struct sabot_floor *floor;
	GPtrArray *tables; /* of struct sabot_table_config */
	struct sabot_wire_records *state;
};

static bool
read_mark(int64_t seq, int64_t n, const char *line, void *data)
{
	bool *is_simulated = data;

	(void)seq;
	(void)n;
	*is_simulated = sabot_event_text_is_simulated(line);
	return false;
}

/* A table is what the last part of its log says. */
static bool
fill_config(const struct sabot_floor_copy *copy, struct sabot_db *db,
	    struct sabot_table_config *table, const struct sabot_log_part *part, GError **error)
{
	const struct sabot_log_range first = {table->name, part->from_n, part->from_n + 1};

	g_free(table->profile);
	g_free(table->overrides);
	table->profile = g_strdup(part->rules);
	table->overrides = g_strdup(part->overrides);
	if (!sabot_config_build_rules(part->rules, copy->config->profiles_dir, part->overrides,
				      &table->rules, NULL) &&
	    !sabot_config_build_rules(fallback_rules, NULL, "", &table->rules, error))
		return false;
	return sabot_log_read(db, &first, read_mark, &table->is_simulated, error);
}

static struct sabot_table_config *
find_config(const struct sabot_floor_copy *copy, const char *name)
{
	for (guint i = 0; i < copy->tables->len; i++) {
		struct sabot_table_config *table = g_ptr_array_index(copy->tables, i);

		if (strcmp(table->name, name) == 0)
			return table;
	}
	return NULL;
}

/* A new table begins with the last part of its log, as at a start. NULL with an error. Borrowed. */
static struct sabot_table_service *
add_table(struct sabot_floor_copy *copy, struct sabot_db *db, const char *name,
	  const struct sabot_log_part *part, GError **error)
{
	struct sabot_table_config *config = g_new0(struct sabot_table_config, 1);
	struct sabot_table_service *table;

	config->name = g_strdup(name);
	if (!fill_config(copy, db, config, part, error)) {
		sabot_table_config_free(config);
		return NULL;
	}
	g_ptr_array_add(copy->tables, config);
	table = sabot_floor_add_replayed(copy->floor, config);
	sabot_table_service_open_part(table, part, copy->config->profiles_dir);
	return table;
}

/* The table continues in the next part of its log, with the rules of that. */
static bool
begin_part(struct sabot_floor_copy *copy, struct sabot_db *db, struct sabot_table_service *table,
	   const struct sabot_log_part *part, GError **error)
{
	if (!fill_config(copy, db, find_config(copy, table->config->name), part, error))
		return false;
	sabot_log_part_free(table->part);
	sabot_table_service_open_part(table, part, copy->config->profiles_dir);
	return true;
}

/* Up to the end of its part; the next one begins then, if there is one. */
static bool
continue_part(struct sabot_floor_copy *copy, struct sabot_db *db, struct sabot_table_service *table,
	      bool *ret_has_next, GError **error)
{
	g_autoptr(GError) failure = NULL;
	struct sabot_log_part *next =
		sabot_log_get_part(db, table->config->name, table->part->part + 1, &failure);
	int64_t to_n = next ? next->from_n : INT64_MAX;
	bool is_read = !failure && sabot_replay_table(db, table, to_n, error) &&
		       (!next || begin_part(copy, db, table, next, error));

	*ret_has_next = next != NULL;
	sabot_log_part_free(next);
	if (failure)
		g_propagate_error(error, g_steal_pointer(&failure));
	return is_read;
}

static bool
continue_table(struct sabot_floor_copy *copy, struct sabot_db *db, const char *name, GError **error)
{
	struct sabot_table_service *table = sabot_floor_find(copy->floor, name);
	bool is_read = true, has_next = true;
	struct sabot_log_state state;

	if (!sabot_log_get_state(db, name, &state, error))
		return false;
	if (!table && state.part) {
		table = add_table(copy, db, name, state.part, error);
		is_read = table != NULL;
	}
	sabot_log_state_clear(&state);
	while (table && is_read && has_next)
		is_read = continue_part(copy, db, table, &has_next, error);
	return is_read;
}

static bool
continue_logs(struct sabot_floor_copy *copy, struct sabot_db *db, GError **error)
{
	g_autoptr(GPtrArray) logs = sabot_log_list(db, error);

	if (!logs || !sabot_replay_house(db, sabot_floor_get_house(copy->floor), error))
		return false;
	for (guint i = 0; i < logs->len; i++) {
		const char *name = g_ptr_array_index(logs, i);

		if (strcmp(name, SABOT_HOUSE_NAME) != 0 && !continue_table(copy, db, name, error))
			return false;
	}
	return true;
}

/* The tables are of the time of the last checkpoint. */
static void
mark_tables(struct sabot_floor_copy *copy)
{
	const GPtrArray *tables = sabot_floor_get_tables(copy->floor);
	const struct sabot_wire_records *state = copy->state;

	for (guint i = 0; i < tables->len; i++) {
		struct sabot_table_service *table = g_ptr_array_index(tables, i);
		struct sabot_wire_away *away = sabot_record_new(&sabot_wire_away_type);

		away->daemon = g_strdup(copy->config->site);
		away->why = g_strdup(state->why ? state->why : "");
		away->since_us = state->asked_us;
		away->until_us = state->until_us;
		sabot_record_unref(table->copy);
		table->copy = away;
	}
}

static struct sabot_db *
open_reader(struct sabot_floor_copy *copy, GError **error)
{
	if (!sabot_floor_get_reader(copy->floor))
		sabot_floor_set_reader(copy->floor,
				       sabot_db_open(copy->path, SABOT_DB_READER, error));
	return sabot_floor_get_reader(copy->floor);
}

static bool
read_file(struct sabot_floor_copy *copy, GError **error)
{
	struct sabot_db *db = open_reader(copy, error);
	struct sabot_seal last;
	bool is_read;
	int64_t seq;

	if (!db || !sabot_log_last_seq(db, &seq, error) || !sabot_seal_read_last(db, &last, error))
		return false;
	copy->state->until_us = last.number ? last.at_us : SABOT_TIME_NONE;
	sabot_seal_clear(&last);
	if (seq == sabot_floor_get_seq(copy->floor))
		return true;
	sabot_floor_begin_replay(copy->floor, seq);
	is_read = continue_logs(copy, db, error);
	mark_tables(copy);
	sabot_floor_end_replay(copy->floor);
	if (!is_read)
		sabot_floor_set_seq(copy->floor, 0); /* tried again at the next refresh */
	return is_read;
}

/* Only what is said of the copy has changed. */
static void
publish_marks(struct sabot_floor_copy *copy)
{
	const GPtrArray *tables = sabot_floor_get_tables(copy->floor);

	mark_tables(copy);
	for (guint i = 0; i < tables->len; i++)
		sabot_floor_republish(copy->floor, g_ptr_array_index(tables, i));
}

bool
sabot_floor_copy_refresh(struct sabot_floor_copy *copy, const char *why, GError **error)
{
	bool has_changed = g_strcmp0(why, copy->state->why) != 0;

	g_free(copy->state->why);
	copy->state->why = g_strdup(why);
	if (!why)
		copy->state->asked_us = g_get_real_time();
	if (!why && !read_file(copy, error))
		return false;
	if (has_changed)
		publish_marks(copy);
	return true;
}

struct sabot_floor_copy *
sabot_floor_copy_new(const struct sabot_config *config, const char *path)
{
	struct sabot_floor_copy *copy = g_new0(struct sabot_floor_copy, 1);
	g_autoptr(GError) error = NULL;

	copy->config = config;
	copy->path = g_strdup(path);
	copy->floor = sabot_floor_new_shown(config);
	/* The copy is signed if there are keys by which that is proven. */
	sabot_floor_set_key(copy->floor,
			    (struct sabot_floor_key){.line = g_strdup(config->records->keys[0])});
	copy->tables = g_ptr_array_new_with_free_func(sabot_table_config_free);
	copy->state = sabot_record_new(&sabot_wire_records_type);
	copy->state->why = g_strdup("the core was not asked yet");
	if (g_file_test(path, G_FILE_TEST_EXISTS) && !read_file(copy, &error))
		g_critical("the copy of the records cannot be shown: %s", error->message);
	return copy;
}

void
sabot_floor_copy_free(struct sabot_floor_copy *copy)
{
	if (!copy)
		return;
	sabot_floor_free(copy->floor);
	g_ptr_array_unref(copy->tables);
	sabot_record_unref(copy->state);
	g_free(copy->path);
	g_free(copy);
}

struct sabot_floor *
sabot_floor_copy_get_floor(const struct sabot_floor_copy *copy)
{
	return copy->floor;
}

const struct sabot_wire_records *
sabot_floor_copy_get_state(const struct sabot_floor_copy *copy)
{
	return copy->state;
}
