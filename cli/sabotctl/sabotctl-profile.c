/*
 * sabotctl profile list | show NAME | check FILE | diff A B. Needs no daemon.
 */

#include "sabotctl-profile-words.h"
#include "sabotctl-private.h"
#include "verb-options.h"
#include "sabotctl-odds.h"
#include "engine/rules/rules-set.h"
#include "engine/rules/rules-text.h"
#include "text/escape.h"
#include "sabotctl-verbs.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

/* A name, or the path of a file: that has a slash or the ending .conf. */
static struct sabot_profile *
open_profile(const char *what, const char *directory)
{
	g_autoptr(GError) error = NULL;
	bool is_file = strchr(what, '/') != NULL || g_str_has_suffix(what, ".conf");
	struct sabot_profile *profile = is_file ? sabot_profile_read(what, &error)
						: sabot_profile_open(what, directory, &error);

	if (profile == NULL)
		sabotctl_complain(error->message);
	return profile;
}

/* A wrong file is reported, and hides no other. */
static int
list(char **arguments, const char *directory)
{
	g_auto(GStrv) names = sabot_profile_list_all(directory);
	int status = SABOTCTL_OK;

	(void)arguments;
	for (char **name = names; *name != NULL; name++) {
		struct sabot_profile *profile = open_profile(*name, directory);
		if (profile == NULL)
			status = SABOTCTL_FAILED;
		else
			printf("%-20s %s\n", sabot_text_plain(*name),
			       sabot_text_plain(profile->title));
		sabot_profile_free(profile);
	}
	return status;
}

static int
show(char **arguments, const char *directory)
{
	struct sabot_profile *profile = open_profile(arguments[0], directory);

	if (profile == NULL)
		return SABOTCTL_FAILED;
	sabotctl_profile_print(profile);
	sabot_profile_free(profile);
	return SABOTCTL_OK;
}

static int
check(char **arguments, const char *directory)
{
	g_autoptr(GError) error = NULL;
	struct sabot_profile *profile = sabot_profile_read(arguments[0], &error);

	(void)directory;
	if (profile == NULL) {
		sabotctl_complain(error->message);
		return SABOTCTL_FAILED;
	}
	if (sabotctl_odds_warn(&profile->rules) == 0)
		printf(_("%s: nothing is wrong with it\n"), sabot_text_plain(arguments[0]));
	sabot_profile_free(profile);
	return SABOTCTL_OK;
}

static const char *
value_of(const struct sabot_rules *rules, const char *key, char value[SABOT_RULES_TEXT_SIZE])
{
	if (!sabot_rules_get(rules, key, value) || value[0] == '\0')
		return "-";
	return value;
}

/* One line where the values differ; returns 1 then. */
static int
compare_key(const struct sabot_rules *a, const struct sabot_rules *b, const char *key)
{
	char text_a[SABOT_RULES_TEXT_SIZE], text_b[SABOT_RULES_TEXT_SIZE];
	const char *value_a = value_of(a, key, text_a), *value_b = value_of(b, key, text_b);

	if (strcmp(value_a, value_b) == 0)
		return 0;
	printf("%s: %s | %s\n", key, sabot_text_plain(value_a), sabot_text_plain(value_b));
	return 1;
}

/* The keys of `a`'s game; those that `b` has too were compared before when `b` is the first. */
static int
compare_keys(const struct sabot_rules *a, const struct sabot_rules *b, enum sabot_game game)
{
	enum sabot_key_kind kind;
	const char *key;
	int n_found = 0;

	for (int place = 0; (key = sabot_rules_key_name(game, place)) != NULL; place++)
		if (game == a->game || !sabot_rules_key_kind(a, key, &kind))
			n_found += compare_key(a, b, key);
	return n_found;
}

static int
compare_remedies(const struct sabot_profile *a, const struct sabot_profile *b)
{
	int n_found = 0;

	for (int code = 1; code < SABOT_INCIDENTS; code++) {
		const char *word = sabot_incident_code_to_string((enum sabot_incident_code)code);
		g_autofree char *key = g_strconcat("remedies.", word, NULL);
		n_found += compare_key(&a->rules, &b->rules, key);
	}
	return n_found;
}

