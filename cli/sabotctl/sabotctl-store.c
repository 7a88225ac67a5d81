/*
 * What the verbs on the database share: whose files are meant, keys, and how a failure is said.
 */
#include "sabotctl-store.h"
#include "sabotctl.h"
#include "store/keys/key.h"
#include "store/db/db-open.h"
#include "text/escape.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

static const char database_name[] = "sabot.db", usual_socket[] = "/run/sabot/sabotd.sock";

void
sabotctl_store_place_clear(struct sabotctl_store_place *place)
{
	g_clear_pointer(&place->state_dir, g_free);
	g_clear_pointer(&place->config, g_free);
}

/* A setting of the configuration; `otherwise` where it has none. NULL: it cannot be read. */
static char *
read_setting(const char *config, const char *group, const char *key, const char *otherwise,
	     GError **error)
{
	g_autoptr(GKeyFile) file = g_key_file_new();
	char *text;

	if (!g_key_file_load_from_file(file, config, G_KEY_FILE_NONE, error)) {
		g_prefix_error(error, "%s: ", config);
		return NULL;
	}
	text = g_key_file_get_string(file, group, key, NULL);
	return text ? text : g_strdup(otherwise);
}

/* The files of the usual daemon are not those of another one that is meant elsewhere. */
static bool
means_another(void)
{
	const char *socket = g_getenv("SABOT_SOCKET");

	return socket && socket[0] && strcmp(socket, usual_socket) != 0;
}

char *
sabotctl_store_find_state(const struct sabotctl_store_place *place, GError **error)
{
	if (place->state_dir)
		return g_strdup(place->state_dir);
	if (place->config)
		return read_setting(place->config, "daemon", "state_dir", SABOTCTL_STATE_DIR,
				    error);
	if (!means_another())
		return g_strdup(SABOTCTL_STATE_DIR);
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    _("SABOT_SOCKET names a daemon, but this reads files: --state DIR or "
		      "--config FILE says whose"));
	return NULL;
}

char *
sabotctl_store_find_archives(const struct sabotctl_store_place *place, GError **error)
{
	g_autofree char *state_dir = sabotctl_store_find_state(place, error);
	g_autofree char *usual = state_dir ? g_build_filename(state_dir, "archive", NULL) : NULL;

	if (!usual || !place->config)
		return g_steal_pointer(&usual);
	return read_setting(place->config, "archive", "dir", usual, error);
}

struct sabot_db *
sabotctl_store_open(const struct sabotctl_store_place *place, GError **error)
{
	g_autofree char *state_dir = sabotctl_store_find_state(place, error);
	g_autofree char *path = state_dir ? g_build_filename(state_dir, database_name, NULL) : NULL;

	if (!path)
		return NULL;
	if (g_file_test(path, G_FILE_TEST_EXISTS) || place->state_dir || place->config)
		return sabot_db_open(path, SABOT_DB_FILE, error);
	g_set_error(error, SABOT_STORE_ERROR, SABOT_STORE_ERROR_FAILED,
		    _("%s is not there, or not to be seen by this user: --state DIR or --config "
		      "FILE says where the daemon has its files"),
		    path);
	return NULL;
}

int
sabotctl_store_fail(const char *verb, const GError *error)
{
	fprintf(stderr, "sabotctl %s: %s\n", verb,
		error ? sabot_text_plain(error->message) : _("failed"));
	return SABOTCTL_FAILED;
}

typedef struct sabot_key *
read_line_fn(const char *line, GError **error);

static struct sabot_key *
read_key(const char *argument, read_line_fn *read_line, GError **error)
{
	g_autofree char *text = NULL;

	if (g_file_test(argument, G_FILE_TEST_EXISTS) &&
	    !g_file_get_contents(argument, &text, NULL, error))
		return NULL;
	return read_line(text ? g_strchomp(text) : argument, error);
}

static GPtrArray *
read_keys(char **arguments, read_line_fn *read_line, GError **error)
{
	g_autoptr(GPtrArray) keys = g_ptr_array_new_with_free_func(sabot_key_free);

	for (size_t i = 0; arguments && arguments[i]; i++) {
		struct sabot_key *key = read_key(arguments[i], read_line, error);

		if (!key) {
			g_prefix_error(error, "%s: ", arguments[i]);
			return NULL;
		}
		g_ptr_array_add(keys, key);
	}
	return g_steal_pointer(&keys);
}

GPtrArray *
sabotctl_store_keys(char **arguments, GError **error)
{
	return read_keys(arguments, sabot_key_from_public_line, error);
}

GPtrArray *
sabotctl_store_witnesses(char **arguments, GError **error)
{
	return read_keys(arguments, sabot_key_from_cosigner_line, error);
}
