/*
 * The configuration's part on the daemons that a hub follows: [upstream NAME] (docs/hub.md).
 */
#include "config-upstream.h"

#include "config-private.h"
#include "proto/certificate.h"
#include "proto/connector.h"

#include <string.h>

enum { CONFIG_UPSTREAMS_MAX = 64 };

static void
free_upstream(gpointer data)
{
	struct sabot_upstream_config *upstream = data;

	g_free(upstream->name);
	g_free(upstream->connect);
	g_free(upstream->certificate);
	g_free(upstream->key);
	g_strfreev(upstream->tables);
	g_free(upstream);
}

GPtrArray *
sabot_config_upstreams_new(void)
{
	return g_ptr_array_new_with_free_func(free_upstream);
}

static bool
is_remote(const struct sabot_upstream_config *upstream)
{
	return g_str_has_prefix(upstream->connect, SABOT_CONNECT_TLS_PREFIX);
}

/* An address as clients give it: a socket's path, or tls:HOST:PORT#FINGERPRINT. */
static bool
check_address(const struct sabot_config_reader *reader,
	      const struct sabot_upstream_config *upstream, GError **error)
{
	const char *text = upstream->connect;
	const char *mark = text ? strchr(text, '#') : NULL;
	g_autofree char *fingerprint = mark ? sabot_fingerprint_normalize(mark + 1) : NULL;
	g_autofree char *place = NULL;
	g_autoptr(GSocketConnectable) target = NULL;

	if (!text)
		return sabot_config_refuse(reader, "connect", "is missing", error);
	if (text[0] == '/')
		return true;
	if (is_remote(upstream) && fingerprint) {
		text += strlen(SABOT_CONNECT_TLS_PREFIX);
		place = g_strndup(text, (size_t)(mark - text));
		target = g_network_address_parse(place, 0, NULL);
	}
	return target || sabot_config_refuse(reader, "connect",
					     "is a socket's absolute path, or "
					     "tls:HOST:PORT#FINGERPRINT (sabotctl cert show)",
					     error);
}

static bool
check_paths(const struct sabot_config_reader *reader, const struct sabot_upstream_config *upstream,
	    GError **error)
{
	if (upstream->certificate[0] != '/')
		return sabot_config_refuse(reader, "certificate", "is no absolute path", error);
	return upstream->key[0] == '/' ||
	       sabot_config_refuse(reader, "key", "is no absolute path", error);
}

/* Separated by spaces or commas; `all` is NULL. Only the daemon knows which tables exist. */
static bool
read_tables(const struct sabot_config_reader *reader, struct sabot_upstream_config *upstream,
	    GError **error)
{
	g_autofree char *text = sabot_config_get_text(reader, "tables");
	g_autoptr(GStrvBuilder) names = g_strv_builder_new();
	g_auto(GStrv) words = NULL;

	if (!text || strcmp(text, "all") == 0)
		return true;
	words = g_strsplit_set(text, " ,", -1);
	for (size_t i = 0; words[i]; i++) {
		if (words[i][0] && !sabot_machine_is_name(words[i]))
			return sabot_config_refuse(reader, "tables", "has names of tables", error);
		if (words[i][0])
			g_strv_builder_add(names, words[i]);
	}
	upstream->tables = g_strv_builder_end(names);
	return upstream->tables[0] || sabot_config_refuse(reader, "tables", "names none", error);
}

bool
sabot_config_read_upstream(struct sabot_config_reader *reader, const char *name, GError **error)
{
	static const char *const keys[] = {"connect", "certificate",   "key",
					   "tables",  "rename_tables", NULL};
	static const char *const no_yes[2] = {"no", "yes"};
	const char *state_dir = reader->config->state_dir;
	struct sabot_upstream_config *upstream = g_new0(struct sabot_upstream_config, 1);

	upstream->name = g_strdup(name);
	upstream->certificate = g_build_filename(state_dir, "machine.crt", NULL);
	upstream->key = g_build_filename(state_dir, "machine.key", NULL);
	g_ptr_array_add(reader->config->upstreams, upstream);
	if (reader->config->upstreams->len > CONFIG_UPSTREAMS_MAX) {
		g_set_error(error, SABOT_CONFIG_ERROR, SABOT_CONFIG_ERROR_VALUE,
			    "%s: a hub follows at most %d daemons", reader->path,
			    CONFIG_UPSTREAMS_MAX);
		return false;
	}
	return sabot_config_check_name(reader, name, error) &&
	       sabot_config_check_keys(reader, keys, NULL, error) &&
	       sabot_config_read_text(reader, "connect", &upstream->connect, error) &&
	       sabot_config_read_text(reader, "certificate", &upstream->certificate, error) &&
	       sabot_config_read_text(reader, "key", &upstream->key, error) &&
	       sabot_config_read_choice(reader, "rename_tables", no_yes, &upstream->renames_tables,
					error) &&
	       check_address(reader, upstream, error) && check_paths(reader, upstream, error) &&
	       read_tables(reader, upstream, error);
}

bool
sabot_config_check_hub(const struct sabot_config_reader *reader, GError **error)
{
	const struct sabot_config *config = reader->config;
	const char *why = NULL;

	if (config->upstreams->len == 0 && config->tables->len == 0 && !config->records)
		why = "there is no [table NAME]";
	else if (config->upstreams->len > 0 && config->tables->len + config->devices->len > 0)
		why = "a hub, which has an [upstream NAME], has no [table] and no [device] of its "
		      "own";
	for (guint i = 0; !why && i < config->upstreams->len; i++) {
		const struct sabot_upstream_config *upstream =
			g_ptr_array_index(config->upstreams, i);

		if (strcmp(upstream->connect, config->socket) == 0)
			why = "a hub does not follow itself";
	}
	if (!why)
		return true;
	g_set_error(error, SABOT_CONFIG_ERROR, SABOT_CONFIG_ERROR_VALUE, "%s: %s", reader->path,
		    why);
	return false;
}

bool
sabot_config_check_upstreams(const struct sabot_config *config, GError **error)
{
	for (guint i = 0; i < config->upstreams->len; i++) {
		const struct sabot_upstream_config *upstream =
			g_ptr_array_index(config->upstreams, i);
		const struct sabot_certificate_paths paths = {.certificate = upstream->certificate,
							      .key = upstream->key};
		struct sabot_identity *identity =
			is_remote(upstream) ? sabot_identity_load(&paths, error) : NULL;
		bool is_fine = identity || !is_remote(upstream);

		sabot_identity_unref(identity);
		if (is_fine)
			continue;
		g_prefix_error(error, "%s: [upstream %s]: ", config->path, upstream->name);
		return false;
	}
	return true;
}
