/*
 * `report`: a report as `sabotctl report` makes it from the daemon's database, in the language of
 * who asks, sent page by page (api-file.c). What is still in a shoe is left out of it.
 */
#include "api-private.h"

#include "report/reports.h"

#include <string.h>

enum { REPORT_TABLES_MAX = 100 };

/* Whether he may, without its being a refusal when not. */
static bool
is_allowed(const struct sabot_api *api, const struct sabot_peer *peer, enum sabot_right right)
{
	const struct sabot_person *person = sabot_api_get_person(api, peer);

	return sabot_api_machine_may(peer, right, NULL) &&
	       (!person || sabot_access_allows(person->role, right));
}

/* One that is made of a log: NULL with an error. */
static const struct sabot_report_kind_of *
find_kind(const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_report_kind_of *kind = NULL;
	g_autofree char *known = NULL;
	const char *name;

	if (!sabot_wire_request_get_string(request, "name", true, &name, error))
		return NULL;
	kind = sabot_report_kind_find(name);
	if (kind && !(kind->flags & SABOT_REPORT_IS_FORM))
		return kind;
	known = sabot_report_kinds_list();
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    "name: there is no report \"%.40s\"; there are: %s", name, known);
	return NULL;
}

static bool
may_have(struct sabot_api *api, struct sabot_peer *peer, const struct sabot_report_kind_of *kind,
	 GError **error)
{
	const unsigned about_people = SABOT_REPORT_ABOUT_PEOPLE | SABOT_REPORT_ABOUT_USERS;

	/* It has something of all tables, and of the house. */
	if (!sabot_api_sees(peer, SABOT_HOUSE_NAME)) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    "this machine sees some tables only, and not the house log");
		return false;
	}
	return sabot_api_may(api, peer, SABOT_RIGHT_REPORT, NULL, error) &&
	       (!(kind->flags & about_people) ||
		sabot_api_may(api, peer, SABOT_RIGHT_REPORT_PEOPLE, NULL, error));
}

/* As one word, so that no value is taken for an option. */
static void
add_option(GStrvBuilder *args, const char *name, const char *value)
{
	g_autofree char *word = g_strdup_printf("--%s=%s", name, value);

	g_strv_builder_add(args, word);
}

static bool
add_words(const struct sabot_wire_request *request, GStrvBuilder *args, GError **error)
{
	static const char *const names[] = {"shift",  "day",     "since", "until", "zone",
					    "format", "section", "paper", "made"};

	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		const char *value = NULL;

		if (!sabot_wire_request_get_string(request, names[i], false, &value, error))
			return false;
		if (value)
			add_option(args, names[i], value);
	}
	return true;
}

static bool
add_tables(const struct sabot_wire_request *request, GStrvBuilder *args, GError **error)
{
	const json_t *tables = json_object_get(request->args, "tables");
	const json_t *table;
	size_t i;

	json_array_foreach(tables, i, table) {
		if (!json_is_string(table) || i >= REPORT_TABLES_MAX)
			break;
		add_option(args, "table", json_string_value(table));
	}
	if (!tables || (json_is_array(tables) && i == json_array_size(tables)))
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    "tables: a list of at most %d names is wanted", REPORT_TABLES_MAX);
	return false;
}

static bool
add_load(const struct sabot_wire_request *request, GStrvBuilder *args, GError **error)
{
	bool with_simulated = false;
	int64_t load = 0;
	g_autofree char *number = NULL;

	if (!sabot_wire_request_get_integer(request, "load", false, &load, error) ||
	    !sabot_wire_request_get_boolean(request, "simulated", &with_simulated, error))
		return false;
	if (load < 0 || load > G_MAXINT) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    "load: is no load's number");
		return false;
	}
	number = g_strdup_printf("%d", (int)load);
	if (load > 0)
		add_option(args, "load", number);
	if (with_simulated)
		g_strv_builder_add(args, "--simulated");
	return true;
}

/* A language as the catalogues are named; the daemon's own sentences are English. */
static bool
get_language(const struct sabot_wire_request *request, const char **ret_language, GError **error)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_@";

	*ret_language = "en";
	if (!sabot_wire_request_get_string(request, "language", false, ret_language, error))
		return false;
	if (strlen(*ret_language) <= 20 && strspn(*ret_language, letters) == strlen(*ret_language))
		return true;
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    "language: a word like es or es_ES is wanted");
	return false;
}

static void
on_made(GBytes *printed, const GError *error, void *data)
{
	struct sabot_api_waiting *waiting = data;
	json_t *id = waiting->request.id;
	json_t *page = printed ? sabot_api_file_keep(waiting, printed, NULL) : NULL;

	if (page || error)
		sabot_api_send(waiting->peer, id,
			       page ? sabot_wire_reply_ok(id, page)
				    : sabot_wire_reply_gerror(id, error));
	sabot_api_wait_end(waiting);
}

/* The words of the command. NULL with an error. Transferred. */
static GStrv
build_args(const struct sabot_api *api, const struct sabot_peer *peer,
	   const struct sabot_wire_request *request, const char *name, GError **error)
{
	g_autoptr(GStrvBuilder) args = g_strv_builder_new();

	g_strv_builder_add_many(args, "report", name, "--veiled", NULL);
	add_option(args, "config", api->options.config->path);
	if (!is_allowed(api, peer, SABOT_RIGHT_REPORT_PEOPLE))
		g_strv_builder_add(args, "--without-people");
	if (!add_words(request, args, error) || !add_tables(request, args, error) ||
	    !add_load(request, args, error))
		return NULL;
	return g_strv_builder_end(args);
}

json_t *
sabot_api_report(struct sabot_api *api, struct sabot_peer *peer,
		 const struct sabot_wire_request *request, GError **error)
{
	const struct sabot_report_kind_of *kind;
	struct sabot_reporter_order order = {.done = on_made};
	g_auto(GStrv) args = NULL;

	if (json_object_get(request->args, "file"))
		return sabot_api_may(api, peer, SABOT_RIGHT_REPORT, NULL, error)
			       ? sabot_api_file_page(api, peer, request, error)
			       : NULL;
	kind = find_kind(request, error);
	if (!kind || !get_language(request, &order.language, error) ||
	    !may_have(api, peer, kind, error))
		return NULL;
	args = build_args(api, peer, request, kind->name, error);
	if (!args)
		return NULL;
	order.args = (const char *const *)args;
	order.data = sabot_api_wait(api, peer, request);
	if (!sabot_reporter_make(api->reporter, &order, error))
		sabot_api_wait_end(order.data);
	return NULL;
}
