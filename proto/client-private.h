/*
 * Inside of the client, shared by client.c (the connection) and client-request.c (requests and
 * what is known of the client). Nobody else includes this.
 */
#pragma once

#include "proto/client.h"

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
	bool is_watching, is_started, is_greeted;
	struct sabot_client_callbacks callbacks;
	gpointer data;
	sabot_client_clock_fn *clock;
	gpointer clock_data;

	enum sabot_client_state state;
	char *reason, *site;
	int64_t seq;      /* the last step seen; -1 = none */
	int64_t heard_us; /* by `clock` */
	guint retry_ms;
	guint retry_source, tick_source;
	int64_t next_id;
	GPtrArray *pending; /* of struct pending */

	GCancellable *cancellable; /* of this connection */
	GSocketConnection *connection;
	struct sabot_wire_splitter splitter;
	char input[READ_BYTES];
	GQueue outgoing; /* of GBytes; the head is being written */
};

/* Send a message (transferred) on the present connection. False when it is too long. */
bool
sabot_client_send(struct sabot_client *client, json_t *message, GError **error);

/* Give up the connection for a reason in words, and try again later. */
void
sabot_client_disconnect(struct sabot_client *client, const char *reason);

void
sabot_client_pending_free(struct pending *pending);

/* The connection is lost: every request under way fails. */
void
sabot_client_fail_pending(struct sabot_client *client, const char *reason);

/* Bring a reply to the request it answers. An error without an id ends the connection. */
void
sabot_client_take_reply(struct sabot_client *client, const struct sabot_wire_message *message);
