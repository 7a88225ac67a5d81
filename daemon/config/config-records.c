/*
 * The configuration's part on a daemon that only shows the records of another one: [records]
 * (docs/records.md).
 */
#include "config-private.h"

#include <string.h>

enum { RECORDS_EVERY_S = 10, RECORDS_EVERY_MAX_S = 86400 };

/* Everybody on the machine can see the command line of the program that asks the core. */
static bool
check_from(const struct sabot_config_reader *reader, const char *from, GError **error)
{
	g_autofree char *password = NULL;

	if (!from)
		return sabot_config_refuse(reader, "from", "is missing", error);
	if (!g_str_has_prefix(from, "postgresql://") && !g_str_has_prefix(from, "postgres://"))
		return sabot_config_refuse(
			reader, "from", "is a core's address, postgresql://HOST/DATABASE?…", error);
	g_uri_split_with_user(from, G_URI_FLAGS_HAS_PASSWORD, NULL, NULL, &password, NULL, NULL,
			      NULL, NULL, NULL, NULL, NULL);
	if (password || strstr(from, "password="))
		return sabot_config_refuse(
			reader, "from",
			"has a password, which other users could see: name a file, passfile=…",
			error);
	return true;
}

/* Public keys, or files with them, separated by spaces. */
static GStrv
split_keys(const char *text)
{
	g_autoptr(GStrvBuilder) keys = g_strv_builder_new();
	g_auto(GStrv) words = g_strsplit_set(text ? text : "", " ", -1);

	for (size_t i = 0; words[i]; i++) {
		if (words[i][0])
			g_strv_builder_add(keys, words[i]);
	}
	return g_strv_builder_end(keys);
}

bool
sabot_config_read_records(struct sabot_config_reader *reader, GError **error)
{
	static const char *const keys[] = {"from", "origin", "key", "every_s", NULL};
	struct sabot_config *config = reader->config;
	struct sabot_records_config *records;
	g_autofree char *key = NULL;

	reader->group = "records";
	if (!g_key_file_has_group(reader->file, "records"))
		return true;
	records = config->records = g_new0(struct sabot_records_config, 1);
	records->origin = g_strdup(config->site);
	records->every_s = RECORDS_EVERY_S;
	key = sabot_config_get_text(reader, "key");
	records->keys = split_keys(key);
	return sabot_config_check_keys(reader, keys, NULL, error) &&
	       sabot_config_read_text(reader, "from", &records->from, error) &&
	       sabot_config_read_text(reader, "origin", &records->origin, error) &&
	       sabot_config_read_number(reader, "every_s",
					(struct sabot_config_bounds){1, RECORDS_EVERY_MAX_S},
					&records->every_s, error) &&
	       check_from(reader, records->from, error);
}

/* Nobody can log in: the persons of the house are not in its records. */
bool
sabot_config_check_records(const struct sabot_config_reader *reader, GError **error)
{
	struct sabot_config *config = reader->config;
	const char *why = NULL;

	if (!config->records)
		return true;
	if (config->tables->len + config->devices->len + config->upstreams->len +
		    config->witnesses->len >
	    0)
		why = "a daemon with [records] has no [table], [device], [upstream] or [witness]: "
		      "it shows what was recorded elsewhere";
	else if (config->archive_dir || config->mirror_dir)
		why = "a daemon with [records] writes no log: it has no [archive] and no mirror";
	else if (config->persons == SABOT_PERSONS_REQUIRED)
		why = "a daemon with [records] knows no persons: machines are let in "
		      "([machine NAME])";
	config->persons = SABOT_PERSONS_OFF;
	if (!why)
		return true;
	g_set_error(error, SABOT_CONFIG_ERROR, SABOT_CONFIG_ERROR_VALUE, "%s: %s", reader->path,
		    why);
	return false;
}
