/* A file that the daemon makes on request and sends page by page: a case, a report. */
#pragma once

#include <glib.h>
#include <jansson.h>

struct file_ask {
	const char *socket; /* NULL: the usual one */
	const char *as;     /* who logs in; NULL: nobody */
	const char *verb;   /* of the wire */
	const char *out;    /* where the file will be written, which is tried first; or NULL */
};

/* `args` is transferred. NULL when there is none, which is said. Transferred. */
GBytes *
file_ask(const struct file_ask *ask, json_t *args);
