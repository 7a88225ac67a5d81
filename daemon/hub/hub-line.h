/*
 * A connection to a daemon that a client of the hub has for himself, because he logs in there: what
 * he then does is his by the daemon's own book. It ends with his log-in, his connection to the hub
 * or the daemon's, and is not made again by itself. Main thread.
 */
#pragma once

#include "daemon/config/config.h"
#include "proto/client.h"

struct sabot_hub_line;

/* The log-in there ended, or the connection did: the line is of no more use. */
typedef void
sabot_hub_line_fn(struct sabot_hub_line *line, const char *why, void *data);

/* Begins to connect. `config` is borrowed. Transferred; not freed from within a callback. */
struct sabot_hub_line *
sabot_hub_line_new(const struct sabot_upstream_config *config, sabot_hub_line_fn *ended,
		   void *data);

/* Requests that wait are answered with an error. A GDestroyNotify; NULL is allowed. */
void
sabot_hub_line_free(gpointer line);

/*
 * As sabot_client_request(), also before the connection is there: it is then sent when it is.
 * `fn` gets no client. It is called once, at a later turn of the main loop or when the line is
 * freed.
 */
void
sabot_hub_line_request(struct sabot_hub_line *line, const char *verb, json_t *args,
		       sabot_client_reply_fn *fn, gpointer data);
