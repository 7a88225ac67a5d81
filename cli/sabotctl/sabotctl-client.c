/*
 * status, tables, incidents: send one request, follow the pages of the answer, print it as a table
 * for people or as JSON for programs. See sabotctl-client.h; watch has its own file.
 */
#include "sabotctl-private.h"
#include "sabotctl-client.h"
#include "cli/common/upstream-request.h"
#include "verb-options.h"

#include "sabotctl-rows.h"
#include "proto/rfc3339.h"
#include "proto/wording/wording.h"
#include "proto/wire-words.h"
#include "text/escape.h"
#include "text/refusal.h"
#include "sabotctl-verbs.h"

#include <glib/gi18n.h>
#include <stdio.h>

gboolean
sabotctl_options_parse(struct sabotctl_options *options, const GOptionEntry *more, int argc,
		       char **argv, const char *summary)
{
	const GOptionEntry entries[] = {
		SABOTCTL_CONNECT_OPTIONS(&options->socket),
		{"json", 0, 0, G_OPTION_ARG_NONE, &options->json, N_("JSON, for programs"), NULL},
		G_OPTION_ENTRY_NULL,
	};
	const struct verb_options verb = {
		.summary = summary,
		.entries = entries,
		.more = more,
	};

	return verb_options_parse(&verb, &argc, &argv) &&
	       (argc == 1 || verb_options_refuse(_("there is an argument too many")));
}

void
sabotctl_options_clear(struct sabotctl_options *options)
{
	g_free(options->socket);
}

/* One question and its answer so far. */
struct question {
	GMainLoop *loop;
	const char *verb;
	const char *who;  /* the verb of ours that asks; NULL = of the same name */
	bool is_quiet;    /* no daemon, no answer: nothing is said of it */
	const char *list; /* the name of the answer's list when it has pages, or NULL */
	json_t *args;     /* NULL = none */
	json_t *answer;   /* NULL while none came */
	GError **error;   /* where it goes why there is none, or NULL */
	bool is_asked, is_failed;
};

static void
send_request(struct sabot_client *client, struct question *question);

/* Report what the daemon refused, or answered wrongly, in the user's language. */
static void
complain(const char *who, const GError *error)
{
	g_autofree char *said = sabot_text_refusal(error->message);

	fprintf(stderr, "sabotctl %s: %s\n", who, sabot_text_plain(said));
}

/* `error` is transferred. */
static void
fail(struct question *question, GError *error)
{
	if (!question->is_quiet)
		complain(question->who ? question->who : question->verb, error);
	g_propagate_error(question->error, error);
	question->is_failed = true;
	g_main_loop_quit(question->loop);
}

/* Add a page to the answer; true when there is a further one to request. */
static bool
add_page(struct question *question, json_t *ok)
{
	int64_t next = 0;

	if (question->list)
		next = sabot_wire_page_append(&question->answer, ok, question->list);
	else
		question->answer = json_incref(ok);
	if (next)
		json_object_set_new(question->args, "from", json_integer(next));
	return next != 0;
}

static void
on_replied(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct question *question = data;

	if (error)
		fail(question, g_error_copy(error));
	else if (add_page(question, ok))
		send_request(client, question);
	else
		g_main_loop_quit(question->loop);
}

static void
send_request(struct sabot_client *client, struct question *question)
{
	sabot_client_request(client, question->verb, question->args, NULL, on_replied, question);
}

static void
on_state_changed(struct sabot_client *client, gpointer data)
{
	struct question *question = data;

	switch (sabot_client_get_state(client)) {
	case SABOT_CLIENT_LIVE:
		if (!question->is_asked)
			send_request(client, question);
		question->is_asked = true;
		break;
	case SABOT_CLIENT_OFFLINE:
		if (!question->is_failed)
			fail(question, g_error_new(G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED, "%s: %s",
						   sabot_client_get_path(client),
						   sabot_client_get_reason(client)));
		break;
	case SABOT_CLIENT_CONNECTING:
	case SABOT_CLIENT_STALE:
		break;
	}
}

