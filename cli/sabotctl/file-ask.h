/* A file that the daemon makes on request and sends page by page: a case, a report. */
#pragma once

#include <glib.h>
#include <jansson.h>

struct file_ask {
	const char *socket; /* NULL: the default */
	const char *as;     /* the person who logs in; NULL: nobody */
	const char *verb;   /* of the wire */
	const char *out;    /* where the file will be written; checked first; or NULL */
};

/* `args` is transferred. NULL, reported on standard error, if there is no file. Transferred. */
GBytes *
file_ask(const struct file_ask *ask, json_t *args);
