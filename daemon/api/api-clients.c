/*
 * Connections and the dispatch of requests; what each request does is in api-*.c.
 */
#include "api-clients.h"

#include "api-private.h"
#include "daemon/hub/hub-answer.h"
#include "daemon/tables/floor-alarm.h"
#include "proto/messages/access-requests.h"
#include "proto/messages/forward-messages.h"
#include "proto/messages/house-requests.h"
#include "proto/messages/log-requests.h"

#include <string.h>

struct verb {
	const char *word;
	sabot_api_fn *answer;
	const struct sabot_record_type *args; /* NULL: members of the request are ignored */
	bool is_reading;                      /* it writes nothing */
};

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
	{"status", sabot_api_status, NULL, true},
	{"tables", sabot_api_tables, &sabot_wire_page_request_type, true},
	{"incidents", sabot_api_incidents, &sabot_wire_incidents_request_type, true},
	{"watch", sabot_api_watch, &sabot_wire_watch_request_type, true},
	{"event", sabot_api_event, &sabot_wire_event_request_type, false},
	{"acknowledge", sabot_api_acknowledge, &sabot_wire_acknowledge_request_type, false},
	{"assign", sabot_api_assign, &sabot_wire_assign_request_type, false},
	{"shelve", sabot_api_shelve, &sabot_wire_shelve_request_type, false},
	{"unshelve", sabot_api_unshelve, &sabot_wire_unshelve_request_type, false},
	{"comment", sabot_api_comment, &sabot_wire_comment_request_type, false},
	{"history", sabot_api_history, &sabot_wire_history_request_type, true},
	{"remedies", sabot_api_remedies, &sabot_wire_remedies_request_type, true},
	{"mend", sabot_api_mend, &sabot_wire_mend_request_type, false},
	{"mends", sabot_api_mends, &sabot_wire_table_request_type, true},
	{"redress_order", sabot_api_redress_order, &sabot_wire_redress_order_request_type, false},
	{"redress_withdraw", sabot_api_redress_withdraw, &sabot_wire_redress_withdraw_request_type,
	 false},
	{"statistics", sabot_api_statistics, &sabot_wire_statistics_request_type, true},
	{"rounds", sabot_api_rounds, &sabot_wire_rounds_request_type, true},
	{"load", sabot_api_load, &sabot_wire_table_request_type, true},
	{"roads", sabot_api_roads, &sabot_wire_table_request_type, true},
	{"rules", sabot_api_rules, &sabot_wire_table_request_type, true},
	{"rules_change", sabot_api_rules_change, &sabot_wire_rules_change_request_type, false},
	{"place", sabot_api_place, &sabot_wire_place_request_type, false},
	{"profiles", sabot_api_profiles, &sabot_wire_page_request_type, true},
	{"document", sabot_api_document, &sabot_wire_document_request_type, false},
	{"documents", sabot_api_documents, &sabot_wire_documents_request_type, true},
	{"shifts", sabot_api_shifts, &sabot_wire_page_request_type, true},
	{"shift", sabot_api_shift, &sabot_wire_shift_request_type, true},
	{"shift_tables", sabot_api_shift_tables, &sabot_wire_shift_request_type, true},
	{"shift_open", sabot_api_shift_open, &sabot_wire_shift_request_type, true},
	{"slips", sabot_api_slips, &sabot_wire_slips_request_type, true},
	{"markers", sabot_api_markers, &sabot_wire_page_request_type, true},
	{"bank", sabot_api_bank, &sabot_wire_shift_request_type, true},
	{"card_sets", sabot_api_card_sets, &sabot_wire_page_request_type, true},
	{"sign_off", sabot_api_sign_off, &sabot_wire_sign_off_request_type, false},
	{"log", sabot_api_log, &sabot_wire_log_request_type, true},
	{"unveil", sabot_api_unveil, &sabot_wire_unveil_request_type, false},
	{"frames", sabot_api_frames, &sabot_wire_frames_request_type, false},
	{"find", sabot_api_find, &sabot_wire_find_request_type, true},
	{"story", sabot_api_story, &sabot_wire_story_request_type, true},
	{"replay", sabot_api_replay, &sabot_wire_replay_request_type, true},
	{"verify", sabot_api_verify, &sabot_wire_verify_request_type, true},
	{"what_if", sabot_api_what_if, &sabot_wire_what_if_request_type, true},
	{"case", sabot_api_case, &sabot_wire_case_request_type, false},
	{"report", sabot_api_report, &sabot_wire_report_request_type, true},
	{"review_request", sabot_api_review_request, &sabot_wire_review_request_request_type,
	 false},
	{"review_answer", sabot_api_review_answer, &sabot_wire_review_answer_request_type, false},
	{"reviews", sabot_api_reviews, &sabot_wire_reviews_request_type, true},
	{"command", sabot_api_command, &sabot_wire_command_request_type, false},
	{"metrics", sabot_api_metrics, &sabot_wire_page_request_type, true},
	{"archive", sabot_api_archive, &sabot_wire_archive_request_type, false},
	{"give", sabot_api_give, &sabot_wire_give_request_type, false},
	{"take", sabot_api_take, &sabot_wire_take_request_type, false},
	{"forward_refused", sabot_api_forward_refused, &sabot_wire_forward_refused_request_type,
	 false},
	{"ping", answer_ping, NULL, true},
	{"login", sabot_api_login, &sabot_wire_login_request_type, false},
	{"logout", sabot_api_logout, NULL, false},
	{"persons", sabot_api_persons, &sabot_wire_page_request_type, true},
	{"roles", sabot_api_roles, NULL, true},
	{"person_create", sabot_api_person_create, &sabot_wire_person_create_request_type, false},
	{"person_change", sabot_api_person_change, &sabot_wire_person_change_request_type, false},
	{"person_card", sabot_api_person_card, &sabot_wire_person_card_request_type, false},
	{"person_code", sabot_api_person_code, &sabot_wire_person_code_request_type, false},
	{"machines", sabot_api_machines, &sabot_wire_page_request_type, true},
	{"machine_allow", sabot_api_machine_allow, NULL, false},
	{"machine_revoke", sabot_api_machine_revoke, &sabot_wire_machine_revoke_request_type,
	 false},
};