/* The answer, new reference; NULL when there is none (said on standard error). */
static json_t *
request_daemon(const struct sabotctl_options *options, struct question *question)
{
	static const struct sabot_client_callbacks callbacks = {.state_changed = on_state_changed};
	struct sabot_client *client =
		sabot_client_new(options->socket, false, &callbacks, question);

	if (!question->args)
		question->args = json_object();
	upstream_request_add(question->verb, question->args);
	question->loop = g_main_loop_new(NULL, FALSE);
	sabot_client_start(client);
	g_main_loop_run(question->loop);
	sabot_client_stop(client);
	sabot_client_unref(client);
	g_main_loop_unref(question->loop);
	json_decref(question->args);
	if (question->is_failed)
		g_clear_pointer(&question->answer, json_decref);
	else if (!question->is_quiet)
		upstream_request_print_missing(question->answer);
	return question->answer;
}

json_t *
sabotctl_request(const char *who, const char *socket, const char *verb, json_t *args)
{
	struct sabotctl_options options = {.socket = (char *)socket};
	struct question question = {.verb = verb, .who = who, .is_quiet = !who, .args = args};

	return request_daemon(&options, &question);
}

gpointer
sabotctl_read_answer(const char *who, json_t *answer, const struct sabot_record_type *type)
{
	g_autoptr(GError) error = NULL;
	gpointer record = answer ? sabot_record_parse(type, answer, &error) : NULL;

	if (error)
		complain(who, error);
	json_decref(answer);
	return record;
}

gpointer
sabotctl_request_record(const char *who, const char *socket, const char *verb, json_t *args,
			const struct sabot_record_type *type)
{
	return sabotctl_read_answer(who, sabotctl_request(who, socket, verb, args), type);
}

json_t *
sabotctl_try(const char *socket, const char *verb, json_t *args, GError **error)
{
	struct sabotctl_options options = {.socket = (char *)socket};
	struct question question = {.verb = verb, .is_quiet = true, .args = args, .error = error};

	return request_daemon(&options, &question);
}

json_t *
sabotctl_request_pages(const char *who, const char *socket, const char *verb, json_t *args,
		       const char *list)
{
	struct sabotctl_options options = {.socket = (char *)socket};
	struct question question = {.verb = verb, .who = who, .args = args, .list = list};

	return request_daemon(&options, &question);
}

void
sabotctl_print_items(json_t *answer, const char *list)
{
	json_dumpf(sabot_wire_page_items(answer, list), stdout, JSON_COMPACT);
	putchar('\n');
}

static void
print_json(json_t *json)
{
	json_dumpf(json, stdout, JSON_COMPACT);
	putchar('\n');
}

/* Ask for a list and print it; `print` returns the exit status. */
static int
run_list(const struct sabotctl_options *options, struct question *question,
	 int (*print)(json_t *list, GError **error))
{
	g_autoptr(GError) error = NULL;
	json_t *answer = request_daemon(options, question);
	int status = SABOTCTL_FAILED;

	if (answer && options->json) {
		print_json(answer);
		status = SABOTCTL_OK;
	} else if (answer) {
		status = print(sabot_wire_page_items(answer, question->list), &error);
	}
	if (error)
		complain(question->verb, error);
	json_decref(answer);
	return status;
}

/* A word of the wire in the user's language. */
static const char *
phrase_client_state(const char *word)
{
	const char *const known[][2] = {
		{"connecting", C_("connection", "connecting")},
		{"live", C_("connection", "live")},
		{"stale", C_("connection", "stale")},
		{"offline", C_("connection", "offline")},
	};

	for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
		if (strcmp(known[i][0], word) == 0)
			return known[i][1];
	return word;
}

