/* Logs to views: see replay.h. */
#include "replay-views.h"

#include "view/table-view.h"
#include "eventlog/derive.h"
#include "eventlog/log-reader.h"

#include <string.h>

static void
show(struct sabot_derive *derive, replay_view_fn *fn, gpointer data)
{
	struct sabot_wire_view *view = sabot_record_new(&sabot_wire_view_type);
	const struct sabot_table *table = sabot_derive_table(derive);

	view->table = g_strdup("T-1");
	view->is_saved = true;
	sabot_table_view_fill(view, table);
	fn(view, &table->rules, data);
	sabot_record_unref(view);
}

static void
replay_events(struct sabot_log_reader *reader, const struct sabot_log_header *header,
	      replay_view_fn *fn, gpointer data)
{
	struct sabot_derive *derive = sabot_derive_new(&header->rules, header->from_load,
						       header->from_round, header->from_incident);
	char error[SABOT_LOG_ERROR_SIZE];
	struct sabot_event event;

	show(derive, fn, data);
	while (sabot_log_reader_next(reader, &event, NULL, error) == SABOT_LOG_EVENT) {
		sabot_derive_step(derive, &event);
		show(derive, fn, data);
	}
	sabot_derive_free(derive);
}

static bool
replay_log(const char *path, replay_view_fn *fn, gpointer data)
{
	FILE *file = fopen(path, "r");
	struct sabot_log_reader *reader;
	struct sabot_log_header header;
	char error[SABOT_LOG_ERROR_SIZE];
	bool is_table;

	if (!file)
		return false;
	reader = sabot_log_reader_new(file, NULL);
	is_table = sabot_log_reader_header(reader, &header, error) && !header.is_house;
	if (is_table)
		replay_events(reader, &header, fn, data);
	sabot_log_reader_free(reader);
	fclose(file);
	return is_table;
}

static int
compare_names(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

guint
replay_directory(const char *path, replay_view_fn *fn, gpointer data)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GDir) directory = g_dir_open(path, 0, NULL);
	const char *name;
	guint n = 0;

	while (directory && (name = g_dir_read_name(directory))) {
		if (g_str_has_suffix(name, ".ndjson"))
			g_ptr_array_add(names, g_build_filename(path, name, NULL));
	}
	g_ptr_array_sort(names, compare_names);
	for (guint i = 0; i < names->len; i++)
		n += replay_log(g_ptr_array_index(names, i), fn, data) ? 1 : 0;
	return n;
}
