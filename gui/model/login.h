/*
 * Who acts at this console: the persons of the house, which of them is logged in on the feed's
 * connection, what that person's role may do, and the events and requests that the person makes. A
 * log-in ends with the connection, as in the daemon. Emits "changed" when any of this has changed.
 * No GTK.
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

/* For its owner, which has the client's callbacks, to pass on. */
void
sabot_session_set_connected(SabotSession *session, gboolean is_connected);
void
sabot_session_end(SabotSession *session);

/* Whether somebody is logged in, or nobody needs to be. */
enum sabot_session_state
sabot_session_get_state(SabotSession *session);
/*
 * True if the log-in ended by itself (idle, or the person was changed); the screen must show this.
 */
gboolean
sabot_session_was_ended(SabotSession *session);
/* The person logged in, or NULL. Borrowed until the next change. */
const struct sabot_wire_person *
sabot_session_get_person(SabotSession *session);
/* Of struct sabot_wire_person: those with a name who are not disabled, by name. Borrowed. */
const GPtrArray *
sabot_session_get_persons(SabotSession *session);
/*
 * Of char *: the daemons that a hub follows; empty if it is not a hub. Borrowed until the next
 * change.
 */
const GPtrArray *
sabot_session_get_daemons(SabotSession *session);
/* The name of a person in the log ("p3"); the id itself if nobody has it any more. Borrowed. */
const char *
sabot_session_get_name(SabotSession *session, const char *person_id);

/* The name of the person whose name or id ("p3") a badge carries; NULL if there is none. */
const char *
sabot_session_find_badge(SabotSession *session, const char *text);

/* True if the daemon only shows records of a house (docs/records.md): it refuses what writes. */
gboolean
sabot_session_shows_records(SabotSession *session);

/* True if a role has a right of docs/access.md. */
gboolean
sabot_session_role_has(SabotSession *session, const char *role, const char *right);
/* Why the person logged in lacks `right`, as a sentence; NULL if the person has it. Transferred. */
char *
sabot_session_refusal(SabotSession *session, const char *right);

/* Request the list of persons from the daemon again. */
void
sabot_session_refresh(SabotSession *session);

/* `new_pin`: the PIN from now on, or NULL. `fn` as in sabot_client_request(). */
void
sabot_session_login(SabotSession *session, const char *name, const char *const pins[2],
		    GCancellable *cancellable, sabot_client_reply_fn *fn, gpointer data);
void
sabot_session_logout(SabotSession *session);

/*
 * Address `args` (transferred; NULL: none) to `daemon` of a hub; NULL: leave them as they are.
 * Transferred.
 */
json_t *
sabot_session_aim(json_t *args, const char *daemon);

/*
 * Send a request by the person logged in; `args` is transferred, everything else as in
 * sabot_client_request().
 */
void
sabot_session_request(SabotSession *session, const char *verb, json_t *args,
		      GCancellable *cancellable, sabot_client_reply_fn *fn, gpointer data);

/*
 * Cancel a request whose answer is not needed any more. `*asking` may be NULL, and is NULL
 * afterwards.
 */
void
sabot_give_up(GCancellable **asking);

/*
 * The rules' objection to an event that was recorded, as a sentence; NULL if there is none. `ok` is
 * the answer to the event. Transferred.
 */
char *
sabot_session_objection(json_t *ok);

/* How many percent of the log can be searched, if not all of it yet; else -1. */
int
sabot_session_get_readiness(const GError *error);

/*
 * Parse a reply as a record of `type`, transferred. NULL if it is an error, or malformed: `ret_why`
 * is then a sentence for the user (transferred), else NULL.
 */
gpointer
sabot_session_read(json_t *ok, const GError *error, const struct sabot_record_type *type,
		   char **ret_why);

/* Why a request failed, as a sentence for the user. Transferred. */
char *
sabot_session_explain(const GError *error);

/* The daemons missing from a hub's answer, a line each; NULL if none is. Transferred. */
char *
sabot_session_missing(json_t *ok);
