/*
 * A client's requests that wait for their replies. A plain list; the client owns it and passes
 * replies and failures to it.
 */
#pragma once

#include "proto/message.h"

#include <gio/gio.h>

struct sabot_client;

/* `ok` is borrowed, and NULL if `error` is set; G_IO_ERROR_CLOSED if the connection was lost. */
typedef void
sabot_client_reply_fn(struct sabot_client *client, json_t *ok, const GError *error, gpointer data);

struct sabot_pending {
	int64_t id;
	GCancellable *cancellable; /* or NULL */
	sabot_client_reply_fn *fn;
	gpointer data;
	GError *unsent; /* why it could not be sent; NULL: it waits for its reply */
};

/* Free a request that is not in the list. */
void
sabot_pending_free(struct sabot_pending *pending);

/* Call back with the reply, unless the request was cancelled, and free the request. */
void
sabot_pending_answer(struct sabot_client *client, struct sabot_pending *pending, json_t *ok,
		     const GError *error);

/* Fail every request of the list, which is empty before the first callback. */
void
sabot_pending_fail_all(struct sabot_client *client, GPtrArray *list, const char *reason);

/* Fail the requests that could not be sent, each with its error. */
void
sabot_pending_fail_unsent(struct sabot_client *client, GPtrArray *list);

/* Pass a reply to the request of the list that it answers, if there is one. */
void
sabot_pending_apply_reply(struct sabot_client *client, GPtrArray *list,
			  const struct sabot_wire_message *message);
