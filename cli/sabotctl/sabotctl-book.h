/*
 * Shared by the verbs that search a database: its location, and times and tables as people enter
 * them (docs/disputes.md).
 */
#pragma once

#include "case/book.h"

/*
 * The values of SABOTCTL_BOOK_OPTIONS. Without `profiles` the house's rule profiles are the
 * configuration's; without `archives` its archive directory is searched.
 */
struct sabotctl_book_options {
	char *index, *profiles, *config, *archives;
};

/* Entries of GOptionEntry for `options`, a struct sabotctl_book_options *. */
#define SABOTCTL_BOOK_OPTIONS(options)                                                             \
	{"index",                                                                                  \
	 0,                                                                                        \
	 0,                                                                                        \
	 G_OPTION_ARG_FILENAME,                                                                    \
	 &(options)->index,                                                                        \
	 N_("the index, if not beside the database"),                                              \
	 N_("FILE")},                                                                              \
		{"profiles",                                                                       \
		 0,                                                                                \
		 0,                                                                                \
		 G_OPTION_ARG_FILENAME,                                                            \
		 &(options)->profiles,                                                             \
		 N_("Look for rule profiles in DIRECTORY first"),                                  \
		 N_("DIRECTORY")},                                                                 \
		{"archives",                                                                       \
		 0,                                                                                \
		 0,                                                                                \
		 G_OPTION_ARG_FILENAME,                                                            \
		 &(options)->archives,                                                             \
		 N_("where the log's archives are, if not beside it"),                             \
		 N_("DIR")},                                                                       \
	{                                                                                          \
		"config", 0, 0, G_OPTION_ARG_FILENAME, &(options)->config,                         \
			N_("the daemon's configuration: house, time zone, camera, profiles"),      \
			N_("FILE")                                                                 \
	}

/* Read what was not given from the configuration. False with an error. */
bool
sabotctl_book_options_complete(struct sabotctl_book_options *options, GError **error);

/*
 * Open a log according to `options`, which are complete; `paths` (NULL-terminated) are its files,
 * and the archives that they name are searched (store/files/joined.h). Progress of its index is
 * shown on a terminal. NULL with an error. Transferred.
 */
struct sabot_book *
sabotctl_book_try(char *const *paths, const struct sabotctl_book_options *options, GError **error);

/*
 * As sabotctl_book_try(), after completing `options`. NULL, reported in the name of `verb`, on
 * failure. Transferred.
 */
struct sabot_book *
sabotctl_book_open(const char *verb, char *const *paths, struct sabotctl_book_options *options);

/* Free the options' strings. The struct itself is the caller's. */
void
sabotctl_book_options_clear(struct sabotctl_book_options *options);

/* "2026-05-03T20:00:00Z", or the beginning of a day, "2026-05-03", or of a month, "2026-05". */
bool
sabotctl_parse_time(const char *text, int64_t *ret_us);

/* "2026-05-03 20:00:05": UTC, as in the log. Transferred. */
char *
sabotctl_format_time(int64_t at_us);
