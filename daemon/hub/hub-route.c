/* See hub-route.h. */
#include "hub-route.h"

#include "hub-merge.h"
#include "proto/floor-names.h"
#include "proto/wire-error.h"
#include "text/refusal.h"

#include <string.h>

/* What a verb is about, and the right that a machine needs for it; SABOT_RIGHTS: it only reads. */
struct hub_verb {
	const char *word;
	enum { ABOUT_TABLE, ABOUT_LIST, ABOUT_DEVICE, ABOUT_PERSON, ABOUT_FILE, ABOUT_HOUSE } about;
	enum sabot_right right;
};

static const struct hub_verb verbs[] = {
	{"event", ABOUT_TABLE, SABOT_RIGHT_DEAL},
	{"acknowledge", ABOUT_LIST, SABOT_RIGHT_ALARM},
	{"assign", ABOUT_TABLE, SABOT_RIGHT_ALARM},
	{"shelve", ABOUT_TABLE, SABOT_RIGHT_ALARM},
	{"unshelve", ABOUT_TABLE, SABOT_RIGHT_ALARM},
	{"comment", ABOUT_TABLE, SABOT_RIGHT_COMMENT},
	{"history", ABOUT_TABLE, SABOT_RIGHTS},
	{"remedies", ABOUT_TABLE, SABOT_RIGHTS},
	{"mend", ABOUT_TABLE, SABOT_RIGHT_MEND},
	{"mends", ABOUT_TABLE, SABOT_RIGHTS},
	{"redress_order", ABOUT_TABLE, SABOT_RIGHT_RUN},
	{"redress_withdraw", ABOUT_TABLE, SABOT_RIGHT_RUN},
	{"statistics", ABOUT_TABLE, SABOT_RIGHTS},
	{"rounds", ABOUT_TABLE, SABOT_RIGHTS},
	{"load", ABOUT_TABLE, SABOT_RIGHTS},
	{"roads", ABOUT_TABLE, SABOT_RIGHTS},
	{"rules", ABOUT_TABLE, SABOT_RIGHTS},
	{"rules_change", ABOUT_TABLE, SABOT_RIGHT_CHANGE},
	{"place", ABOUT_TABLE, SABOT_RIGHT_ARRANGE},
	{"document", ABOUT_TABLE, SABOT_RIGHT_SIGN_OFF},
	{"documents", ABOUT_TABLE, SABOT_RIGHTS},
	{"log", ABOUT_TABLE, SABOT_RIGHTS},
	{"unveil", ABOUT_TABLE, SABOT_RIGHT_UNVEIL},
	{"frames", ABOUT_TABLE, SABOT_RIGHTS},
	{"find", ABOUT_TABLE, SABOT_RIGHT_LOOK_UP},
	{"story", ABOUT_TABLE, SABOT_RIGHT_LOOK_UP},
	{"replay", ABOUT_TABLE, SABOT_RIGHT_LOOK_UP},
	{"verify", ABOUT_TABLE, SABOT_RIGHT_LOOK_UP},
	{"what_if", ABOUT_TABLE, SABOT_RIGHT_LOOK_UP},
	{"case", ABOUT_FILE, SABOT_RIGHT_LOOK_UP},
	{"report", ABOUT_FILE, SABOT_RIGHT_REPORT},
	{"review_request", ABOUT_TABLE, SABOT_RIGHT_REVIEW},
	{"review_answer", ABOUT_HOUSE, SABOT_RIGHT_DELIVER},
	{"reviews", ABOUT_TABLE, SABOT_RIGHTS},
	{"command", ABOUT_DEVICE, SABOT_RIGHT_COMMAND},
	{"shifts", ABOUT_HOUSE, SABOT_RIGHTS},
	{"shift", ABOUT_HOUSE, SABOT_RIGHTS},
	{"shift_tables", ABOUT_HOUSE, SABOT_RIGHTS},
	{"shift_open", ABOUT_HOUSE, SABOT_RIGHTS},
	{"slips", ABOUT_HOUSE, SABOT_RIGHTS},
	{"markers", ABOUT_HOUSE, SABOT_RIGHTS},
	{"bank", ABOUT_HOUSE, SABOT_RIGHTS},
	{"card_sets", ABOUT_HOUSE, SABOT_RIGHTS},
	{"sign_off", ABOUT_HOUSE, SABOT_RIGHT_SIGN_OFF},
	{"person_create", ABOUT_HOUSE, SABOT_RIGHT_PERSONS},
	{"person_change", ABOUT_PERSON, SABOT_RIGHT_PERSONS},
	{"person_card", ABOUT_PERSON, SABOT_RIGHT_PERSONS},
	{"person_code", ABOUT_HOUSE, SABOT_RIGHT_PERSONS},
	{"give", ABOUT_TABLE, SABOT_RIGHT_SIGN_OFF},
	{"take", ABOUT_HOUSE, SABOT_RIGHT_SIGN_OFF},
};

