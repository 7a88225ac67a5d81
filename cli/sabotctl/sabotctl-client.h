/*
 * What the verbs share that ask a running sabotd: options, one request, pages of an answer.
 */
#pragma once

#include "proto/client.h"

/* Where the daemon is, and in what form its answer is printed. */
struct sabotctl_options {
	char *socket;
	gboolean json;
};

/*
 * Parse and remove the options, and a verb's own in `more` (may be NULL). False when they are wrong
 * (said on standard error).
 */
gboolean
sabotctl_options_parse(struct sabotctl_options *options, const GOptionEntry *more, int argc,
		       char **argv, const char *summary);
void
sabotctl_options_clear(struct sabotctl_options *options);

/*
 * Ask the daemon once; `args` is stolen, NULL = none. The answer is a new reference; NULL when
 * there is none, which is said on standard error for the verb `who`, or not at all if that is NULL.
 */
json_t *
sabotctl_ask(const char *who, const char *socket, const char *verb, json_t *args);

/*
 * As sabotctl_ask(), with the answer as a record of `type`. Transferred; NULL, said, also when the
 * answer has another form.
 */
gpointer
sabotctl_ask_record(const char *who, const char *socket, const char *verb, json_t *args,
		    const struct sabot_record_type *type);

/*
 * An answer (transferred, or NULL) as a record of `type`, transferred. NULL when there is none, or
 * it has another form, which is said on standard error for the verb `who`.
 */
gpointer
sabotctl_read_answer(const char *who, json_t *answer, const struct sabot_record_type *type);

/* As sabotctl_ask(), but why there is no answer goes to `error`, and is not said. */
json_t *
sabotctl_try(const char *socket, const char *verb, json_t *args, GError **error);

/*
 * Ask for an answer in pages, whose list `list` is put together. A new reference; NULL when there
 * is none, which is said on standard error.
 */
json_t *
sabotctl_ask_pages(const struct sabotctl_options *options, const char *verb, const char *list);

/* Print a list of the answer as it came, for programs. */
void
sabotctl_print_items(json_t *answer, const char *list);
