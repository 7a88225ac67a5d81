/* The source of a report: see report-source.h. */
#include "report-source.h"

#include "engine/rules/rules-set.h"
#include "profiles/profile.h"

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
report_source_is_of_databases(const struct report_source *source)
{
	guint n_paths = 0;

	while (source->paths[n_paths] != NULL && report_source_is_database(source->paths[n_paths]))
		n_paths++;
	return n_paths > 0 && source->paths[n_paths] == NULL;
}

char *
report_source_directory(const struct report_source *source)
{
	g_autofree char *beside = NULL;

	if (source->is_fresh || source->digest != NULL)
		return source->is_fresh ? NULL : g_strdup(source->digest);
	if (!report_source_is_of_databases(source))
		return NULL;
	beside = g_path_get_dirname(source->paths[0]);
	return g_access(beside, W_OK) == 0 ? g_build_filename(beside, DIGEST_DIRECTORY, NULL)
					   : NULL;
}

bool
report_source_build_rules(const char *profile, const char *profiles, const char *overrides,
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
