/*
 * The user's language, and the catalogues. Every other file in this folder formats one kind of data
 * in it, from ids and arguments. GLib and gettext; any thread after the setup.
 */
#pragma once

/*
 * Call first in main(). Takes the language from LANGUAGE, LC_ALL, LC_MESSAGES or LANG, even if that
 * locale is not installed; numbers stay as in the C locale. The catalogues are in the directory
 * named by the variable SABOT_LOCALE_DIR, or else beside a program run from its build directory, or
 * else where they are installed.
 */
void
sabot_text_init(void);

/*
 * Use this value of LANGUAGE ("es") from now on; NULL: none. Strings already returned do not
 * change. Main thread, while no other thread runs.
 */
void
sabot_text_set_language(const char *language);

/* The current language, as catalogues are named: "es", "es_ES"; otherwise "en". Transferred. */
char *
sabot_text_get_language(void);
