/*
 * `report`: a report as `sabotctl report` makes it from the daemon's database, in the client's
 * language, sent page by page (api-file.c). Cards still in a shoe are left out.
 */
#include "api-private.h"

#include "proto/messages/log-requests.h"
#include "report/kinds/reports.h"

#include <string.h>

enum { REPORT_TABLES_MAX = 100 };

/* A report that is made from a log. NULL with an error. */
static const struct sabot_report_kind_of *
find_kind(const char *name, GError **error)
{
	const struct sabot_report_kind_of *kind = NULL;
	g_autofree char *known = NULL;

	if (!name) {
		sabot_record_refuse_missing("name", error);
		return NULL;
	}
	kind = sabot_report_kind_find(name);
	if (kind && !(kind->flags & SABOT_REPORT_IS_FORM))
		return kind;
	known = sabot_report_kinds_list();
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    SABOT_REFUSAL("name: there is no report \"%.40s\"; there are: %s"), name,
		    known);
	return NULL;
}

static bool
may_have(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_report_kind_of *kind,
	 GError **error)
{
	const unsigned about_people = SABOT_REPORT_ABOUT_PEOPLE | SABOT_REPORT_ABOUT_USERS;

	/* The report covers all tables, and the house */
	if (!sabot_api_sees(peer, SABOT_HOUSE_NAME)) {
		g_set_error(
			error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL("this machine sees some tables only, and not the house log"));
		return false;
	}
	return sabot_api_may(api, peer, SABOT_RIGHT_REPORT, NULL, error) &&
	       (!(kind->flags & about_people) ||
		sabot_api_may(api, peer, SABOT_RIGHT_REPORT_PEOPLE, NULL, error));
}

/* Append an option as one word, so that its value cannot be taken for another option. */
static void
add_option(GStrvBuilder *args, const char *name, const char *value)
{
	g_autofree char *word = g_strdup_printf("--%s=%s", name, value);

	g_strv_builder_add(args, word);
}

static void
add_words(const struct sabot_wire_report_request *args, GStrvBuilder *words)
{
	const struct {
		const char *name, *value;
	} options[] = {
		{"shift", args->shift},     {"day", args->day},     {"since", args->since},
		{"until", args->until},     {"zone", args->zone},   {"format", args->format},
		{"section", args->section}, {"paper", args->paper}, {"made", args->made},
		{"numbers", args->numbers},
	};

	for (guint i = 0; i < G_N_ELEMENTS(options); i++) {
		if (options[i].value)
			add_option(words, options[i].name, options[i].value);
	}
}

static bool
add_tables(const GPtrArray *tables, GStrvBuilder *words, GError **error)
{
	for (guint i = 0; i < tables->len && i < REPORT_TABLES_MAX; i++)
		add_option(words, "table", g_ptr_array_index(tables, i));
	if (tables->len <= REPORT_TABLES_MAX)
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    "tables: a list of at most %d names is wanted", REPORT_TABLES_MAX);
	return false;
}

static bool
add_load(const struct sabot_wire_report_request *args, GStrvBuilder *words, GError **error)
{
	g_autofree char *number = NULL;

	if (args->load < 0 || args->load > G_MAXINT) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    SABOT_REFUSAL("load: is no load's number"));
		return false;
	}
	number = g_strdup_printf("%d", (int)args->load);
	if (args->load > 0)
		add_option(words, "load", number);
	if (args->copy != 0) {
		g_autofree char *copy = g_strdup_printf("%" G_GINT64_FORMAT, args->copy);

		add_option(words, "copy", copy);
	}
	if (args->with_simulated)
		g_strv_builder_add(words, "--simulated");
	return true;
}

/* The language must be named as a catalogue is; the daemon's own sentences are English. */
static bool
check_language(const char *language, GError **error)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_@";

	if (strlen(language) <= 20 && strspn(language, letters) == strlen(language))
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    SABOT_REFUSAL("language: a word like es or es_ES is wanted"));
	return false;
}

static void
on_made(GBytes *printed, const GError *error, void *data)
{
	struct sabot_api_waiting *waiting = data;
	json_t *id = waiting->request.id;
	json_t *page = printed ? sabot_api_file_keep(waiting, printed, NULL) : NULL;

	if (page)
		sabot_api_add_stale(waiting->api, page);
	if (page || error)
		sabot_peer_send_message(waiting->peer, id,
					page ? sabot_wire_reply_ok(id, page)
					     : sabot_wire_reply_gerror(id, error));
	sabot_api_wait_end(waiting);
}

/* The arguments of the command. NULL with an error. Transferred. */
static GStrv
build_args(const struct sabot_api *api, const struct sabot_peer *peer,
	   const struct sabot_wire_report_request *args, GError **error)
{
	g_autoptr(GStrvBuilder) words = g_strv_builder_new();

	g_strv_builder_add_many(words, "report", args->name, "--veiled", NULL);
	add_option(words, "config", api->options.config->path);
	if (!sabot_api_is_allowed(api, peer, SABOT_RIGHT_REPORT_PEOPLE))
		g_strv_builder_add(words, "--without-people");
	add_words(args, words);
	if (!add_tables(args->tables, words, error) || !add_load(args, words, error))
		return NULL;
	return g_strv_builder_end(words);
}

json_t *
sabot_api_report(struct sabot_api *api, struct sabot_peer *peer,
		 const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_wire_report_request *args = request->record;
	const struct sabot_api_wanted_page wanted = {request->verb, args->file, args->from};
	const struct sabot_report_kind_of *kind;
	struct sabot_reporter_order order = {
		.language = args->language ? args->language : "en",
		.done = on_made,
	};
	g_auto(GStrv) words = NULL;

	if (args->file)
		return sabot_api_may(api, peer, SABOT_RIGHT_REPORT, NULL, error)
			       ? sabot_api_file_page(api, peer, &wanted, error)
			       : NULL;
	kind = find_kind(args->name, error);
	if (!kind || !check_language(order.language, error) || !may_have(api, peer, kind, error))
		return NULL;
	words = build_args(api, peer, args, error);
	if (!words)
		return NULL;
	order.args = (const char *const *)words;
	order.data = sabot_api_wait(api, peer, request);
	if (!sabot_reporter_make(api->reporter, &order, error))
		sabot_api_wait_end(order.data);
	return NULL;
}
