/*
 * Connections and the dispatch of requests; what each request does is in api-*.c.
 */
#include "api-private.h"
#include "daemon/tables/floor-alarm.h"

#include <string.h>

struct verb {
	const char *word;
	sabot_api_fn *answer;
};

bool
sabot_api_refuse(enum sabot_wire_error error_class, const char *why, GError **error)
{
	g_set_error_literal(error, SABOT_WIRE_ERROR, (int)error_class, why);
	return false;
}

static json_t *
answer_ping(struct sabot_api *api, struct sabot_peer *peer,
	    const struct sabot_wire_request *request, GError **error)
{
	(void)api;
	(void)peer;
	(void)request;
	(void)error;
	return json_object();
}

static const struct verb verbs[] = {
	{"status", sabot_api_status},
	{"tables", sabot_api_tables},
	{"incidents", sabot_api_incidents},
	{"watch", sabot_api_watch},
	{"event", sabot_api_event},
	{"acknowledge", sabot_api_acknowledge},
	{"assign", sabot_api_assign},
	{"shelve", sabot_api_shelve},
	{"unshelve", sabot_api_unshelve},
	{"comment", sabot_api_comment},
	{"history", sabot_api_history},
	{"remedies", sabot_api_remedies},
	{"redress_order", sabot_api_redress_order},
	{"redress_withdraw", sabot_api_redress_withdraw},
	{"statistics", sabot_api_statistics},
	{"rounds", sabot_api_rounds},
	{"load", sabot_api_load},
	{"roads", sabot_api_roads},
	{"rules", sabot_api_rules},
	{"rules_change", sabot_api_rules_change},
	{"profiles", sabot_api_profiles},
	{"document", sabot_api_document},
	{"documents", sabot_api_documents},
	{"shifts", sabot_api_shifts},
	{"shift", sabot_api_shift},
	{"shift_tables", sabot_api_shift_tables},
	{"shift_open", sabot_api_shift_open},
	{"slips", sabot_api_slips},
	{"markers", sabot_api_markers},
	{"card_sets", sabot_api_card_sets},
	{"sign_off", sabot_api_sign_off},
	{"log", sabot_api_log},
	{"unveil", sabot_api_unveil},
	{"frames", sabot_api_frames},
	{"find", sabot_api_find},
	{"story", sabot_api_story},
	{"replay", sabot_api_replay},
	{"verify", sabot_api_verify},
	{"what_if", sabot_api_what_if},
	{"case", sabot_api_case},
	{"report", sabot_api_report},
	{"review_request", sabot_api_review_request},
	{"review_answer", sabot_api_review_answer},
	{"reviews", sabot_api_reviews},
	{"command", sabot_api_command},
	{"metrics", sabot_api_metrics},
	{"archive", sabot_api_archive},
	{"give", sabot_api_give},
	{"take", sabot_api_take},
	{"ping", answer_ping},
	{"login", sabot_api_login},
	{"logout", sabot_api_logout},
	{"persons", sabot_api_persons},
	{"roles", sabot_api_roles},
	{"person_create", sabot_api_person_create},
	{"person_change", sabot_api_person_change},
	{"person_code", sabot_api_person_code},
	{"machines", sabot_api_machines},
	{"machine_allow", sabot_api_machine_allow},
	{"machine_revoke", sabot_api_machine_revoke},
};

bool
sabot_api_names_house(const struct sabot_wire_request *request)
{
	const char *name = json_string_value(json_object_get(request->args, "table"));

	return g_strcmp0(name, SABOT_HOUSE_NAME) == 0;
}

struct sabot_table_service *
sabot_api_get_table(struct sabot_api *api, const struct sabot_peer *peer,
		    const struct sabot_wire_request *request, GError **error)
{
	struct sabot_table_service *table;
	const char *name;

	if (!sabot_wire_request_get_string(request, "table", true, &name, error))
		return NULL;
	table = sabot_api_sees(peer, name) ? sabot_floor_find(api->options.floor, name) : NULL;
	if (!table)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_UNKNOWN_TABLE,
			    "there is no table %s", name);
	return table;
}

void
sabot_api_page_init(struct sabot_api_page *page, size_t left_bytes)
{
	page->list = json_array();
	page->left_bytes = left_bytes;
}

bool
sabot_api_page_add(struct sabot_api_page *page, json_t *item)
{
	size_t bytes = json_dumpb(item, NULL, 0, JSON_COMPACT) + 1;

	if (bytes > page->left_bytes) {
		json_decref(item);
		return false;
	}
	page->left_bytes -= bytes;
	json_array_append_new(page->list, item);
	return true;
}

