/*
 * Reads rule profiles: GKeyFile text from a house's directory or from the program's resources, set
 * key by key. No state; nothing is kept.
 */
#include "profile.h"

#include "key-file.h"
#include "profiles-resource.h"
#include "engine/rules/rules-set.h"

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

/* NULL without an error when none of that name is built in. */
static GKeyFile *
read_built_in(const char *name, GError **error)
{
	g_autofree char *path = g_strdup_printf(RESOURCE_PREFIX "/%s.conf", name);
	g_autoptr(GBytes) bytes = g_resource_lookup_data(sabot_profiles_get_resource(), path,
							 G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
	g_autoptr(GKeyFile) file = g_key_file_new();

	if (bytes == NULL)
		return NULL;
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

	return g_file_test(path, G_FILE_TEST_EXISTS) ? sabot_key_file_load(path, error) : NULL;
}

static bool
read_game(GKeyFile *file, enum sabot_game *ret_game, GError **error)
{
	g_autofree char *game = g_key_file_get_string(file, "profile", "game", NULL);

	if (game == NULL) {
		g_set_error(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_INVALID,
			    "[profile], game: punto_banco or blackjack is wanted");
		return false;
	}
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
	g_auto(GStrv) keys = g_key_file_get_keys(file, "rules", NULL, NULL);
	char why[SABOT_RULES_ERROR_SIZE];

	if (keys == NULL) {
		g_set_error(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_INVALID,
			    "it has no group [rules]");
		return false;
	}
	for (char **key = keys; *key != NULL; key++) {
		g_autofree char *value = sabot_key_file_read(file, "rules", *key, error);
		if (value == NULL)
			return false;
		if (!sabot_rules_set(rules, *key, value, why)) {
			g_set_error_literal(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_INVALID,
					    why);
			return false;
		}
	}
	if (sabot_rules_check(rules, why))
		return true;
	g_set_error_literal(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_INVALID, why);
	return false;
}

/* "CODE.REMEDY" or "CODE": a code we know, and a remedy that the rules offer for it. */
static const char *
refuse_article(const struct sabot_rules *rules, const char *key, const char *words)
{
	g_auto(GStrv) parts = g_strsplit(key, ".", 2);
	enum sabot_incident_code code;
	enum sabot_remedy remedy;

	if (!sabot_incident_code_from_string(parts[0], &code) || !sabot_incident_is_of_table(code))
		return "this is no incident's code";
	if (words[0] == '\0')
		return "the article is empty";
	if (parts[1] == NULL)
		return NULL;
	if (!sabot_remedy_from_string(parts[1], &remedy))
		return "this is no remedy";
	return sabot_rules_offer_remedy(rules, code, remedy)
		       ? NULL
		       : "this remedy is not offered for this incident";
}

static bool
read_articles(GKeyFile *file, struct sabot_profile *profile, GError **error)
{
	g_auto(GStrv) keys = g_key_file_get_keys(file, "articles", NULL, NULL);

	for (char **key = keys; key != NULL && *key != NULL; key++) {
		char *words = sabot_key_file_read(file, "articles", *key, error);
		if (words == NULL)
			return false;
		g_hash_table_insert(profile->articles, g_strdup(*key), words);
		const char *why = refuse_article(&profile->rules, *key, words);
		if (why != NULL) {
			g_set_error(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_INVALID,
				    "articles, %s: %s", *key, why);
			return false;
		}
	}
	return true;
}

/* What is printed as it is given: control characters would be a terminal's commands. */
static bool
check_words(const struct sabot_profile *profile, GError **error)
{
	const char *const words[] = {profile->title, profile->source};

	for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
		for (const char *c = words[i]; c != NULL && *c != '\0'; c = g_utf8_next_char(c)) {
			if (!g_unichar_iscntrl(g_utf8_get_char(c)))
				continue;
			g_set_error(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_INVALID,
				    "[profile], %s: control characters are not taken",
				    i == 0 ? "title" : "source");
			return false;
		}
	}
	return true;
}

/* A misspelt group would be passed over in silence. */
static bool
check_groups(GKeyFile *file, GError **error)
{
	static const char *const known[] = {"profile", "rules", "articles", NULL};
	g_auto(GStrv) groups = g_key_file_get_groups(file, NULL);

	for (char **group = groups; *group != NULL; group++) {
		if (g_strv_contains(known, *group))
			continue;
		g_set_error(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_INVALID,
			    "[%s]: a profile has [profile], [rules] and [articles] only", *group);
		return false;
	}
	return true;
}

static bool
read_all(GKeyFile *file, struct sabot_profile *profile, GError **error)
{
	enum sabot_game game;

	if (!check_groups(file, error) || !read_game(file, &game, error))
		return false;
	sabot_rules_init(&profile->rules, game);
	profile->title = g_key_file_get_locale_string(file, "profile", "title", NULL, NULL);
	profile->source = g_key_file_get_locale_string(file, "profile", "source", NULL, NULL);
	return check_words(profile, error) && set_rules(file, &profile->rules, error) &&
	       read_articles(file, profile, error);
}

