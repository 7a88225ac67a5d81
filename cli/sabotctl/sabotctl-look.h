/*
 * A running daemon asked in a file's place: what log, replay and what-if look up over the wire
 * (docs/wire.md, "Looking into the log").
 */
#pragma once

#include "sabotctl.h"

#include "proto/record.h"

struct sabotctl_look {
	const char *who;              /* the verb, for what is said; borrowed */
	char *socket;                 /* NULL: as SABOT_SOCKET says, or the usual one */
	char *as;                     /* who asks; NULL: nobody logs in */
	struct user_session *session; /* his, once he has logged in */
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
 * Ask; the PIN is read once. `args` is stolen. The answer is a new reference; NULL when there is
 * none, which is said on standard error.
 */
json_t *
sabotctl_look_ask(struct sabotctl_look *look, const char *verb, json_t *args);

/* The same as a record of `type`. Transferred; NULL, said, also when the answer is another. */
gpointer
sabotctl_look_ask_record(struct sabotctl_look *look, const char *verb, json_t *args,
			 const struct sabot_record_type *type);