/* The daemons that a hub follows. True when one of them is away, or a table of it is refused. */
static bool
print_upstreams(const GPtrArray *upstreams)
{
	g_autoptr(GPtrArray) rows = sabotctl_rows_new();
	bool is_wrong = false;

	sabotctl_rows_add(rows, _("daemon"), _("state"), _("last heard"), _("tables"), _("detail"),
			  NULL);
	for (guint i = 0; i < upstreams->len; i++) {
		const struct sabot_wire_upstream *upstream = g_ptr_array_index(upstreams, i);
		g_autofree char *heard = upstream->heard_us == SABOT_TIME_NONE
						 ? g_strdup("")
						 : sabot_time_format(upstream->heard_us);
		g_autofree char *tables = g_strdup_printf("%d", (int)upstream->tables);
		g_autofree char *why = upstream->why ? sabot_text_refusal(upstream->why) : NULL;

		sabotctl_rows_add(rows, upstream->upstream, phrase_client_state(upstream->state),
				  heard, tables, why ? why : "", NULL);
		is_wrong = is_wrong || upstream->why || upstream->refused->len > 0;
	}
	sabotctl_rows_print(rows);
	putchar('\n');
	return is_wrong;
}

/* True if they do not go on now. */
static bool
print_records(const struct sabot_wire_records *records)
{
	g_autofree char *until =
		records->until_us == SABOT_TIME_NONE ? NULL : sabot_time_format(records->until_us);

	if (until)
		printf(_("RECORDS: what the core has until %s; nothing can be done here\n"), until);
	else
		puts(_("RECORDS: there are none yet; nothing can be done here"));
	if (records->why)
		printf(_("  THEY DO NOT GO ON: %s\n"), sabot_text_plain(records->why));
	return records->why != NULL;
}

static int
print_status(const struct sabot_wire_status *status)
{
	g_autoptr(GPtrArray) rows = sabotctl_rows_new();
	int found = status->is_saved ? SABOTCTL_OK : SABOTCTL_FOUND;

	g_autofree char *tables = g_strdup_printf(
		ngettext("%d table", "%d tables", (gulong)status->tables), (int)status->tables);
	g_autofree char *clients = g_strdup_printf(
		ngettext("%d client", "%d clients", (gulong)status->clients), (int)status->clients);

	printf(_("sabotd %s, site %s: %s, %s, %d min up, %s\n"), sabot_text_plain(status->version),
	       sabot_text_plain(status->site), tables, clients, (int)(status->uptime_s / 60),
	       status->is_saved ? _("saved") : _("NOT SAVED"));
	if (status->records && print_records(status->records))
		found = SABOTCTL_FOUND;
	if (g_strcmp0(status->persons, "off") == 0 && !status->records)
		printf("%s\n",
		       _("PERSONS OFF: everybody who may open the socket may act, and nobody is "
			 "named (sabotctl user first)"));
	if (g_strcmp0(status->mirror, "behind") == 0) {
		puts(_("NOT IN THE MIRROR: what is saved is on one disk only"));
		found = SABOTCTL_FOUND;
	}
	if (status->is_checking)
		puts(_("the check of the database at the start is still running"));
	if (!status->is_signed && status->records)
		puts(_("NOT PROVEN: [records] names no key of the house"));
	else if (!status->is_signed)
		puts(_("NOT SIGNED: no key signs the log; the daemon's journal says why "
		       "(sabotctl key --help)"));
	if (status->upstreams && print_upstreams(status->upstreams))
		found = SABOTCTL_FOUND;
	sabotctl_rows_add(rows, _("device"), _("table"), _("state"), _("driver"), _("transport"),
			  _("detail"), NULL);
	for (guint i = 0; i < status->devices->len; i++) {
		const struct sabot_wire_device *device = g_ptr_array_index(status->devices, i);

		sabotctl_rows_add(rows, device->name, device->table ? device->table : "",
				  sabot_phrase_device_state(device->state),
				  device->driver ? device->driver : "",
				  device->transport ? device->transport : "",
				  device->detail ? device->detail : "", NULL);
		if (device->state == SABOT_WIRE_DEVICE_OFFLINE ||
		    device->state == SABOT_WIRE_DEVICE_ERROR)
			found = SABOTCTL_FOUND;
	}
	sabotctl_rows_print(rows);
	return found;
}

