/*
 * The unix socket that clients connect to. Its directory is the first gate: made 0750, so that
 * owner and group come in and nobody else. Main thread.
 */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>

struct sabot_listener;

/* A client connected; borrowed, referenced by who keeps it. */
typedef void
sabot_listener_fn(GSocketConnection *connection, void *data);

/*
 * Listen on the socket that the service manager passed, else at `path`. What a daemon that died
 * has left is replaced; when a living one answers there it is left alone, and NULL comes back with
 * a sentence. Transferred.
 */
struct sabot_listener *
sabot_listener_new(const char *path, sabot_listener_fn *fn, void *data, GError **error);

/* Stop, and remove the socket's file if it is ours. NULL is allowed. */
void
sabot_listener_free(struct sabot_listener *listener);
