/*
 * log-to-db DIRECTORY LOG… [--tables N] [--weeks N] [--until N]: puts logs into a database as the
 * daemon would, through the store: parts, loads, chain, a signed checkpoint. With --weeks each log
 * is written so many times, a week later each time and a part each; with --tables under so many
 * names; with --until only so many events of each log. What a database of before has of them
 * already is left alone. For tests and measurements only.
 */
#include "eventlog/derive.h"
#include "eventlog/log-reader.h"
#include "proto/rfc3339.h"
#include "store/keys/key.h"
#include "store/keys/key-find.h"
#include "store/log/log.h"
#include "store/proof/seal.h"
#include "store/db/db-open.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

enum { BATCH = 5000, WEEK_DAYS = 7 };

struct writing {
	struct sabot_db *db;
	GPtrArray *batch;
	int64_t seq, n; /* the last */
	int64_t there;  /* the table's last event of before */
	int until;      /* 0 = all */
	GPtrArray *left_out;
	int part;
	struct sabot_derive *derive; /* of the log at hand: its numbers */
	unsigned before[3];          /* loads, rounds, incidents of earlier parts */
	int64_t by_us;               /* times are moved by so much */
	GError *error;
};

static void
flush(struct writing *writing)
{
	if (writing->error == NULL && writing->batch->len > 0)
		sabot_log_append(writing->db, writing->batch, &writing->error);
	g_ptr_array_set_size(writing->batch, 0);
	g_ptr_array_set_size(writing->left_out, 0);
}

/* The event with its time moved; NULL for the event of a log without times. */
static char *
moved_line(const json_t *object, int64_t by_us, int64_t *ret_at_us)
{
	json_t *copy = json_deep_copy(object);
	const char *at = json_string_value(json_object_get(copy, "at"));
	g_autofree char *later = NULL;
	char *line, *text;

	*ret_at_us = 0;
	if (at != NULL && sabot_time_parse(at, ret_at_us)) {
		*ret_at_us += by_us;
		later = sabot_time_format(*ret_at_us);
		json_object_set_new(copy, "at", json_string(later));
	}
	text = json_dumps(copy, JSON_COMPACT);
	line = g_strdup(text);
	free(text);
	json_decref(copy);
	return line;
}

static struct sabot_log_record *
add_record(struct writing *writing, const char *table, const char *ev)
{
	struct sabot_log_record *record = sabot_log_record_new();
	bool is_written;

	record->n = ++writing->n;
	is_written =
		record->n > writing->there && (writing->until == 0 || record->n <= writing->until);
	record->seq = is_written ? ++writing->seq : 0;
	record->table = g_strdup(table);
	record->ev = g_strdup(ev);
	g_ptr_array_add(is_written ? writing->batch : writing->left_out, record);
	return record;
}

static void
begin_part(struct writing *writing, struct sabot_log_record *record, const char *rules)
{
	record->part = sabot_log_part_new(rules, "");
	record->part->part = ++writing->part;
	record->part->from_n = record->n;
	record->part->from_load = writing->before[0];
	record->part->from_round = writing->before[1];
	record->part->from_incident = writing->before[2];
}

static void
note_load(struct writing *writing, struct sabot_log_record *record)
{
	const struct sabot_table *table = sabot_derive_table(writing->derive);

	record->load = g_new0(struct sabot_log_load, 1);
	record->load->load = table->load.number;
	record->load->n = record->n;
	record->load->part = writing->part;
	record->load->from_round = table->n_rounds;
	record->load->from_incident = table->n_incidents;
}

static void
add_event(struct writing *writing, const struct sabot_log_header *header, const char *table,
	  const json_t *object, const struct sabot_event *event)
{
	struct sabot_log_record *record =
		add_record(writing, table, json_string_value(json_object_get(object, "ev")));

	record->line = moved_line(object, writing->by_us, &record->at_us);
	if (header->is_house)
		return;
	if (writing->derive == NULL) {
		begin_part(writing, record, header->rules.name);
		writing->derive = sabot_derive_new(&header->rules, writing->before[0],
						   writing->before[1], writing->before[2]);
	}
	sabot_derive_step(writing->derive, event);
	if (event->type == SABOT_EVENT_LOAD)
		note_load(writing, record);
}

static void
end_part(struct writing *writing)
{
	const struct sabot_table *table;

	if (writing->derive == NULL)
		return;
	table = sabot_derive_table(writing->derive);
	writing->before[0] = table->load.number;
	writing->before[1] = table->n_rounds;
	writing->before[2] = table->n_incidents;
	g_clear_pointer(&writing->derive, sabot_derive_free);
}