/* `where` begins the sentence of an error. */
static struct sabot_profile *
make(GKeyFile *file, const char *name, const char *where, GError **error)
{
	struct sabot_profile *profile = g_new0(struct sabot_profile, 1);

	profile->articles = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	if (!read_all(file, profile, error)) {
		g_prefix_error(error, "%s: ", where);
		sabot_profile_free(profile);
		return NULL;
	}
	g_strlcpy(profile->rules.name, name, sizeof(profile->rules.name));
	return profile;
}

/* "there is no rule profile "x"; there are: a, b, c" */
static void
set_unknown(const char *name, const char *directory, GError **error)
{
	g_auto(GStrv) names = sabot_profile_list_all(directory);
	g_autofree char *list = g_strjoinv(", ", names);

	g_set_error(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_UNKNOWN,
		    "there is no rule profile \"%s\"; there are: %s", name, list);
}

struct sabot_profile *
sabot_profile_open(const char *name, const char *directory, GError **error)
{
	g_autofree char *where = g_strdup_printf("profile %s", name);
	g_autoptr(GKeyFile) file = NULL;
	GError *failure = NULL;

	if (!is_name(name)) {
		g_set_error(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_UNKNOWN,
			    "\"%s\" is no name of a rule profile", name);
		return NULL;
	}
	if (directory != NULL)
		file = read_own(name, directory, &failure);
	if (file == NULL && failure == NULL)
		file = read_built_in(name, &failure);
	if (failure != NULL)
		g_propagate_error(error, failure);
	else if (file == NULL)
		set_unknown(name, directory, error);
	return file != NULL ? make(file, name, where, error) : NULL;
}

struct sabot_profile *
sabot_profile_read(const char *path, GError **error)
{
	g_autoptr(GKeyFile) file = sabot_key_file_load(path, error);
	g_autofree char *name = g_path_get_basename(path);

	if (!file)
		return NULL;
	if (!g_str_has_suffix(name, ".conf") || strlen(name) == strlen(".conf")) {
		g_set_error(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_INVALID,
			    "%s: a profile's file is called NAME.conf", path);
		return NULL;
	}
	name[strlen(name) - strlen(".conf")] = '\0';
	if (!is_name(name)) {
		g_set_error(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_INVALID,
			    "%s: \"%s\" is no name of a rule profile", path, name);
		return NULL;
	}
	return make(file, name, path, error);
}

void
sabot_profile_free(struct sabot_profile *profile)
{
	if (profile == NULL)
		return;
	g_free(profile->title);
	g_free(profile->source);
	g_hash_table_unref(profile->articles);
	g_free(profile);
}

const char *
sabot_profile_article(const struct sabot_profile *profile, enum sabot_incident_code code,
		      enum sabot_remedy remedy)
{
	const char *code_word = sabot_incident_code_to_string(code);
	g_autofree char *key = g_strdup_printf("%s.%s", code_word, sabot_remedy_to_string(remedy));
	const char *article = g_hash_table_lookup(profile->articles, key);

	return article != NULL ? article : g_hash_table_lookup(profile->articles, code_word);
}

bool
sabot_profile_load(const char *name, const char *directory, struct sabot_rules *ret_rules,
		   GError **error)
{
	struct sabot_profile *profile = sabot_profile_open(name, directory, error);

	if (profile == NULL)
		return false;
	*ret_rules = profile->rules;
	sabot_profile_free(profile);
	return true;
}

bool
sabot_profile_build(const char *name, const char *directory, const char *overrides,
		    struct sabot_rules *ret_rules, GError **error)
{
	g_auto(GStrv) lines = g_strsplit(overrides, "\n", -1);
	char why[SABOT_RULES_ERROR_SIZE];
	struct sabot_rules rules;

	if (!sabot_profile_load(name, directory, &rules, error))
		return false;
	for (size_t i = 0; lines[i] && lines[i][0]; i++) {
		char *value = strchr(lines[i], '=');

		if (value)
			*value++ = '\0';
		if (!sabot_rules_set(&rules, lines[i], value ? value : "", why)) {
			g_set_error(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_INVALID, "%s",
				    why);
			return false;
		}
	}
	if (!sabot_rules_check(&rules, why)) {
		g_set_error(error, SABOT_PROFILE_ERROR, SABOT_PROFILE_ERROR_INVALID, "%s", why);
		return false;
	}
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

char **
sabot_profile_list_all(const char *directory)
{
	g_auto(GStrv) built_in = sabot_profile_list();
	g_autoptr(GDir) folder = directory ? g_dir_open(directory, 0, NULL) : NULL;
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	const char *file;

	for (char **name = built_in; *name; name++)
		g_ptr_array_add(names, g_strdup(*name));
	while (folder && (file = g_dir_read_name(folder))) {
		g_autofree char *name = g_str_has_suffix(file, ".conf")
						? g_strndup(file, strlen(file) - strlen(".conf"))
						: NULL;

		if (name && !g_strv_contains((const char *const *)built_in, name))
			g_ptr_array_add(names, g_steal_pointer(&name));
	}
	qsort(names->pdata, names->len, sizeof(names->pdata[0]), compare_names);
	g_ptr_array_add(names, NULL);
	return (char **)g_ptr_array_free(g_steal_pointer(&names), FALSE);
}
