/*
 * Log-ins through the hub. Name and PIN go to each daemon that knows somebody of that name, on a
 * connection of the client's own, and the log-in holds where it was taken. The PIN is kept nowhere:
 * it is in the request, and gone with it.
 */
#include "hub-desk-private.h"
#include "hub-merge.h"

#include "proto/floor-names.h"
#include "proto/message.h"
#include "proto/messages/access-requests.h"
#include "proto/messages/table-requests.h"
#include "proto/person.h"
#include "text/refusal.h"

#include <string.h>

/* A log-in that waits for the daemons. */
struct entering {
	struct sabot_wire_login_request *request; /* referenced */
	char *name;                               /* as the daemons know it */
	guint n_left;
	GHashTable *accepted; /* upstream to its answer, where it was taken */
	GError *error;        /* the first refusal */
};

static void
free_json(gpointer json)
{
	json_decref(json);
}

static void
free_entering(gpointer data)
{
	struct entering *entering = data;

	sabot_record_unref(entering->request);
	g_free(entering->name);
	g_hash_table_unref(entering->accepted);
	g_clear_error(&entering->error);
	g_free(entering);
}

/* One daemon's part of it. */
struct trial {
	struct sabot_hub_relay *relay;
	const struct sabot_upstream *upstream;
};

/*
 * The answer of the first daemon that took it, with all that did; NULL: none. He who is here now is
 * logged in nowhere else, as who was here before might be.
 */
static json_t *
settle(const struct sabot_hub_relay *relay, const struct entering *entering)
{
	const GPtrArray *upstreams = sabot_hub_get_upstreams(relay->desk->hub);
	json_t *ok = NULL, *at = json_array();

	for (guint i = 0; g_hash_table_size(entering->accepted) > 0 && i < upstreams->len; i++) {
		const struct sabot_upstream *upstream = g_ptr_array_index(upstreams, i);
		json_t *answer = g_hash_table_lookup(entering->accepted, upstream);

		if (answer)
			json_array_append_new(at, json_string(sabot_upstream_get_name(upstream)));
		else
			sabot_hub_drop_entry(relay->desk, relay->peer, upstream);
		if (!ok)
			ok = json_incref(answer);
	}
	if (ok)
		json_object_set(ok, "at", at);
	json_decref(at);
	return ok;
}

static void
finish_trial(struct sabot_hub_relay *relay)
{
	struct entering *entering = relay->data;
	json_t *ok;

	if (--entering->n_left > 0)
		return;
	ok = settle(relay, entering);
	if (!ok && !entering->error)
		g_set_error(&entering->error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_AWAY,
			    SABOT_REFUSAL("the daemon was lost while somebody logged in"));
	sabot_hub_relay_answer(relay, ok, ok ? NULL : entering->error);
}

/* The client may be gone: then nobody is logged in. */
static void
apply_trial(const struct trial *trial, json_t *ok)
{
	struct entering *entering = trial->relay->data;
	struct sabot_hub_entry *entry =
		sabot_hub_find_entry(trial->relay->desk, trial->relay->peer, trial->upstream);

	if (!entry)
		return;
	entry->is_in = true;
	g_hash_table_insert(entering->accepted, (gpointer)trial->upstream,
			    sabot_hub_widen(trial->upstream, ok));
}

static void
on_login_answered(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct trial *trial = data;
	struct sabot_hub_relay *relay = trial->relay;
	struct entering *entering = relay->data;
	struct sabot_hub_entry *entry =
		sabot_hub_find_entry(relay->desk, relay->peer, trial->upstream);

	(void)client;
	if (ok)
		apply_trial(trial, ok);
	else if (!entering->error)
		entering->error = sabot_hub_explain(trial->upstream, error);
	/* Who was logged in there before still is. */
	if (!ok && entry && !entry->is_in)
		sabot_hub_drop_entry(relay->desk, relay->peer, trial->upstream);
	g_free(trial);
	finish_trial(relay);
}

