/*
 * Accepts connections on listening sockets. If the system has no descriptor left for another one it
 * waits a moment before it tries again; pending connections wait in the kernel meanwhile. GLib's
 * GSocketService would retry, and log a warning, some fifty thousand times a second. Main thread.
 */
#pragma once

#include <gio/gio.h>

struct sabot_acceptor;

/* Called with each connection, borrowed. It may stop or free the acceptor. */
typedef void
sabot_acceptor_fn(GSocketConnection *connection, void *data);

/* An acceptor that does not accept yet. Transferred. */
struct sabot_acceptor *
sabot_acceptor_new(int backlog, sabot_acceptor_fn *fn, void *data);

/* Closes its sockets. NULL is allowed. */
void
sabot_acceptor_free(struct sabot_acceptor *acceptor);

/* The listener, to add sockets to it or close them. Borrowed. */
GSocketListener *
sabot_acceptor_get_listener(struct sabot_acceptor *acceptor);

/* Either may be called again. */
void
sabot_acceptor_start(struct sabot_acceptor *acceptor);
void
sabot_acceptor_stop(struct sabot_acceptor *acceptor);