void
sabot_api_send(struct sabot_peer *peer, json_t *id, json_t *message)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GBytes) line = sabot_wire_line(message, &error);

	if (!line)
		line = sabot_wire_line(sabot_wire_reply_gerror(id, error), NULL);
	if (line)
		sabot_peer_send(peer, line);
}

void
sabot_api_send_beat(struct sabot_api *api, struct sabot_peer *peer)
{
	sabot_api_send(peer, NULL,
		       sabot_wire_beat_build(sabot_floor_get_published_seq(api->options.floor),
					     g_get_real_time()));
}

struct sabot_api_waiting *
sabot_api_wait(struct sabot_api *api, struct sabot_peer *peer,
	       const struct sabot_wire_request *request)
{
	struct sabot_api_waiting *waiting = g_new0(struct sabot_api_waiting, 1);
	const struct sabot_person *person = sabot_api_get_person(api, peer);

	waiting->api = api;
	waiting->peer = sabot_peer_ref(peer);
	waiting->request.id = json_incref(request->id);
	waiting->request.verb = g_strdup(request->verb);
	waiting->request.args = json_incref(request->args);
	waiting->person = person ? sabot_person_id(person) : NULL;
	sabot_peer_hold(peer);
	return waiting;
}

void
sabot_api_wait_end(struct sabot_api_waiting *waiting)
{
	sabot_peer_release(waiting->peer);
	sabot_peer_unref(waiting->peer);
	json_decref(waiting->request.id);
	g_free(waiting->request.verb);
	json_decref(waiting->request.args);
	g_free(waiting->person);
	g_free(waiting);
}

static sabot_api_fn *
find_verb(const char *word)
{
	for (size_t i = 0; i < G_N_ELEMENTS(verbs); i++) {
		if (strcmp(verbs[i].word, word) == 0)
			return verbs[i].answer;
	}
	return NULL;
}

static void
answer(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_wire_request *request)
{
	g_autoptr(GError) error = NULL;
	sabot_api_fn *fn = find_verb(request->verb);
	json_t *ok = NULL;

	api->last_note = NULL;
	if (fn)
		ok = fn(api, peer, request, &error);
	else
		g_set_error(&error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_UNKNOWN_REQUEST,
			    "there is no request %.40s", request->verb);
	if (error)
		sabot_api_send_noted(api, peer, request->id,
				     sabot_wire_reply_gerror(request->id, error));
	else if (ok)
		sabot_api_send_noted(api, peer, request->id, sabot_wire_reply_ok(request->id, ok));
}

static void
on_peer_line(struct sabot_peer *peer, const char *line, size_t length_bytes, void *user)
{
	g_autoptr(GError) error = NULL;
	json_t *id = NULL;
	struct sabot_wire_request *request =
		sabot_wire_request_parse(line, length_bytes, &id, &error);

	if (request) {
		answer(user, peer, request);
		sabot_wire_request_free(request);
	} else {
		sabot_api_send(peer, id, sabot_wire_reply_gerror(id, error));
		if (g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_TOO_LARGE))
			sabot_peer_drop(peer);
	}
	json_decref(id);
}

static void
on_peer_closed(struct sabot_peer *peer, void *user)
{
	struct sabot_api *api = user;

	api->n_dropped += sabot_peer_is_dropped(peer);
	sabot_api_end_session(api, peer, "gone");
	if (!g_ptr_array_remove_fast(api->peers, peer))
		g_ptr_array_remove_fast(api->refused, peer);
}

static const struct sabot_peer_handler peer_handler = {
	.line = on_peer_line,
	.closed = on_peer_closed,
};

static void
greet(struct sabot_api *api, struct sabot_peer *peer)
{
	struct sabot_wire_greeting *greeting = sabot_record_new(&sabot_wire_greeting_type);

	greeting->version = g_strdup(SABOT_VERSION);
	greeting->protocol = SABOT_WIRE_PROTOCOL;
	greeting->site = g_strdup(api->options.config->site);
	greeting->role = g_strdup(sabot_machine_get_role(sabot_peer_get_machine(peer)));
	if (sabot_api_is_remote(peer))
		greeting->machine = g_strdup(sabot_peer_get_machine(peer)->name);
	greeting->seq = sabot_floor_get_published_seq(api->options.floor);
	greeting->beat_ms = SABOT_WIRE_BEAT_MS;
	sabot_api_send(peer, NULL, sabot_wire_greeting_build(greeting));
	sabot_record_unref(greeting);
}