static void
try_login(struct sabot_hub_relay *relay, const struct sabot_upstream *upstream)
{
	struct entering *entering = relay->data;
	struct sabot_hub_entry *entry = sabot_hub_need_entry(relay->desk, relay->peer, upstream);
	struct trial *trial = g_new0(struct trial, 1);
	json_t *args = json_pack("{s:s, s:s, s:s*}", "name", entering->name, "pin",
				 entering->request->pin, "new", entering->request->new_pin);

	trial->relay = relay;
	trial->upstream = upstream;
	entering->n_left++;
	sabot_hub_line_request(entry->line, "login", args, on_login_answered, trial);
	json_decref(args);
}

/* As daemons compare names. */
static bool
is_called(const struct sabot_wire_person *person, const char *name)
{
	g_autofree char *one = person->name ? g_utf8_casefold(person->name, -1) : NULL;
	g_autofree char *two = g_utf8_casefold(name, -1);

	return one && strcmp(one, two) == 0 && person->state != SABOT_WIRE_PERSON_DISABLED;
}

static bool
knows(const struct sabot_hub_answer *answer, const char *name)
{
	struct sabot_wire_persons *persons =
		answer->ok ? sabot_record_parse(&sabot_wire_persons_type, answer->ok, NULL) : NULL;
	bool is_known = false;

	for (guint i = 0; persons && i < persons->persons->len; i++)
		is_known = is_known || is_called(g_ptr_array_index(persons->persons, i), name);
	sabot_record_unref(persons);
	return is_known;
}

static void
on_persons_known(const GPtrArray *answers, void *data)
{
	struct sabot_hub_relay *relay = data;
	struct entering *entering = relay->data;

	if (!answers)
		return;
	entering->n_left = 1;
	for (guint i = 0; relay->peer && i < answers->len; i++) {
		const struct sabot_hub_answer *answer = g_ptr_array_index(answers, i);

		if (knows(answer, entering->name))
			try_login(relay, answer->upstream);
	}
	if (entering->n_left == 1)
		g_set_error(
			&entering->error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_ALLOWED,
			SABOT_REFUSAL(
				"no daemon that is heard shows somebody of that name: NAME@DAEMON "
				"asks that daemon"));
	finish_trial(relay);
}

static struct sabot_hub_relay *
begin_login(struct sabot_hub_desk *desk, struct sabot_peer *peer,
	    const struct sabot_wire_request *request)
{
	struct sabot_hub_relay *relay = sabot_hub_relay_new(desk, peer, request);
	struct entering *entering = g_new0(struct entering, 1);

	entering->request = sabot_record_ref(request->record);
	entering->accepted = g_hash_table_new_full(NULL, NULL, NULL, free_json);
	relay->data = entering;
	relay->free_data = free_entering;
	return relay;
}

void
sabot_hub_login(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		const struct sabot_wire_request *request)
{
	static const struct sabot_hub_question persons = {
		.verb = "persons", .list = "persons", .patience_ms = SABOT_HUB_PATIENCE_MS};
	const struct sabot_wire_login_request *args = request->record;
	const char *daemon = sabot_floor_name_daemon(args->name);
	const struct sabot_upstream *upstream =
		daemon ? sabot_hub_find_upstream(desk->hub, daemon) : NULL;
	struct sabot_hub_relay *relay = begin_login(desk, peer, request);
	struct entering *entering = relay->data;

	if (upstream) {
		entering->name = sabot_floor_name_narrow(args->name, daemon);
		entering->n_left = 1;
		try_login(relay, upstream);
		finish_trial(relay);
		return;
	}
	entering->name = g_strdup(args->name);
	sabot_hub_gather(desk->gathers, desk->hub, &persons, on_persons_known, relay);
}

/* A connection that ends logs out. */
void
sabot_hub_logout(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		 const struct sabot_wire_request *request)
{
	struct sabot_hub_relay *relay = sabot_hub_relay_new(desk, peer, request);

	sabot_hub_desk_forget(desk, peer);
	sabot_hub_relay_answer(relay, json_object(), NULL);
}