/* Why the game is stopped at a table, or NULL. Transferred. */
static char *
print_fault(const struct sabot_wire_view *view)
{
	g_autofree char *why = view->away ? sabot_text_refusal(view->away->why) : NULL;

	if (why)
		/* Translators: a table's daemon is not heard; its name, and why. */
		return g_strdup_printf(_("AWAY: %s: %s"), view->away->daemon, why);
	/* Translators: why a table is out of order or away; the daemon's own words follow. */
	return view->fault ? g_strdup_printf(_("FAULT: %s"), view->fault) : NULL;
}

/* What is to be done at a table, why, and what the dealer says. */
static void
add_next_row(GPtrArray *rows, const struct sabot_wire_view *view)
{
	g_autofree char *next = print_fault(view);
	g_autofree char *why = NULL, *calls = NULL;

	if (!next && view->prompt) {
		next = sabot_phrase_prompt(view->prompt);
		why = sabot_phrase_prompt_why(view->prompt);
		calls = sabot_phrase_calls(view->prompt);
	}
	if (next)
		sabotctl_rows_add(rows, view->table, next, why ? why : "", calls ? calls : "",
				  NULL);
}

/* The exit status is FOUND when a table is at fault. */
static int
print_next(json_t *list, GError **error)
{
	g_autoptr(GPtrArray) rows = sabotctl_rows_new();
	int found = SABOTCTL_OK;
	json_t *json;
	size_t i;

	sabotctl_rows_add(rows, _("table"), _("next"), _("why"), _("the dealer says"), NULL);
	json_array_foreach(list, i, json) {
		struct sabot_wire_view *view =
			sabot_record_parse(&sabot_wire_view_type, json, error);

		if (!view)
			return SABOTCTL_FAILED;
		if (view->fault || view->away)
			found = SABOTCTL_FOUND;
		add_next_row(rows, view);
		sabot_record_unref(view);
	}
	putchar('\n');
	sabotctl_rows_print(rows);
	return found;
}

int
sabotctl_status(int argc, char **argv)
{
	struct sabotctl_options options = {0};
	struct question question = {.verb = "status"};
	struct question tables = {.verb = "tables", .list = "tables"};
	g_autoptr(GError) error = NULL;
	struct sabot_wire_status *status;
	json_t *answer;
	int found = SABOTCTL_FAILED;

	if (!sabotctl_options_parse(
		    &options, NULL, argc, argv,
		    _("Exit status 1: not saved, a device is not online, or a table "
		      "is at fault.")))
		return SABOTCTL_FAILED;
	answer = request_daemon(&options, &question);
	status = answer ? sabot_record_parse(&sabot_wire_status_type, answer, &error) : NULL;
	if (error)
		sabotctl_complain(error->message);
	if (status && options.json)
		print_json(answer);
	if (status)
		found = options.json ? SABOTCTL_OK : print_status(status);
	if (status && !options.json) {
		int at_tables = run_list(&options, &tables, print_next);

		found = MAX(found, at_tables);
	}
	sabot_record_unref(status);
	json_decref(answer);
	sabotctl_options_clear(&options);
	return found;
}

static void
add_table_row(GPtrArray *rows, const struct sabot_wire_view *view)
{
	g_autofree char *round = g_strdup_printf("%d/%d", (int)view->load, (int)view->round);
	g_autofree char *open =
		g_strdup_printf("%d", view->incidents ? (int)view->incidents->open : 0);
	g_autofree char *fault = print_fault(view);
	g_autofree char *prompt = view->prompt ? sabot_phrase_prompt(view->prompt) : NULL;
	const char *next = fault ? fault : prompt;
	const struct sabot_wire_incident *worst = view->incidents ? view->incidents->worst : NULL;

	sabotctl_rows_add(rows, view->table, sabot_phrase_game(view->game),
			  sabot_phrase_table_state(view->state), sabot_phrase_phase(view->phase),
			  round, view->device ? sabot_phrase_device_state(view->device->state) : "",
			  open, worst ? worst->code : "", next ? next : "",
			  view->is_simulated ? _("simulated") : "", NULL);
}