/* Strangers do not count as clients, and are answered before clients are counted. */
static bool
let_in(struct sabot_api *api, struct sabot_peer *peer, GError **error)
{
	if (!sabot_api_identify_machine(api, peer, error))
		return false;
	if (api->peers->len < (guint)api->options.config->clients_max)
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		    "too many clients are connected");
	return false;
}

void
sabot_api_add_client(struct sabot_api *api, struct sabot_link *link)
{
	struct sabot_peer *peer = sabot_peer_new(link, &peer_handler, api);
	g_autoptr(GError) error = NULL;
	bool is_in = let_in(api, peer, &error);

	g_ptr_array_add(is_in ? api->peers : api->refused, peer);
	if (is_in) {
		greet(api, peer);
		return;
	}
	api->n_dropped++;
	sabot_api_send(peer, NULL, sabot_wire_reply_gerror(NULL, error));
	sabot_peer_finish(peer);
}

static void
push_to_watchers(const char *place, GBytes *line, void *data)
{
	struct sabot_api *api = data;

	for (guint i = 0; i < api->peers->len; i++) {
		struct sabot_peer *peer = g_ptr_array_index(api->peers, i);

		if (sabot_peer_is_watching(peer) && sabot_api_sees(peer, place))
			sabot_peer_send(peer, line);
	}
}

static gboolean
on_beat(gpointer data)
{
	struct sabot_api *api = data;

	for (guint i = 0; i < api->peers->len; i++) {
		struct sabot_peer *peer = g_ptr_array_index(api->peers, i);

		if (sabot_peer_is_watching(peer))
			sabot_api_send_beat(api, peer);
	}
	return G_SOURCE_CONTINUE;
}

static gboolean
on_second(gpointer data)
{
	struct sabot_api *api = data;

	sabot_floor_alarm_expire(api->options.floor);
	sabot_api_drop_idle(api);
	return sabot_api_expire_sessions(api);
}

struct sabot_api *
sabot_api_new(const struct sabot_api_options *options)
{
	struct sabot_api *api = g_new0(struct sabot_api, 1);

	api->options = *options;
	api->peers = g_ptr_array_new_with_free_func(sabot_peer_unref);
	api->refused = g_ptr_array_new_with_free_func(sabot_peer_unref);
	api->started_us = g_get_real_time();
	api->started_monotonic_us = g_get_monotonic_time();
	api->beat = g_timeout_source_new(SABOT_WIRE_BEAT_MS);
	g_source_set_callback(api->beat, on_beat, api, NULL);
	g_source_attach(api->beat, g_main_context_get_thread_default());
	api->sessions = sabot_sessions_new();
	api->unveilings = sabot_unveilings_new();
	api->lookups = sabot_lookups_new(options->config->profiles_dir);
	api->reporter = sabot_reporter_new(options->config, options->floor);
	api->files = sabot_api_files_new();
	api->pins = sabot_pin_checker_new(SABOT_PIN_COST_INTERACTIVE);
	api->idle = g_timeout_source_new_seconds(1);
	g_source_set_callback(api->idle, on_second, api, NULL);
	g_source_attach(api->idle, g_main_context_get_thread_default());
	sabot_floor_set_push(options->floor, push_to_watchers, api);
	return api;
}

void
sabot_api_free(struct sabot_api *api)
{
	if (!api)
		return;
	sabot_floor_set_push(api->options.floor, NULL, NULL);
	g_source_destroy(api->beat);
	g_source_unref(api->beat);
	g_source_destroy(api->idle);
	g_source_unref(api->idle);
	sabot_pin_checker_free(api->pins);
	sabot_lookups_free(api->lookups);
	sabot_reporter_free(api->reporter);
	g_ptr_array_unref(api->files);
	/* The log is closed: who is logged in now is logged out by the daemon's end. */
	g_clear_pointer(&api->sessions, sabot_sessions_free);
	while (api->peers->len > 0)
		sabot_peer_close(g_ptr_array_index(api->peers, 0));
	while (api->refused->len > 0)
		sabot_peer_close(g_ptr_array_index(api->refused, 0));
	g_ptr_array_unref(api->peers);
	g_ptr_array_unref(api->refused);
	sabot_unveilings_free(api->unveilings);
	g_free(api);
}
