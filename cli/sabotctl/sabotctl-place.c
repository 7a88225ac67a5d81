/*
 * The configuration's keys are read as they stand: whether it is a good one is the daemon's affair.
 */
#include "sabotctl-place.h"

#include "store/db/db.h"

#include <glib/gi18n.h>

bool
sabotctl_place_read(struct sabotctl_place *ret_place, const char *config, const char *table,
		    GError **error)
{
	g_autofree char *group = g_strdup_printf("table %s", table);
	g_autoptr(GKeyFile) file = g_key_file_new();
	g_autofree char *zone = NULL, *people = NULL;

	if (!config)
		return true;
	if (!g_key_file_load_from_file(file, config, G_KEY_FILE_NONE, error)) {
		g_prefix_error(error, "%s: ", config);
		return false;
	}
	ret_place->house = g_key_file_get_string(file, "daemon", "site", NULL);
	ret_place->letterhead = g_key_file_get_string(file, "paper", "letterhead", NULL);
	ret_place->licence = g_key_file_get_string(file, "paper", "licence", NULL);
	people = g_key_file_get_string(file, "privacy", "people", NULL);
	ret_place->names_people = g_strcmp0(people, "on") == 0;
	ret_place->camera = g_key_file_get_string(file, group, "camera", NULL);
	zone = g_key_file_get_string(file, "house", "time_zone", NULL);
	if (zone)
		ret_place->zone = g_time_zone_new_identifier(zone);
	if (!zone || ret_place->zone)
		return true;
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED, "%s: %s", zone,
		    _("there is no such time zone"));
	return false;
}

void
sabotctl_place_clear(struct sabotctl_place *place)
{
	g_free(place->house);
	g_free(place->camera);
	g_free(place->letterhead);
	g_free(place->licence);
	if (place->zone)
		g_time_zone_unref(place->zone);
}