/* Those that are answered for all daemons at once. */
static const struct {
	const char *word;
	enum sabot_hub_way way;
} gathered[] = {
	{"login", SABOT_HUB_WAY_LOGIN},
	{"logout", SABOT_HUB_WAY_LOGOUT},
	{"persons", SABOT_HUB_WAY_PERSONS},
	{"roles", SABOT_HUB_WAY_ROLES},
};

static const struct hub_verb *
find_verb(const char *word)
{
	for (size_t i = 0; i < G_N_ELEMENTS(verbs); i++)
		if (strcmp(verbs[i].word, word) == 0)
			return &verbs[i];
	return NULL;
}

/* A dealer says what an unread card was, and mends the last one; all else the pit decides. */
static enum sabot_right
right_of_ruling(const struct sabot_hub_asked *asked, const struct sabot_wire_hub_about *event)
{
	const char *table = asked->request->table;
	const struct sabot_upstream *upstream =
		table ? sabot_hub_find_owner(asked->hub, table) : NULL;
	const struct sabot_wire_incident *incident =
		upstream ? sabot_upstream_find_incident(upstream, table, event->incident) : NULL;

	if (event->is_mend)
		return SABOT_RIGHT_MEND;
	if (incident && g_strcmp0(incident->code, "unread_card") == 0 &&
	    g_strcmp0(event->remedy, sabot_remedy_to_string(SABOT_REMEDY_READ_AS)) == 0)
		return SABOT_RIGHT_READ_AS;
	return SABOT_RIGHT_RULE;
}

/* What an event of a table takes, as far as its kind says it. */
static enum sabot_right
right_of_event(const struct sabot_hub_asked *asked)
{
	const struct sabot_wire_hub_about *event = asked->request->event;
	enum sabot_event_type type;

	if (!event || !event->ev || !sabot_event_type_from_string(event->ev, &type))
		return SABOT_RIGHT_DEAL;
	if (type == SABOT_EVENT_CORRECTION && event->redress)
		return SABOT_RIGHT_DEAL;
	return type == SABOT_EVENT_RULING ? right_of_ruling(asked, event)
					  : sabot_access_event(type);
}

/*
 * The machine's own limits; the person's the daemon knows. Which room a document is of only the
 * daemon can say: from a machine with a narrow role they are written there.
 */
static bool
machine_may(const struct sabot_hub_asked *asked, const struct hub_verb *verb, GError **error)
{
	const struct sabot_access_rooms rooms = {true, true};
	enum sabot_right right =
		strcmp(verb->word, "event") == 0 ? right_of_event(asked) : verb->right;

	if (right == SABOT_RIGHTS || sabot_machine_allows(asked->machine, right, rooms))
		return true;
	g_set_error(
		error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
		SABOT_REFUSAL(
			"this machine is for %s: this (%s) is not done through the hub from here"),
		sabot_machine_get_role(asked->machine), sabot_right_to_string(right));
	return false;
}

static struct sabot_upstream *
refuse_table(const char *table, GError **error)
{
	if (sabot_floor_name_daemon(table))
		g_set_error(
			error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_UNKNOWN_TABLE,
			SABOT_REFUSAL(
				"the table %s is not shown here: another daemon has one of that "
				"name"),
			table);
	else
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_UNKNOWN_TABLE,
			    SABOT_REFUSAL("there is no table %s"), table);
	return NULL;
}

struct sabot_upstream *
sabot_hub_route_table(const struct sabot_hub_asked *asked, const char *table, GError **error)
{
	const char *daemon = sabot_floor_name_daemon(table);
	bool is_house = sabot_floor_name_is_house(table) && daemon;
	struct sabot_upstream *upstream = is_house ? sabot_hub_find_upstream(asked->hub, daemon)
						   : sabot_hub_find_owner(asked->hub, table);

	if (upstream && (is_house ? sabot_machine_sees_all(asked->machine)
				  : sabot_machine_sees(asked->machine, table)))
		return upstream;
	return refuse_table(table, error);
}

