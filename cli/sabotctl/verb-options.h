/*
 * The options of a verb: their --help, and reading them from its arguments.
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

struct verb_options {
	const char *arguments;       /* named by --help after the options; NULL: nothing */
	const char *summary;         /* in --help above the options */
	const char *description;     /* in --help below them; NULL: nothing */
	const GOptionEntry *entries; /* their texts are marked with N_() and translated here */
	const GOptionEntry *more;    /* further entries; NULL: none */
};

/*
 * Read the options and remove them from the arguments; --help prints and ends the program. False,
 * reported on standard error, if one is wrong.
 */
bool
verb_options_parse(const struct verb_options *options, int *argc, char ***argv);

/* Report on standard error what is wrong with a verb's arguments. Always false. */
bool
verb_options_refuse(const char *why);
