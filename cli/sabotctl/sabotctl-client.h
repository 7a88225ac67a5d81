/*
 * Shared by the verbs that send requests to a running sabotd: options, one request, pages of an
 * answer.
 */
#pragma once

#include "proto/client.h"

/* The daemon's socket, and the form in which its answer is printed. */
struct sabotctl_options {
	char *socket;
	gboolean json;
};

/*
 * Parse and remove the options, and a verb's own in `more` (may be NULL). False, reported on
 * standard error, if they are wrong.
 */
gboolean
sabotctl_options_parse(struct sabotctl_options *options, const GOptionEntry *more, int argc,
		       char **argv, const char *summary);
void
sabotctl_options_clear(struct sabotctl_options *options);

/*
 * Send one request to the daemon; `args` is stolen, NULL = none. The answer is a new reference;
 * NULL if there is none, which is reported on standard error for the verb `who`, or not at all if
 * that is NULL.
 */
json_t *
sabotctl_request(const char *who, const char *socket, const char *verb, json_t *args);

/*
 * As sabotctl_request(), with the answer as a record of `type`. Transferred; NULL, reported, also
 * if the answer has another form.
 */
gpointer
sabotctl_request_record(const char *who, const char *socket, const char *verb, json_t *args,
			const struct sabot_record_type *type);

/*
 * An answer (transferred, or NULL) as a record of `type`, transferred. NULL if there is none, or it
 * has another form, which is reported on standard error for the verb `who`.
 */
gpointer
sabotctl_read_answer(const char *who, json_t *answer, const struct sabot_record_type *type);

/* As sabotctl_request(), but a failure is put into `error` instead of being reported. */
json_t *
sabotctl_try(const char *socket, const char *verb, json_t *args, GError **error);

/*
 * As sabotctl_request(), page by page on one connection; the pages' lists `list` are joined. `who`
 * NULL: the verb is the daemon's own.
 */
json_t *
sabotctl_request_pages(const char *who, const char *socket, const char *verb, json_t *args,
		       const char *list);

/* Print a list of the answer as it came, for programs. */
void
sabotctl_print_items(json_t *answer, const char *list);
