/* Event logs in files to facts: see report-gather.h. Databases are report-database.c's. */
#include "report-gather.h"

#include "report-derive.h"
#include "eventlog/house-log.h"
#include "eventlog/log-reader.h"
#include "profiles/profile.h"
#include "proto/messages/event-line.h"
#include "engine/rules/rules-set.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#define DIGEST_DIRECTORY "report-sheets"

bool
report_source_is_database(const char *path)
{
	static const char magic[] = "SQLite format 3";
	char head[sizeof(magic)] = "";
	FILE *file = fopen(path, "re");
	size_t length = file != NULL ? fread(head, 1, sizeof(head), file) : 0;

	if (file != NULL)
		fclose(file);
	return length == sizeof(head) && memcmp(head, magic, sizeof(magic)) == 0;
}

bool
report_source_wants(const struct report_source *source, const char *table)
{
	return source->tables == NULL ||
	       g_strv_contains((const char *const *)source->tables, table);
}

bool
report_gather_rules(const char *profile, const char *profiles, const char *overrides,
		    struct sabot_rules *ret_rules, GError **error)
{
	g_auto(GStrv) lines = g_strsplit(overrides, "\n", -1);
	char why[SABOT_RULES_ERROR_SIZE];
	struct sabot_rules rules;

	if (!sabot_profile_load(profile, profiles, &rules, error))
		return false;
	for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++) {
		g_auto(GStrv) pair = g_strsplit(lines[i], "=", 2);

		if (pair[1] != NULL && sabot_rules_set(&rules, pair[0], pair[1], why))
			continue;
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: %s", profile,
			    pair[1] != NULL ? why : lines[i]);
		return false;
	}
	*ret_rules = rules;
	return true;
}

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

static bool
is_database(const struct report_source *source)
{
	return source->paths[0] != NULL && source->paths[1] == NULL &&
	       report_source_is_database(source->paths[0]);
}

char *
report_source_directory(const struct report_source *source)
{
	g_autofree char *beside = NULL;

	if (source->is_fresh || source->digest != NULL)
		return source->is_fresh ? NULL : g_strdup(source->digest);
	if (!is_database(source))
		return NULL;
	beside = g_path_get_dirname(source->paths[0]);
	return g_access(beside, W_OK) == 0 ? g_build_filename(beside, DIGEST_DIRECTORY, NULL)
					   : NULL;
}

bool
report_gather(const struct report_source *source, struct sabot_facts *facts, GError **error)
{
	g_autofree char *kept = report_source_directory(source);

	report_odds_attach(facts, source->profiles, kept);
	if (is_database(source))
		return report_gather_database(source, facts, error);
	for (guint i = 0; source->paths[i] != NULL; i++)
		if (!read_log(source, source->paths[i], facts, error))
			return false;
	return true;
}
