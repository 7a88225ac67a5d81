/* See forward-config.h. */
#include "forward-config.h"

#include "core-link.h"

#include <string.h>

enum { FORWARD_WAIT_MAX_S = 600, FORWARD_ROWS_MAX_DAYS = 400 };

static const char group[] = "forward";

static const struct key {
	const char *name;
	size_t offset;
	const char *usual; /* the default; NULL: none */
	bool is_wanted;
} keys[] = {
	{"core", offsetof(struct sabot_forward_config, core), NULL, true},
	{"database", offsetof(struct sabot_forward_config, database), "/var/lib/sabot/sabot.db",
	 false},
	{"archive_dir", offsetof(struct sabot_forward_config, archive_dir), NULL, false},
	{"site", offsetof(struct sabot_forward_config, site), "", false},
	{"status", offsetof(struct sabot_forward_config, status), "/run/sabot-forward/status.json",
	 false},
	{"wait_s", offsetof(struct sabot_forward_config, wait_s), "2", false},
	{"rows_days", offsetof(struct sabot_forward_config, rows_days), "30", false},
	{"socket", offsetof(struct sabot_forward_config, socket), "/run/sabot/sabotd.sock", false},
};

static bool
refuse(GError **error, const char *key, const char *why)
{
	g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE, "[%s] %s: %s", group,
		    key, why);
	return false;
}

static char **
get_value(struct sabot_forward_config *config, const struct key *key)
{
	return (char **)((char *)config + key->offset);
}

static bool
read_key(GKeyFile *file, const struct key *key, struct sabot_forward_config *config, GError **error)
{
	g_autoptr(GError) failure = NULL;
	char *text = g_key_file_get_string(file, group, key->name, &failure);

	if (!text && !g_error_matches(failure, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_KEY_NOT_FOUND))
		return refuse(error, key->name, failure->message);
	if (!text && key->is_wanted)
		return refuse(error, key->name, "is missing");
	*get_value(config, key) = text ? text : g_strdup(key->usual);
	return true;
}

static bool
check_names(GKeyFile *file, GError **error)
{
	g_auto(GStrv) groups = g_key_file_get_groups(file, NULL);
	g_auto(GStrv) names = g_key_file_get_keys(file, group, NULL, NULL);

	for (size_t i = 0; groups[i]; i++) {
		if (strcmp(groups[i], group) != 0)
			return refuse(error, groups[i], "there is no such group");
	}
	for (size_t i = 0; names && names[i]; i++) {
		bool is_known = false;

		for (size_t j = 0; j < G_N_ELEMENTS(keys); j++)
			is_known |= strcmp(names[i], keys[j].name) == 0;
		if (!is_known)
			return refuse(error, names[i], "there is no such key");
	}
	return names != NULL || refuse(error, "core", "is missing");
}

static bool
read_all(const char *path, struct sabot_forward_config *config, GError **error)
{
	g_autoptr(GKeyFile) file = g_key_file_new();

	if (!g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, error) ||
	    !check_names(file, error))
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
		if (!read_key(file, &keys[i], config, error))
			return false;
	}
	if (!g_ascii_string_to_signed(config->wait_s, 10, 1, FORWARD_WAIT_MAX_S, &config->wait_us,
				      NULL))
		return refuse(error, "wait_s", "is a whole number from 1 to 600");
	config->wait_us *= G_USEC_PER_SEC;
	if (!g_ascii_string_to_signed(config->rows_days, 10, 0, FORWARD_ROWS_MAX_DAYS,
				      &config->rows_us, NULL))
		return refuse(error, "rows_days", "is a whole number from 0 to 400");
	config->rows_us *= G_TIME_SPAN_DAY;
	return sabot_core_is_address(config->core) ||
	       refuse(error, "core", "begins with postgresql://");
}

struct sabot_forward_config *
sabot_forward_config_read(const char *path, GError **error)
{
	struct sabot_forward_config *config = g_new0(struct sabot_forward_config, 1);

	if (read_all(path, config, error))
		return config;
	g_prefix_error(error, "%s: ", path);
	sabot_forward_config_free(config);
	return NULL;
}

void
sabot_forward_config_free(struct sabot_forward_config *config)
{
	if (!config)
		return;
	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
		g_free(*get_value(config, &keys[i]));
	g_free(config);
}
