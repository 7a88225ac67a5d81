/*
 * Who acts at this console: the persons of the house, who of them is logged in on the feed's
 * connection, what his role may do, and the events and requests that he makes. A log-in ends with
 * the connection, as the daemon has it. Emits "changed" when any of that does. No GTK.
 */
#pragma once

#include "proto/client.h"
#include "proto/person.h"

enum sabot_session_state {
	SABOT_SESSION_AWAY, /* no connection, or no answer of the daemon yet */
	SABOT_SESSION_FREE, /* this house has no persons: anybody here may act */
	SABOT_SESSION_OUT,  /* somebody must log in before he may act */
	SABOT_SESSION_IN,
};

#define SABOT_TYPE_SESSION (sabot_session_get_type())
G_DECLARE_FINAL_TYPE(SabotSession, sabot_session, SABOT, SESSION, GObject)

/* `client` is borrowed and must outlive it. */
SabotSession *
sabot_session_new(struct sabot_client *client);

/* What its owner, who has the client's callbacks, passes on. */
void
sabot_session_set_connected(SabotSession *session, gboolean is_connected);
void
sabot_session_end(SabotSession *session);

/* Whether somebody is logged in, or need not be. */
enum sabot_session_state
sabot_session_get_state(SabotSession *session);
/* The log-in ended by itself (idle, or the person was changed): say so. */
gboolean
sabot_session_was_ended(SabotSession *session);
/* Who is logged in, or NULL. Borrowed until the next change. */
const struct sabot_wire_person *
sabot_session_get_person(SabotSession *session);
/* Of struct sabot_wire_person: those with a name who are not disabled, by name. Borrowed. */
const GPtrArray *
sabot_session_get_persons(SabotSession *session);
/* Of char *: the daemons that a hub follows; none: it is no hub. Borrowed until the next change. */
const GPtrArray *
sabot_session_get_daemons(SabotSession *session);
/* The name of a person of the log ("p3"); the id itself when nobody has it any more. Borrowed. */
const char *
sabot_session_get_name(SabotSession *session, const char *person_id);

/* Whose badge it is: the name of the person whose name or id ("p3") it carries; NULL: nobody's. */
const char *
sabot_session_find_badge(SabotSession *session, const char *text);

/* Whether a role has a right of docs/access.md. */
gboolean
sabot_session_role_has(SabotSession *session, const char *role, const char *right);
/*
 * Why the person logged in may not do what needs `right`, as a sentence; NULL: he may. Transferred.
 */
char *
sabot_session_refusal(SabotSession *session, const char *right);

/* Ask the daemon again which persons there are. */
void
sabot_session_refresh(SabotSession *session);

/* `new_pin`: NULL, or the PIN from now on. `fn` as in sabot_client_request(). */
void
sabot_session_login(SabotSession *session, const char *name, const char *const pins[2],
		    GCancellable *cancellable, sabot_client_reply_fn *fn, gpointer data);
void
sabot_session_logout(SabotSession *session);

/*
 * Arguments (transferred; NULL: none) for one daemon of a hub; NULL: as they are. Transferred.
 */
json_t *
sabot_session_aim(json_t *args, const char *daemon);

/* A request by the person logged in; `args` is transferred, else as sabot_client_request(). */
void
sabot_session_request(SabotSession *session, const char *verb, json_t *args,
		      GCancellable *cancellable, sabot_client_reply_fn *fn, gpointer data);

/* Whatever comes of a request is not wanted any more. `*asking` may be NULL, and is afterwards. */
void
sabot_give_up(GCancellable **asking);

/*
 * An event was recorded, but made no sense to the rules: their sentence. NULL when it did. `ok` is
 * the answer to `event`. Transferred.
 */
char *
sabot_session_objection(json_t *ok);

/* How many percent of the log can be looked into, when it is not all yet; else -1. */
int
sabot_session_get_readiness(const GError *error);

/*
 * A reply as a record of `type`, transferred. NULL when it is an error, or has another form: then
 * `ret_why` is a sentence for the user (transferred), else NULL.
 */
gpointer
sabot_session_read(json_t *ok, const GError *error, const struct sabot_record_type *type,
		   char **ret_why);

/* What went wrong with a request, as a sentence for the user. Transferred. */
char *
sabot_session_explain(const GError *error);

/* Which daemons are not in a hub's answer, a line each; NULL: all are. Transferred. */
char *
sabot_session_missing(json_t *ok);
