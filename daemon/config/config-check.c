/*
 * Checks of the configuration as a whole, and of what it refers to: places, and lines that two
 * shoes would share.
 */
#include "config-check.h"

#include "config-private.h"

#include <stdlib.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>

/* A key of a group that names a place on this machine. */
struct place {
	const char *group, *key, *path; /* path NULL: none */
};

static bool
check_place(struct sabot_config_reader *reader, const struct place *place, GError **error)
{
	reader->group = place->group;
	return !place->path || place->path[0] == '/' ||
	       sabot_config_refuse(reader, place->key, "is no absolute path", error);
}

static bool
check_places(struct sabot_config_reader *reader, GError **error)
{
	const struct sabot_config *config = reader->config;
	const struct place places[] = {
		{"daemon", "socket", config->socket},
		{"daemon", "state_dir", config->state_dir},
		{"daemon", "spool_dir", config->spool_dir},
		{"daemon", "mirror", config->mirror_dir},
		{"daemon", "profiles", config->profiles_dir},
		{"daemon", "certificate", config->certificate},
		{"daemon", "key", config->key},
		{"archive", "dir", config->archive_dir},
	};
	g_autofree char *what = NULL;
	size_t bytes_max = sizeof(((struct sockaddr_un *)NULL)->sun_path) - 1;

	for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
		if (!check_place(reader, &places[i], error))
			return false;
	}
	reader->group = "daemon";
	if (g_strcmp0(config->mirror_dir, config->state_dir) == 0)
		return sabot_config_refuse(reader, "mirror", "is the database itself", error);
	if (strlen(config->socket) <= bytes_max)
		return true;
	what = g_strdup_printf("a socket's path has at most %zu bytes", bytes_max);
	reader->group = "daemon";
	return sabot_config_refuse(reader, "socket", what, error);
}

/* The target of a line, the same however it is written. Transferred. */
static char *
target_of(const char *transport)
{
	static const char *const of_files[] = {"serial:", "hidraw:", "pty:"};

	for (size_t i = 0; i < G_N_ELEMENTS(of_files); i++) {
		g_autofree char *path = NULL;
		char *real;

		if (!g_str_has_prefix(transport, of_files[i]))
			continue;
		path = g_canonicalize_filename(transport + strlen(of_files[i]), "/");
		real = realpath(path, NULL);
		if (real) {
			g_free(path);
			path = g_strdup(real);
		}
		free(real);
		return g_steal_pointer(&path);
	}
	return g_ascii_strdown(transport, -1);
}

/*
 * Two shoes on one line would take each other's cards; a recording may be played twice. `used` has
 * the device of each line before: target → struct sabot_device_config, borrowed.
 */
static bool
check_line(struct sabot_config_reader *reader, GHashTable *used, struct sabot_device_config *device,
	   GError **error)
{
	g_autofree char *target = target_of(device->transport), *what = NULL;
	const struct sabot_device_config *other = g_hash_table_lookup(used, target);

	if (g_str_has_prefix(target, "replay:"))
		return true;
	if (!other) {
		g_hash_table_insert(used, g_steal_pointer(&target), device);
		return true;
	}
	what = g_strdup_printf("[device %s] is on this line already: %s", other->name,
			       other->transport);
	return sabot_config_refuse(reader, "transport", what, error);
}

static bool
check_device(struct sabot_config_reader *reader, GHashTable *used,
	     struct sabot_device_config *device, GError **error)
{
	g_autofree char *group = g_strdup_printf("device %s", device->name);
	const struct place journal = {group, "journal", device->journal};

	return check_place(reader, &journal, error) && check_line(reader, used, device, error);
}

bool
sabot_config_check_whole(struct sabot_config_reader *reader, GError **error)
{
	const GPtrArray *devices = reader->config->devices;
	g_autoptr(GHashTable) used = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	bool is_good = check_places(reader, error);

	for (guint i = 0; is_good && i < devices->len; i++)
		is_good = check_device(reader, used, g_ptr_array_index(devices, i), error);
	return is_good;
}

/* The directory itself, or where it would be created: the nearest existing one above it. */
static char *
find_existing(const char *directory)
{
	char *path = g_strdup(directory);

	while (!g_file_test(path, G_FILE_TEST_EXISTS) && strcmp(path, "/") != 0) {
		char *above = g_path_get_dirname(path);

		g_free(path);
		path = above;
	}
	return path;
}

static bool
check_directory(const struct sabot_config *config, const char *what, const char *directory,
		GError **error)
{
	g_autofree char *existing = find_existing(directory);
	bool is_there = strcmp(existing, directory) == 0;
	const char *why = NULL;

	if (!g_file_test(existing, G_FILE_TEST_IS_DIR))
		why = "is no directory";
	else if (access(existing, W_OK | X_OK) != 0)
		why = "cannot be written by this user";
	if (!why)
		return true;
	if (is_there)
		g_set_error(error, SABOT_CONFIG_ERROR, SABOT_CONFIG_ERROR_VALUE, "%s: %s: %s %s",
			    config->path, what, directory, why);
	else
		g_set_error(error, SABOT_CONFIG_ERROR, SABOT_CONFIG_ERROR_VALUE,
			    "%s: %s: %s does not exist and cannot be made: %s %s", config->path,
			    what, directory, existing, why);
	return false;
}

bool
sabot_config_check_directories(const struct sabot_config *config, GError **error)
{
	g_autofree char *socket_dir = g_path_get_dirname(config->socket);

	return check_directory(config, "[daemon] state_dir", config->state_dir, error) &&
	       check_directory(config, "[daemon] spool_dir", config->spool_dir, error) &&
	       check_directory(config, "[daemon] socket", socket_dir, error) &&
	       (!config->mirror_dir ||
		check_directory(config, "[daemon] mirror", config->mirror_dir, error)) &&
	       (!config->archive_dir ||
		check_directory(config, "[archive] dir", config->archive_dir, error));
}

bool
sabot_config_check_profiles(const struct sabot_config *config, GError **error)
{
	if (!config->profiles_dir || g_file_test(config->profiles_dir, G_FILE_TEST_IS_DIR))
		return true;
	g_set_error(error, SABOT_CONFIG_ERROR, SABOT_CONFIG_ERROR_VALUE,
		    "%s: [daemon] profiles: %s is no directory", config->path,
		    config->profiles_dir);
	return false;
}
