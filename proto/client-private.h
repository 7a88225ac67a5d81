/*
 * Inside of the client, shared by client.c (the connection), client-connect.c (how it comes to be)
 * and client-request.c (requests under way). Nobody else includes this.
 */
#pragma once

#include "proto/client.h"
#include "proto/link.h"

enum { READ_BYTES = 16 * 1024 };

struct pending {
	int64_t id;
	GCancellable *cancellable; /* or NULL */
	sabot_client_reply_fn *fn;
	gpointer data;
};

struct sabot_client {
	grefcount references;
	char *path;
	GStrv addresses; /* of `path` */
	guint address;   /* the one that is tried */
	char *pin;                /* the daemon's fingerprint, where the path contains it */
	char *certificate, *key;  /* this machine's; NULL: where they are by default */
	const char *refused_role; /* NULL: any will do */
	bool is_watching, is_started, is_greeted;
	struct sabot_client_callbacks callbacks;
	gpointer data;
	sabot_client_clock_fn *clock;
	gpointer clock_data;

	enum sabot_client_state state;
	char *reason, *site;
	char *failure;    /* why it cannot even be tried, until that is said */
	int64_t seq;      /* the last step seen; -1 = none */
	char *origin;     /* whose number that is: as the greeting had it; or NULL */
	bool has_origin;  /* there was one */
	int64_t heard_us; /* by `clock` */
	guint retry_ms;
	guint retry_source, tick_source;
	int64_t next_id;
	GPtrArray *pending; /* of struct pending */

	GCancellable *cancellable;            /* of this connection */
	struct sabot_link *link;              /* once there is one */
	GSource *reading, *writing, *shaking; /* the last: hands, by TLS */
	struct sabot_wire_splitter splitter;
	char input[READ_BYTES];
	GQueue outgoing;   /* of GBytes; the head is being written */
	size_t sent_bytes; /* of the head */
};

/* Begin a connection, for which there is a new cancellable (client-connect.c). */
void
sabot_client_connect(struct sabot_client *client);

/* It is open, as client->link: read from it. */
void
sabot_client_begin(struct sabot_client *client);

/* A source on the connection's socket, for as long as the connection is there. Transferred. */
GSource *
sabot_client_watch_socket(struct sabot_client *client, GIOCondition condition, GSourceFunc fn);
/* Destroy it, if it is there. */
void
sabot_client_drop_source(GSource **source);

/* Send a message (transferred) on the present connection. False when it is too long. */
bool
sabot_client_send(struct sabot_client *client, json_t *message, GError **error);

/* Give up the connection for a reason in words, and try again later. */
void
sabot_client_disconnect(struct sabot_client *client, const char *reason);

/* Free a request that is not in the list of those under way. */
void
sabot_client_pending_free(struct pending *pending);

/* Call back with its reply, unless it was cancelled, and free it. */
void
sabot_client_pending_answer(struct sabot_client *client, struct pending *pending, json_t *ok,
			    const GError *error);

/* The connection is lost: every request under way fails. */
void
sabot_client_fail_pending(struct sabot_client *client, const char *reason);

/* Bring a reply to the request it answers. An error without an id ends the connection. */
void
sabot_client_apply_reply(struct sabot_client *client, const struct sabot_wire_message *message);
