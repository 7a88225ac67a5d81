/* Requests: the daemon reads them with errors that name the argument, clients build them. */
#pragma once

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct sabot_wire_request {
	json_t *id;   /* string or integer, or NULL */
	char *verb;   /* `do` */
	json_t *args; /* the whole object */
};

/*
 * Daemon: read a request. NULL with BAD_REQUEST; `ret_id` is then still set when the request had a
 * usable id, so that the error can echo it (else NULL; new reference).
 */
struct sabot_wire_request *
sabot_wire_request_parse(const char *line, size_t length_bytes, json_t **ret_id, GError **error);
void
sabot_wire_request_free(struct sabot_wire_request *request);

/*
 * Arguments of a request. False with BAD_REQUEST naming the argument when it has the wrong type, or
 * is absent and `required`; an absent one leaves the result alone. Results are borrowed.
 */
bool
sabot_wire_request_get_string(const struct sabot_wire_request *request, const char *name,
			      bool required, const char **ret_text, GError **error);
bool
sabot_wire_request_get_integer(const struct sabot_wire_request *request, const char *name,
			       bool required, int64_t *ret_number, GError **error);
bool
sabot_wire_request_get_boolean(const struct sabot_wire_request *request, const char *name,
			       bool *ret_flag, GError **error);
bool
sabot_wire_request_get_object(const struct sabot_wire_request *request, const char *name,
			      json_t **ret_object, GError **error);

/* Client: a request's line; `args` (an object, or NULL) is borrowed. New reference. */
json_t *
sabot_wire_request_build(int64_t id, const char *verb, json_t *args);
