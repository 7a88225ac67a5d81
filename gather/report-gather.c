/* From event logs in files to facts: see report-gather.h. report-database.c reads databases. */
#include "report-gather.h"

#include "report-database.h"
#include "report-derive.h"
#include "report-odds.h"
#include "eventlog/house-log.h"
#include "eventlog/log-reader.h"
#include "proto/messages/event-line.h"

#include <errno.h>
#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

static bool
fail(const char *path, unsigned line, const char *why, GError **error)
{
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: line %u: %s", path, line, why);
	return false;
}

static bool
read_house(struct sabot_log_reader *reader, const char *path, struct sabot_facts *facts,
	   GError **error)
{
	char why[SABOT_LOG_ERROR_SIZE];
	enum sabot_log_status status;
	const json_t *event;

	while ((status = sabot_log_reader_next_object(reader, &event, why)) == SABOT_LOG_EVENT) {
		sabot_facts_add_house(facts, sabot_log_reader_line(reader) - 1,
				      sabot_event_line_time(event), json_deep_copy(event));
	}
	return status == SABOT_LOG_END || fail(path, sabot_log_reader_line(reader), why, error);
}

static struct sabot_facts_table *
table_of(struct sabot_facts *facts, const char *name)
{
	for (guint i = 0; i < facts->tables->len; i++) {
		struct sabot_facts_table *table = g_ptr_array_index(facts->tables, i);

		if (strcmp(table->name, name) == 0)
			return table;
	}
	return sabot_facts_add_table(facts, name);
}

static bool
read_table(struct sabot_log_reader *reader, const struct sabot_log_header *header, const char *path,
	   struct sabot_facts *facts, GError **error)
{
	const unsigned before[] = {header->from_load, header->from_round, header->from_incident};
	struct report_derive *derive = report_derive_new(&header->rules, "", 1, before);
	char why[SABOT_LOG_ERROR_SIZE];
	enum sabot_log_status status;
	struct sabot_event event;
	const json_t *object;

	while ((status = sabot_log_reader_next(reader, &event, &object, why)) == SABOT_LOG_EVENT) {
		if (report_derive_event(derive, object, error))
			continue;
		g_prefix_error(error, "%s: line %u: ", path, sabot_log_reader_line(reader));
		report_derive_free(derive);
		return false;
	}
	if (status == SABOT_LOG_ERROR) {
		report_derive_free(derive);
		return fail(path, sabot_log_reader_line(reader), why, error);
	}
	g_ptr_array_add(table_of(facts, header->table)->sheets, report_derive_finish(derive, true));
	return true;
}

static bool
read_log(const struct report_source *source, const char *path, struct sabot_facts *facts,
	 GError **error)
{
	FILE *file = fopen(path, "re");
	struct sabot_log_reader *reader;
	struct sabot_log_header header;
	char why[SABOT_LOG_ERROR_SIZE];
	bool is_read;

	if (file == NULL) {
		g_set_error(error, G_IO_ERROR, g_io_error_from_errno(errno), "%s: %s", path,
			    g_strerror(errno));
		return false;
	}
	reader = sabot_log_reader_new(file, source->profiles);
	if (!sabot_log_reader_header(reader, &header, why))
		is_read = fail(path, 1, why, error);
	else if (header.is_house)
		is_read = read_house(reader, path, facts, error);
	else
		is_read = !report_source_wants(source, header.table) ||
			  read_table(reader, &header, path, facts, error);
	sabot_log_reader_free(reader);
	fclose(file);
	return is_read;
}

bool
report_gather(const struct report_source *source, struct sabot_facts *facts, GError **error)
{
	g_autofree char *kept = report_source_directory(source);

	report_odds_attach(facts, source->profiles, kept);
	if (report_source_is_of_databases(source))
		return report_gather_database(source, facts, error);
	for (guint i = 0; source->paths[i] != NULL; i++)
		if (!read_log(source, source->paths[i], facts, error))
			return false;
	return true;
}