/* What no table names: each daemon's own, so which one must be said, unless there is one only. */
static struct sabot_upstream *
route_house(const struct sabot_hub_asked *asked, GError **error)
{
	const GPtrArray *upstreams = sabot_hub_get_upstreams(asked->hub);
	g_autoptr(GString) list = g_string_new(NULL);

	if (!sabot_machine_sees_all(asked->machine)) {
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    SABOT_REFUSAL("this machine sees some tables only: name one"));
		return NULL;
	}
	if (upstreams->len == 1)
		return g_ptr_array_index(upstreams, 0);
	for (guint i = 0; i < upstreams->len; i++) {
		const struct sabot_upstream_config *config =
			sabot_upstream_get_config(g_ptr_array_index(upstreams, i));

		g_string_append_printf(list, "%s%s (%s)", i > 0 ? ", " : "", config->name,
				       config->connect);
	}
	g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
		    SABOT_REFUSAL("%s is each daemon's own here: name a table, or the daemon with "
				  "\"upstream\", or ask it there: %s"),
		    asked->verb, list->str);
	return NULL;
}

static struct sabot_upstream *
route_named(const struct sabot_hub_asked *asked, const char *name, GError **error)
{
	struct sabot_upstream *upstream = sabot_hub_find_upstream(asked->hub, name);

	if (!upstream)
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_BAD_REQUEST,
			    SABOT_REFUSAL("this hub follows no daemon %.40s"), name);
	else if (sabot_machine_sees_all(asked->machine))
		return upstream;
	else
		g_set_error(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			    SABOT_REFUSAL("this machine sees some tables only: name one"));
	return NULL;
}

/* The table that the request is about; NULL: it names none. Borrowed. */
static const char *
table_of(const struct sabot_wire_hub_request *request)
{
	if (request->table)
		return request->table;
	return request->event ? request->event->table : NULL;
}

static struct sabot_upstream *
find_daemon(const struct sabot_hub_asked *asked, const struct hub_verb *verb, GError **error)
{
	const struct sabot_wire_hub_request *request = asked->request;
	const char *table = table_of(request);
	const char *who = verb->about == ABOUT_DEVICE   ? request->device
			  : verb->about == ABOUT_PERSON ? request->person
							: NULL;

	if (request->upstream)
		return route_named(asked, request->upstream, error);
	if (who && sabot_floor_name_daemon(who))
		return route_named(asked, sabot_floor_name_daemon(who), error);
	return table && !who ? sabot_hub_route_table(asked, table, error)
			     : route_house(asked, error);
}

/* It names no daemon in any way, and is answered for all of several. */
static bool
is_about_all(const struct sabot_hub_asked *asked)
{
	return sabot_hub_merge_find(asked->verb) && !asked->request->upstream &&
	       !table_of(asked->request) && sabot_machine_sees_all(asked->machine) &&
	       sabot_hub_get_upstreams(asked->hub)->len > 1;
}

bool
sabot_hub_route(const struct sabot_hub_asked *asked, enum sabot_hub_way *ret_way,
		struct sabot_upstream **ret_upstream, GError **error)
{
	const struct hub_verb *verb = find_verb(asked->verb);
	const char *table = table_of(asked->request);

	*ret_upstream = NULL;
	*ret_way = SABOT_HUB_WAY_OWN;
	for (size_t i = 0; i < G_N_ELEMENTS(gathered); i++)
		if (strcmp(gathered[i].word, asked->verb) == 0)
			*ret_way = gathered[i].way;
	/* Of its own house log, and what is no daemon's, the hub decides itself. */
	if (!verb || (table && !asked->request->upstream && strcmp(table, SABOT_HOUSE_NAME) == 0))
		return true;
	*ret_way = SABOT_HUB_WAY_DAEMON;
	if (!machine_may(asked, verb, error))
		return false;
	if (verb->about == ABOUT_LIST && asked->request->incidents) {
		*ret_way = SABOT_HUB_WAY_SPLIT;
		return true;
	}
	if (verb->about == ABOUT_FILE && asked->request->file) {
		*ret_way = SABOT_HUB_WAY_PAGE;
		return true;
	}
	if (is_about_all(asked)) {
		*ret_way = SABOT_HUB_WAY_TOGETHER;
		return true;
	}
	*ret_upstream = find_daemon(asked, verb, error);
	return *ret_upstream != NULL;
}