static void
answer_page(struct sabot_hub_relay *relay, json_t *all, const GPtrArray *answers)
{
	json_t *ok = sabot_hub_merge_page(all, "persons", GPOINTER_TO_INT(relay->data));

	sabot_hub_merge_say(ok, answers, NULL);
	sabot_hub_relay_answer(relay, ok, NULL);
}

static void
on_persons_listed(const GPtrArray *answers, void *data)
{
	struct sabot_hub_relay *relay = data;
	json_t *all = json_array();

	for (guint i = 0; answers && i < answers->len; i++) {
		const struct sabot_hub_answer *answer = g_ptr_array_index(answers, i);
		json_t *wide = answer->ok ? sabot_hub_widen(answer->upstream, answer->ok) : NULL;

		if (wide)
			json_array_extend(all, sabot_wire_page_items(wide, "persons"));
		json_decref(wide);
	}
	if (answers)
		answer_page(relay, all, answers);
	json_decref(all);
}

void
sabot_hub_list_persons(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		       const struct sabot_wire_request *request)
{
	static const struct sabot_hub_question persons = {
		.verb = "persons", .list = "persons", .patience_ms = SABOT_HUB_PATIENCE_MS};
	const struct sabot_wire_page_request *args = request->record;
	struct sabot_hub_relay *relay = sabot_hub_relay_new(desk, peer, request);

	relay->data = GINT_TO_POINTER((int)CLAMP(args->from, 0, INT32_MAX));
	sabot_hub_gather(desk->gathers, desk->hub, &persons, on_persons_listed, relay);
}

static struct sabot_wire_right *
find_right(const struct sabot_wire_roles *roles, const char *action)
{
	for (guint i = 0; i < roles->actions->len; i++) {
		struct sabot_wire_right *right = g_ptr_array_index(roles->actions, i);

		if (g_strcmp0(right->action, action) == 0)
			return right;
	}
	return NULL;
}

/* Who may do it at one of them: each daemon decides itself. */
static void
add_roles(struct sabot_wire_roles *all, const struct sabot_wire_roles *some)
{
	for (guint i = 0; i < some->actions->len; i++) {
		struct sabot_wire_right *other = g_ptr_array_index(some->actions, i);
		struct sabot_wire_right *right = find_right(all, other->action);

		if (!right) {
			g_ptr_array_add(all->actions, sabot_record_ref(other));
			continue;
		}
		for (guint j = 0; j < other->roles->len; j++) {
			const char *role = g_ptr_array_index(other->roles, j);

			if (!g_ptr_array_find_with_equal_func(right->roles, role, g_str_equal,
							      NULL))
				g_ptr_array_add(right->roles, g_strdup(role));
		}
	}
}

static void
on_roles_came(const GPtrArray *answers, void *data)
{
	struct sabot_wire_roles *all;

	if (!answers)
		return;
	all = sabot_record_new(&sabot_wire_roles_type);
	for (guint i = 0; i < answers->len; i++) {
		const struct sabot_hub_answer *answer = g_ptr_array_index(answers, i);
		struct sabot_wire_roles *some =
			answer->ok ? sabot_record_parse(&sabot_wire_roles_type, answer->ok, NULL)
				   : NULL;

		if (some)
			add_roles(all, some);
		sabot_record_unref(some);
	}
	sabot_hub_relay_answer(data, sabot_record_finish(&sabot_wire_roles_type, all), NULL);
}

void
sabot_hub_list_roles(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		     const struct sabot_wire_request *request)
{
	static const struct sabot_hub_question roles = {.verb = "roles",
							.patience_ms = SABOT_HUB_PATIENCE_MS};

	sabot_hub_gather(desk->gathers, desk->hub, &roles, on_roles_came,
			 sabot_hub_relay_new(desk, peer, request));
}
