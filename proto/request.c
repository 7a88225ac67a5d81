/* Requests: read with errors that name the argument, and built by clients. See message.h. */
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
	g_free(request->verb);
	g_free(request);
}

static bool
refuse(const char *name, const char *what, GError **error)
{
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST, "%s: %s", name, what);
	return false;
}

bool
sabot_wire_request_get_string(const struct sabot_wire_request *request, const char *name,
			      bool required, const char **ret_text, GError **error)
{
	json_t *value = json_object_get(request->args, name);

	if (!value)
		return required ? refuse(name, "missing", error) : true;
	if (!json_is_string(value))
		return refuse(name, "a string is wanted", error);
	*ret_text = json_string_value(value);
	return true;
}

bool
sabot_wire_request_get_integer(const struct sabot_wire_request *request, const char *name,
			       bool required, int64_t *ret_number, GError **error)
{
	json_t *value = json_object_get(request->args, name);

	if (!value)
		return required ? refuse(name, "missing", error) : true;
	if (!json_is_integer(value))
		return refuse(name, "an integer is wanted", error);
	*ret_number = json_integer_value(value);
	return true;
}

bool
sabot_wire_request_get_boolean(const struct sabot_wire_request *request, const char *name,
			       bool *ret_flag, GError **error)
{
	json_t *value = json_object_get(request->args, name);

	if (!value)
		return true;
	if (!json_is_boolean(value))
		return refuse(name, "true or false is wanted", error);
	*ret_flag = json_is_true(value);
	return true;
}

bool
sabot_wire_request_get_object(const struct sabot_wire_request *request, const char *name,
			      json_t **ret_object, GError **error)
{
	json_t *value = json_object_get(request->args, name);

	if (!value)
		return refuse(name, "missing", error);
	if (!json_is_object(value))
		return refuse(name, "an object is wanted", error);
	*ret_object = value;
	return true;
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
