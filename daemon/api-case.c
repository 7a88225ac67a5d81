/*
 * `case`: a round's case file, made on the thread that looks into the log and sent page by page.
 * The last few are kept for that, in memory; their pages are asked for by the file's digest, which
 * nobody guesses. That one was made stands in the house log.
 */
#include "api-private.h"
#include "lookup-work.h"

#include "store/archive-file.h"
#include "store/hex.h"

#include <string.h>

enum {
	CASES_KEPT = 8,
	CASE_PAGE_BYTES = 36 * 1024, /* in base64 it fits into a line */
};

static char *
digest_of(GBytes *bytes)
{
	gsize n_bytes;
	const char *data = g_bytes_get_data(bytes, &n_bytes);
	struct sabot_chain_hash hash = sabot_chain_digest(data, n_bytes);

	return sabot_hex_encode(hash.bytes, sizeof(hash.bytes));
}

static json_t *
build_page(GBytes *bytes, int64_t from)
{
	gsize n_bytes;
	const guchar *data = g_bytes_get_data(bytes, &n_bytes);
	gsize n_page = MIN(n_bytes - (gsize)from, CASE_PAGE_BYTES);
	g_autofree char *digest = digest_of(bytes);
	g_autofree char *text = g_base64_encode(data + from, n_page);
	json_t *page = json_pack("{s:s, s:I, s:I, s:s}", "file", digest, "bytes",
				 (json_int_t)n_bytes, "from", (json_int_t)from, "base64", text);

	if ((gsize)from + n_page < n_bytes)
		json_object_set_new(page, "next",
				    json_integer((json_int_t)(from + (int64_t)n_page)));
	return page;
}

/* One that is kept. NULL with an error. Borrowed. */
static GBytes *
find_case(const struct sabot_api *api, const char *file, GError **error)
{
	for (guint i = 0; i < api->cases->len; i++) {
		GBytes *bytes = g_ptr_array_index(api->cases, i);
		g_autofree char *digest = digest_of(bytes);

		if (strcmp(digest, file) == 0)
			return bytes;
	}
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    "file: it is not kept any more: ask for the case again");
	return NULL;
}

/* Whoever knows the digest was given the file's beginning. */
static json_t *
go_on(struct sabot_api *api, const struct sabot_wire_request *request, GError **error)
{
	const char *file;
	int64_t from = 0;
	GBytes *bytes;

	if (!sabot_wire_request_get_string(request, "file", true, &file, error) ||
	    !sabot_wire_request_get_integer(request, "from", true, &from, error))
		return NULL;
	bytes = find_case(api, file, error);
	if (!bytes)
		return NULL;
	if (from >= 0 && (gsize)from < g_bytes_get_size(bytes))
		return build_page(bytes, from);
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    "from: the file ends before");
	return NULL;
}

/* Who has taken it away, and of what. */
static void
note_case(const struct sabot_api_waiting *waiting, GBytes *bytes)
{
	static const char *const names[] = {"table", "round", "incident"};
	const json_t *house = json_object_get(waiting->request.args, SABOT_LOOKUP_HOUSE);
	g_autofree char *digest = digest_of(bytes);
	json_t *event = json_pack("{s:s, s:s}", "ev", "case", "digest", digest);

	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		json_object_set(event, names[i], json_object_get(waiting->request.args, names[i]));
	json_object_set(event, "by", json_object_get(house, "by"));
	sabot_api_note(waiting->api, event, NULL);
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

	if (!ok) {
		sabot_api_send(waiting->peer, id, sabot_api_refuse_lookup(id, error));
		sabot_api_wait_end(waiting);
		return;
	}
	data_bytes = g_base64_decode(json_string_value(json_object_get(ok, "base64")), &n_bytes);
	bytes = g_bytes_new_take(data_bytes, n_bytes);
	if (api->cases->len == CASES_KEPT)
		g_ptr_array_remove_index(api->cases, 0);
	g_ptr_array_add(api->cases, bytes);
	note_case(waiting, bytes);
	sabot_api_send_noted(api, waiting->peer, id, sabot_wire_reply_ok(id, build_page(bytes, 0)));
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
	if (api->options.floor->key_line)
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
		return go_on(api, request, error);
	if (!sabot_wire_request_get_string(request, "table", true, &table, error))
		return NULL;
	how.house = build_house(api, peer, table);
	json_object_set(request->args, SABOT_LOOKUP_HOUSE, how.house);
	answer = sabot_api_look_up(api, peer, request, &how, error);
	json_decref(how.house);
	return answer;
}
