/*
 * The unix socket that clients connect to. Its directory guards it: it is created with mode 0750,
 * so that only owner and group may enter. Main thread.
 */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>

struct sabot_listener;

/* A client connected; borrowed: take a reference to keep it. */
typedef void
sabot_listener_fn(GSocketConnection *connection, void *data);

/*
 * Listen on the socket that the service manager passed, else at `path`. The socket of a daemon that
 * died is replaced; if a running one answers there, it is left alone and the result is NULL with a
 * sentence. Transferred.
 */
struct sabot_listener *
sabot_listener_new(const char *path, sabot_listener_fn *fn, void *data, GError **error);

/* Stop, and remove the socket's file if it is ours. NULL is allowed. */
void
sabot_listener_free(struct sabot_listener *listener);
