/*
 * Searches through a running daemon instead of a file: the look-ups of log, replay and what-if over
 * the wire (docs/wire.md, "Looking into the log").
 */
#pragma once

#include "sabotctl.h"

#include "proto/record.h"

struct sabotctl_look {
	const char *who;              /* the verb, for messages; borrowed */
	char *socket;                 /* NULL: that of SABOT_SOCKET, or the default */
	char *as;                     /* the person who logs in; NULL: nobody */
	struct user_session *session; /* that person's session, after the log-in */
};

/* Entries of GOptionEntry for `look`, a struct sabotctl_look *. */
#define SABOTCTL_LOOK_OPTIONS(look)                                                                \
	SABOTCTL_CONNECT_OPTIONS(&(look)->socket),                                                 \
	{                                                                                          \
		"as", 0, 0, G_OPTION_ARG_STRING, &(look)->as,                                      \
			N_("who asks the daemon: logs in with a PIN from the terminal"),           \
			N_("NAME")                                                                 \
	}

/* Free what the look holds. The struct itself is the caller's. */
void
sabotctl_look_clear(struct sabotctl_look *look);

/*
 * Send a request; the PIN is read once. `args` is stolen. The answer is a new reference; NULL,
 * reported on standard error, if there is none.
 */
json_t *
sabotctl_look_request(struct sabotctl_look *look, const char *verb, json_t *args);

/*
 * As sabotctl_look_request(), as a record of `type`. Transferred; NULL, reported, also if the
 * answer has another form.
 */
gpointer
sabotctl_look_request_record(struct sabotctl_look *look, const char *verb, json_t *args,
			     const struct sabot_record_type *type);