/* NULL with an error. */
static const struct verb *
find_verb(const char *word, GError **error)
{
	for (size_t i = 0; i < G_N_ELEMENTS(verbs); i++) {
		if (strcmp(verbs[i].word, word) == 0)
			return &verbs[i];
	}
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_UNKNOWN_REQUEST,
		    "there is no request %.40s", word);
	return NULL;
}

/* The only place where a request's JSON is read: later code uses the verb's struct. */
static bool
read_args(const struct verb *verb, struct sabot_wire_request *request, GError **error)
{
	if (!verb->args)
		return true;
	request->record = sabot_record_parse(verb->args, request->args, error);
	return request->record != NULL;
}

/* A daemon that only shows records writes nothing. */
static bool
is_possible(const struct sabot_api *api, const struct verb *verb, GError **error)
{
	if (verb->is_reading || !api->options.copy)
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		    SABOT_REFUSAL("%s: this daemon only shows records, and writes nothing"),
		    verb->word);
	return false;
}

/* A hub passes the request on to the daemon it is for. */
static bool
is_for_daemon(struct sabot_api *api, struct sabot_peer *peer,
	      const struct sabot_wire_request *request)
{
	return api->options.desk && sabot_hub_desk_answer(api->options.desk, peer, request);
}

static void
answer(struct sabot_api *api, struct sabot_peer *peer, struct sabot_wire_request *request)
{
	g_autoptr(GError) error = NULL;
	const struct verb *verb = find_verb(request->verb, &error);
	json_t *ok = NULL;

	api->last_note = NULL;
	if (verb && is_possible(api, verb, &error) && read_args(verb, request, &error) &&
	    !is_for_daemon(api, peer, request))
		ok = verb->answer(api, peer, request, &error);
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
		sabot_peer_send_message(peer, id, sabot_wire_reply_gerror(id, error));
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
	if (api->options.desk)
		sabot_hub_desk_leave(api->options.desk, peer);
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
	greeting->origin = g_strdup(api->options.hub ? sabot_hub_get_origin(api->options.hub)
						     : sabot_floor_get_series(api->options.floor));
	greeting->seq = sabot_api_get_seq(api);
	greeting->beat_ms = SABOT_WIRE_BEAT_MS;
	sabot_peer_send_message(peer, NULL, sabot_wire_greeting_build(greeting));
	sabot_record_unref(greeting);
}

