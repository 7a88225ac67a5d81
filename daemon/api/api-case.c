/*
 * `case`: a round's case file, made on the look-up thread and sent page by page (api-file.c). With
 * its last page the house log records who received it.
 */
#include "api-private.h"
#include "daemon/lookup/lookup-case.h"
#include "proto/messages/log-messages.h"
#include "proto/messages/log-requests.h"

/*
 * The house event that records who received the case, and of which round. Its digest is added
 * later.
 */
static json_t *
build_receipt(const struct sabot_api_waiting *waiting)
{
	const struct sabot_wire_case_request *args = waiting->request.record;
	json_t *event = json_pack("{s:s, s:s}", "ev", "case", "table", args->table);

	if (args->round)
		json_object_set_new(event, "round", json_integer(args->round));
	if (args->incident)
		json_object_set_new(event, "incident", json_integer(args->incident));
	if (waiting->person)
		json_object_set_new(event, "by", json_string(waiting->person));
	return event;
}

static void
on_made(json_t *ok, const GError *error, void *data)
{
	struct sabot_api_waiting *waiting = data;
	struct sabot_api *api = waiting->api;
	json_t *id = waiting->request.id;
	struct sabot_wire_case *made =
		ok ? sabot_record_parse(&sabot_wire_case_type, ok, NULL) : NULL;
	gsize n_bytes;
	guchar *data_bytes;
	GBytes *bytes;
	json_t *page;

	if (!made) {
		sabot_peer_send_message(waiting->peer, id, sabot_api_refuse_lookup(id, error));
		sabot_api_wait_end(waiting);
		return;
	}
	data_bytes = g_base64_decode(made->base64, &n_bytes);
	sabot_record_unref(made);
	bytes = g_bytes_new_take(data_bytes, n_bytes);
	api->last_note = NULL;
	page = sabot_api_file_keep(waiting, bytes, build_receipt(waiting));
	g_bytes_unref(bytes);
	if (page)
		sabot_api_send_noted(api, waiting->peer, id, sabot_wire_reply_ok(id, page));
	sabot_api_wait_end(waiting);
}

/* NULL if there is none. */
static char *
copy_word(const char *word)
{
	return word && word[0] ? g_strdup(word) : NULL;
}

/* The facts about the house that the file needs, and who requested it. Transferred. */
static struct sabot_lookup_house *
build_house(const struct sabot_api *api, const struct sabot_peer *peer, const char *table)
{
	const struct sabot_config *config = api->options.config;
	const struct sabot_person *person = sabot_api_get_person(api, peer);
	const struct sabot_table_service *service = sabot_floor_find(api->options.floor, table);
	struct sabot_lookup_house *house = g_new0(struct sabot_lookup_house, 1);

	house->site = copy_word(config->site);
	house->letterhead = copy_word(config->letterhead);
	house->licence = copy_word(config->licence);
	house->names_people =
		config->names_people && sabot_api_is_allowed(api, peer, SABOT_RIGHT_REPORT_PEOPLE);
	house->zone = copy_word(g_time_zone_get_identifier(config->calendar->zone));
	house->camera = copy_word(service ? service->config->camera : NULL);
	house->by = person ? sabot_person_id(person) : NULL;
	sabot_api_add_journal(api, table, house);
	if (sabot_floor_get_key(api->options.floor)->line)
		house->key_dir = copy_word(config->state_dir);
	return house;
}

json_t *
sabot_api_case(struct sabot_api *api, struct sabot_peer *peer,
	       const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_case_request *args = request->record;
	const struct sabot_api_wanted_page wanted = {request->verb, args->file, args->from};
	struct sabot_api_look how = {
		.work = sabot_lookup_case,
		.done = on_made,
		.table = args->table,
	};

	if (args->file)
		return sabot_api_may(api, peer, SABOT_RIGHT_LOOK_UP, NULL, error)
			       ? sabot_api_file_page(api, peer, &wanted, error)
			       : NULL;
	if (!args->table) {
		sabot_record_refuse_missing("table", error);
		return NULL;
	}
	how.house = build_house(api, peer, args->table);
	return sabot_api_look_up(api, peer, request, &how, error);
}