static int
compare_articles(const struct sabot_profile *a, const struct sabot_profile *b, bool only_b)
{
	g_autoptr(GList) keys = g_list_sort(g_hash_table_get_keys((only_b ? b : a)->articles),
					    (GCompareFunc)strcmp);
	int n_found = 0;

	for (GList *key = keys; key != NULL; key = key->next) {
		const char *words_a = g_hash_table_lookup(a->articles, key->data);
		const char *words_b = g_hash_table_lookup(b->articles, key->data);
		if (g_strcmp0(words_a, words_b) == 0 || (only_b && words_a != NULL))
			continue;
		printf("articles.%s: %s | %s\n", sabot_text_plain(key->data),
		       words_a != NULL ? sabot_text_plain(words_a) : "-",
		       words_b != NULL ? sabot_text_plain(words_b) : "-");
		n_found++;
	}
	return n_found;
}

static int
compare(const struct sabot_profile *a, const struct sabot_profile *b)
{
	int n_found = 0;

	if (a->rules.game != b->rules.game) {
		printf("game: %s | %s\n",
		       a->rules.game == SABOT_PUNTO_BANCO ? "punto_banco" : "blackjack",
		       b->rules.game == SABOT_PUNTO_BANCO ? "punto_banco" : "blackjack");
		n_found = 1 + compare_keys(&a->rules, &b->rules, b->rules.game);
	}
	n_found += compare_keys(&a->rules, &b->rules, a->rules.game);
	n_found += compare_remedies(a, b);
	n_found += compare_articles(a, b, false) + compare_articles(a, b, true);
	return n_found > 0 ? SABOTCTL_FOUND : SABOTCTL_OK;
}

static int
diff(char **arguments, const char *directory)
{
	struct sabot_profile *a = open_profile(arguments[0], directory);
	struct sabot_profile *b = a != NULL ? open_profile(arguments[1], directory) : NULL;
	int status = b != NULL ? compare(a, b) : SABOTCTL_FAILED;

	sabot_profile_free(a);
	sabot_profile_free(b);
	return status;
}

static const struct {
	const char *name;
	int n_arguments;
	int (*run)(char **arguments, const char *directory);
} verbs[] = {{"list", 0, list}, {"show", 1, show}, {"check", 1, check}, {"diff", 2, diff}};

static bool
is_directory(const char *path)
{
	if (path == NULL || g_file_test(path, G_FILE_TEST_IS_DIR))
		return true;
	fprintf(stderr, "sabotctl profile: %s: %s\n", sabot_text_plain(path),
		_("there is no such directory"));
	return false;
}

static int
run(int argc, char **argv, const char *directory)
{
	for (size_t i = 0; argc >= 2 && i < G_N_ELEMENTS(verbs); i++)
		if (strcmp(argv[1], verbs[i].name) == 0 && argc == 2 + verbs[i].n_arguments)
			return is_directory(directory) ? verbs[i].run(argv + 2, directory)
						       : SABOTCTL_FAILED;
	fprintf(stderr, "%s\n",
		_("usage: sabotctl profile list | show NAME | check FILE | diff A B"));
	return SABOTCTL_FAILED;
}

int
sabotctl_profile(int argc, char **argv)
{
	g_autofree char *directory = NULL;
	GOptionEntry entries[] = {
		{"profiles", 0, 0, G_OPTION_ARG_FILENAME, &directory,
		 N_("Look for rule profiles in DIRECTORY first"), N_("DIRECTORY")},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.arguments = _("list | show NAME | check FILE | diff A B"),
		.summary =
			_("Lists the built-in rule profiles, describes one in words, checks a "
			  "file, or "
			  "lists the keys\nin which two differ, with both values (a name, or a "
			  "file NAME.conf). Exit status: 0 well,\n1 they differ, 2 it could not be "
			  "done or the file is wrong."),
		.entries = entries,
	};

	if (!verb_options_parse(&verb, &argc, &argv))
		return SABOTCTL_FAILED;
	int status = run(argc, argv, directory);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		fprintf(stderr, "sabotctl profile: %s\n", _("the output cannot be written"));
		return SABOTCTL_FAILED;
	}
	return status;
}
