/*
 * A configuration as the daemon holds it, and how one value of its file is read: every key is
 * known and every value checked, so that a mistake is reported at the start and not found at the
 * table. config-file.c reads the whole file.
 */
#include "config-private.h"
#include "profiles/profile.h"

#include <string.h>

static const char database_name[] = "sabot.db";

G_DEFINE_QUARK(sabot - config - error - quark, sabot_config_error)

bool
sabot_config_refuse(const struct sabot_config_reader *reader, const char *key, const char *what,
		    GError **error)
{
	g_set_error(error, SABOT_CONFIG_ERROR, SABOT_CONFIG_ERROR_VALUE, "%s: [%s] %s: %s",
		    reader->path, reader->group, key, what);
	return false;
}

/* NULL if the key is missing. Transferred. */
char *
sabot_config_get_text(const struct sabot_config_reader *reader, const char *key)
{
	g_autofree char *text = g_key_file_get_value(reader->file, reader->group, key, NULL);

	return text ? g_strdup(g_strstrip(text)) : NULL;
}

/* Leaves the result alone if the key is missing. */
bool
sabot_config_read_text(const struct sabot_config_reader *reader, const char *key, char **ret_text,
		       GError **error)
{
	char *text = sabot_config_get_text(reader, key);

	if (!text)
		return true;
	if (text[0] == '\0') {
		g_free(text);
		return sabot_config_refuse(reader, key, "is empty", error);
	}
	g_free(*ret_text);
	*ret_text = text;
	return true;
}

bool
sabot_config_read_number(const struct sabot_config_reader *reader, const char *key,
			 struct sabot_config_bounds bounds, int *ret_number, GError **error)
{
	g_autofree char *text = sabot_config_get_text(reader, key);
	g_autofree char *what = NULL;
	int64_t number;

	if (!text)
		return true;
	if (g_ascii_string_to_signed(text, 10, bounds.min, bounds.max, &number, NULL)) {
		*ret_number = (int)number;
		return true;
	}
	what = g_strdup_printf("\"%s\" is not a whole number from %" G_GINT64_FORMAT
			       " to %" G_GINT64_FORMAT,
			       text, bounds.min, bounds.max);
	return sabot_config_refuse(reader, key, what, error);
}

bool
sabot_config_read_choice(const struct sabot_config_reader *reader, const char *key,
			 const char *const words[2], bool *ret_is_second, GError **error)
{
	g_autofree char *text = sabot_config_get_text(reader, key);
	g_autofree char *what = NULL;

	if (!text)
		return true;
	if (strcmp(text, words[0]) == 0 || strcmp(text, words[1]) == 0) {
		*ret_is_second = strcmp(text, words[1]) == 0;
		return true;
	}
	what = g_strdup_printf("\"%s\" is neither %s nor %s", text, words[0], words[1]);
	return sabot_config_refuse(reader, key, what, error);
}

/* Check that every key of the group is one of `known`, or begins with `prefix`. */
bool
sabot_config_check_keys(const struct sabot_config_reader *reader, const char *const *known,
			const char *prefix, GError **error)
{
	g_auto(GStrv) keys = g_key_file_get_keys(reader->file, reader->group, NULL, NULL);

	for (size_t i = 0; keys && keys[i]; i++) {
		if (!g_strv_contains(known, keys[i]) &&
		    !(prefix && g_str_has_prefix(keys[i], prefix)))
			return sabot_config_refuse(reader, keys[i], "there is no such key here",
						   error);
	}
	return true;
}

bool
sabot_config_check_name(const struct sabot_config_reader *reader, const char *name, GError **error)
{
	if (strcmp(name, "house") == 0) {
		g_set_error(error, SABOT_CONFIG_ERROR, SABOT_CONFIG_ERROR_VALUE,
			    "%s: [%s]: the name \"house\" belongs to the house log", reader->path,
			    reader->group);
		return false;
	}
	if (sabot_machine_is_name(name))
		return true;
	g_set_error(error, SABOT_CONFIG_ERROR, SABOT_CONFIG_ERROR_VALUE,
		    "%s: [%s]: a name has 1 to %d letters, digits, - _ or .", reader->path,
		    reader->group, SABOT_MACHINE_NAME_BYTES_MAX);
	return false;
}

char *
sabot_config_default_socket(void)
{
	const char *runtime = g_getenv("XDG_RUNTIME_DIR");

	return g_build_filename(runtime && runtime[0] ? runtime : "/run", "sabot", "sabotd.sock",
				NULL);
}

char *
sabot_config_database_path(const struct sabot_config *config)
{
	return g_build_filename(config->state_dir, database_name, NULL);
}

char *
sabot_config_mirror_path(const struct sabot_config *config)
{
	return config->mirror_dir ? g_build_filename(config->mirror_dir, database_name, NULL)
				  : NULL;
}

bool
sabot_config_build_rules(const char *profile, const char *profiles_dir, const char *overrides,
			 struct sabot_rules *ret_rules, GError **error)
{
	return sabot_profile_build(profile, profiles_dir, overrides, ret_rules, error);
}

void
sabot_table_config_free(gpointer data)
{
	struct sabot_table_config *table = data;

	g_free(table->name);
	g_free(table->profile);
	g_free(table->overrides);
	g_free(table->pit);
	g_free(table->camera);
	g_free(table);
}

static void
free_records(struct sabot_records_config *records)
{
	if (!records)
		return;
	g_free(records->from);
	g_free(records->origin);
	g_strfreev(records->keys);
	g_free(records);
}

static void
free_device(gpointer data)
{
	struct sabot_device_config *device = data;

	g_free(device->name);
	g_free(device->driver);
	g_free(device->transport);
	g_free(device->journal);
	g_free(device->card_map);
	g_free(device->serial);
	g_free(device);
}

struct sabot_config *
sabot_config_new(const char *path)
{
	struct sabot_config *config = g_new0(struct sabot_config, 1);

	config->tables = g_ptr_array_new_with_free_func(sabot_table_config_free);
	config->devices = g_ptr_array_new_with_free_func(free_device);
	config->machines = g_ptr_array_new_with_free_func(sabot_machine_unref);
	config->path = g_canonicalize_filename(path, NULL);
	return config;
}

void
sabot_config_free(struct sabot_config *config)
{
	if (!config)
		return;
	g_ptr_array_unref(config->tables);
	g_ptr_array_unref(config->devices);
	g_ptr_array_unref(config->machines);
	g_ptr_array_unref(config->upstreams);
	g_ptr_array_unref(config->witnesses);
	free_records(config->records);
	sabot_calendar_free(config->calendar);
	g_free(config->listen);
	g_free(config->certificate);
	g_free(config->key);
	g_free(config->settings);
	g_free(config->site);
	g_free(config->letterhead);
	g_free(config->licence);
	g_free(config->socket);
	g_free(config->state_dir);
	g_free(config->spool_dir);
	g_free(config->mirror_dir);
	g_free(config->profiles_dir);
	g_free(config->archive_dir);
	g_free(config->path);
	g_free(config);
}
