/*
 * The user's language: which one, and where its words are. Everything else in this folder says one
 * kind of thing in it, from ids and arguments. GLib and gettext; any thread once it is set up.
 */
#pragma once

/*
 * Call first in main(). Takes the language from LANGUAGE, LC_ALL, LC_MESSAGES or LANG, also where
 * that locale is not installed; numbers stay as in the C locale. The catalogues are in the
 * directory that the variable SABOT_LOCALE_DIR names, else beside a program run from where it was
 * built, else where they are installed.
 */
void
sabot_text_init(void);

/*
 * From now on this value of LANGUAGE ("es"); NULL: none. What was said before stays as it is. Main
 * thread, and no other running.
 */
void
sabot_text_set_language(const char *language);

/* What is spoken now, as catalogues are named: "es", "es_ES"; else "en". Transferred. */
char *
sabot_text_get_language(void);
