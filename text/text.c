/* Locale and catalogues, set up once for every program: see text.h. */
#include "text/text.h"

#include <glib.h>
#include <libintl.h>
#include <locale.h>
#include <stdbool.h>
#include <string.h>

/* What the user asks for, or NULL: the order is that of setlocale(3). */
static const char *
wanted_locale(void)
{
	static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};

	for (size_t i = 0; i < G_N_ELEMENTS(variables); i++) {
		const char *value = g_getenv(variables[i]);
		if (value != NULL && value[0] != '\0')
			return value;
	}
	return NULL;
}

static bool
is_plain(const char *locale)
{
	return strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0;
}

/*
 * A small system has no locale but C, in which gettext says nothing but English. C.UTF-8 is always
 * there and lets LANGUAGE decide. Who asks for C by name gets it.
 */
static void
choose_language(void)
{
	const char *wanted = wanted_locale(), *language = g_getenv("LANGUAGE");
	bool has_language = language != NULL && language[0] != '\0';

	setlocale(LC_ALL, "");
	if (!is_plain(setlocale(LC_MESSAGES, NULL)) || (wanted == NULL && !has_language) ||
	    (wanted != NULL && is_plain(wanted)))
		return;
	setlocale(LC_CTYPE, "C.UTF-8");
	setlocale(LC_MESSAGES, "C.UTF-8");
	if (!has_language)
		g_setenv("LANGUAGE", wanted, TRUE);
}

/*
 * GLib asks once, before its first translation, whether the program has any, and would never again
 * translate what GTK builds from a .ui file had it found none. So it is asked in a language that
 * has.
 */
static void
let_glib_translate(void)
{
	g_autofree char *before = g_strdup(g_getenv("LANGUAGE"));
	bool is_c = is_plain(setlocale(LC_MESSAGES, NULL)); /* where GLib does not look */

	if (!is_c)
		sabot_text_set_language("es");
	g_dgettext(GETTEXT_PACKAGE, "");
	if (!is_c)
		sabot_text_set_language(before);
}

static char *
locale_directory(void)
{
	const char *given = g_getenv("SABOT_LOCALE_DIR");
	g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
	g_autofree char *folder = program != NULL ? g_path_get_dirname(program) : g_strdup(".");
	g_autofree char *beside = g_build_filename(folder, "..", "po", NULL);

	if (given != NULL && given[0] != '\0')
		return g_strdup(given);
	if (g_file_test(beside, G_FILE_TEST_IS_DIR))
		return g_steal_pointer(&beside);
	return g_strdup(SABOT_LOCALE_DIR);
}

void
sabot_text_init(void)
{
	g_autofree char *directory = locale_directory();

	choose_language();
	setlocale(LC_NUMERIC, "C"); /* what is printed may be read by a program */
	bindtextdomain(GETTEXT_PACKAGE, directory);
	bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
	textdomain(GETTEXT_PACKAGE);
	let_glib_translate();
}

void
sabot_text_set_language(const char *language)
{
	if (language != NULL)
		g_setenv("LANGUAGE", language, TRUE);
	else
		g_unsetenv("LANGUAGE");
	if (language != NULL && is_plain(setlocale(LC_MESSAGES, NULL)))
		setlocale(LC_MESSAGES, "C.UTF-8"); /* C knows no languages */
	textdomain(GETTEXT_PACKAGE);               /* gettext forgets what it has looked up */
}

char *
sabot_text_get_language(void)
{
	const char *name = g_get_language_names()[0];

	return strcmp(name, "C") == 0 ? g_strdup("en") : g_strndup(name, strcspn(name, "."));
}
