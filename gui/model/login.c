/* Who acts here: see login.h. All its data comes from four requests of docs/wire.md. */
#include "login.h"
#include "proto/messages/log-messages.h"
#include "proto/messages/table-messages.h"

#include "phrases.h"
#include "proto/rfc3339.h"
#include "proto/wording/wording.h"
#include "text/refusal-text.h"

#include <glib/gi18n.h>
#include <string.h>

struct _SabotSession {
	GObject parent_instance;
	struct sabot_client *client;
	GCancellable *cancellable; /* for requests on this connection */
	gboolean is_connected, is_required, was_ended;
	gboolean knows_status, knows_roles, shows_records;
	struct sabot_wire_person *person; /* logged in, or NULL */
	struct sabot_wire_roles *roles;   /* or NULL */
	GPtrArray *all, *shown;           /* of struct sabot_wire_person */
	GPtrArray *daemons;               /* of char *: those that a hub follows */
};

enum { SIGNAL_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE(SabotSession, sabot_session, G_TYPE_OBJECT)

static void
sabot_session_finalize(GObject *object)
{
	SabotSession *session = SABOT_SESSION(object);

	g_cancellable_cancel(session->cancellable);
	g_object_unref(session->cancellable);
	sabot_record_unref(session->person);
	sabot_record_unref(session->roles);
	g_ptr_array_unref(session->all);
	g_ptr_array_unref(session->shown);
	g_ptr_array_unref(session->daemons);
	G_OBJECT_CLASS(sabot_session_parent_class)->finalize(object);
}

static void
sabot_session_class_init(SabotSessionClass *klass)
{
	G_OBJECT_CLASS(klass)->finalize = sabot_session_finalize;
	signals[SIGNAL_CHANGED] = g_signal_new("changed", SABOT_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0,
					       NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sabot_session_init(SabotSession *session)
{
	session->cancellable = g_cancellable_new();
	session->all = g_ptr_array_new_with_free_func(sabot_record_unref);
	session->shown = g_ptr_array_new_with_free_func(sabot_record_unref);
	session->daemons = g_ptr_array_new_with_free_func(g_free);
}

SabotSession *
sabot_session_new(struct sabot_client *client)
{
	SabotSession *session = g_object_new(SABOT_TYPE_SESSION, NULL);

	session->client = client;
	return session;
}

static void
show_message(SabotSession *session)
{
	g_signal_emit(session, signals[SIGNAL_CHANGED], 0);
}

static void
read_daemons(SabotSession *session, const GPtrArray *upstreams)
{
	g_ptr_array_set_size(session->daemons, 0);
	for (guint i = 0; upstreams && i < upstreams->len; i++) {
		const struct sabot_wire_upstream *upstream = g_ptr_array_index(upstreams, i);

		g_ptr_array_add(session->daemons, g_strdup(upstream->upstream));
	}
}

static void
on_status_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotSession *session = data;
	struct sabot_wire_status *status;

	(void)client;
	status = error ? NULL : sabot_record_parse(&sabot_wire_status_type, ok, NULL);
	if (!status)
		return;
	session->knows_status = TRUE;
	session->is_required = g_strcmp0(status->persons, "required") == 0;
	session->shows_records = status->records != NULL;
	read_daemons(session, status->upstreams);
	sabot_record_unref(status);
	show_message(session);
}

static void
on_roles_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotSession *session = data;

	(void)client;
	if (error)
		return;
	sabot_record_unref(session->roles);
	session->roles = sabot_record_parse(&sabot_wire_roles_type, ok, NULL);
	session->knows_roles = TRUE;
	show_message(session);
}

static int
compare_names(gconstpointer a, gconstpointer b)
{
	const struct sabot_wire_person *x = *(struct sabot_wire_person *const *)a;
	const struct sabot_wire_person *y = *(struct sabot_wire_person *const *)b;

	return g_utf8_collate(x->name, y->name);
}

static void
choose_shown(SabotSession *session)
{
	g_ptr_array_set_size(session->shown, 0);
	for (guint i = 0; i < session->all->len; i++) {
		struct sabot_wire_person *person = g_ptr_array_index(session->all, i);

		if (person->name && person->state != SABOT_WIRE_PERSON_DISABLED)
			g_ptr_array_add(session->shown, sabot_record_ref(person));
	}
	g_ptr_array_sort(session->shown, compare_names);
	/* Behind a hub a person may be known to several daemons, and logs in at all of them. */
	for (guint i = session->shown->len; i > 1; i--)
		if (compare_names(&session->shown->pdata[i - 2], &session->shown->pdata[i - 1]) ==
		    0)
			g_ptr_array_remove_index(session->shown, i - 1);
}

static void
request_persons(SabotSession *session, int64_t from);

static void
on_persons_came(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	SabotSession *session = data;
	struct sabot_wire_persons *page;

	(void)client;
	page = error ? NULL : sabot_record_parse(&sabot_wire_persons_type, ok, NULL);
	if (!page)
		return;
	for (guint i = 0; i < page->persons->len; i++)
		g_ptr_array_add(session->all,
				sabot_record_ref(g_ptr_array_index(page->persons, i)));
	if (page->next > 0) {
		request_persons(session, page->next);
	} else {
		choose_shown(session);
		show_message(session);
	}
	sabot_record_unref(page);
}

/* The first page restarts the list. */
static void
request_persons(SabotSession *session, int64_t from)
{
	json_t *args = json_pack("{s:I}", "from", (json_int_t)from);

	if (from == 0)
		g_ptr_array_set_size(session->all, 0);
	sabot_client_request(session->client, "persons", args, session->cancellable,
			     on_persons_came, session);
	json_decref(args);
}

/* Answers to earlier requests are no longer awaited. */
void
sabot_session_refresh(SabotSession *session)
{
	if (!session->is_connected)
		return;
	g_cancellable_cancel(session->cancellable);
	g_object_unref(session->cancellable);
	session->cancellable = g_cancellable_new();
	sabot_client_request(session->client, "status", NULL, session->cancellable, on_status_came,
			     session);
	sabot_client_request(session->client, "roles", NULL, session->cancellable, on_roles_came,
			     session);
	request_persons(session, 0);
}

void
sabot_session_set_connected(SabotSession *session, gboolean is_connected)
{
	if (session->is_connected == is_connected)
		return;
	session->is_connected = is_connected;
	g_clear_pointer(&session->person, sabot_record_unref);
	session->knows_status = session->knows_roles = FALSE;
	if (is_connected)
		sabot_session_refresh(session);
	show_message(session);
}

void
sabot_session_end(SabotSession *session)
{
	session->was_ended = session->person != NULL;
	g_clear_pointer(&session->person, sabot_record_unref);
	sabot_session_refresh(session);
	show_message(session);
}

enum sabot_session_state
sabot_session_get_state(SabotSession *session)
{
	if (!session->is_connected || !session->knows_status || !session->knows_roles)
		return SABOT_SESSION_AWAY;
	if (session->person)
		return SABOT_SESSION_IN;
	return session->is_required ? SABOT_SESSION_OUT : SABOT_SESSION_FREE;
}

gboolean
sabot_session_was_ended(SabotSession *session)
{
	return session->was_ended;
}

const struct sabot_wire_person *
sabot_session_get_person(SabotSession *session)
{
	return session->person;
}

const GPtrArray *
sabot_session_get_persons(SabotSession *session)
{
	return session->shown;
}

const GPtrArray *
sabot_session_get_daemons(SabotSession *session)
{
	return session->daemons;
}

const char *
sabot_session_get_name(SabotSession *session, const char *person_id)
{
	for (guint i = 0; i < session->all->len; i++) {
		const struct sabot_wire_person *person = g_ptr_array_index(session->all, i);

		if (person->name && g_strcmp0(person->person, person_id) == 0)
			return person->name;
	}
	return person_id;
}

const char *
sabot_session_find_badge(SabotSession *session, const char *text)
{
	g_autofree char *sought = g_utf8_casefold(text, -1);

	for (guint i = 0; i < session->shown->len; i++) {
		const struct sabot_wire_person *person = g_ptr_array_index(session->shown, i);
		g_autofree char *name = g_utf8_casefold(person->name, -1);

		if (strcmp(name, sought) == 0 || g_strcmp0(person->person, sought) == 0)
			return person->name;
	}
	return NULL;
}

static const GPtrArray *
roles_of(SabotSession *session, const char *right)
{
	for (guint i = 0; session->roles && i < session->roles->actions->len; i++) {
		const struct sabot_wire_right *entry =
			g_ptr_array_index(session->roles->actions, i);

		if (g_strcmp0(entry->action, right) == 0)
			return entry->roles;
	}
	return NULL;
}

gboolean
sabot_session_role_has(SabotSession *session, const char *role, const char *right)
{
	const GPtrArray *roles = roles_of(session, right);

	for (guint i = 0; roles && i < roles->len; i++)
		if (g_strcmp0(g_ptr_array_index(roles, i), role) == 0)
			return TRUE;
	return FALSE;
}

static char *
list_roles(const GPtrArray *roles)
{
	GString *list = g_string_new(NULL);

	for (guint i = 0; roles && i < roles->len; i++) {
		if (i > 0)
			g_string_append(list, C_("between roles of a list", ", "));
		g_string_append(list, sabot_phrase_role(g_ptr_array_index(roles, i)));
	}
	return g_string_free(list, FALSE);
}

gboolean
sabot_session_shows_records(SabotSession *session)
{
	return session->shows_records;
}

/* True if what it allows only reads: a daemon that only shows records does no more. */
static gboolean
is_reading(const char *right)
{
	static const char *const reading[] = {"look_up", "report", "report_people", NULL};

	return g_strv_contains(reading, right);
}

char *
sabot_session_refusal(SabotSession *session, const char *right)
{
	g_autofree char *roles = NULL;

	if (session->shows_records && !is_reading(right))
		return g_strdup(_("This daemon only shows records: nothing is done here."));
	switch (sabot_session_get_state(session)) {
	case SABOT_SESSION_AWAY:
		return g_strdup(_("The daemon is not heard: nothing can be done now."));
	case SABOT_SESSION_FREE:
		return NULL;
	case SABOT_SESSION_OUT:
		return g_strdup(_("Log in first."));
	case SABOT_SESSION_IN:
		break;
	}
	if (sabot_session_role_has(session, session->person->role, right))
		return NULL;
	roles = list_roles(roles_of(session, right));
	/* Translators: a role ("dealer"), the roles that may ("pit boss, shift manager"). */
	return g_strdup_printf(_("Not as %s. Who may: %s."),
			       sabot_phrase_role(session->person->role), roles);
}

struct login {
	SabotSession *session;
	GCancellable *cancellable;
	sabot_client_reply_fn *fn;
	gpointer data;
};

static void
on_login_answered(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	struct login *login = data;
	SabotSession *session = login->session;

	if (!error) {
		sabot_record_unref(session->person);
		session->person = sabot_record_parse(&sabot_wire_person_type, ok, NULL);
		session->was_ended = FALSE;
	}
	sabot_session_refresh(session);
	show_message(session);
	if (!g_cancellable_is_cancelled(login->cancellable))
		login->fn(client, ok, error, login->data);
	g_object_unref(login->cancellable);
	g_object_unref(session);
	g_free(login);
}

void
sabot_session_login(SabotSession *session, const char *name, const char *const pins[2],
		    GCancellable *cancellable, sabot_client_reply_fn *fn, gpointer data)
{
	json_t *args = json_pack("{s:s, s:s, s:s*}", "name", name, "pin", pins[0], "new", pins[1]);
	struct login *login = g_new0(struct login, 1);

	*login = (struct login){.session = g_object_ref(session),
				.cancellable = g_object_ref(cancellable),
				.fn = fn,
				.data = data};
	/* A cancelled wait does not cancel the log-in. */
	sabot_client_request(session->client, "login", args, NULL, on_login_answered, login);
	json_decref(args);
}

static void
on_logout_answered(struct sabot_client *client, json_t *ok, const GError *error, gpointer data)
{
	(void)client;
	(void)ok;
	(void)error;
	(void)data;
}

void
sabot_session_logout(SabotSession *session)
{
	if (!session->person)
		return;
	sabot_client_request(session->client, "logout", NULL, NULL, on_logout_answered, NULL);
	g_clear_pointer(&session->person, sabot_record_unref);
	session->was_ended = FALSE;
	show_message(session);
}

json_t *
sabot_session_aim(json_t *args, const char *daemon)
{
	json_t *aimed = args ? args : json_object();

	if (daemon)
		json_object_set_new(aimed, "upstream", json_string(daemon));
	return aimed;
}

void
sabot_session_request(SabotSession *session, const char *verb, json_t *args,
		      GCancellable *cancellable, sabot_client_reply_fn *fn, gpointer data)
{
	sabot_client_request(session->client, verb, args, cancellable, fn, data);
	json_decref(args);
}

/* The sentence of a derived line that reports the event as out of order; else NULL. Transferred. */
static char *
phrase_objection(json_t *line)
{
	struct sabot_wire_log_line *head =
		sabot_record_parse(&sabot_wire_log_line_type, line, NULL);
	bool is_objection = head && g_strcmp0(head->code, "event_out_of_order") == 0;
	struct sabot_wire_incident *incident;
	char *text;

	sabot_record_unref(head);
	if (!is_objection)
		return NULL;
	json_object_set_new(line, "table", json_string(""));
	incident = sabot_record_parse(&sabot_wire_incident_type, line, NULL);
	text = incident ? sabot_phrase_incident(incident) : g_strdup("event_out_of_order");
	sabot_record_unref(incident);
	return text;
}

char *
sabot_session_objection(json_t *ok)
{
	struct sabot_wire_stepped *stepped =
		ok ? sabot_record_parse(&sabot_wire_stepped_type, ok, NULL) : NULL;
	char *text = NULL;
	json_t *line;
	size_t i;

	json_array_foreach(stepped ? stepped->out : NULL, i, line) {
		text = phrase_objection(line);
		if (text)
			break;
	}
	sabot_record_unref(stepped);
	return text;
}

gpointer
sabot_session_read(json_t *ok, const GError *error, const struct sabot_record_type *type,
		   char **ret_why)
{
	g_autoptr(GError) unreadable = NULL;
	gpointer record = error ? NULL : sabot_record_parse(type, ok, &unreadable);

	*ret_why = record ? NULL : sabot_session_explain(error ? error : unreadable);
	return record;
}

int
sabot_session_get_readiness(const GError *error)
{
	if (!g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_NOT_READY))
		return -1;
	return (int)g_ascii_strtoll(error->message, NULL, 10);
}

