/* Requests: the daemon reads their id and verb, clients build them. See request.h. */
#include "request.h"
#include "proto/message.h"

struct sabot_wire_request *
sabot_wire_request_parse(const char *line, size_t length_bytes, json_t **ret_id, GError **error)
{
	struct sabot_wire_request *request;
	json_t *json, *id, *verb;

	*ret_id = NULL;
	json = sabot_wire_json_parse(line, length_bytes, error);
	if (!json)
		return NULL;
	id = json_object_get(json, "id");
	verb = json_object_get(json, "do");
	if (json_is_string(id) || json_is_integer(id))
		*ret_id = json_incref(id);
	if ((id && !*ret_id) || !json_is_string(verb)) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    id && !*ret_id ? "id: a string or an integer is wanted"
					   : "do: a string is wanted");
		json_decref(json);
		return NULL;
	}
	request = g_new0(struct sabot_wire_request, 1);
	request->args = json;
	request->id = json_incref(*ret_id);
	request->verb = g_strdup(json_string_value(verb));
	return request;
}

void
sabot_wire_request_free(struct sabot_wire_request *request)
{
	if (!request)
		return;
	json_decref(request->args);
	json_decref(request->id);
	sabot_record_unref(request->record);
	g_free(request->verb);
	g_free(request);
}

json_t *
sabot_wire_request_build(int64_t id, const char *verb, json_t *args)
{
	json_t *json = json_object();

	json_object_set_new(json, "id", json_integer(id));
	json_object_set_new(json, "do", json_string(verb));
	if (args)
		json_object_update_missing(json, args);
	return json;
}
