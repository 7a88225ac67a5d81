/* Requests: the daemon reads their id and verb, clients build them. */
#pragma once

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct sabot_wire_request {
	json_t *id;   /* string or integer, or NULL */
	char *verb;   /* `do` */
	json_t *args; /* the whole object */
	/* What the verb's record type read of `args` (proto/messages/), one reference; or NULL. */
	gpointer record;
};

/*
 * Daemon: read a request. NULL with BAD_REQUEST; `ret_id` is then still set when the request had a
 * usable id, so that the error can echo it (else NULL; new reference).
 */
struct sabot_wire_request *
sabot_wire_request_parse(const char *line, size_t length_bytes, json_t **ret_id, GError **error);
void
sabot_wire_request_free(struct sabot_wire_request *request);

/* Client: a request's line; `args` (an object, or NULL) is borrowed. New reference. */
json_t *
sabot_wire_request_build(int64_t id, const char *verb, json_t *args);
