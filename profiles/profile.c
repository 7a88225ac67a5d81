/*
 * Reads rule profiles: GKeyFile text from a house's directory or from the program's resources, set
 * key by key. No state; nothing is kept.
 */
#include "profile.h"

#include "profiles-resource.h"

#include <gio/gio.h>
#include <string.h>

#define RESOURCE_PREFIX "/org/sabot/profiles"

G_DEFINE_QUARK(sabot - profile - error - quark, sabot_profile_error)

static bool
is_name(const char *name)
{
	return name[0] != '\0' && strlen(name) < SABOT_RULES_NAME_SIZE &&
	       strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") ==
		       strlen(name);
}

static GKeyFile *
read_built_in(const char *name, GError **error)
{
	g_autofree char *path = g_strdup_printf(RESOURCE_PREFIX "/%s.conf", name);
	g_autoptr(GBytes) bytes = g_resource_lookup_data(sabot_profiles_get_resource(), path,
							 G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
	g_autoptr(GKeyFile) file = g_key_file_new();

	if (bytes == NULL) {
		g_set_error(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_UNKNOWN,
			    "there is no rule profile \"%s\"", name);
		return NULL;
	}
	if (!g_key_file_load_from_bytes(file, bytes, G_KEY_FILE_NONE, error)) {
		g_prefix_error(error, "built-in profile %s: ", name);
		return NULL;
	}
	return g_steal_pointer(&file);
}

/* NULL without an error when the directory has no such file. */
static GKeyFile *
read_own(const char *name, const char *directory, GError **error)
{
	g_autofree char *file_name = g_strconcat(name, ".conf", NULL);
	g_autofree char *path = g_build_filename(directory, file_name, NULL);
	g_autoptr(GKeyFile) file = g_key_file_new();

	if (!g_file_test(path, G_FILE_TEST_EXISTS))
		return NULL;
	if (!g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, error)) {
		g_prefix_error(error, "%s: ", path);
		return NULL;
	}
	return g_steal_pointer(&file);
}

static bool
read_game(GKeyFile *file, enum sabot_game *ret_game, GError **error)
{
	g_autofree char *game = g_key_file_get_string(file, "profile", "game", error);

	if (game == NULL)
		return false;
	if (strcmp(game, "punto_banco") == 0)
		*ret_game = SABOT_PUNTO_BANCO;
	else if (strcmp(game, "blackjack") == 0)
		*ret_game = SABOT_BLACKJACK;
	else {
		g_set_error(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_INVALID,
			    "game: \"%s\" is neither punto_banco nor blackjack", game);
		return false;
	}
	return true;
}

static bool
set_rules(GKeyFile *file, struct sabot_rules *rules, GError **error)
{
	g_auto(GStrv) keys = g_key_file_get_keys(file, "rules", NULL, error);
	char why[SABOT_RULES_ERROR_SIZE];

	for (char **key = keys; key != NULL && *key != NULL; key++) {
		g_autofree char *value = g_key_file_get_string(file, "rules", *key, error);
		if (value == NULL)
			return false;
		if (!sabot_rules_set(rules, *key, value, why)) {
			g_set_error_literal(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_INVALID,
					    why);
			return false;
		}
	}
	if (keys != NULL && !sabot_rules_check(rules, why)) {
		g_set_error_literal(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_INVALID, why);
		return false;
	}
	return keys != NULL;
}

bool
sabot_profile_load(const char *name, const char *directory, struct sabot_rules *ret_rules,
		   GError **error)
{
	g_autoptr(GKeyFile) file = NULL;
	g_autoptr(GError) own_error = NULL;
	struct sabot_rules rules;
	enum sabot_game game;

	if (!is_name(name)) {
		g_set_error(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_UNKNOWN,
			    "\"%s\" is no name of a rule profile", name);
		return false;
	}
	if (directory != NULL)
		file = read_own(name, directory, &own_error);
	if (own_error != NULL) {
		g_propagate_error(error, g_steal_pointer(&own_error));
		return false;
	}
	if (file == NULL)
		file = read_built_in(name, error);
	if (file == NULL)
		return false;
	if (!read_game(file, &game, error)) {
		g_prefix_error(error, "profile %s: ", name);
		return false;
	}
	sabot_rules_init(&rules, game);
	if (!set_rules(file, &rules, error)) {
		g_prefix_error(error, "profile %s: ", name);
		return false;
	}
	g_strlcpy(rules.name, name, sizeof(rules.name));
	*ret_rules = rules;
	return true;
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

char **
sabot_profile_list(void)
{
	char **names = g_resource_enumerate_children(sabot_profiles_get_resource(), RESOURCE_PREFIX,
						     G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

	for (char **name = names; *name != NULL; name++)
		(*name)[strlen(*name) - strlen(".conf")] = '\0';
	qsort(names, g_strv_length(names), sizeof(names[0]), compare_names);
	return names;
}
