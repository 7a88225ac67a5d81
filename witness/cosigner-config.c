/* See cosigner-config.h. */
#include "cosigner-config.h"

#include "store/proof/log-head.h"

#include <string.h>

static const char witness_group[] = "witness", log_start[] = "log ";

static bool
refuse(GError **error, const char *group, const char *key, const char *why)
{
	g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE, "[%s] %s: %s", group,
		    key, why);
	return false;
}

static void
free_log(gpointer data)
{
	struct sabot_cosigner_log *log = data;

	g_free(log->name);
	g_free(log->origin);
	g_ptr_array_unref(log->keys);
	g_free(log);
}

static bool
check_keys(GKeyFile *file, const char *group, const char *const *known, GError **error)
{
	g_auto(GStrv) keys = g_key_file_get_keys(file, group, NULL, NULL);

	for (size_t i = 0; keys && keys[i]; i++) {
		if (!g_strv_contains(known, keys[i]))
			return refuse(error, group, keys[i], "there is no such key");
	}
	return true;
}

/* Read a text; if the key is missing its default stays. */
static bool
read_text(GKeyFile *file, const char *key, char **ret_text, GError **error)
{
	g_autofree char *text = g_key_file_get_string(file, witness_group, key, NULL);

	if (!text)
		return true;
	g_strstrip(text);
	if (text[0] == '\0')
		return refuse(error, witness_group, key, "is empty");
	g_free(*ret_text);
	*ret_text = g_steal_pointer(&text);
	return true;
}

static bool
read_witness(GKeyFile *file, struct sabot_cosigner_config *config, GError **error)
{
	static const char *const known[] = {"listen", "state", "key", NULL};

	config->listen = g_strdup("127.0.0.1:4780");
	config->state = g_strdup("/var/lib/sabot-witness/witness.db");
	config->key = g_strdup("/var/lib/sabot-witness/witness.key");
	return check_keys(file, witness_group, known, error) &&
	       read_text(file, "listen", &config->listen, error) &&
	       read_text(file, "state", &config->state, error) &&
	       read_text(file, "key", &config->key, error);
}

static bool
read_log_keys(GKeyFile *file, const char *group, struct sabot_cosigner_log *log, GError **error)
{
	g_auto(GStrv) lines = g_key_file_get_string_list(file, group, "key", NULL, NULL);
	g_autoptr(GError) failure = NULL;

	for (size_t i = 0; lines && lines[i]; i++) {
		struct sabot_key *key = sabot_key_from_public_line(g_strstrip(lines[i]), &failure);

		if (!key)
			return refuse(error, group, "key", failure->message);
		g_ptr_array_add(log->keys, key);
	}
	return log->keys->len > 0 || refuse(error, group, "key", "is missing");
}

static bool
read_log(GKeyFile *file, const char *group, struct sabot_cosigner_config *config, GError **error)
{
	static const char *const known[] = {"origin", "key", NULL};
	struct sabot_cosigner_log *log = g_new0(struct sabot_cosigner_log, 1);

	log->name = g_strdup(group + strlen(log_start));
	log->origin = g_key_file_get_string(file, group, "origin", NULL);
	log->keys = g_ptr_array_new_with_free_func(sabot_key_free);
	g_ptr_array_add(config->logs, log);
	if (!check_keys(file, group, known, error))
		return false;
	if (!log->origin || log->origin[0] == '\0')
		return refuse(error, group, "origin", "is missing");
	if (strlen(log->origin) > SABOT_LOG_HEAD_ORIGIN_BYTES_MAX)
		return refuse(error, group, "origin", "is too long");
	for (guint i = 0; i + 1 < config->logs->len; i++) {
		const struct sabot_cosigner_log *other = g_ptr_array_index(config->logs, i);

		if (strcmp(other->origin, log->origin) == 0)
			return refuse(error, group, "origin", "another [log] has it already");
	}
	return read_log_keys(file, group, log, error);
}

static bool
read_all(const char *path, struct sabot_cosigner_config *config, GError **error)
{
	g_autoptr(GKeyFile) file = g_key_file_new();
	g_auto(GStrv) groups = NULL;

	if (!g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, error) ||
	    !read_witness(file, config, error))
		return false;
	groups = g_key_file_get_groups(file, NULL);
	for (size_t i = 0; groups[i]; i++) {
		if (g_str_has_prefix(groups[i], log_start)) {
			if (!read_log(file, groups[i], config, error))
				return false;
		} else if (strcmp(groups[i], witness_group) != 0) {
			return refuse(error, groups[i], "", "there is no such group");
		}
	}
	return true;
}

struct sabot_cosigner_config *
sabot_cosigner_config_read(const char *path, GError **error)
{
	struct sabot_cosigner_config *config = g_new0(struct sabot_cosigner_config, 1);

	config->logs = g_ptr_array_new_with_free_func(free_log);
	if (read_all(path, config, error))
		return config;
	g_prefix_error(error, "%s: ", path);
	sabot_cosigner_config_free(config);
	return NULL;
}

void
sabot_cosigner_config_free(struct sabot_cosigner_config *config)
{
	if (!config)
		return;
	g_free(config->listen);
	g_free(config->state);
	g_free(config->key);
	g_ptr_array_unref(config->logs);
	g_free(config);
}

const struct sabot_cosigner_log *
sabot_cosigner_config_find(const struct sabot_cosigner_config *config, const char *origin)
{
	for (guint i = 0; i < config->logs->len; i++) {
		const struct sabot_cosigner_log *log = g_ptr_array_index(config->logs, i);

		if (strcmp(log->origin, origin) == 0)
			return log;
	}
	return NULL;
}
