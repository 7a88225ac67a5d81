/*
 * `case`: a round's case file, made on the thread that looks into the log and sent page by page
 * (api-file.c). With its last page the house log records who was given it.
 */
#include "api-private.h"
#include "daemon/lookup/lookup-work.h"

/* The house event that records who was given the case, and of what. Its digest is added later. */
static json_t *
build_receipt(const struct sabot_api_waiting *waiting)
{
	static const char *const names[] = {"table", "round", "incident"};
	const json_t *house = json_object_get(waiting->request.args, SABOT_LOOKUP_HOUSE);
	json_t *event = json_pack("{s:s}", "ev", "case");

	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		json_object_set(event, names[i], json_object_get(waiting->request.args, names[i]));
	json_object_set(event, "by", json_object_get(house, "by"));
	return event;
}

static void
on_made(json_t *ok, const GError *error, void *data)
{
	struct sabot_api_waiting *waiting = data;
	struct sabot_api *api = waiting->api;
	json_t *id = waiting->request.id;
	gsize n_bytes;
	guchar *data_bytes;
	GBytes *bytes;
	json_t *page;

	if (!ok) {
		sabot_api_send(waiting->peer, id, sabot_api_refuse_lookup(id, error));
		sabot_api_wait_end(waiting);
		return;
	}
	data_bytes = g_base64_decode(json_string_value(json_object_get(ok, "base64")), &n_bytes);
	bytes = g_bytes_new_take(data_bytes, n_bytes);
	api->last_note = NULL;
	page = sabot_api_file_keep(waiting, bytes, build_receipt(waiting));
	g_bytes_unref(bytes);
	if (page)
		sabot_api_send_noted(api, waiting->peer, id, sabot_wire_reply_ok(id, page));
	sabot_api_wait_end(waiting);
}

static void
set_word(json_t *house, const char *name, const char *word)
{
	if (word && word[0])
		json_object_set_new(house, name, json_string(word));
}

/* What the file needs to know of the house, and whose it is. */
static json_t *
build_house(const struct sabot_api *api, const struct sabot_peer *peer, const char *table)
{
	const struct sabot_config *config = api->options.config;
	const struct sabot_person *person = sabot_api_get_person(api, peer);
	const struct sabot_table_service *service = sabot_floor_find(api->options.floor, table);
	g_autofree char *by = person ? sabot_person_id(person) : NULL;
	json_t *house = json_object();

	set_word(house, "site", config->site);
	set_word(house, "zone", g_time_zone_get_identifier(config->calendar->zone));
	set_word(house, "camera", service ? service->config->camera : NULL);
	set_word(house, "by", by);
	sabot_api_add_journal(api, table, house);
	if (sabot_floor_get_key(api->options.floor)->line)
		set_word(house, "sealed", config->state_dir);
	return house;
}

json_t *
sabot_api_case(struct sabot_api *api, struct sabot_peer *peer,
	       const struct sabot_wire_request *request, GError **error)
{
	struct sabot_api_look how = {.work = sabot_lookup_case, .done = on_made};
	json_t *answer;
	const char *table;

	if (json_object_get(request->args, "file"))
		return sabot_api_may(api, peer, SABOT_RIGHT_LOOK_UP, NULL, error)
			       ? sabot_api_file_page(api, peer, request, error)
			       : NULL;
	if (!sabot_wire_request_get_string(request, "table", true, &table, error))
		return NULL;
	how.house = build_house(api, peer, table);
	json_object_set(request->args, SABOT_LOOKUP_HOUSE, how.house);
	answer = sabot_api_look_up(api, peer, request, &how, error);
	json_decref(how.house);
	return answer;
}
