/*
 * Verbs with verbs of their own: `sabotctl user create NAME ROLE`. Shared here: their list for
 * --help, the selection of one, and how they print and report errors.
 */
#pragma once

#include <glib.h>
#include <jansson.h>

/* The options before the verb's words: each file with such verbs defines its own. */
struct options;

struct sabotctl_verb {
	const char *name;
	int n_args;
	const char *usage;
	const char *summary; /* untranslated */
	/* `args` has n_args words. The exit status. */
	int (*run)(const struct options *options, char **args);
};

/* For a summary: a line for each verb, and `note` below. The list ends with a verb without name. */
char *
sabotctl_verbs_describe(const struct sabotctl_verb *verbs, const char *note);

/*
 * Run the verb that argv[1] names and whose number of words matches. `who` is the verb they belong
 * to, for error messages. Returns the exit status.
 */
int
sabotctl_verbs_run(const char *who, const struct sabotctl_verb *verbs,
		   const struct options *options, int argc, char **argv);

/*
 * Report that there is no verb `word`, and which there are: `verbs` is an array of `n_verbs`
 * structs of `size_bytes`, whose first member is the name. A name that occurs several times in a
 * row is listed once. Returns SABOTCTL_FAILED.
 */
int
sabotctl_refuse_verb(const char *word, const void *verbs, size_t n_verbs, size_t size_bytes);

/*
 * Print an error on one line of standard error; text from others is escaped. Returns
 * SABOTCTL_FAILED.
 */
int
sabotctl_complain(const char *what);

/* Print JSON as one line on standard output. */
void
sabotctl_print_json(const json_t *json);
