/*
 * Verbs that have verbs of their own: `sabotctl user create NAME ROLE`. What those share: their
 * list for --help, which of them is meant, and how they print and complain.
 */
#pragma once

#include <glib.h>
#include <jansson.h>

/* What is said before the verb's words: each file that has such verbs has its own. */
struct options;

struct sabotctl_verb {
	const char *name;
	int n_args;
	const char *usage;
	const char *summary; /* untranslated */
	/* `args` has n_args words. The exit status. */
	int (*run)(const struct options *options, char **args);
};

/* A line for each, and `note` below; for a summary. The list ends with one that has no name. */
char *
sabotctl_verbs_describe(const struct sabotctl_verb *verbs, const char *note);

/*
 * Run the one that argv[1] names and whose number of words fits. `who` is the verb that they are
 * of, for what is complained of. The exit status.
 */
int
sabotctl_verbs_run(const char *who, const struct sabotctl_verb *verbs,
		   const struct options *options, int argc, char **argv);

/*
 * Report that there is no verb `word`, and which there are: `verbs` is an array of `n_verbs`
 * structs of `size_bytes`, whose first member is the name. A name that occurs several times in a
 * row is said once. Returns SABOTCTL_FAILED.
 */
int
sabotctl_refuse_verb(const char *word, const void *verbs, size_t n_verbs, size_t size_bytes);

/* On one line of standard error: others' text is escaped. Returns SABOTCTL_FAILED. */
int
sabotctl_complain(const char *what);

/* One line on standard output. */
void
sabotctl_print_json(const json_t *json);