/*
 * The daemon's sentence in the user's language; of "what is refused: why" each part is translated
 * by itself. Transferred.
 */
static char *
translate_refusal(const char *sentence)
{
	char *known = sabot_text_refusal(sentence);
	const char *why = strstr(sentence, ": ");
	g_autofree char *what = why ? g_strndup(sentence, (gsize)(why - sentence)) : NULL;

	if (known)
		return known;
	if (!*sentence || !why || _(sentence) != sentence)
		return g_strdup(*sentence ? _(sentence) : "");
	return g_strdup_printf("%s: %s", _(what), _(why + strlen(": ")));
}

char *
sabot_session_explain(const GError *error)
{
	g_autofree char *refusal = NULL;

	if (g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_LOGIN_WANTED))
		return g_strdup(_("Log in first."));
	if (g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_SECOND_WANTED))
		return g_strdup(_("This takes a second person's name and PIN."));
	if (g_error_matches(error, SABOT_WIRE_ERROR, SABOT_WIRE_ERROR_CARD_WANTED))
		return g_strdup(_("A card is wanted beside the PIN: enter the PIN, then hold the "
				  "card to the reader. An administrator registers cards."));
	if (sabot_session_get_readiness(error) >= 0)
		/* Translators: how many percent of it there are. */
		return g_strdup_printf(
			_("The log is made ready to be looked into: %d %%. Ask again in a moment."),
			sabot_session_get_readiness(error));
	if (error->domain != SABOT_WIRE_ERROR)
		return g_strdup(
			_("The daemon did not answer: what became of it is not known yet."));
	refusal = translate_refusal(error->message);
	/* Translators: the daemon's own words follow. */
	return g_strdup_printf(_("Refused: %s"), refusal);
}

void
sabot_give_up(GCancellable **asking)
{
	g_cancellable_cancel(*asking);
	g_clear_object(asking);
}

char *
sabot_session_missing(json_t *ok)
{
	g_autoptr(GPtrArray) missing = sabot_wire_missing_of(ok);
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < missing->len; i++) {
		g_autofree char *line = sabot_phrase_missing(g_ptr_array_index(missing, i));

		g_string_append_printf(text, "%s%s", i > 0 ? "\n" : "", line);
	}
	return g_string_free(text, missing->len == 0);
}
