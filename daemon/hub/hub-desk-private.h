/*
 * What hub-desk.c (requests passed on), hub-login.c (log-ins) and hub-together.c (what is asked of
 * all daemons) share.
 */
#pragma once

#include "daemon/hub/hub-desk.h"
#include "daemon/hub/hub-line.h"
#include "daemon/hub/hub-merge.h"

/* A person's connection to one daemon. */
struct sabot_hub_entry {
	const struct sabot_upstream *upstream; /* borrowed */
	struct sabot_hub_line *line;
	bool is_in; /* somebody has logged in on it */
};

/* A client who has logged in, or tries to. */
struct sabot_hub_session {
	struct sabot_hub_desk *desk;
	struct sabot_peer *peer; /* borrowed: he is forgotten before */
	GPtrArray *entries;      /* of struct sabot_hub_entry */
};

struct sabot_hub_desk {
	struct sabot_hub *hub;
	struct sabot_hub_gathers *gathers;
	GHashTable *sessions; /* struct sabot_peer to struct sabot_hub_session */
	GHashTable *relays;   /* of struct sabot_hub_relay that wait for an answer */
	GHashTable *files;    /* digest of a file to the name of the daemon that has it */
	GQueue *cursors;      /* of searches that have more to show (hub-together.c) */
	struct sabot_hub_files *joined;
	GPtrArray *dropped; /* of struct sabot_hub_line, freed at the next turn */
	guint sweep;        /* the source that does it; 0: none */
};

/* A request that waits. The peer may be gone when it is answered. */
struct sabot_hub_relay {
	struct sabot_hub_desk *desk;
	struct sabot_peer *peer; /* referenced and held; NULL: he was answered, or is not */
	json_t *id;
	char *verb;
	const struct sabot_upstream *upstream; /* or NULL */
	guint due;                             /* the source that waits no longer; or 0 */
	void *data;                            /* its user's */
	GDestroyNotify free_data;
};

/* A request to a daemon, and who gets the answer; all borrowed. */
struct sabot_hub_sending {
	const char *verb;
	json_t *args;
	sabot_client_reply_fn *fn;
	gpointer data;
};

/* hub-desk.c */

/* Begin to answer a request of a peer, which is held until then. The desk owns it. */
struct sabot_hub_relay *
sabot_hub_relay_new(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		    const struct sabot_wire_request *request);

/* One that must be answered within a time: the client then gets an error. */
void
sabot_hub_relay_hurry(struct sabot_hub_relay *relay);

/* Answer it, unless that was done: `ok` (transferred), or `error` (borrowed). Frees the relay. */
void
sabot_hub_relay_answer(struct sabot_hub_relay *relay, json_t *ok, const GError *error);

/* A copy of a daemon's answer, in the floor's names. New reference. */
json_t *
sabot_hub_widen(const struct sabot_upstream *upstream, json_t *ok);

/* A request of the floor as that daemon names things. NULL with an error. New reference. */
json_t *
sabot_hub_narrow(const json_t *args, const struct sabot_upstream *upstream, GError **error);

/* On the client's own connection, where he has logged in; else on the one that all share. */
void
sabot_hub_send(struct sabot_hub_desk *desk, struct sabot_peer *peer,
	       const struct sabot_upstream *upstream, const struct sabot_hub_sending *sending);

/* The person's connection there; NULL: he has none. Borrowed. */
struct sabot_hub_entry *
sabot_hub_find_entry(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		     const struct sabot_upstream *upstream);

/* The person's connection there, made if there is none. Borrowed. */
struct sabot_hub_entry *
sabot_hub_need_entry(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		     const struct sabot_upstream *upstream);

/* End it: its log-in ends there with it. */
void
sabot_hub_drop_entry(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		     const struct sabot_upstream *upstream);

/* hub-login.c */

/* Log the person in at the one daemon that knows the name, or at the one named with it. */
void
sabot_hub_login(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		const struct sabot_wire_request *request);
/* End the log-in of the peer, which is then nobody to every daemon. */
void
sabot_hub_logout(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		 const struct sabot_wire_request *request);
/* Answer with the persons of all daemons, a page at a time. */
void
sabot_hub_list_persons(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		       const struct sabot_wire_request *request);
/* Answer with the rights of the roles, over all daemons. */
void
sabot_hub_list_roles(struct sabot_hub_desk *desk, struct sabot_peer *peer,
		     const struct sabot_wire_request *request);

/* hub-together.c */

/*
 * A question that is about all daemons: each is asked as the person who has logged in there, and
 * the answer is one, which names each daemon that is not in it. False with an error of the wire.
 */
bool
sabot_hub_request_together(struct sabot_hub_desk *desk, struct sabot_peer *peer,
			   const struct sabot_wire_request *request,
			   const struct sabot_hub_merge_kind *kind, GError **error);