static int
print_tables(json_t *list, GError **error)
{
	g_autoptr(GPtrArray) rows = sabotctl_rows_new();
	json_t *json;
	size_t i;

	sabotctl_rows_add(rows, _("table"), _("game"), _("state"), _("phase"), _("load/round"),
			  _("shoe"), _("open"), _("worst incident"), _("next"), "", NULL);
	json_array_foreach(list, i, json) {
		struct sabot_wire_view *view =
			sabot_record_parse(&sabot_wire_view_type, json, error);

		if (!view)
			return SABOTCTL_FAILED;
		add_table_row(rows, view);
		sabot_record_unref(view);
	}
	sabotctl_rows_print(rows);
	return SABOTCTL_OK;
}

static void
add_incident_row(GPtrArray *rows, const struct sabot_wire_incident *incident)
{
	g_autofree char *at =
		incident->at_us == SABOT_TIME_NONE
			? g_strdup("")
			: sabot_time_format(incident->at_us / G_USEC_PER_SEC * G_USEC_PER_SEC);
	g_autofree char *sentence = sabot_phrase_incident(incident);
	g_autofree char *id = g_strdup_printf("%d", (int)incident->id);
	g_autofree char *round =
		incident->round > 0 ? g_strdup_printf("%d", (int)incident->round) : g_strdup("");

	/* A finding of the house counts there: named by the table it is about, it would be
	 * taken for that table's incident of the same number. */
	sabotctl_rows_add(rows, at, incident->table, id, incident->about ? incident->about : "",
			  round, sabot_phrase_severity(incident->severity),
			  sabot_phrase_incident_state(incident->state), incident->code, sentence,
			  NULL);
}

static int
print_incidents(json_t *list, GError **error)
{
	g_autoptr(GPtrArray) rows = sabotctl_rows_new();
	int found = SABOTCTL_OK;
	json_t *json;
	size_t i;

	sabotctl_rows_add(rows, _("time"), _("table"), _("id"), _("about"), _("round"),
			  _("severity"), _("state"), _("code"), _("what happened"), NULL);
	json_array_foreach(list, i, json) {
		struct sabot_wire_incident *incident =
			sabot_record_parse(&sabot_wire_incident_type, json, error);

		if (!incident)
			return SABOTCTL_FAILED;
		if (incident->state == SABOT_WIRE_INCIDENT_OPEN)
			found = SABOTCTL_FOUND;
		add_incident_row(rows, incident);
		sabot_record_unref(incident);
	}
	sabotctl_rows_print(rows);
	return found;
}

int
sabotctl_tables(int argc, char **argv)
{
	struct sabotctl_options options = {0};
	struct question question = {.verb = "tables", .list = "tables"};
	int status = SABOTCTL_FAILED;

	if (sabotctl_options_parse(&options, NULL, argc, argv, _("Each table, one line.")))
		status = run_list(&options, &question, print_tables);
	sabotctl_options_clear(&options);
	return status;
}

int
sabotctl_incidents(int argc, char **argv)
{
	struct sabotctl_options options = {0};
	struct question question = {.verb = "incidents", .list = "incidents"};
	g_autofree char *table = NULL;
	gboolean open = FALSE;
	const GOptionEntry more[] = {
		{"table", 0, 0, G_OPTION_ARG_STRING, &table, N_("incidents of this table only"),
		 N_("NAME")},
		{"open", 0, 0, G_OPTION_ARG_NONE, &open, N_("open incidents only"), NULL},
		G_OPTION_ENTRY_NULL,
	};
	int status = SABOTCTL_FAILED;

	if (sabotctl_options_parse(&options, more, argc, argv,
				   _("Newest first. Exit status 1: an incident is open."))) {
		question.args = json_object();
		if (table)
			json_object_set_new(question.args, "table", json_string(table));
		if (open)
			json_object_set_new(question.args, "open", json_true());
		status = run_list(&options, &question, print_incidents);
	}
	sabotctl_options_clear(&options);
	return status;
}