static void
find_there(struct writing *writing, const char *table)
{
	struct sabot_log_state state = {0};

	if (writing->error == NULL &&
	    sabot_log_get_state(writing->db, table, &state, &writing->error))
		writing->there = state.last_n;
	sabot_log_state_clear(&state);
}

/* One log once, its times so many weeks later. */
static void
write_log(struct writing *writing, const char *path, const char *name, int week)
{
	FILE *file = fopen(path, "re");
	struct sabot_log_reader *reader = sabot_log_reader_new(file, NULL);
	char why[SABOT_LOG_ERROR_SIZE] = "";
	struct sabot_log_header header;
	enum sabot_log_status status = SABOT_LOG_ERROR;
	struct sabot_event event;
	const json_t *object;

	writing->by_us = week * WEEK_DAYS * G_TIME_SPAN_DAY;
	if (sabot_log_reader_header(reader, &header, why)) {
		const char *table = name != NULL && !header.is_house ? name : header.table;

		if (week == 0)
			find_there(writing, table);

		while ((status = header.is_house
					 ? sabot_log_reader_next_object(reader, &object, why)
					 : sabot_log_reader_next(reader, &event, &object, why)) ==
		       SABOT_LOG_EVENT) {
			add_event(writing, &header, table, object, &event);
			if (writing->batch->len >= BATCH)
				flush(writing);
		}
	}
	end_part(writing);
	if (status == SABOT_LOG_ERROR && writing->error == NULL)
		g_set_error(&writing->error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: %s", path, why);
	sabot_log_reader_free(reader);
	fclose(file);
}

static void
write_table(struct writing *writing, const char *path, const char *name, int weeks)
{
	writing->n = 0;
	writing->part = 0;
	memset(writing->before, 0, sizeof(writing->before));
	for (int week = 0; week < weeks && writing->error == NULL; week++)
		write_log(writing, path, name, week);
	flush(writing);
}

static void
seal(struct writing *writing, const char *directory)
{
	g_autofree char *path = sabot_key_path(directory);
	struct sabot_key *key = NULL;

	if (writing->error == NULL && !g_file_test(path, G_FILE_TEST_EXISTS))
		key = sabot_key_create(path, "test", &writing->error);
	if (key != NULL)
		sabot_seal_make(writing->db, key, &writing->error);
	sabot_key_free(key);
}

int
main(int argc, char **argv)
{
	int n_tables = 0, weeks = 1, until = 0;
	const GOptionEntry entries[] = {
		{"tables", 0, 0, G_OPTION_ARG_INT, &n_tables, "so many, of each log", "N"},
		{"weeks", 0, 0, G_OPTION_ARG_INT, &weeks, "so often", "N"},
		{"until", 0, 0, G_OPTION_ARG_INT, &until, "so many events of each", "N"},
		G_OPTION_ENTRY_NULL,
	};
	g_autoptr(GOptionContext) context = g_option_context_new("DIRECTORY LOG…");
	struct writing writing = {0};
	g_autofree char *path = NULL;

	g_option_context_add_main_entries(context, entries, NULL);
	if (!g_option_context_parse(context, &argc, &argv, &writing.error) || argc < 3)
		g_error("%s", writing.error ? writing.error->message : "DIRECTORY LOG… is wanted");
	path = g_build_filename(argv[1], "sabot.db", NULL);
	writing.batch = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	writing.left_out = g_ptr_array_new_with_free_func(sabot_log_record_unref);
	writing.until = until;
	writing.db = sabot_db_open(path, SABOT_DB_WRITER, &writing.error);
	if (writing.db != NULL)
		sabot_log_last_seq(writing.db, &writing.seq, &writing.error);
	for (int i = 2; i < argc && writing.error == NULL; i++)
		for (int table = 0; table < MAX(n_tables, 1); table++) {
			g_autofree char *name =
				n_tables > 0 ? g_strdup_printf("T-%02d", table + 1) : NULL;

			write_table(&writing, argv[i], name, weeks);
		}
	seal(&writing, argv[1]);
	if (writing.error != NULL)
		g_error("%s", writing.error->message);
	g_ptr_array_unref(writing.batch);
	g_ptr_array_unref(writing.left_out);
	sabot_db_close(writing.db);
	return 0;
}
