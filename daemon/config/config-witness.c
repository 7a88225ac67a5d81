/*
 * The configuration's part on witnesses: [witness NAME].
 */
#include "config-private.h"
#include "store/keys/key.h"

#include <string.h>

enum { WITNESSES_MAX = 16, WITNESS_WITHIN_S = 1800, WITNESS_WITHIN_MAX_S = 7 * 86400 };

static void
free_witness(gpointer data)
{
	struct sabot_witness_config *witness = data;

	g_free(witness->name);
	g_free(witness->url);
	g_free(witness->ca);
	sabot_key_free(witness->key);
	g_free(witness);
}

GPtrArray *
sabot_config_witnesses_new(void)
{
	return g_ptr_array_new_with_free_func(free_witness);
}

static bool
check_url(const struct sabot_config_reader *reader, const char *url, GError **error)
{
	g_autofree char *host = NULL;

	if (!url)
		return sabot_config_refuse(reader, "url", "is missing", error);
	if ((!g_str_has_prefix(url, "https://") && !g_str_has_prefix(url, "http://")) ||
	    !g_uri_split(url, G_URI_FLAGS_NONE, NULL, NULL, &host, NULL, NULL, NULL, NULL, NULL) ||
	    !host || host[0] == '\0' || g_str_has_suffix(url, "/"))
		return sabot_config_refuse(
			reader, "url",
			"is https://HOST[:PORT][/PATH] or http://…, without a slash at its end",
			error);
	return true;
}

static bool
check_ca(const struct sabot_config_reader *reader, const struct sabot_witness_config *witness,
	 GError **error)
{
	if (!witness->ca || g_str_has_prefix(witness->url, "https://"))
		return true;
	return sabot_config_refuse(reader, "ca", "is for an url that begins with https://", error);
}

static bool
read_key(const struct sabot_config_reader *reader, struct sabot_witness_config *witness,
	 GError **error)
{
	g_autofree char *line = sabot_config_get_text(reader, "key");
	g_autoptr(GError) failure = NULL;

	if (!line)
		return sabot_config_refuse(reader, "key", "is missing", error);
	witness->key = sabot_key_from_cosigner_line(line, &failure);
	return witness->key || sabot_config_refuse(reader, "key", failure->message, error);
}

bool
sabot_config_read_witness(struct sabot_config_reader *reader, const char *name, GError **error)
{
	static const char *const keys[] = {"url", "ca", "key", "within_s", NULL};
	struct sabot_witness_config *witness = g_new0(struct sabot_witness_config, 1);

	witness->name = g_strdup(name);
	witness->within_s = WITNESS_WITHIN_S;
	g_ptr_array_add(reader->config->witnesses, witness);
	if (reader->config->witnesses->len > WITNESSES_MAX)
		return sabot_config_refuse(reader, "url", "there are 16 witnesses at most", error);
	return sabot_config_check_name(reader, name, error) &&
	       sabot_config_check_keys(reader, keys, NULL, error) &&
	       sabot_config_read_text(reader, "url", &witness->url, error) &&
	       check_url(reader, witness->url, error) &&
	       sabot_config_read_text(reader, "ca", &witness->ca, error) &&
	       check_ca(reader, witness, error) && read_key(reader, witness, error) &&
	       sabot_config_read_number(reader, "within_s",
					(struct sabot_config_bounds){2, WITNESS_WITHIN_MAX_S},
					&witness->within_s, error);
}
