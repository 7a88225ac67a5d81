/* Reads [house], [privacy], [table NAME] and [device NAME] of a key file: see report-config.h. */
#include "report-config.h"

#include "devices/shoe/shoe-driver.h"

#include <gio/gio.h>
#include <string.h>

#define DEVICE_GROUP "device "

/* Without a configuration the day begins at six. */
static bool
set_calendar(struct sabot_facts *facts, GKeyFile *file, const char *zone, GError **error)
{
	g_autofree char *begins = g_key_file_get_string(file, "house", "gaming_day", NULL);
	g_autofree char *shifts = g_key_file_get_string(file, "house", "shifts", NULL);
	g_autofree char *place = zone != NULL
					 ? g_strdup(zone)
					 : g_key_file_get_string(file, "house", "time_zone", NULL);
	g_autofree char *counts = g_key_file_get_string(file, "house", "drop_counts", NULL);
	g_autofree char *word = NULL;
	char *why = NULL;

	facts->calendar =
		sabot_calendar_new(begins != NULL ? begins : "06:00", shifts, place, &why);
	if (facts->calendar == NULL || !sabot_formula_parse(counts, &facts->formula, &word)) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "[house] %s",
			    why != NULL ? why : word);
		g_free(why);
		return false;
	}
	g_time_zone_unref(facts->zone);
	facts->zone = g_time_zone_ref(facts->calendar->zone);
	return true;
}

/* What stands on paper beside the figures. */
static void
set_paper(struct sabot_facts *facts, GKeyFile *file)
{
	g_autofree char *names = g_key_file_get_string(file, "paper", "names", NULL);

	facts->letterhead = g_key_file_get_string(file, "paper", "letterhead", NULL);
	facts->licence = g_key_file_get_string(file, "paper", "licence", NULL);
	facts->cash_threshold_minor =
		MAX(g_key_file_get_int64(file, "house", "cash_threshold", NULL), 0);
	facts->names_signers = g_strcmp0(names, "off") != 0;
}

bool
report_config_read(struct sabot_facts *facts, GKeyFile *file, const struct report_config *config,
		   GError **error)
{
	g_autofree char *site = NULL, *people = NULL;

	if (config->path != NULL &&
	    !g_key_file_load_from_file(file, config->path, G_KEY_FILE_NONE, error)) {
		g_prefix_error(error, "%s: ", config->path);
		return false;
	}
	site = g_key_file_get_string(file, "daemon", "site", NULL);
	people = g_key_file_get_string(file, "privacy", "people", NULL);
	facts->hides_people = g_strcmp0(people, "on") == 0 && config->without_people;
	facts->names_people = g_strcmp0(people, "on") == 0 && !facts->hides_people;
	set_paper(facts, file);
	if (site != NULL) {
		g_free(facts->site);
		facts->site = g_steal_pointer(&site);
	}
	return set_calendar(facts, file, config->zone, error);
}

/* A make is what the driver says that it reads. */
static void
fill_makes(struct sabot_facts *facts, GKeyFile *file)
{
	g_auto(GStrv) groups = g_key_file_get_groups(file, NULL);

	for (guint i = 0; groups[i] != NULL; i++) {
		g_autofree char *id = g_key_file_get_string(file, groups[i], "driver", NULL);
		const struct sabot_shoe_driver *driver =
			id != NULL && g_str_has_prefix(groups[i], DEVICE_GROUP)
				? sabot_shoe_driver_find(id)
				: NULL;

		if (driver != NULL)
			g_hash_table_insert(facts->makes,
					    g_strdup(groups[i] + strlen(DEVICE_GROUP)),
					    g_strdup(driver->name));
	}
}

void
report_config_fill_tables(struct sabot_facts *facts, GKeyFile *file)
{
	for (guint i = 0; i < facts->tables->len; i++) {
		struct sabot_facts_table *table = g_ptr_array_index(facts->tables, i);
		g_autofree char *group = g_strdup_printf("table %s", table->name);

		table->camera = g_key_file_get_string(file, group, "camera", NULL);
		table->device = g_key_file_get_string(file, group, "device", NULL);
	}
	fill_makes(facts, file);
}