/* Unknown machines do not count as clients; they are answered before clients are counted. */
static bool
let_in(struct sabot_api *api, struct sabot_peer *peer, GError **error)
{
	return sabot_api_identify_machine(api, peer, error) &&
	       sabot_api_find_place(api, peer, error);
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
	sabot_peer_send_message(peer, NULL, sabot_wire_reply_gerror(NULL, error));
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

/* Of a hub's steps from before its start: who was away since then. */
static void
push_to_resumed(const char *place, GBytes *line, void *data)
{
	struct sabot_api *api = data;

	for (guint i = 0; i < api->peers->len; i++) {
		struct sabot_peer *peer = g_ptr_array_index(api->peers, i);

		if (sabot_peer_is_resumed(peer) && sabot_api_sees(peer, place))
			sabot_peer_send(peer, line);
	}
}

static void
push_to_hub(const char *place, GBytes *line, void *data)
{
	sabot_hub_push_own(data, place, line);
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

/* Keep the index current, so that a first look-up in a long log does not wait for it. */
static void
keep_index_up(struct sabot_api *api)
{
	struct sabot_floor *floor = api->options.floor;
	struct sabot_db *reader = sabot_floor_get_reader(floor);

	if (reader)
		sabot_lookups_keep_up(api->lookups, reader->path,
				      sabot_floor_get_published_seq(floor));
}

static gboolean
on_second(gpointer data)
{
	struct sabot_api *api = data;

	sabot_floor_alarm_expire(api->options.floor);
	sabot_pin_guard_expire(sabot_api_get_guard(api), g_get_real_time());
	sabot_api_flush_refusals(api, false);
	sabot_api_drop_idle(api);
	keep_index_up(api);
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
	api->lookups =
		sabot_lookups_new(options->config->profiles_dir, options->config->archive_dir);
	api->reporter = sabot_reporter_new(options->config, options->floor);
	api->files = sabot_api_files_new();
	api->folds = sabot_api_folds_new();
	api->claims = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	api->pins = sabot_pin_checker_new(SABOT_PIN_COST_INTERACTIVE);
	api->idle = g_timeout_source_new_seconds(1);
	g_source_set_callback(api->idle, on_second, api, NULL);
	g_source_attach(api->idle, g_main_context_get_thread_default());
	if (options->hub) {
		sabot_hub_set_push(options->hub, push_to_watchers, push_to_resumed, api);
		sabot_floor_set_push(options->floor, push_to_hub, options->hub);
	} else {
		sabot_floor_set_push(options->floor, push_to_watchers, api);
	}
	return api;
}

void
sabot_api_finish(struct sabot_api *api)
{
	sabot_api_flush_refusals(api, true);
	sabot_lookups_stop(api->lookups);
}

void
sabot_api_free(struct sabot_api *api)
{
	if (!api)
		return;
	sabot_floor_set_push(api->options.floor, NULL, NULL);
	if (api->options.hub)
		sabot_hub_set_push(api->options.hub, NULL, NULL, NULL);
	g_source_destroy(api->beat);
	g_source_unref(api->beat);
	g_source_destroy(api->idle);
	g_source_unref(api->idle);
	sabot_pin_checker_free(api->pins);
	sabot_lookups_free(api->lookups);
	sabot_reporter_free(api->reporter);
	g_ptr_array_unref(api->files);
	g_hash_table_unref(api->folds);
	g_hash_table_unref(api->claims);
	/* The log is closed: persons who are still logged in are logged out by the daemon's end. */
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
